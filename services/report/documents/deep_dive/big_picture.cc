// Section 2.1: the structure before and after the change.

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/labels.h"
#include "services/report/diagrams/flowchart.h"
#include "services/report/documents/deep_dive/sections.h"
#include "services/report/story/deltas_text.h"
#include "services/report/story/file_text.h"
#include "services/report/story/places.h"

namespace allreview::report::deep_dive {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::Edge;

constexpr size_t kMaxConnected = 12;  // Unchanged symbols that the change connects or cuts off.
constexpr size_t kMaxNeighbours = 4;  // Others that stand beside the changed ones.
constexpr size_t kManySymbols = 30;   // Changed ones, that leave no room for others.
constexpr size_t kMaxFiles = 12;

absl::string_view EdgeLabel(Language language, Edge::Kind kind) {
  constexpr Phrase kCalls("calls", "调用");
  constexpr Phrase kImports("imports", "导入");
  constexpr Phrase kInherits("inherits", "继承");
  constexpr Phrase kHolds("holds", "持有");
  constexpr Phrase kOverrides("overrides", "重写");
  constexpr Phrase kTests("tests", "测试");
  switch (kind) {
    case Edge::KIND_IMPORTS:
      return kImports.In(language);
    case Edge::KIND_INHERITS:
      return kInherits.In(language);
    case Edge::KIND_COMPOSES:
      return kHolds.In(language);
    case Edge::KIND_OVERRIDES:
      return kOverrides.In(language);
    case Edge::KIND_TESTS:
      return kTests.In(language);
    default:
      return kCalls.In(language);
  }
}

class Picture {
 public:
  explicit Picture(const Subject& subject) : subject_(subject) {
    for (const ChangedSymbol* symbol : subject.symbols) {
      shown_.insert(IdOf(*symbol));
      present_ids_[OldIdOf(*symbol)] = IdOf(*symbol);
    }
    ChooseArrows();
    ChooseNeighbours();
  }

  std::string Draw() {
    constexpr Phrase kBefore("Before", "变更前");
    constexpr Phrase kAfter("After", "变更后");
    Flowchart chart;
    chart.groups = {{.title = std::string(kBefore.In(subject_.language)), .nodes = {}},
                    {.title = std::string(kAfter.In(subject_.language)), .nodes = {}}};
    for (const ChangedSymbol* symbol : subject_.symbols) AddSymbol(*symbol, chart);
    for (const std::string& id : neighbours_) {
      for (bool is_after : {false, true}) {
        if (!HasArrow(id, is_after)) continue;
        chart.groups[is_after].nodes.push_back(Node(id, is_after, Mark::kNone, ""));
      }
    }
    // When there are too many boxes, those of the first modules are drawn.
    std::stable_partition(chart.groups[1].nodes.begin(), chart.groups[1].nodes.end(),
                          [](const FlowNode& node) { return node.mark == Mark::kModified; });
    AddArrows(chart);
    if (chart.groups[0].nodes.empty()) {
      constexpr Phrase kNothing("none of this existed", "尚不存在");
      chart.groups[0].nodes.push_back(
          {.key = "nothing", .lines = {std::string(kNothing.In(subject_.language))}, .module = ""});
    }
    return FlowchartMermaid(chart, subject_.language);
  }

  // Unchanged symbols next to the changed ones that are not drawn.
  size_t left_out() const { return left_out_; }

 private:
  static constexpr int kAnew = 10'000;

  // What an edge of the model becomes in the drawing: between ids of the right side, so that what
  // was moved or renamed is one node on each side, and a call that followed it is neither new nor
  // gone.
  struct Arrow {
    std::string from, to;
    Edge::Kind kind = Edge::KIND_UNSPECIFIED;
    bool is_before = false, is_after = false;
  };

  static std::string OldIdOf(const ChangedSymbol& symbol) {
    return absl::StrCat(symbol.old_path().empty() ? symbol.path() : symbol.old_path(), ":",
                        symbol.old_name().empty() ? symbol.name() : symbol.old_name());
  }

  const std::string& PresentId(const std::string& id) const {
    const auto found = present_ids_.find(id);
    return found == present_ids_.end() ? id : found->second;
  }

  void ChooseArrows() {
    std::map<std::tuple<std::string, std::string, int>, size_t> places;
    for (const Edge& edge : subject_.review.model().edges()) {
      const std::string& from = PresentId(edge.from());
      const std::string& to = PresentId(edge.to());
      if (!IsDrawn(edge) || from == to) continue;
      const auto [place, is_first] = places.try_emplace({from, to, edge.kind()}, arrows_.size());
      if (is_first) arrows_.push_back({from, to, edge.kind()});
      Arrow& arrow = arrows_[place->second];
      arrow.is_before |= !edge.is_new();
      arrow.is_after |= !edge.is_removed();
    }
  }

