#include "analyzers/intent/words.h"

#include <algorithm>
#include <initializer_list>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"

namespace allreview::intent {
namespace {

bool IsOneOf(absl::string_view word, std::initializer_list<absl::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool IsNegation(absl::string_view word) {
  return absl::EndsWith(word, "n't") ||
         IsOneOf(word, {"not", "no", "never", "cannot", "neither", "nor", "without", "isnt",
                        "doesnt", "dont", "nothing", "none"});
}

bool IsWordByte(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || (c & 0x80) != 0;
}

// A mark inside a word: "don't", "work-around", "torch.nn", "1.5".
bool IsInnerMark(absl::string_view text, size_t i) {
  const char c = text[i];
  return (c == '\'' || c == '-' || c == '.') && i > 0 && i + 1 < text.size() &&
         IsWordByte(text[i - 1]) && IsWordByte(text[i + 1]);
}

// Where the run of backticks at `i` ends.
size_t EndOfRun(absl::string_view text, size_t i) {
  return std::min(text.find_first_not_of('`', i), text.size());
}

// Behind the code span that begins at `i`; `i`: nothing closes it.
size_t EndOfSpan(absl::string_view text, size_t i) {
  constexpr size_t kMaxSpan = 400;
  const size_t first = EndOfRun(text, i);
  const absl::string_view mark = text.substr(i, first - i);
  const size_t close = text.substr(first, kMaxSpan).find(mark);
  return close == absl::string_view::npos ? i : first + close + mark.size();
}

}  // namespace

Words::Words(absl::string_view sentence)
    : text_(absl::AsciiStrToLower(absl::StrReplaceAll(sentence, {{"’", "'"}, {"—", " - "}}))) {
  const absl::string_view text = text_;
  for (size_t i = 0; i < text.size() && words_.size() < kMaxWords;) {
    size_t end = i;
    if (text[i] == '`') {
      end = EndOfSpan(text, i);
      if (end > i) words_.push_back(text.substr(i, 1));
      i = end > i ? end : EndOfRun(text, i);
      continue;
    }
    // "#12" is one word.
    if (text[i] == '#') ++end;
    while (end < text.size() && (IsWordByte(text[end]) || IsInnerMark(text, end))) ++end;
    if (end == i) ++end;
    if (!absl::ascii_isspace(static_cast<unsigned char>(text[i]))) {
      words_.push_back(text.substr(i, end - i));
    }
    i = end;
  }
}

bool Words::IsBoundary(size_t i) const {
  return words_[i].size() == 1 &&
         absl::string_view(",;:().-!?\"").find(words_[i][0]) != absl::string_view::npos;
}

bool Words::BeginsClause(size_t i) const {
  return i == 0 || IsBoundary(i - 1) ||
         IsOneOf(words_[i - 1], {"and", "but", "or", "so", "then", "because", "note", "as"});
}

size_t Words::ClauseBegin(size_t i) const {
  size_t begin = i;
  while (begin > 0 && i - begin < 20 && !IsBoundary(begin - 1)) --begin;
  return begin;
}

bool Words::IsNegated(size_t i) const {
  const size_t begin = std::max(ClauseBegin(i), i < 3 ? 0 : i - 3);
  for (size_t at = begin; at < i; ++at) {
    if (IsNegation(words_[at]) && !(at + 1 < i && words_[at + 1] == "only")) return true;
  }
  return false;
}

bool Words::IsConditional(size_t i) const {
  for (size_t at = ClauseBegin(i); at < i; ++at) {
    if (IsOneOf(words_[at],
                {"if",      "when",     "whenever", "unless",   "until",      "whether",
                 "raise",   "raises",   "raised",   "check",    "checks",     "detect",
                 "detects", "case",     "test",     "tests",    "once",       "avoid",
                 "avoids",  "avoiding", "prevent",  "prevents", "preventing", "handle",
                 "handles", "catch",    "catches",  "against",  "reject",     "rejects"})) {
      return true;
    }
  }
  return false;
}

}  // namespace allreview::intent
