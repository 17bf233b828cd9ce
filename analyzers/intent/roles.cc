#include "analyzers/intent/roles.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/intent/cue.h"
#include "analyzers/intent/shape_text.h"
#include "analyzers/intent/words.h"

namespace allreview::intent {
namespace {

constexpr size_t kMaxGap = 12;

using Alternatives = std::vector<absl::string_view>;

struct Element {
  enum class Kind { kWord, kAnyWord, kGap };
  Kind kind = Kind::kWord;
  Alternatives words;
};

// A cue, read. Borrows from the table.
struct Pattern {
  Role role;
  uint16_t flags = 0;
  bool begins_clause = false;
  Alternatives not_before, not_behind;
  std::vector<Element> elements;  // The first is a word.
};

bool IsIn(absl::string_view word, const Alternatives& words) {
  return std::any_of(words.begin(), words.end(), [&](absl::string_view other) {
    return absl::ConsumeSuffix(&other, "*") ? absl::StartsWith(word, other) : word == other;
  });
}

Pattern ReadPattern(const Cue& cue) {
  Pattern pattern{
      .role = cue.role, .flags = cue.flags, .not_before = {}, .not_behind = {}, .elements = {}};
  for (absl::string_view part : absl::StrSplit(cue.words, ' ')) {
    if (part.size() > 1 && absl::ConsumePrefix(&part, "-")) {
      (pattern.elements.empty() ? pattern.not_before : pattern.not_behind) =
          absl::StrSplit(part, '|');
    } else if (part == "^") {
      pattern.begins_clause = true;
    } else if (part == "~") {
      pattern.elements.push_back({.kind = Element::Kind::kGap, .words = {}});
    } else if (part == "*") {
      pattern.elements.push_back({.kind = Element::Kind::kAnyWord, .words = {}});
    } else {
      pattern.elements.push_back({.words = absl::StrSplit(part, '|')});
    }
  }
  return pattern;
}

// All patterns by their first word.
struct Table {
  std::vector<Pattern> patterns;
  std::map<absl::string_view, std::vector<int>> by_first_word;
};

const Table& TableOfCues() {
  static const Table& table = *[] {
    auto* made = new Table();
    for (const Cue& cue : Cues()) {
      const int index = static_cast<int>(made->patterns.size());
      made->patterns.push_back(ReadPattern(cue));
      for (absl::string_view word : made->patterns.back().elements.front().words) {
        made->by_first_word[word].push_back(index);
      }
    }
    return made;
  }();
  return table;
}

// The first word from `i` on that is one of them, in this clause; none: size().
size_t FindInClause(const Words& words, size_t i, const Alternatives& wanted) {
  for (size_t at = i; at < words.size() && at <= i + kMaxGap; ++at) {
    if (IsIn(words[at], wanted)) return at;
    if (words.IsBoundary(at)) break;
  }
  return words.size();
}

// Where what the elements match ends; none: they do not match at `i`.
std::optional<size_t> EndOfMatch(const Words& words, size_t i, const Pattern& pattern) {
  for (size_t e = 0; e < pattern.elements.size(); ++e) {
    const Element& element = pattern.elements[e];
    if (element.kind == Element::Kind::kGap) {
      i = FindInClause(words, i, pattern.elements[++e].words);
      if (i == words.size()) return std::nullopt;
    } else if (i >= words.size()) {
      return std::nullopt;
    } else if (element.kind == Element::Kind::kAnyWord) {
      if (words.IsBoundary(i)) return std::nullopt;
    } else if (!IsIn(words[i], element.words)) {
      return std::nullopt;
    }
    ++i;
  }
  return i;
}

bool IsSaidBy(const Pattern& pattern, Voice voice) {
  if ((pattern.flags & kInChange) != 0 && voice != Voice::kChange) return false;
  if ((pattern.flags & kNotInChange) != 0 && voice == Voice::kChange) return false;
  if ((pattern.flags & kNotOfOptions) != 0 && voice == Voice::kOption) return false;
  const bool is_told_to_users =
      voice == Voice::kDocstring || voice == Voice::kOption || voice == Voice::kMessage;
  if ((pattern.flags & kBesideCode) != 0 && is_told_to_users) return false;
  return (pattern.flags & kInMessage) == 0 || voice == Voice::kMessage;
}

bool Matches(const Words& words, size_t i, const Pattern& pattern) {
  if (pattern.begins_clause && !words.BeginsClause(i)) return false;
  if (i > 0 && IsIn(words[i - 1], pattern.not_before)) return false;
  const std::optional<size_t> end = EndOfMatch(words, i, pattern);
  if (!end) return false;
  if (*end < words.size() && IsIn(words[*end], pattern.not_behind)) return false;
  if ((pattern.flags & kAsserted) != 0 && words.IsConditional(i)) return false;
  if ((pattern.flags & kAnyway) != 0) return true;
  return words.IsNegated(i) == ((pattern.flags & kNegated) != 0);
}

void AddByWords(absl::string_view sentence, Voice voice, Roles& roles) {
  const Table& table = TableOfCues();
  const Words words(sentence);
  for (size_t i = 0; i < words.size(); ++i) {
    const auto found = table.by_first_word.find(words[i]);
    if (found == table.by_first_word.end()) continue;
    for (int index : found->second) {
      const Pattern& pattern = table.patterns[index];
      if (roles.Has(pattern.role) || !IsSaidBy(pattern, voice)) continue;
      if (Matches(words, i, pattern)) roles.Add(pattern.role);
    }
  }
}

void AddByChinese(absl::string_view sentence, Voice voice, Roles& roles) {
  const bool is_ascii = std::all_of(sentence.begin(), sentence.end(),
                                    [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (is_ascii) return;
  for (const ChineseCue& cue : ChineseCues()) {
    if (cue.is_in_change && voice != Voice::kChange) continue;
    const size_t at = sentence.find(cue.text);
    if (at == absl::string_view::npos) continue;
    const absl::string_view before = sentence.substr(0, at);
    // "不是因为", "不必须".
    if (absl::EndsWith(before, "不是") || absl::EndsWith(before, "不")) continue;
    roles.Add(cue.role);
  }
}

bool IsQuestion(absl::string_view sentence) {
  return absl::EndsWith(sentence, "?") || absl::EndsWith(sentence, "？");
}

}  // namespace

absl::string_view NameOf(Role role) {
  static constexpr absl::string_view kNames[] = {"problem",     "reason", "decision",
                                                 "alternative", "limit",  "invariant",
                                                 "shape",       "unit",   "trial"};
  static_assert(std::size(kNames) == kRoleCount);
  return kNames[static_cast<int>(role)];
}

std::string ToString(Roles roles) {
  std::string text;
  for (int i = 0; i < kRoleCount; ++i) {
    const Role role = static_cast<Role>(i);
    if (roles.Has(role)) absl::StrAppend(&text, text.empty() ? "" : " ", NameOf(role));
  }
  return text;
}

Roles RolesOf(absl::string_view sentence, Voice voice) {
  Roles roles;
  if (IsQuestion(sentence)) return roles;
  AddByWords(sentence, voice, roles);
  AddByChinese(sentence, voice, roles);
  if (TellsShape(sentence)) roles.Add(Role::kShape);
  return roles;
}

}  // namespace allreview::intent