  static std::string Key(absl::string_view id, bool is_after) {
    return absl::StrCat(is_after ? "after " : "before ", id);
  }

  static FlowNode Node(absl::string_view id, bool is_after, Mark mark, std::string detail) {
    FlowNode node;
    node.key = Key(id, is_after);
    const absl::string_view name = SymbolName(id);
    node.lines = {std::string(name.empty() ? FileName(SymbolPath(id)) : name)};
    if (!detail.empty()) node.lines.push_back(std::move(detail));
    node.module = std::string(SymbolPath(id));
    node.mark = mark;
    return node;
  }

  // Under its old name in its old file on the left.
  void AddSymbol(const ChangedSymbol& symbol, Flowchart& chart) const {
    const std::string id = IdOf(symbol);
    const Mark mark = MarkOf(symbol.status());
    if (symbol.status() != ChangedSymbol::STATUS_ADDED) {
      FlowNode node = Node(id, false, mark == Mark::kRemoved ? mark : Mark::kNone, "");
      if (!symbol.old_name().empty()) node.lines = {symbol.old_name()};
      if (!symbol.old_path().empty()) node.module = symbol.old_path();
      chart.groups[0].nodes.push_back(std::move(node));
    }
    if (symbol.status() != ChangedSymbol::STATUS_REMOVED) {
      chart.groups[1].nodes.push_back(Node(id, true, mark, Detail(symbol)));
    }
  }

  // The first thing that differs.
  std::string Detail(const ChangedSymbol& symbol) const {
    if (symbol.status() == ChangedSymbol::STATUS_ADDED) return "";
    const std::vector<std::string> clauses = DeltaClauses(subject_.language, symbol, 9);
    return clauses.empty() ? "" : WithoutMarks(clauses.front());
  }

  bool IsDrawn(const Edge& edge) const {
    return edge.kind() != Edge::KIND_IMPORTS &&
           (edge.kind() != Edge::KIND_TESTS || subject_.has_only_tests);
  }

  // What the change connects anew or cuts off, then some of what calls changed symbols and is
  // called by them. The rest is unchanged, and counted.
  void ChooseNeighbours() {
    std::map<std::string, int> ranks;
    for (const Arrow& arrow : arrows_) {
      const bool has_from = shown_.count(arrow.from) > 0;
      const bool has_to = shown_.count(arrow.to) > 0;
      if (has_from == has_to) continue;
      const std::string& other = has_from ? arrow.to : arrow.from;
      const ChangedSymbol* symbol = subject_.index.Symbol(other);
      if (symbol != nullptr && subject_.IsTest(*symbol)) continue;
      // Who calls tells what the change is for; what is called is often a tool.
      const bool is_caller = other == arrow.from;
      ranks[other] += arrow.is_before != arrow.is_after ? kAnew : is_caller ? 10 : 1;
    }
    for (const auto& [id, rank] : ranks) neighbours_.push_back(id);
    std::stable_sort(neighbours_.begin(), neighbours_.end(),
                     [&](const auto& a, const auto& b) { return ranks[a] > ranks[b]; });
    const size_t connected =
        static_cast<size_t>(std::count_if(neighbours_.begin(), neighbours_.end(),
                                          [&](const auto& id) { return ranks[id] >= kAnew; }));
    const bool has_room = subject_.symbols.size() <= kManySymbols;
    const size_t limit = std::min(connected, kMaxConnected) + (has_room ? kMaxNeighbours : 0);
    if (neighbours_.size() > limit) {
      left_out_ = neighbours_.size() - limit;
      neighbours_.resize(limit);
    }
    shown_.insert(neighbours_.begin(), neighbours_.end());
  }

  bool Exists(const Arrow& arrow, bool is_after) const {
    return (is_after ? arrow.is_after : arrow.is_before) && shown_.count(arrow.from) > 0 &&
           shown_.count(arrow.to) > 0;
  }

  bool HasArrow(const std::string& id, bool is_after) const {
    return std::any_of(arrows_.begin(), arrows_.end(), [&](const Arrow& arrow) {
      return (arrow.from == id || arrow.to == id) && Exists(arrow, is_after);
    });
  }

