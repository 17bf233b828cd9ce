#include "services/analysis/change_model/symbols/renames.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/repository/dotted_names.h"
#include "services/analysis/change_model/symbols/code_tokens.h"
#include "services/analysis/change_model/symbols/similar_code.h"
#include "services/analysis/change_model/symbols/symbol_writer.h"

namespace allreview::analysis {
namespace {

using python::Definition;
using python::Parameter;
using repository::OwnerOf;
using repository::SimpleName;
using v1::ChangedSymbol;

// Shorter code is the same by chance.
constexpr size_t kMinTokensToMove = 10;
constexpr size_t kMinTokensToRename = 16;
constexpr size_t kMinTokensToResemble = 24;

enum Family { kClasses, kFunctions, kSettings };

Family FamilyOf(v1::SymbolKind kind) {
  if (kind == v1::SYMBOL_KIND_CLASS) return kClasses;
  return IsSetting(kind) ? kSettings : kFunctions;
}

struct Candidate {
  size_t index = 0;  // In the changes.
  const SideSymbol* side = nullptr;
  std::string path;
  absl::string_view simple_name = {};
  CodeTokens tokens = {};
  bool is_taken = false;
};

// Names that many definitions share say nothing.
bool IsTelling(absl::string_view name) {
  if (absl::StartsWith(name, "__") || absl::StartsWith(name, "test")) return false;
  for (absl::string_view common : {"forward", "backward", "step", "run", "main", "setUp", "setup",
                                   "setup_method", "get", "build", "init"}) {
    if (name == common) return false;
  }
  return true;
}

bool HasSameShape(const Definition& a, const Definition& b) {
  return a.is_async == b.is_async && a.parameters.size() == b.parameters.size() &&
         std::equal(a.parameters.begin(), a.parameters.end(), b.parameters.begin(),
                    [](const Parameter& x, const Parameter& y) { return x.kind == y.kind; });
}

class Matcher {
 public:
  explicit Matcher(std::vector<SymbolChange>& changes) : changes_(changes) {}

  void Match() {
    MatchFamily(kClasses);
    MatchMembers();
    MatchFamily(kFunctions);
    MatchFamily(kSettings);
    std::erase_if(changes_, [](const SymbolChange& change) {
      return change.symbol.status() == ChangedSymbol::STATUS_UNSPECIFIED;
    });
  }

 private:
  std::vector<Candidate> CandidatesOf(Family family, ChangedSymbol::Status status) const {
    std::vector<Candidate> candidates;
    for (size_t i = 0; i < changes_.size(); ++i) {
      const ChangedSymbol& symbol = changes_[i].symbol;
      if (symbol.status() != status || symbol.kind() == v1::SYMBOL_KIND_MODULE) continue;
      if (FamilyOf(symbol.kind()) != family) continue;
      const bool is_added = status == ChangedSymbol::STATUS_ADDED;
      const auto& side = is_added ? changes_[i].after : changes_[i].before;
      Candidate candidate{.index = i, .side = &*side, .path = symbol.path()};
      candidate.simple_name = SimpleName(side->name);
      candidates.push_back(std::move(candidate));
    }
    return candidates;
  }

  void MatchFamily(Family family) {
    removed_ = CandidatesOf(family, ChangedSymbol::STATUS_REMOVED);
    added_ = CandidatesOf(family, ChangedSymbol::STATUS_ADDED);
    if (removed_.empty() || added_.empty()) return;
    for (std::vector<Candidate>* side : {&removed_, &added_}) {
      for (Candidate& c : *side) {
        c.tokens = TokensOf(c.side->code, {.own_name = c.simple_name});
        c.tokens.documentation ^= TokensOf(c.side->documentation, {}).code_hash;
      }
    }
    using Name = std::tuple<int, absl::string_view, uint64_t, uint64_t>;
    const auto key = [](const Candidate& c, absl::string_view name) {
      return Name(c.side->kind, name, c.tokens.code_hash, c.tokens.documentation);
    };
    MatchEqual(0, [&](const Candidate& c) { return key(c, c.side->name); });
    if (family == kSettings) {
      MatchEqual(0, [&](const Candidate& c) { return key(c, c.simple_name); });
      return MatchRenamedSettings();
    }
    // A function may become a method; its documentation may change.
    MatchEqual(kMinTokensToMove, [&](const Candidate& c) {
      return std::make_pair(c.simple_name, c.tokens.code_hash);
    });
    MatchEqual(kMinTokensToRename, [&](const Candidate& c) { return c.tokens.code_hash; });
    MatchSimilar(family);
  }

  // Pairs what has the same key, when nothing else has it.
  template <typename KeyOf>
  void MatchEqual(size_t min_tokens, const KeyOf& key_of) {
    std::map<decltype(key_of(added_[0])),
             std::pair<std::vector<Candidate*>, std::vector<Candidate*>>>
        groups;
    for (Candidate& c : removed_) {
      if (!c.is_taken && c.tokens.code.size() >= min_tokens) groups[key_of(c)].first.push_back(&c);
    }
    if (groups.empty()) return;
    for (Candidate& c : added_) {
      if (c.is_taken || c.tokens.code.size() < min_tokens) continue;
      const auto group = groups.find(key_of(c));
      if (group != groups.end()) group->second.second.push_back(&c);
    }
    for (auto& [key, group] : groups) {
      if (group.first.size() == 1 && group.second.size() == 1) {
        Merge(*group.first[0], *group.second[0]);
      }
    }
  }

