#include "analyzers/intent/sentences.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/poll.h"
#include "base/utf8.h"

namespace allreview::intent {
namespace {

constexpr size_t kMaxLineBytes = 4'000;
constexpr size_t kMaxNesting = 400;  // Bytes of a code span or of parentheses.

bool IsAlnum(char c) { return absl::ascii_isalnum(static_cast<unsigned char>(c)); }
bool IsBlank(char c) { return absl::ascii_isspace(static_cast<unsigned char>(c)); }
bool IsWide(char c) { return static_cast<unsigned char>(c) >= 0xE3; }

template <typename Words>
bool IsOneOf(absl::string_view word, const Words& words) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

std::string Collapsed(absl::string_view line) {
  return ToDisplayText(
      absl::StrJoin(absl::StrSplit(line, absl::ByAnyChar(" \t\r\n\f\v"), absl::SkipEmpty()), " "));
}

// Behind the code span that the backticks at `i` open; behind them when nothing closes it.
size_t EndOfCode(absl::string_view text, size_t i) {
  const size_t first = std::min(text.find_first_not_of('`', i), text.size());
  const absl::string_view mark = text.substr(i, first - i);
  const size_t close = text.substr(first, kMaxNesting).find(mark);
  return close == absl::string_view::npos ? first : first + close + mark.size();
}

// Behind the bracket that closes the one at `i`; behind that one when none near does.
size_t EndOfBracket(absl::string_view text, size_t i) {
  int depth = 0;
  for (size_t at = i; at < std::min(text.size(), i + kMaxNesting); ++at) {
    depth += (text[at] == '(' || text[at] == '[') - (text[at] == ')' || text[at] == ']');
    if (depth == 0) return at + 1;
  }
  return i + 1;
}

// The word that ends before `end`, in lower case, without what opens it.
std::string WordBefore(absl::string_view text, size_t begin, size_t end) {
  size_t first = end;
  while (first > begin && end - first < 20 && !IsBlank(text[first - 1])) --first;
  while (first < end && !IsAlnum(text[first])) ++first;
  return absl::AsciiStrToLower(text.substr(first, end - first));
}

bool IsAbbreviation(absl::string_view word) {
  static constexpr absl::string_view kWords[] = {
      "e.g", "i.e", "vs", "cf",     "fig",  "figs",  "eq",  "eqs",  "sec",  "no",   "dr",
      "mr",  "mrs", "st", "approx", "resp", "w.r.t", "al",  "ref",  "refs", "incl", "ver",
      "ex",  "viz", "ca", "a.k.a",  "p",    "pp",    "vol", "dept", "inc",  "eg",   "ie"};
  return IsOneOf(word, kWords);
}

bool IsNumber(absl::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
    return absl::ascii_isdigit(static_cast<unsigned char>(c));
  });
}

// Many authors begin sentences with small letters; these words seldom follow an abbreviation.
bool BeginsSentence(absl::string_view rest) {
  static constexpr absl::string_view kWords[] = {
      "this", "it",   "we",   "the",  "so",    "if",    "otherwise", "note", "see",
      "but",  "here", "then", "thus", "there", "these", "they",      "when", "also"};
  size_t end = 0;
  while (end < rest.size() && IsAlnum(rest[end])) ++end;
  return IsOneOf(rest.substr(0, end), kWords);
}

// The mark at `i` ends the sentence that begins at `begin`; `end` is behind closing marks.
bool EndsSentence(absl::string_view text, size_t begin, size_t i, size_t end) {
  if (end < text.size() && !IsBlank(text[end])) return false;
  if (text[i] != '.') return true;
  const std::string word = WordBefore(text, begin, i);
  if (IsAbbreviation(word)) return false;
  // "1. First".
  if (IsNumber(word) && i - begin == word.size()) return false;
  const absl::string_view rest = text.substr(std::min(text.size(), end + 1));
  if (rest.empty() || !absl::ascii_islower(static_cast<unsigned char>(rest[0]))) return true;
  return word.size() > 2 && BeginsSentence(rest);
}

// Nothing but blanks stands between.
bool StartsAt(absl::string_view text, size_t begin, size_t at) {
  while (begin < at && IsBlank(text[begin])) ++begin;
  return begin == at;
}

struct Extent {
  size_t begin = 0, end = 0;
};

std::vector<Extent> ExtentsIn(absl::string_view text) {
  std::vector<Extent> extents;
  size_t begin = 0;
  const auto cut = [&](size_t end) {
    while (begin < end && IsBlank(text[begin])) ++begin;
    size_t last = end;
    while (last > begin && IsBlank(text[last - 1])) --last;
    if (last > begin) extents.push_back({begin, last});
    begin = end;
  };
  for (size_t i = 0; i < text.size();) {
    const absl::string_view rest = text.substr(i);
    if (text[i] == '`') {
      i = EndOfCode(text, i);
    } else if (text[i] == '(' || text[i] == '[') {
      const size_t end = EndOfBracket(text, i);
      // "(It ends.) Next"
      const bool is_whole = end > i + 2 && text[end - 2] == '.' && StartsAt(text, begin, i);
      if (is_whole && EndsSentence(text, begin, end - 2, end)) cut(end);
      i = end;
    } else if (absl::StartsWith(rest, "。") || absl::StartsWith(rest, "！") ||
               absl::StartsWith(rest, "？")) {
      cut(i += 3);
    } else if (text[i] == '.' || text[i] == '!' || text[i] == '?') {
      size_t end = i + 1;
      while (end < text.size() && absl::StrContains(".!?)]\"'*", text[end])) ++end;
      if (EndsSentence(text, begin, i, end)) cut(end);
      i = end;
    } else {
      ++i;
    }
  }
  cut(text.size());
  return extents;
}