  void AddArrows(Flowchart& chart) const {
    for (const Arrow& arrow : arrows_) {
      for (bool is_after : {false, true}) {
        if (!Exists(arrow, is_after)) continue;
        const Mark mark = is_after && !arrow.is_before   ? Mark::kNew
                          : !is_after && !arrow.is_after ? Mark::kRemoved
                                                         : Mark::kNone;
        FlowArrow drawn = {.from = Key(arrow.from, is_after),
                           .to = Key(arrow.to, is_after),
                           .label = std::string(EdgeLabel(subject_.language, arrow.kind))};
        if (mark != Mark::kNone) {
          absl::StrAppend(&drawn.label, " (", MarkLabel(subject_.language, mark), ")");
          drawn.line = mark == Mark::kNew ? FlowArrow::Line::kThick : FlowArrow::Line::kDotted;
        }
        chart.arrows.push_back(std::move(drawn));
      }
    }
  }

  const Subject& subject_;
  std::map<std::string, std::string> present_ids_;  // By the id before the change.
  std::vector<Arrow> arrows_;
  std::set<std::string> shown_;
  std::vector<std::string> neighbours_;
  size_t left_out_ = 0;
};

// "3 data files<br/>+120, -4" of one folder.
std::string FolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "/" : path.substr(0, slash + 1);
}

Mark MarkOfFile(change::v1::FileStatus status) {
  if (status == change::v1::FILE_STATUS_ADDED || status == change::v1::FILE_STATUS_COPIED) {
    return Mark::kNew;
  }
  if (status == change::v1::FILE_STATUS_DELETED) return Mark::kRemoved;
  return status == change::v1::FILE_STATUS_RENAMED ? Mark::kRenamed : Mark::kModified;
}

// A change without symbols: its files, by folder when there are many.
std::string DrawFiles(const Subject& subject) {
  constexpr Phrase kBefore("Before", "变更前");
  constexpr Phrase kAfter("After", "变更后");
  Flowchart chart;
  chart.groups = {{.title = std::string(kBefore.In(subject.language)), .nodes = {}},
                  {.title = std::string(kAfter.In(subject.language)), .nodes = {}}};
  const bool has_many = subject.review.files_size() > static_cast<int>(kMaxFiles);
  for (const review::v1::FileSummary& file : subject.review.files()) {
    const Mark mark = MarkOfFile(file.entry().status());
    for (bool is_after : {false, true}) {
      if (mark == (is_after ? Mark::kRemoved : Mark::kNew)) continue;
      const std::string& path = is_after ? PathOf(file) : file.entry().old_path();
      FlowNode node;
      node.key = absl::StrCat(is_after ? "after " : "before ", PathOf(file));
      node.lines = {has_many ? path : std::string(FileName(path))};
      if (is_after) {
        node.lines.push_back(absl::StrCat("+", file.additions(), ", -", file.deletions()));
      }
      node.module = FolderOf(path);
      node.mark = is_after || mark == Mark::kRemoved ? mark : Mark::kNone;
      chart.groups[is_after].nodes.push_back(std::move(node));
    }
    if (mark == Mark::kRenamed) {
      chart.arrows.push_back({.from = absl::StrCat("before ", PathOf(file)),
                              .to = absl::StrCat("after ", PathOf(file)),
                              .label = std::string(MarkLabel(subject.language, mark))});
    }
  }
  return FlowchartMermaid(chart, subject.language, {.max_nodes = 2 * kMaxFiles, .max_arrows = 30});
}

}  // namespace

std::string BeforeAndAfter(const Subject& subject) {
  if (subject.review.files().empty()) {
    constexpr Phrase kNothing("there is no structure to compare", "没有可对比的结构");
    return NothingHere(subject, kNothing);
  }
  if (subject.symbols.empty()) return MermaidBlock(DrawFiles(subject));
  Picture picture(subject);
  std::string text = MermaidBlock(picture.Draw());
  constexpr Noun kDefinition = {"definition", "definitions", "个定义"};
  if (picture.left_out() > 0) {
    constexpr Phrase kNeighbours(
        "The diagram leaves out {count} nearby that the change does not touch; 7.3 lists those "
        "worth reading.",
        "图中省略了相邻但未改动的 {count}，值得一读的见 7.3。");
    absl::StrAppend(&text, "\n",
                    Say(subject.language, kNeighbours,
                        {{"count", Count(subject.language, picture.left_out(), kDefinition)}}),
                    "\n");
  }
  if (!subject.tests.empty()) {
    constexpr Phrase kTests("Not drawn: {count} in tests (see 2.2).",
                            "图中不含测试里的 {count}（见 2.2）。");
    absl::StrAppend(&text, "\n",
                    Say(subject.language, kTests,
                        {{"count", Count(subject.language, subject.tests.size(), kDefinition)}}),
                    "\n");
  }
  return text;
}

}  // namespace allreview::report::deep_dive
