#include "services/report/diagrams/structure_diagram.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "services/report/diagrams/label.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::ChangeModel;
using analysis::v1::Edge;

constexpr size_t kMaxLabelBytes = 80;

struct FileGroup {
  std::string path;
  std::vector<const ChangedSymbol*> symbols;
  bool is_test = true;
  int lines = 0;
};

absl::string_view StatusMark(Language language, ChangedSymbol::Status status) {
  static constexpr Phrase kNew("NEW", "新增");
  static constexpr Phrase kRemoved("REMOVED", "删除");
  static constexpr Phrase kMoved("MOVED", "移动");
  static constexpr Phrase kRenamed("RENAMED", "重命名");
  static constexpr Phrase kModified("MODIFIED", "修改");
  switch (status) {
    case ChangedSymbol::STATUS_ADDED:
      return kNew.In(language);
    case ChangedSymbol::STATUS_REMOVED:
      return kRemoved.In(language);
    case ChangedSymbol::STATUS_MOVED:
      return kMoved.In(language);
    case ChangedSymbol::STATUS_RENAMED:
      return kRenamed.In(language);
    default:
      return kModified.In(language);
  }
}

// Statuses that are drawn alike share a class.
absl::string_view StyleClass(ChangedSymbol::Status status) {
  if (status == ChangedSymbol::STATUS_ADDED) return "added";
  if (status == ChangedSymbol::STATUS_REMOVED) return "removed";
  return "modified";
}

int ChangedLines(const ChangedSymbol& symbol) {
  return symbol.added_lines() + symbol.removed_lines();
}

// Files with program text first, then those with the most changed lines.
std::vector<FileGroup> GroupByFile(const ChangeModel& model) {
  std::map<std::string, FileGroup> groups;
  for (const ChangedSymbol* shown : SymbolsWorthShowing(model)) {
    const ChangedSymbol& symbol = *shown;
    FileGroup& group = groups[symbol.path()];
    group.path = symbol.path();
    group.symbols.push_back(&symbol);
    group.is_test = group.is_test && symbol.is_test();
    group.lines += ChangedLines(symbol);
  }
  std::vector<FileGroup> result;
  for (auto& [path, group] : groups) result.push_back(std::move(group));
  std::stable_sort(result.begin(), result.end(), [](const FileGroup& a, const FileGroup& b) {
    return std::make_pair(a.is_test, -a.lines) < std::make_pair(b.is_test, -b.lines);
  });
  return result;
}

// The largest changes of one file, in the order of the file.
std::vector<const ChangedSymbol*> Largest(const FileGroup& group, size_t limit) {
  std::vector<const ChangedSymbol*> symbols = group.symbols;
  if (symbols.size() <= limit) return symbols;
  std::vector<const ChangedSymbol*> by_size = symbols;
  std::stable_sort(by_size.begin(), by_size.end(),
                   [](const ChangedSymbol* a, const ChangedSymbol* b) {
                     return ChangedLines(*a) > ChangedLines(*b);
                   });
  const std::set<const ChangedSymbol*> kept(by_size.begin(), by_size.begin() + limit);
  std::erase_if(symbols, [&](const ChangedSymbol* symbol) { return kept.count(symbol) == 0; });
  return symbols;
}

// A function, method or class. Fields, constants and flags are told by what holds them.
bool IsDefinition(const ChangedSymbol& symbol) {
  switch (symbol.kind()) {
    case analysis::v1::SYMBOL_KIND_FIELD:
    case analysis::v1::SYMBOL_KIND_CONSTANT:
    case analysis::v1::SYMBOL_KIND_FLAG:
    case analysis::v1::SYMBOL_KIND_MODULE:
      return false;
    default:
      return !symbol.name().empty();
  }
}

class Drawing {
 public:
  Drawing(Language language, const DiagramLimits& limits) : language_(language), limits_(limits) {}

  void AddFiles(const std::vector<FileGroup>& groups) {
    int undrawn_files = 0;
    for (const FileGroup& group : groups) {
      const int room = std::min(limits_.max_symbols_of_file, limits_.max_symbols - symbols_);
      if (files_ >= limits_.max_files || room <= 0) {
        ++undrawn_files;
        continue;
      }
      AddFile(group, room);
    }
    if (undrawn_files > 0) {
      absl::StrAppend(&text_, "  more[\"", More(undrawn_files, kMoreFiles), "\"]:::more\n");
    }
  }

  void AddEdges(const ChangeModel& model) {
    std::set<std::string> drawn;
    int undrawn = 0;
    for (const Edge& edge : model.edges()) {
      const std::string from = Find(edge.from());
      const std::string to = Find(edge.to());
      // A box cannot point into itself.
      if (from.empty() || to.empty() || from == to || FileOf(edge.from()) == edge.to() ||
          FileOf(edge.to()) == edge.from()) {
        continue;
      }
      const std::string line = absl::StrCat("  ", from, " ", Arrow(edge), " ", to, "\n");
      if (!drawn.insert(line).second) continue;
      if (static_cast<int>(drawn.size()) > limits_.max_edges) {
        ++undrawn;
      } else {
        absl::StrAppend(&text_, line);
      }
    }
    if (undrawn > 0) {
      absl::StrAppend(&text_, "  moreEdges[\"", More(undrawn, kMoreRelations), "\"]:::more\n");
    }
  }