bool SaysSomething(absl::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return IsAlnum(c) || (c & 0x80) != 0; });
}

bool IsTodo(absl::string_view text) {
  for (absl::string_view word : kTodoMarks) {
    if (absl::StartsWith(text, word) &&
        (text.size() == word.size() || !IsAlnum(text[word.size()]))) {
      return true;
    }
  }
  return false;
}

bool IsTable(absl::string_view text) {
  return absl::StartsWith(text, "|") || absl::StartsWith(text, "+-") ||
         absl::StartsWith(text, "+=");
}

}  // namespace

void Paragraph::Append(absl::string_view line, int number) {
  if (text_.size() > kMaxParagraphBytes) return;
  PollBytes(line.size());
  const std::string text = Collapsed(line.substr(0, kMaxLineBytes));
  if (text.empty()) return;
  if (!text_.empty()) {
    const bool is_hyphenated = text_.size() > 1 && text_.back() == '-' &&
                               IsAlnum(text_[text_.size() - 2]) &&
                               absl::ascii_islower(static_cast<unsigned char>(text[0]));
    // The last byte of a character tells nothing; Chinese lines end in such.
    const bool is_chinese = (text_.back() & 0x80) != 0 && IsWide(text[0]);
    if (!is_hyphenated && !is_chinese) text_ += ' ';
  }
  lines_.emplace_back(text_.size(), number);
  text_ += text;
}

int Paragraph::LineAt(size_t offset) const {
  const auto after = std::upper_bound(
      lines_.begin(), lines_.end(), offset,
      [](size_t wanted, const std::pair<size_t, int>& line) { return wanted < line.first; });
  return after == lines_.begin() ? 0 : std::prev(after)->second;
}

std::vector<PlacedText> Paragraph::TakeSentences() {
  std::vector<PlacedText> sentences;
  for (const Extent& extent : ExtentsIn(text_)) {
    Poll();
    const absl::string_view text =
        absl::string_view(text_).substr(extent.begin, extent.end - extent.begin);
    sentences.push_back({.text = std::string(CutToBytes(text, kMaxSentenceBytes)),
                         .first_line = LineAt(extent.begin),
                         .last_line = LineAt(extent.end - 1)});
  }
  text_.clear();
  lines_.clear();
  return sentences;
}

std::vector<std::string> SplitSentences(absl::string_view paragraph) {
  Paragraph lines;
  lines.Append(paragraph, 1);
  std::vector<std::string> sentences;
  for (PlacedText& sentence : lines.TakeSentences()) sentences.push_back(std::move(sentence.text));
  return sentences;
}

size_t BulletLength(absl::string_view line) {
  for (absl::string_view bullet : {"- ", "* ", "+ ", "• "}) {
    if (absl::StartsWith(line, bullet)) return bullet.size();
  }
  size_t digits = absl::StartsWith(line, "(") ? 1 : 0;
  while (digits < line.size() && digits < 4 && IsAlnum(line[digits])) ++digits;
  // "1. ", "2) ", "(3) ", "a) ": a letter needs the parenthesis.
  const bool is_marked = digits > 0 && digits + 1 < line.size() && line[digits + 1] == ' ';
  if (!is_marked) return 0;
  const absl::string_view label = line.substr(line[0] == '(' ? 1 : 0, digits - (line[0] == '('));
  if (line[digits] == '.' && line[0] != '(') return IsNumber(label) ? digits + 2 : 0;
  return line[digits] == ')' && (IsNumber(label) || label.size() == 1) ? digits + 2 : 0;
}

bool ProseReader::IsInExample(absl::string_view text, size_t indent) {
  if (absl::StartsWith(text, "```") || absl::StartsWith(text, "~~~")) {
    is_fenced_ = !is_fenced_;
    return true;
  }
  if (is_fenced_) return true;
  if (text.empty()) {
    is_doctest_ = false;
    return is_literal_;
  }
  if (absl::StartsWith(text, ">>>")) is_doctest_ = true;
  if (is_literal_ && indent <= literal_indent_) is_literal_ = false;
  return is_doctest_ || is_literal_;
}

void ProseReader::Add(absl::string_view line, int number) {
  if (sentences_.size() >= max_sentences_) return;
  PollBytes(line.size());
  const absl::string_view text = absl::StripAsciiWhitespace(line.substr(0, kMaxLineBytes));
  const size_t indent = std::min(line.find_first_not_of(" \t"), line.size());
  if (IsInExample(text, indent) || !SaysSomething(text) || IsTable(text)) return EndParagraph();
  if (absl::StartsWith(text, ".. ")) {
    EndParagraph();
    // ".. note::" is followed by text, ".. code-block::" is not.
    is_literal_ = absl::StrContains(text, "code") || absl::StrContains(text, "math::");
    literal_indent_ = indent;
    return;
  }
  AddText(text, number);
  if (absl::EndsWith(text, "::")) {
    EndParagraph();
    is_literal_ = true;
    literal_indent_ = indent;
  }
}

void ProseReader::AddText(absl::string_view text, int number) {
  const size_t bullet = BulletLength(text);
  const bool is_todo = IsTodo(text.substr(bullet));
  if (bullet > 0 || is_todo) EndParagraph();
  is_todo_ = is_todo_ || is_todo;
  paragraph_.Append(text.substr(bullet), number);
}

void ProseReader::EndParagraph() {
  for (PlacedText& sentence : paragraph_.TakeSentences()) {
    if (sentences_.size() >= max_sentences_) break;
    sentence.is_todo = is_todo_;
    sentences_.push_back(std::move(sentence));
  }
  is_todo_ = false;
}

std::vector<PlacedText> ProseReader::Finish() {
  EndParagraph();
  return std::move(sentences_);
}

}  // namespace allreview::intent
