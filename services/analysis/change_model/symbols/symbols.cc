#include "services/analysis/change_model/symbols/symbols.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "analyzers/moves/code_tokens.h"
#include "base/utf8.h"
#include "services/analysis/change_model/symbols/bound_names.h"
#include "services/analysis/change_model/symbols/code_text.h"
#include "services/analysis/change_model/symbols/renames.h"
#include "services/analysis/change_model/symbols/symbol_writer.h"

namespace allreview::analysis {
namespace {

using change::AnalysedFile;
using moves::CodeTokens;
using moves::TokensOf;
using python::Definition;
using python::Kind;
using python::Module;
using python::Node;
using v1::ChangedSymbol;

// Lines of one side that the change speaks of, sorted.
class LineSet {
 public:
  void Add(const std::vector<int>& lines) {
    lines_.insert(lines_.end(), lines.begin(), lines.end());
  }
  void Sort() { std::sort(lines_.begin(), lines_.end()); }
  int CountIn(int first, int end) const {
    return static_cast<int>(std::lower_bound(lines_.begin(), lines_.end(), end) -
                            std::lower_bound(lines_.begin(), lines_.end(), first));
  }
  int CountIn(const SideSymbol& side) const { return CountIn(side.first_line, side.end_line); }
  const std::vector<int>& lines() const { return lines_; }

 private:
  std::vector<int> lines_;
};

// Symbols of one side by what they are, name and occurrence.
using Key = std::tuple<int, std::string, int>;
std::map<Key, SideSymbol> ByName(const Module* module, const Module* other) {
  std::map<Key, SideSymbol> result;
  if (module == nullptr) return result;
  std::map<std::pair<int, std::string>, int> seen;
  for (SideSymbol& symbol : SymbolsOf(*module, other)) {
    // A method may become a function, but no field a method.
    const int family = IsSetting(symbol.kind) ? symbol.kind : 0;
    const int occurrence = seen[{family, symbol.name}]++;
    Key key(family, symbol.name, occurrence);
    result.emplace(std::move(key), std::move(symbol));
  }
  return result;
}

bool IsClass(const SideSymbol& side) { return side.kind == v1::SYMBOL_KIND_CLASS; }

// Some of the lines is of the class itself: neither blank nor part of one of its definitions.
bool HasOwnLines(const Module& module, const Definition& a_class, const LineSet& lines) {
  const Definition* const end = module.definitions().data() + module.definitions().size();
  const Definition* member = &a_class + 1;  // In source order, inner ones after outer ones.
  const std::vector<int>& all = lines.lines();
  for (auto line = std::lower_bound(all.begin(), all.end(), a_class.first_line);
       line != all.end() && *line < a_class.end_line; ++line) {
    while (member != end && member->end_line <= *line) ++member;
    const bool is_in_member = member != end && member->first_line <= *line;
    if (!is_in_member && !absl::StripAsciiWhitespace(module.tree().LineText(*line)).empty()) {
      return true;
    }
  }
  return false;
}

CodeTokens OwnTokens(const SideSymbol& side) {
  return TokensOf(side.code, {.own_name = side.definition ? side.definition->simple_name : "",
                              .is_without_members = IsClass(side)});
}

CodeTokens DocumentationTokens(const SideSymbol& side) {
  // The help of a flag is a part of its code.
  return side.kind == v1::SYMBOL_KIND_FLAG ? CodeTokens() : TokensOf(side.documentation, {});
}

class SymbolCollector {
 public:
  explicit SymbolCollector(const AnalysedFile& file)
      : file_(file), before_(file.before), after_(file.after) {
    for (const change::ChangedHunk& hunk : file.changed->hunks) {
      removed_.Add(hunk.removed);
      touched_.Add(hunk.added);
      touched_.Add(hunk.moved);
    }
    new_.Add(file.lines.added());
    for (LineSet* lines : {&removed_, &touched_, &new_}) lines->Sort();
    // A file that is new as a whole may come without hunks.
    if (touched_.lines().empty()) touched_ = new_;
  }

  std::vector<SymbolChange> Collect() {
    AddModule();
    std::map<Key, SideSymbol> before = ByName(before_, after_), after = ByName(after_, before_);
    for (auto& [key, symbol] : after) {
      const auto old = before.find(key);
      if (old == before.end()) {
        AddNew(std::move(symbol));
      } else {
        AddPair(old->second, std::move(symbol));
      }
    }
    // Without the right side nobody knows what is gone, unless the file is.
    if (!IsKnown(after_) && !file_.changed->is_deleted) return std::move(changes_);
    for (auto& [key, symbol] : before) {
      if (!after.count(key)) AddRemoved(std::move(symbol));
    }
    return std::move(changes_);
  }

 private:
  // Behind an error of syntax there may be anything.
  static bool IsKnown(const Module* module) {
    return module != nullptr && module->tree().error_count() == 0;
  }