  std::string Finish() {
    for (const auto& [name, nodes] : classes_) {
      absl::StrAppend(&text_, "  class ", absl::StrJoin(nodes, ","), " ", name, "\n");
    }
    return absl::StrCat("flowchart LR\n", text_,
                        "  classDef added stroke:#2da44e,stroke-width:3px\n"
                        "  classDef modified stroke:#bf8700,stroke-width:2px\n"
                        "  classDef removed stroke:#cf222e,stroke-width:2px,stroke-dasharray:5\n"
                        "  classDef more stroke-dasharray:2\n");
  }

 private:
  void AddFile(const FileGroup& group, int room) {
    const std::string file = absl::StrCat("f", files_++);
    ids_[absl::StrCat(group.path, ":")] = file;
    absl::StrAppend(&text_, "  subgraph ", file, "[\"", MermaidLabel(group.path, kMaxLabelBytes),
                    "\"]\n");
    for (const ChangedSymbol* symbol : Largest(group, room)) {
      const std::string node = absl::StrCat("s", symbols_++);
      ids_[absl::StrCat(group.path, ":", symbol->name())] = node;
      classes_[std::string(StyleClass(symbol->status()))].push_back(node);
      absl::StrAppend(&text_, "    ", node, "[\"", StatusMark(language_, symbol->status()), " ",
                      MermaidLabel(symbol->name(), kMaxLabelBytes), "\"]\n");
    }
    const int undrawn = static_cast<int>(group.symbols.size()) - room;
    if (undrawn > 0) {
      absl::StrAppend(&text_, "    ", file, "more[\"", More(undrawn, kMoreSymbols), "\"]:::more\n");
    }
    absl::StrAppend(&text_, "  end\n");
  }

  static std::string FileOf(absl::string_view end) {
    return std::string(end.substr(0, end.find(':') + 1));
  }

  std::string Find(const std::string& end) const {
    const auto found = ids_.find(end);
    return found == ids_.end() ? "" : found->second;
  }

  std::string Arrow(const Edge& edge) const {
    static constexpr Phrase kImports("imports", "导入");
    static constexpr Phrase kInherits("inherits", "继承");
    static constexpr Phrase kHolds("holds", "持有");
    static constexpr Phrase kOverrides("overrides", "重写");
    static constexpr Phrase kTests("tests", "测试");
    static constexpr Phrase kCalls("calls", "调用");
    static constexpr Phrase kRemoved(" (removed)", "（删除）");
    static constexpr Phrase kNew(" (new)", "（新增）");
    const absl::string_view mark = edge.is_removed() ? kRemoved.In(language_)
                                   : edge.is_new()   ? kNew.In(language_)
                                                     : "";
    const auto arrow = [&](absl::string_view line, const Phrase& label) {
      return absl::StrCat(line, "|\"", label.In(language_), mark, "\"|");
    };
    switch (edge.kind()) {
      case Edge::KIND_IMPORTS:
        return arrow("-.->", kImports);
      case Edge::KIND_INHERITS:
        return arrow("==>", kInherits);
      case Edge::KIND_COMPOSES:
        return arrow("-->", kHolds);
      case Edge::KIND_OVERRIDES:
        return arrow("==>", kOverrides);
      case Edge::KIND_TESTS:
        return arrow("-.->", kTests);
      default:
        return arrow("-->", kCalls);
    }
  }

  // "… and 2 more files".
  std::string More(int count, const Noun& noun) const {
    static constexpr Phrase kMore("… and {things}", "……另有 {things}");
    return Say(language_, kMore, {{"things", Count(language_, count, noun)}});
  }

  static constexpr Noun kMoreFiles = {"more file", "more files", "个文件"};
  static constexpr Noun kMoreRelations = {"more relation", "more relations", "条关系"};
  static constexpr Noun kMoreSymbols = {"more", "more", "个"};

  const Language language_;
  const DiagramLimits limits_;
  std::string text_;
  std::map<std::string, std::string> ids_;  // By "path:name", "path:" for the file.
  std::map<std::string, std::vector<std::string>> classes_;
  int files_ = 0;
  int symbols_ = 0;
};

}  // namespace

std::vector<const ChangedSymbol*> SymbolsWorthShowing(const ChangeModel& model) {
  std::set<std::string> scopes;
  for (const ChangedSymbol& symbol : model.symbols()) {
    if (!IsDefinition(symbol)) continue;
    const size_t dot = symbol.name().rfind('.');
    if (dot == std::string::npos) continue;
    scopes.insert(absl::StrCat(symbol.path(), ":", symbol.name().substr(0, dot)));
  }
  std::vector<const ChangedSymbol*> symbols;
  for (const ChangedSymbol& symbol : model.symbols()) {
    const bool is_class = symbol.kind() == analysis::v1::SYMBOL_KIND_CLASS;
    const bool is_told_by_members =
        is_class && symbol.status() == ChangedSymbol::STATUS_MODIFIED &&
        scopes.count(absl::StrCat(symbol.path(), ":", symbol.name())) > 0;
    const bool is_layout = symbol.status() == ChangedSymbol::STATUS_REFORMATTED;
    if (!is_layout && !is_told_by_members && IsDefinition(symbol)) symbols.push_back(&symbol);
  }
  return symbols;
}

std::optional<std::string> StructureDiagram(Language language, const ChangeModel& model,
                                            const DiagramLimits& limits) {
  const std::vector<FileGroup> groups = GroupByFile(model);
  if (groups.empty()) return std::nullopt;
  Drawing drawing(language, limits);
  drawing.AddFiles(groups);
  drawing.AddEdges(model);
  return drawing.Finish();
}

}  // namespace allreview::report
