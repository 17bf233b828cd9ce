#include "analyzers/moves/name_moves.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/moves/code_tokens.h"
#include "analyzers/moves/similar_code.h"
#include "analyzers/repository/dotted_names.h"

namespace allreview::moves {
namespace {

using python::Definition;
using python::Parameter;
using repository::OwnerOf;
using repository::SimpleName;

// Shorter code is the same by chance.
constexpr size_t kMinTokensToMove = 10;
constexpr size_t kMinTokensToRename = 16;
constexpr size_t kMinTokensToResemble = 24;

enum Family { kClasses, kFunctions, kSettings };

Family FamilyOf(CodeKind kind) {
  if (kind == CodeKind::kClass) return kClasses;
  return IsSetting(kind) ? kSettings : kFunctions;
}

struct Candidate {
  LoneName lone;
  absl::string_view simple_name = {};
  CodeTokens tokens = {};
  bool is_taken = false;

  const NamedCode& code() const { return *lone.code; }
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

CodeTokens TokensBut(const NamedCode& code, absl::string_view own_name) {
  CodeTokens tokens = TokensOf(code.code, {.own_name = own_name});
  tokens.documentation ^= TokensOf(code.documentation, {}).code_hash;
  return tokens;
}

class Matcher {
 public:
  Matcher(const std::vector<LoneName>& removed, const std::vector<LoneName>& added)
      : all_removed_(removed), all_added_(added) {}

  std::vector<NameMove> Match() {
    MatchFamily(kClasses);
    MatchMembers();
    MatchFamily(kFunctions);
    MatchFamily(kSettings);
    return std::move(moves_);
  }

 private:
  std::vector<Candidate> CandidatesOf(Family family, const std::vector<LoneName>& names) const {
    std::vector<Candidate> candidates;
    for (const LoneName& lone : names) {
      if (FamilyOf(lone.code->kind) != family || taken_.count(lone.code)) continue;
      Candidate candidate{.lone = lone, .simple_name = SimpleName(lone.code->name)};
      candidate.tokens = TokensBut(*lone.code, candidate.simple_name);
      candidates.push_back(std::move(candidate));
    }
    return candidates;
  }

  void MatchFamily(Family family) {
    const auto has_family = [&](const LoneName& lone) {
      return FamilyOf(lone.code->kind) == family && !taken_.count(lone.code);
    };
    if (std::none_of(all_removed_.begin(), all_removed_.end(), has_family) ||
        std::none_of(all_added_.begin(), all_added_.end(), has_family)) {
      return;
    }
    removed_ = CandidatesOf(family, all_removed_);
    added_ = CandidatesOf(family, all_added_);
    using Name = std::tuple<CodeKind, absl::string_view, uint64_t, uint64_t>;
    const auto key = [](const Candidate& c, absl::string_view name) {
      return Name(c.code().kind, name, c.tokens.code_hash, c.tokens.documentation);
    };
    MatchEqual(0, [&](const Candidate& c) { return key(c, c.code().name); });
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
  template <typename KeyOfCandidate>
  void MatchEqual(size_t min_tokens, const KeyOfCandidate& key_of) {
    if (added_.empty()) return;
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
        Join(*group.first[0], *group.second[0]);
      }
    }
  }

  // In the same class or file, and with a text that tells it apart.
  void MatchRenamedSettings() {
    std::erase_if(removed_, [](const Candidate& c) { return !IsDescribed(c); });
    std::erase_if(added_, [](const Candidate& c) { return !IsDescribed(c); });
    MatchEqual(0, [](const Candidate& c) {
      return std::make_tuple(c.code().kind, c.lone.file, std::string(OwnerOf(c.code().name)),
                             c.tokens.code_hash, c.tokens.documentation);
    });
  }

  static bool IsDescribed(const Candidate& c) {
    return static_cast<bool>(c.code().documentation) || c.tokens.code.size() >= kMinTokensToRename;
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
      if (from.lone.file == to.lone.file) pair.similarity += 0.03;
      pairs.push_back(pair);
    }
    for (const SimilarPair& pair : ClearBest(std::move(pairs))) {
      Join(removed_[pair.before], added_[pair.after]);
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
    return family == kClasses || HasSameShape(*from.code().definition, *to.code().definition);
  }

  void Join(Candidate& from, Candidate& to) {
    from.is_taken = to.is_taken = true;
    Add({.from = from.lone, .to = to.lone, .is_renamed = from.simple_name != to.simple_name});
    if (to.code().kind == CodeKind::kClass) {
      classes_[{from.lone.file, from.code().name}] = {to.lone.file, to.code().name};
    }
  }

  void Add(const NameMove& move) {
    taken_.insert({move.from.code, move.to.code});
    moves_.push_back(move);
  }

  // Members of classes that were moved or renamed, by their names.
  void MatchMembers() {
    if (classes_.empty()) return;
    std::map<std::tuple<int, int, std::string>, const LoneName*> added;
    for (const LoneName& lone : all_added_) {
      added[{FamilyOf(lone.code->kind), lone.file, lone.code->name}] = &lone;
    }
    for (const LoneName& lone : all_removed_) {
      const std::string& name = lone.code->name;
      const auto owner = classes_.find({lone.file, std::string(OwnerOf(name))});
      if (owner == classes_.end() || taken_.count(lone.code)) continue;
      const auto& [file, new_class] = owner->second;
      const auto member = added.find(
          {FamilyOf(lone.code->kind), file, absl::StrCat(new_class, ".", SimpleName(name))});
      if (member == added.end() || taken_.count(member->second->code)) continue;
      // super(Old, self) and Old.f() become super(New, self) and New.f().
      const bool is_same = TokensBut(*lone.code, SimpleName(OwnerOf(name))) ==
                           TokensBut(*member->second->code, SimpleName(new_class));
      Add({.from = lone, .to = *member->second, .is_member = true, .is_unchanged_member = is_same});
    }
  }

  const std::vector<LoneName>& all_removed_;
  const std::vector<LoneName>& all_added_;
  std::vector<Candidate> removed_, added_;
  std::set<const NamedCode*> taken_;
  // File and name, old to new.
  using FileAndName = std::pair<int, std::string>;
  std::map<FileAndName, FileAndName> classes_;
  std::vector<NameMove> moves_;
};

}  // namespace

std::vector<NameMove> FindNameMoves(const std::vector<LoneName>& removed,
                                    const std::vector<LoneName>& added) {
  if (removed.empty() || added.empty()) return {};
  return Matcher(removed, added).Match();
}

}  // namespace allreview::moves
