#include "analyzers/rules/chinese/patterns.h"

#include <algorithm>
#include <map>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/chinese/tables.h"

namespace allreview::rules::chinese {
namespace {

// "no rules for {language}" is the pieces {"no rules for ", ""} around the name "language".
struct Pattern {
  std::vector<absl::string_view> pieces;
  std::vector<absl::string_view> names;
  absl::string_view chinese;
  size_t own_bytes = 0;
};

struct Placeholder {
  size_t first = absl::string_view::npos;  // npos: none.
  size_t end = 0;
  absl::string_view name;
};

Placeholder NextPlaceholder(absl::string_view text, size_t from) {
  for (size_t open = text.find('{', from); open != absl::string_view::npos;
       open = text.find('{', open + 1)) {
    size_t end = open + 1;
    while (end < text.size() && (absl::ascii_islower(text[end]) || text[end] == '_')) ++end;
    if (end > open + 1 && end < text.size() && text[end] == '}') {
      return {open, end + 1, text.substr(open + 1, end - open - 1)};
    }
  }
  return {};
}

Pattern ParsePattern(const PhrasePair& pair) {
  Pattern pattern{.pieces = {}, .names = {}, .chinese = pair.chinese};
  size_t position = 0;
  for (Placeholder p = NextPlaceholder(pair.english, 0); p.first != absl::string_view::npos;
       p = NextPlaceholder(pair.english, p.end)) {
    pattern.pieces.push_back(pair.english.substr(position, p.first - position));
    pattern.names.push_back(p.name);
    position = p.end;
  }
  pattern.pieces.push_back(pair.english.substr(position));
  for (absl::string_view piece : pattern.pieces) pattern.own_bytes += piece.size();
  return pattern;
}

struct Index {
  std::map<absl::string_view, absl::string_view> phrases;
  // By first character of what they begin with, 0: a placeholder. Those with most words first.
  std::map<char, std::vector<Pattern>> patterns;
};

Index MakeIndex() {
  Index index;
  for (const PhrasePair& pair : PhrasesOfRules()) {
    Pattern pattern = ParsePattern(pair);
    if (pattern.names.empty()) {
      index.phrases.emplace(pair.english, pair.chinese);
      continue;
    }
    const char first = pattern.pieces[0].empty() ? '\0' : pattern.pieces[0].front();
    index.patterns[first].push_back(std::move(pattern));
  }
  for (auto& [first, patterns] : index.patterns) {
    std::stable_sort(patterns.begin(), patterns.end(),
                     [](const Pattern& a, const Pattern& b) { return a.own_bytes > b.own_bytes; });
  }
  return index;
}

const Index& TheIndex() {
  static const Index& index = *new Index(MakeIndex());
  return index;
}

// What a placeholder stands for does not begin or end within a code span.
size_t FindOutsideOfCode(absl::string_view text, absl::string_view piece, size_t from) {
  bool is_code = false;
  for (size_t i = from; i + piece.size() <= text.size(); ++i) {
    // At least one character is left to the placeholder.
    if (!is_code && i > from && absl::StartsWith(text.substr(i), piece)) return i;
    is_code ^= text[i] == '`';
  }
  return absl::string_view::npos;
}

bool HasWholeSpans(absl::string_view text) {
  return std::count(text.begin(), text.end(), '`') % 2 == 0;
}

// Whether code spans and brackets that begin in the text end in it, and none ends that began
// before: else the value would be a piece of two items of a list.
bool IsWhole(absl::string_view text) {
  int depth = 0;
  bool is_code = false;
  for (char c : text) {
    is_code ^= c == '`';
    if (!is_code) depth += (c == '(') - (c == ')');
    if (depth < 0) return false;
  }
  return depth == 0 && !is_code;
}

// Whether the value can stand for the i-th placeholder of the pattern.
bool IsFit(const Pattern& pattern, size_t i, absl::string_view value) {
  const absl::string_view name = pattern.names[i];
  const bool is_number = name == "count" || name == "line" || name == "lines";
  if (is_number && value.find_first_not_of("0123456789,") != absl::string_view::npos) return false;
  for (absl::string_view quote : {"`", "\""}) {
    if (absl::EndsWith(pattern.pieces[i], quote)) return !absl::StrContains(value, quote);
  }
  return IsWhole(value);
}

std::optional<PatternMatch> Match(const Pattern& pattern, absl::string_view text) {
  if (!absl::StartsWith(text, pattern.pieces.front()) ||
      !absl::EndsWith(text, pattern.pieces.back())) {
    return std::nullopt;
  }
  PatternMatch match{.chinese = pattern.chinese, .values = {}};
  size_t position = pattern.pieces.front().size();
  for (size_t i = 0; i < pattern.names.size(); ++i) {
    const absl::string_view piece = pattern.pieces[i + 1];
    const bool is_last = i + 1 == pattern.names.size();
    const size_t end = !is_last ? FindOutsideOfCode(text, piece, position)
                       : text.size() > position + piece.size() ? text.size() - piece.size()
                                                               : absl::string_view::npos;
    if (end == absl::string_view::npos) return std::nullopt;
    const absl::string_view value = text.substr(position, end - position);
    if (!IsFit(pattern, i, value)) return std::nullopt;
    match.values.emplace_back(std::string(pattern.names[i]), value);
    position = end + piece.size();
  }
  return match;
}

enum class Script { kNone, kBlank, kLatin, kHan, kFullWidthMark };

// Of the character that begins with these bytes: U+3000 to U+303F and U+FF00 to U+FFEF are marks of
// full width, U+4E00 to U+9FFF are Chinese.
Script ScriptOf(absl::string_view character) {
  if (character.empty()) return Script::kNone;
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(character[i]); };
  if (character[0] == ' ') return Script::kBlank;
  if (absl::ascii_isalnum(character[0]) || character[0] == '`') return Script::kLatin;
  if (character.size() < 3) return Script::kNone;
  if (byte(0) >= 0xE4 && byte(0) <= 0xE9) return Script::kHan;
  const bool is_mark = (byte(0) == 0xE3 && byte(1) == 0x80) || (byte(0) == 0xEF && byte(1) >= 0xBC);
  return is_mark ? Script::kFullWidthMark : Script::kNone;
}

Script FirstScript(absl::string_view text) { return ScriptOf(text.substr(0, 3)); }

Script LastScript(absl::string_view text) {
  if (text.empty()) return Script::kNone;
  const bool is_ascii = static_cast<unsigned char>(text.back()) < 0x80;
  return ScriptOf(is_ascii ? text.substr(text.size() - 1)
                           : text.substr(text.size() - std::min<size_t>(3, text.size())));
}

// Appends with the blanks that Chinese has between Chinese and other words, and only there: what a
// placeholder stands for may be either.
void Join(absl::string_view text, bool is_code, std::string* result) {
  if (is_code || text.empty() || result->empty()) {
    absl::StrAppend(result, text);
    return;
  }
  const bool has_blank = result->back() == ' ' || text.front() == ' ';
  if (result->back() == ' ') {
    result->pop_back();
  } else if (text.front() == ' ') {
    text.remove_prefix(1);
  }
  const Script before = LastScript(*result);
  const Script after = FirstScript(text);
  const bool is_tight = before == Script::kFullWidthMark || after == Script::kFullWidthMark ||
                        (before == Script::kHan && after == Script::kHan);
  const bool is_border = (before == Script::kHan && after == Script::kLatin) ||
                         (before == Script::kLatin && after == Script::kHan);
  absl::StrAppend(result, is_border || (has_blank && !is_tight) ? " " : "", text);
}

}  // namespace

