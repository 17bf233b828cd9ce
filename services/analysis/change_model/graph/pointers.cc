#include "services/analysis/change_model/graph/pointers.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/observation.h"
#include "base/utf8.h"
#include "services/analysis/change_model/symbols/symbol_ids.h"
#include "services/analysis/conversion/conversion.h"

namespace allreview::analysis {
namespace {

using change::AnalysedFile;
using repository::Found;
using repository::OwnerOf;
using repository::SimpleName;
using v1::ChangedSymbol;
using v1::Edge;
using v1::Pointer;

constexpr size_t kMaxPointers = 12;
constexpr int kMaxOfReason = 4;
constexpr size_t kMaxSiblings = 15;     // A family so large implements many different things.
constexpr int kCommonFiles = 30;        // What so many files use, readers know.
constexpr size_t kMinDocumentName = 6;  // Shorter names are words, too.

struct Candidate {
  Pointer pointer;
  int score = 0;
  std::set<std::string> touched;  // Ids of changed symbols.
};

class PointerCollector {
 public:
  PointerCollector(const PointerOptions& options, SourceLines& lines)
      : options_(options), project_(options.change.project()), lines_(lines) {
    for (const ChangedSymbol& symbol : options.symbols) {
      const bool is_words = symbol.status() == ChangedSymbol::STATUS_REFORMATTED;
      if (!is_words) symbols_[IdOf(symbol)] = &symbol;
      has_code_ |= !IsTestPath(symbol.path());
    }
  }

  std::vector<Pointer> Collect() {
    for (const Edge& edge : options_.edges) AddEdge(edge);
    AddSiblings();
    AddConfiguration();
    AddDocuments();
    return Describe(Choose());
  }

 private:
  bool IsChanged(const std::string& id) const { return symbols_.count(id) > 0; }

  // `of` is what it belongs to; further ones make it more useful.
  Candidate& Add(const std::string& symbol, Pointer::Reason reason, const std::string& of,
                 int score) {
    Candidate& candidate = candidates_[{symbol, reason}];
    if (candidate.touched.empty()) {
      candidate.pointer.set_symbol(symbol);
      candidate.pointer.set_reason(reason);
      candidate.pointer.set_of(of);
    }
    candidate.touched.insert(of);
    candidate.score = std::max(candidate.score, score);
    return candidate;
  }

  static int WorthOf(finding::v1::Confidence confidence) {
    if (confidence == finding::v1::CONFIDENCE_HIGH) return 6;
    return confidence == finding::v1::CONFIDENCE_MEDIUM ? 3 : -10;
  }

  void AddEdge(const Edge& edge) {
    // When code changes, its tests point nowhere.
    const bool is_from = IsChanged(edge.from()), is_to = IsChanged(edge.to());
    if (is_from == is_to || edge.is_removed()) return;
    const std::string& here = is_from ? edge.from() : edge.to();
    if (has_code_ && IsTestPath(PathOfId(here))) return;
    const int worth = WorthOf(edge.confidence());
    switch (edge.kind()) {
      case Edge::KIND_CALLS:
        if (is_from) return AddCallee(edge, worth);
        if (NameOfId(edge.from()).empty()) return;
        Add(edge.from(), Pointer::REASON_CALLER, here, 50 + worth + !edge.entry_kind().empty() * 6);
        return;
      case Edge::KIND_OVERRIDES:
        if (is_from) Add(edge.to(), Pointer::REASON_BASE, here, 54);
        if (is_to) Add(edge.from(), Pointer::REASON_OVERRIDE, here, 52);
        return;
      case Edge::KIND_INHERITS:
        if (is_from) Add(edge.to(), Pointer::REASON_BASE, here, 48);
        return;
      case Edge::KIND_TESTS:
        if (is_to) Add(edge.from(), Pointer::REASON_TEST, here, 44 + worth);
        return;
      default:
        return;
    }
  }

  void AddCallee(const Edge& edge, int worth) {
    const std::string name(SimpleName(NameOfId(edge.to())));
    int& files = files_with_[name];
    if (files == 0) files = std::max(1, project_.CountFilesWithIdentifier(name));
    const int common = files > kCommonFiles ? 25 : 0;
    Add(edge.to(), Pointer::REASON_CALLEE, edge.from(), 36 + worth + edge.is_new() * 12 - common);
  }

