#include "gateway/document_check/sentences.h"

#include <algorithm>
#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace allreview::document_check {
namespace {

// Bytes up to where a sentence ends or code and quotations do.
size_t SkipQuoted(absl::string_view text) {
  if (text[0] == '`') {
    size_t marks = text.find_first_not_of('`');
    if (marks == absl::string_view::npos) return text.size();
    const size_t close = text.find(text.substr(0, marks), marks);
    return close == absl::string_view::npos ? marks : close + marks;
  }
  constexpr absl::string_view kOpen = "“", kClose = "”";
  if (!absl::StartsWith(text, kOpen)) return 0;
  const size_t close = text.find(kClose);
  return close == absl::string_view::npos ? kOpen.size() : close + kClose.size();
}

size_t EndMark(absl::string_view text) {
  for (absl::string_view mark : {"。", "；"}) {
    if (absl::StartsWith(text, mark)) return mark.size();
  }
  const bool is_end = text[0] == '.' || text[0] == ';' || text[0] == '!' || text[0] == '?';
  return is_end && (text.size() == 1 || text[1] == ' ') ? 1 : 0;
}

std::vector<absl::string_view> SplitSentences(absl::string_view text) {
  std::vector<absl::string_view> parts;
  size_t start = 0;
  for (size_t i = 0; i < text.size();) {
    if (const size_t quoted = SkipQuoted(text.substr(i)); quoted > 0) {
      i += quoted;
    } else if (const size_t mark = EndMark(text.substr(i)); mark > 0) {
      parts.push_back(text.substr(start, i - start));
      start = i += mark;
    } else {
      ++i;
    }
  }
  parts.push_back(text.substr(start));
  return parts;
}

// Cells of a row of a table.
std::vector<absl::string_view> CellsOf(absl::string_view row) {
  std::vector<absl::string_view> cells;
  size_t start = 0;
  for (size_t i = 0; i <= row.size(); ++i) {
    const bool is_end = i == row.size() || (row[i] == '|' && (i == 0 || row[i - 1] != '\\'));
    if (!is_end) continue;
    cells.push_back(row.substr(start, i - start));
    start = i + 1;
  }
  return cells;
}

// "- ", "1. ", "  - ".
absl::string_view WithoutListMark(absl::string_view line) {
  line = absl::StripAsciiWhitespace(line);
  if (absl::ConsumePrefix(&line, "- ") || absl::ConsumePrefix(&line, "* ")) return line;
  const size_t digits = line.find_first_not_of("0123456789");
  if (digits > 0 && digits != absl::string_view::npos &&
      absl::StartsWith(line.substr(digits), ". ")) {
    line.remove_prefix(digits + 2);
  }
  return line;
}

// "Change: " and "**Why**: ", which lead in.
absl::string_view WithoutLead(absl::string_view text) {
  constexpr size_t kMaxLead = 32;
  text = absl::StripAsciiWhitespace(text);
  const size_t colon = text.substr(0, kMaxLead).find(": ");
  if (colon == absl::string_view::npos) return text;
  const absl::string_view lead = text.substr(0, colon);
  const bool is_lead =
      !absl::StrContains(lead, '`') && std::count(lead.begin(), lead.end(), ' ') < 3;
  return is_lead ? absl::StripAsciiWhitespace(text.substr(colon + 2)) : text;
}

// Words of ours and code: Chinese counts two characters for a word.
struct Measure {
  size_t words = 0;
  size_t longest_code = 0;
  size_t quoted = 0;  // Bytes in quotation marks.
};

Measure MeasureOf(absl::string_view text) {
  Measure measure;
  size_t wide = 0;
  bool is_in_word = false;
  for (size_t i = 0; i < text.size();) {
    if (const size_t quoted = SkipQuoted(text.substr(i)); quoted > 0) {
      const bool is_code = text[i] == '`';
      if (is_code) measure.longest_code = std::max(measure.longest_code, quoted);
      if (!is_code) measure.quoted += quoted;
      ++measure.words;
      i += quoted;
      is_in_word = false;
      continue;
    }
    const unsigned char c = static_cast<unsigned char>(text[i++]);
    wide += c >= 0xE3 && c < 0xF0;
    const bool is_letter = absl::ascii_isalnum(c);
    measure.words += is_letter && !is_in_word;
    is_in_word = is_letter;
  }
  measure.words += wide / 2;
  return measure;
}

// "`a.py:3` (before the change)": a place, and no statement.
bool IsPlace(absl::string_view text) {
  return absl::EndsWith(text, "` (before the change)") || absl::EndsWith(text, "`（变更前）");
}

// Lines of headings, heads of tables, and all behind the last rule.
std::set<int> LinesToSkip(const Outline& outline) {
  std::set<int> skipped;
  for (const Heading& heading : outline.headings) skipped.insert(heading.line);
  for (const Table& table : outline.tables) skipped.insert({table.line, table.line + 1});
  int rule = outline.line_count + 1;
  for (const TextLine& line : outline.lines) {
    if (absl::StripAsciiWhitespace(line.text) == "---") rule = line.line;
  }
  for (const TextLine& line : outline.lines) {
    if (line.line >= rule) skipped.insert(line.line);
  }
  return skipped;
}

}  // namespace

std::vector<Sentence> SentencesOf(const Outline& outline) {
  constexpr size_t kMinWords = 6, kMinWordsWithCode = 3, kMinCode = 24;
  const std::set<int> skipped = LinesToSkip(outline);
  std::vector<Sentence> sentences;
  for (const TextLine& line : outline.lines) {
    const absl::string_view text = absl::StripAsciiWhitespace(line.text);
    if (skipped.count(line.line) > 0 || absl::StartsWith(text, ">")) continue;
    const bool is_row = absl::StartsWith(text, "|");
    for (absl::string_view cell :
         is_row ? CellsOf(text) : std::vector<absl::string_view>{WithoutListMark(text)}) {
      for (absl::string_view part : SplitSentences(cell)) {
        const absl::string_view statement = WithoutLead(part);
        const Measure measure = MeasureOf(statement);
        const bool is_long = measure.words >= kMinWords || (measure.words >= kMinWordsWithCode &&
                                                            measure.longest_code >= kMinCode);
        if (!is_long || IsPlace(statement)) continue;
        sentences.push_back({.line = line.line,
                             .text = std::string(statement),
                             .is_quote = 2 * measure.quoted > statement.size()});
      }
    }
  }
  return sentences;
}

}  // namespace allreview::document_check