  // A file that came, went or has another path.
  void AddModule() {
    const change::ChangedFile& changed = *file_.changed;
    const bool is_moved = !changed.is_added && !changed.is_deleted &&
                          changed.old_path != changed.path && !changed.old_path.empty();
    const Module* module = changed.is_deleted ? before_ : after_;
    if (module == nullptr || (!changed.is_added && !changed.is_deleted && !is_moved)) return;
    SymbolChange change{.symbol = {}, .module_before = before_, .module_after = after_};
    ChangedSymbol& symbol = change.symbol;
    symbol.set_kind(v1::SYMBOL_KIND_MODULE);
    symbol.set_status(is_moved             ? ChangedSymbol::STATUS_MOVED
                      : changed.is_deleted ? ChangedSymbol::STATUS_REMOVED
                                           : ChangedSymbol::STATUS_ADDED);
    symbol.set_path(changed.path);
    if (is_moved) symbol.set_old_path(changed.old_path);
    if (!changed.is_added) {
      symbol.mutable_before()->set_path(is_moved ? changed.old_path : changed.path);
      symbol.mutable_before()->set_side(change::v1::SIDE_LEFT);
    }
    if (!changed.is_deleted) symbol.mutable_after()->set_path(changed.path);
    symbol.set_added_lines(static_cast<int>(new_.lines().size()));
    symbol.set_removed_lines(static_cast<int>(removed_.lines().size()));
    symbol.set_is_public(!absl::StrContains(absl::StrCat("/", changed.path), "/_") ||
                         absl::EndsWith(changed.path, "__init__.py"));
    symbol.set_is_test(changed.role == change::FileRole::kTest);
    const Node first = module->tree().root().named_child(0);
    if (first.Is(Kind::kExpressionStatement)) {
      symbol.set_doc(FirstSentence(LiteralText(first.named_child(0))));
    }
    changes_.push_back(std::move(change));
  }

  void AddNew(SideSymbol symbol) {
    const bool is_unknown = !IsKnown(before_) && !file_.changed->is_added;
    const int touched = touched_.CountIn(symbol);
    if (is_unknown && touched == 0) return;
    // Where the old text is not known, what is new in all its lines was most probably not there;
    // of what fits in a line or two that says nothing when lines were taken away around it.
    const bool is_new =
        !is_unknown || (touched >= symbol.end_line - symbol.first_line &&
                        !(IsSetting(symbol.kind) &&
                          file_.lines.HasRemoved(symbol.first_line - 1, symbol.end_line)));
    Add({}, std::move(symbol),
        is_new ? ChangedSymbol::STATUS_ADDED : ChangedSymbol::STATUS_MODIFIED);
  }

  void AddPair(const SideSymbol& before, SideSymbol after) {
    if (touched_.CountIn(after) == 0 && removed_.CountIn(before) == 0) return;
    const CodeTokens old_tokens = OwnTokens(before), new_tokens = OwnTokens(after);
    const bool is_setting = IsSetting(after.kind);
    const bool has_same_words = old_tokens.documentation == new_tokens.documentation &&
                                DocumentationTokens(before) == DocumentationTokens(after);
    const bool is_same = old_tokens.HasSameCode(new_tokens) && IsSetting(before.kind) == is_setting;
    // What a setting is for is all that there is to a setting; code does what it did.
    if (!is_same || (is_setting && !has_same_words)) {
      return Add(before, std::move(after), ChangedSymbol::STATUS_MODIFIED);
    }
    if (is_setting || (has_same_words && !IsLayoutTouched(before, after))) return;
    Add(before, std::move(after), ChangedSymbol::STATUS_REFORMATTED);
  }

  bool IsLayoutTouched(const SideSymbol& before, const SideSymbol& after) const {
    if (!IsClass(after)) return before.code.text() != after.code.text();
    return HasOwnLines(*after_, *after.definition, touched_) ||
           HasOwnLines(*before_, *before.definition, removed_);
  }

  void AddRemoved(SideSymbol symbol) {
    SymbolChange change{.symbol = {}, .before = std::move(symbol), .module_before = before_};
    change.symbol.set_status(ChangedSymbol::STATUS_REMOVED);
    change.symbol.set_removed_lines(removed_.CountIn(*change.before));
    DescribeSides(file_, change);
    changes_.push_back(std::move(change));
  }

  void Add(std::optional<SideSymbol> before, SideSymbol after, ChangedSymbol::Status status) {
    SymbolChange change{.symbol = {},
                        .before = std::move(before),
                        .after = std::move(after),
                        .module_before = before_,
                        .module_after = after_};
    change.symbol.set_status(status);
    change.symbol.set_added_lines(new_.CountIn(*change.after));
    if (change.before) change.symbol.set_removed_lines(removed_.CountIn(*change.before));
    DescribeSides(file_, change);
    changes_.push_back(std::move(change));
  }

  const AnalysedFile& file_;
  const Module* const before_;
  const Module* const after_;
  LineSet removed_;  // Of the left side.
  LineSet touched_;  // Of the right side, those that only came from elsewhere too.
  LineSet new_;
  std::vector<SymbolChange> changes_;
};

auto Position(const ChangedSymbol& symbol) {
  const bool is_removed = symbol.status() == ChangedSymbol::STATUS_REMOVED;
  const auto& range = is_removed ? symbol.before() : symbol.after();
  return std::make_tuple(std::cref(symbol.path()), range.first_line(), is_removed,
                         range.first_column(), std::cref(symbol.name()));
}

}  // namespace

std::vector<SymbolChange> CollectSymbols(const std::vector<AnalysedFile>& files,
                                         const moves::Moves& moves) {
  std::vector<SymbolChange> changes;
  for (const AnalysedFile& file : files) {
    std::vector<SymbolChange> own = SymbolCollector(file).Collect();
    std::move(own.begin(), own.end(), std::back_inserter(changes));
  }
  MatchRenames(moves, changes);
  KeepBoundNames(files, moves, changes);
  std::erase_if(changes, [](const SymbolChange& change) {
    return change.symbol.status() == ChangedSymbol::STATUS_UNSPECIFIED;
  });
  std::stable_sort(changes.begin(), changes.end(), [](const auto& a, const auto& b) {
    return Position(a.symbol) < Position(b.symbol);
  });
  return changes;
}

}  // namespace allreview::analysis