  // The same method in classes that share a base which has it too.
  void AddSiblings() {
    for (const auto& [id, symbol] : symbols_) {
      const absl::string_view simple = SimpleName(symbol->name());
      if (symbol->kind() != v1::SYMBOL_KIND_METHOD || absl::StartsWith(simple, "__") ||
          symbol->status() == ChangedSymbol::STATUS_REMOVED || IsTestPath(symbol->path())) {
        continue;
      }
      AddSiblings(id, std::string(OwnerOf(AbsoluteNameOf(*symbol))), std::string(simple));
    }
  }

  void AddSiblings(const std::string& id, const std::string& owner, const std::string& method) {
    const std::vector<std::string> bases = project_.BasesOf(owner);
    std::vector<std::string> own_subclasses;
    for (const std::string& base : bases) {
      if (!project_.FindDefinition(repository::Join(base, method))) continue;
      const auto [known, is_new] = families_.try_emplace(base);
      if (is_new) known->second = project_.SubclassesOf(base);
      const std::vector<std::string>& family = known->second;
      if (family.size() > kMaxSiblings) continue;
      if (own_subclasses.empty()) own_subclasses = project_.SubclassesOf(owner);
      for (const std::string& sibling : family) {
        const bool is_kin = sibling == owner ||
                            std::count(bases.begin(), bases.end(), sibling) > 0 ||
                            std::count(own_subclasses.begin(), own_subclasses.end(), sibling) > 0;
        const Found found = project_.FindDefinition(repository::Join(sibling, method));
        if (is_kin || !found || IsTestPath(found.path)) continue;
        const std::string other = IdOf(found.path, found.definition->name);
        if (!IsChanged(other)) Add(other, Pointer::REASON_SIBLING, id, 47);
      }
    }
  }

  const std::string* ChangedFunctionOf(const AnalysedFile& file, absl::string_view symbol) const {
    for (; !symbol.empty(); symbol = OwnerOf(symbol)) {
      const auto found = symbols_.find(IdOf(file.changed->path, symbol));
      if (found != symbols_.end() && found->second->kind() != v1::SYMBOL_KIND_CLASS) {
        return &found->first;
      }
    }
    return nullptr;
  }

  // Classes and flags whose fields the new lines use.
  void AddConfiguration() {
    for (const AnalysedFile& file : options_.change.files()) {
      if (file.after == nullptr || (has_code_ && IsTestPath(file.changed->path))) continue;
      const repository::IndexedFile* indexed =
          options_.change.index().FindModule(file.after->name());
      if (indexed == nullptr || indexed->path() != file.changed->path) continue;
      const std::vector<int>& added = file.lines.added();
      for (const repository::FieldUseFacts& use : indexed->facts().field_uses) {
        const auto line = std::lower_bound(added.begin(), added.end(), use.place.line);
        if (line == added.end() || *line >= use.place.end_line) continue;
        const std::string* of = ChangedFunctionOf(file, use.symbol);
        if (of != nullptr) AddField(use.name, *of);
      }
    }
  }

  void AddField(const std::string& field, const std::string& of) {
    const auto fields = project_.FindFields(field);
    // When several classes have a field with this name, nobody knows which one is meant.
    if (fields.size() == 1) {
      const repository::ConfigurationField& only = fields.front();
      const std::string id = IdOfAbsolute(only.path, only.class_name);
      if (IsChanged(id) || IsChanged(id + "." + field)) return;
      Candidate& candidate = Add(id, Pointer::REASON_CONFIGURATION, of, 46);
      if (candidate.pointer.has_range()) return;
      *candidate.pointer.mutable_range() =
          analysis::ToProto(rules::RangeOf(only.path, only.field->place));
      return;
    }
    const auto flags = project_.FindFlags(field);
    if (!fields.empty() || flags.size() != 1) return;
    const repository::CommandLineFlag& only = flags.front();
    const std::string id = IdOf(only.path, only.flag->symbol);
    if (IsChanged(id)) return;
    Candidate& candidate = Add(id, Pointer::REASON_CONFIGURATION, of, 45);
    *candidate.pointer.mutable_range() =
        analysis::ToProto(rules::RangeOf(only.path, only.flag->place));
  }