  // In the same class or file, and with a text that tells it apart.
  void MatchRenamedSettings() {
    std::erase_if(removed_, [](const Candidate& c) { return !IsDescribed(c); });
    std::erase_if(added_, [](const Candidate& c) { return !IsDescribed(c); });
    MatchEqual(0, [](const Candidate& c) {
      return std::make_tuple(static_cast<int>(c.side->kind), c.path,
                             std::string(OwnerOf(c.side->name)), c.tokens.code_hash,
                             c.tokens.documentation);
    });
  }

  static bool IsDescribed(const Candidate& c) {
    return static_cast<bool>(c.side->documentation) || c.tokens.code.size() >= kMinTokensToRename;
  }

  void MatchSimilar(Family family) {
    std::vector<const CodeTokens*> old_code, new_code;
    for (const Candidate& c : removed_) old_code.push_back(CodeToCompare(c));
    for (const Candidate& c : added_) new_code.push_back(CodeToCompare(c));
    std::vector<SimilarPair> pairs;
    for (SimilarPair pair : FindSimilarCode(old_code, new_code)) {
      const Candidate& from = removed_[pair.before];
      const Candidate& to = added_[pair.after];
      if (!IsEnough(family, from, to, pair.similarity)) continue;
      // Where two are alike, the one with the same name or in the same file is meant.
      if (from.simple_name == to.simple_name) pair.similarity += 0.1;
      if (from.path == to.path) pair.similarity += 0.03;
      pairs.push_back(pair);
    }
    for (const SimilarPair& pair : ClearBest(std::move(pairs))) {
      Merge(removed_[pair.before], added_[pair.after]);
    }
  }

  static const CodeTokens* CodeToCompare(const Candidate& c) {
    const bool is_open = !c.is_taken && c.tokens.code.size() >= kMinTokensToResemble;
    return is_open ? &c.tokens : nullptr;
  }

  static bool IsEnough(Family family, const Candidate& from, const Candidate& to,
                       double similarity) {
    if (from.simple_name == to.simple_name && IsTelling(to.simple_name)) return similarity >= 0.6;
    if (similarity < 0.8) return false;
    return family == kClasses || HasSameShape(*from.side->definition, *to.side->definition);
  }

  void Merge(Candidate& from, Candidate& to) {
    from.is_taken = to.is_taken = true;
    const bool is_renamed = from.simple_name != to.simple_name;
    Join(from.index, to.index,
         is_renamed ? ChangedSymbol::STATUS_RENAMED : ChangedSymbol::STATUS_MOVED);
    if (to.side->kind == v1::SYMBOL_KIND_CLASS) {
      classes_[{from.path, from.side->name}] = {to.path, to.side->name};
    }
  }

  void Join(size_t from, size_t to, ChangedSymbol::Status status) {
    SymbolChange& old = changes_[from];
    SymbolChange& change = changes_[to];
    change.before = old.before;
    change.module_before = old.module_before;
    change.symbol.set_status(status);
    change.symbol.set_removed_lines(old.symbol.removed_lines());
    DescribeBefore(change);
    old.symbol.set_status(ChangedSymbol::STATUS_UNSPECIFIED);
  }

  // Members of classes that were moved or renamed, by their names.
  void MatchMembers() {
    if (classes_.empty()) return;
    std::map<std::tuple<int, std::string, std::string>, size_t> added;
    for (size_t i = 0; i < changes_.size(); ++i) {
      const ChangedSymbol& symbol = changes_[i].symbol;
      if (symbol.status() != ChangedSymbol::STATUS_ADDED || !changes_[i].after) continue;
      added[{FamilyOf(symbol.kind()), symbol.path(), changes_[i].after->name}] = i;
    }
    for (size_t i = 0; i < changes_.size(); ++i) {
      const ChangedSymbol& symbol = changes_[i].symbol;
      if (symbol.status() != ChangedSymbol::STATUS_REMOVED || !changes_[i].before) continue;
      const std::string& name = changes_[i].before->name;
      const auto owner = classes_.find({symbol.path(), std::string(OwnerOf(name))});
      if (owner == classes_.end()) continue;
      const auto member = added.find({FamilyOf(symbol.kind()), owner->second.first,
                                      absl::StrCat(owner->second.second, ".", SimpleName(name))});
      if (member != added.end()) JoinMember(i, member->second, owner->second.second);
    }
  }

  void JoinMember(size_t from, size_t to, absl::string_view new_class) {
    const SideSymbol& before = *changes_[from].before;
    const SideSymbol& after = *changes_[to].after;
    // super(Old, self) and Old.f() become super(New, self) and New.f().
    const auto tokens = [](const SideSymbol& side, absl::string_view owner) {
      CodeTokens result = TokensOf(side.code, {.own_name = SimpleName(owner)});
      result.documentation ^= TokensOf(side.documentation, {}).code_hash;
      return result;
    };
    const bool is_same = tokens(before, OwnerOf(before.name)) == tokens(after, new_class);
    Join(from, to, is_same ? ChangedSymbol::STATUS_UNSPECIFIED : ChangedSymbol::STATUS_MODIFIED);
  }

  std::vector<SymbolChange>& changes_;
  std::vector<Candidate> removed_, added_;
  // Path and name, old to new.
  using PathAndName = std::pair<std::string, std::string>;
  std::map<PathAndName, PathAndName> classes_;
};

}  // namespace

void MatchRenames(std::vector<SymbolChange>& changes) { Matcher(changes).Match(); }

}  // namespace allreview::analysis
