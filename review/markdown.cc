#include "review/markdown.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "review/display_text.h"

namespace allreview {
namespace {

// Shows nothing, but keeps GitHub from reading a name or number here.
constexpr absl::string_view kBreak = "&#8203;";

size_t LongestRun(absl::string_view text, char c) {
  size_t longest = 0;
  size_t run = 0;
  for (char at : text) {
    run = at == c ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

bool IsInsideWord(absl::string_view text, size_t i) {
  return i > 0 && i + 1 < text.size() && absl::ascii_isalnum(text[i - 1]) &&
         absl::ascii_isalnum(text[i + 1]);
}

// Whether the character at `i` starts a mention or a reference when GitHub reads it.
bool StartsReference(absl::string_view text, size_t i) {
  if (i + 1 >= text.size()) return false;
  const char next = text[i + 1];
  if (text[i] == '@') return absl::ascii_isalnum(next);
  if (text[i] == '#') return absl::ascii_isdigit(next);
  return text[i] == '-' && absl::ascii_isdigit(next) && i >= 2 &&
         absl::EqualsIgnoreCase(text.substr(i - 2, 2), "gh");
}

// "12." and "12)" at the start of a line begin a list.
size_t OrderedListMark(absl::string_view text) {
  size_t i = 0;
  while (i < text.size() && absl::ascii_isdigit(text[i])) ++i;
  return i > 0 && i < text.size() && (text[i] == '.' || text[i] == ')') ? i
                                                                        : absl::string_view::npos;
}

std::string EscapeText(absl::string_view text, bool is_line_start) {
  const size_t mark = is_line_start ? OrderedListMark(text) : absl::string_view::npos;
  std::string result;
  result.reserve(text.size() + 16);
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool is_special =
        absl::StrContains("\\`*[]<|~$&", absl::string_view(&c, 1)) ||
        (c == '_' && !IsInsideWord(text, i)) || i == mark ||
        (i == 0 && is_line_start && absl::StrContains("#+-=>", absl::string_view(&c, 1)));
    if (is_special) result += '\\';
    result += c;
    if (StartsReference(text, i)) absl::StrAppend(&result, kBreak);
  }
  return result;
}

}  // namespace

std::string MarkdownText(absl::string_view text) { return EscapeText(CleanLine(text), true); }

namespace {

// Docstrings in reStructuredText write ``code``; of an odd number of marks nothing is certain.
std::string WithSingleTicks(std::string text) {
  size_t pairs = 0;
  for (size_t at = text.find("``"); at != std::string::npos; at = text.find("``", at + 2)) ++pairs;
  if (pairs == 0 || pairs % 2 != 0 || absl::StrContains(text, "```")) return text;
  return absl::StrReplaceAll(text, {{"``", "`"}});
}

}  // namespace

std::string MarkdownProse(absl::string_view text) {
  const std::string clean = WithSingleTicks(CleanLine(text));
  std::string result;
  for (absl::string_view rest = clean; !rest.empty();) {
    const size_t open = rest.find('`');
    const size_t close =
        open == absl::string_view::npos ? absl::string_view::npos : rest.find('`', open + 1);
    if (close == absl::string_view::npos || close == open + 1) {
      // No pair is left; an empty span is not one.
      const size_t end = close == absl::string_view::npos ? rest.size() : close + 1;
      absl::StrAppend(&result, EscapeText(rest.substr(0, end), result.empty()));
      rest.remove_prefix(end);
      continue;
    }
    absl::StrAppend(&result, EscapeText(rest.substr(0, open), result.empty()),
                    MarkdownCode(rest.substr(open + 1, close - open - 1)));
    rest.remove_prefix(close + 1);
  }
  return result;
}

std::string MarkdownCode(absl::string_view text) {
  const std::string clean = CleanCode(text);
  if (clean.empty()) return "";
  const std::string fence(LongestRun(clean, '`') + 1, '`');
  // CommonMark takes one blank off both ends when both are there.
  const bool has_blank_ends = clean.front() == ' ' && clean.back() == ' ' &&
                              clean.find_first_not_of(' ') != std::string::npos;
  const bool needs_pad = clean.front() == '`' || clean.back() == '`' || has_blank_ends;
  const absl::string_view pad = needs_pad ? " " : "";
  return absl::StrCat(fence, pad, clean, pad, fence);
}

std::string MarkdownCellCode(absl::string_view text) {
  // A backslash would escape the backslash that we put before a bar.
  if (absl::StrContains(text, "|") && absl::StrContains(text, "\\")) return MarkdownText(text);
  return absl::StrReplaceAll(MarkdownCode(text), {{"|", "\\|"}});
}

std::string MarkdownCodeBlock(absl::string_view code, absl::string_view info) {
  const std::string clean = CleanBlock(code);
  const std::string fence(std::max<size_t>(3, LongestRun(clean, '`') + 1), '`');
  return absl::StrCat(fence, info, "\n", clean, clean.empty() ? "" : "\n", fence, "\n");
}

std::string MarkdownSuggestion(absl::string_view lines) {
  const std::string fence(std::max<size_t>(3, LongestRun(lines, '`') + 1), '`');
  return absl::StrCat(fence, "suggestion\n", lines, fence, "\n");
}

std::string MarkdownCell(absl::string_view text, size_t max_bytes) {
  const std::string line = Shorten(CleanLine(text), max_bytes);
  return absl::StrContains(line, "|") ? MarkdownText(line) : MarkdownProse(line);
}

}  // namespace allreview