std::optional<absl::string_view> ExactPhrase(absl::string_view english) {
  const auto& phrases = TheIndex().phrases;
  const auto phrase = phrases.find(english);
  if (phrase == phrases.end()) return std::nullopt;
  return phrase->second;
}

std::optional<PatternMatch> MatchPattern(absl::string_view english) {
  const Index& index = TheIndex();
  if (english.empty()) return std::nullopt;
  for (const char first : {english.front(), '\0'}) {
    const auto patterns = index.patterns.find(first);
    if (patterns == index.patterns.end()) continue;
    for (const Pattern& pattern : patterns->second) {
      if (std::optional<PatternMatch> match = Match(pattern, english)) return match;
    }
  }
  return std::nullopt;
}

std::string FillPattern(
    absl::string_view text,
    const std::function<std::string(absl::string_view name, bool is_code)>& value) {
  std::string result;
  size_t position = 0;
  bool is_code = false;
  for (Placeholder p = NextPlaceholder(text, 0); p.first != absl::string_view::npos;
       p = NextPlaceholder(text, p.end)) {
    const absl::string_view words = text.substr(position, p.first - position);
    Join(words, is_code, &result);
    is_code ^= !HasWholeSpans(words);
    Join(value(p.name, is_code), is_code, &result);
    position = p.end;
  }
  Join(text.substr(position), is_code, &result);
  return result;
}

}  // namespace allreview::rules::chinese