  void AddDocuments() {
    for (const change::ChangedFile& file : options_.change.changed_files()) {
      const bool is_document =
          absl::EndsWith(file.path, ".md") || absl::EndsWith(file.path, ".rst");
      if (!is_document || !file.after) continue;
      for (const auto& [id, symbol] : symbols_) {
        const absl::string_view name = SimpleName(symbol->name());
        if (name.size() < kMinDocumentName || absl::StartsWith(name, "__")) continue;
        if (AddDocument(file, id, name)) break;
      }
    }
  }

  bool AddDocument(const change::ChangedFile& file, const std::string& id, absl::string_view name) {
    // Each symbol is looked for in each document. Pointers are few, and need not all of them.
    constexpr size_t kMaxSearchedBytes = 1 << 30;
    if (searched_bytes_ > kMaxSearchedBytes) return false;
    searched_bytes_ += file.after->size();
    if (!absl::StrContains(*file.after, name)) return false;
    std::string heading;
    int number = 0;
    for (absl::string_view line : absl::StrSplit(*file.after, '\n')) {
      ++number;
      if (absl::StartsWith(line, "#")) heading = std::string(line);
      if (!absl::StrContains(line, name)) continue;
      Candidate& candidate = Add(IdOf(file.path, ""), Pointer::REASON_DOCUMENT, id, 40);
      *candidate.pointer.mutable_range() = analysis::ToProto(
          rules::Range{.path = file.path, .first_line = number, .end_line = number + 1});
      const size_t text = heading.find_first_not_of("# ");
      if (text != std::string::npos) {
        candidate.pointer.set_doc(ToDisplayText(absl::string_view(heading).substr(text)));
      }
      return true;
    }
    return false;
  }

  std::vector<Candidate> Choose() {
    std::vector<Candidate> all;
    for (auto& [key, candidate] : candidates_) {
      candidate.score += 8 * static_cast<int>(std::min<size_t>(candidate.touched.size(), 4) - 1);
      all.push_back(std::move(candidate));
    }
    const auto key = [](const Candidate& candidate) {
      return std::make_tuple(-candidate.score, std::cref(candidate.pointer.symbol()),
                             candidate.pointer.reason());
    };
    std::sort(all.begin(), all.end(),
              [&](const Candidate& a, const Candidate& b) { return key(a) < key(b); });
    std::vector<Candidate> chosen;
    std::set<std::string> places;
    std::map<Pointer::Reason, int> counts;
    for (Candidate& candidate : all) {
      if (chosen.size() == kMaxPointers) break;
      if (counts[candidate.pointer.reason()] == kMaxOfReason) continue;
      if (!places.insert(candidate.pointer.symbol()).second) continue;
      ++counts[candidate.pointer.reason()];
      chosen.push_back(std::move(candidate));
    }
    return chosen;
  }

  std::vector<Pointer> Describe(std::vector<Candidate> chosen) {
    std::set<std::string> paths;
    for (const Candidate& candidate : chosen) {
      if (candidate.pointer.reason() != Pointer::REASON_DOCUMENT) {
        paths.emplace(PathOfId(candidate.pointer.symbol()));
      }
    }
    lines_.Fetch(paths);
    std::vector<Pointer> pointers;
    for (Candidate& candidate : chosen) {
      Pointer& pointer = candidate.pointer;
      const Found found = project_.FindDefinition(
          AbsoluteNameOf(PathOfId(pointer.symbol()), NameOfId(pointer.symbol())));
      if (found) {
        pointer.set_doc(
            lines_.DocumentationAt(change::Side::kRight, found.path, found.definition->place.line));
        if (!pointer.has_range()) {
          *pointer.mutable_range() =
              analysis::ToProto(rules::RangeOf(found.path, found.definition->place));
        }
      }
      pointer.set_symbol(ToDisplayText(pointer.symbol()));
      pointers.push_back(std::move(pointer));
    }
    return pointers;
  }

  const PointerOptions& options_;
  repository::Project& project_;
  SourceLines& lines_;
  std::map<std::string, const ChangedSymbol*> symbols_;
  std::map<std::pair<std::string, Pointer::Reason>, Candidate> candidates_;
  std::map<std::string, int> files_with_;
  std::map<std::string, std::vector<std::string>> families_;  // Subclasses, by class.
  size_t searched_bytes_ = 0;                                 // Of documents.
  bool has_code_ = false;
};

}  // namespace

std::vector<Pointer> CollectPointers(const PointerOptions& options, SourceLines& lines) {
  return PointerCollector(options, lines).Collect();
}

}  // namespace allreview::analysis
