#include "services/report/formats/excerpt.h"

#include <algorithm>
#include <optional>

#include "absl/strings/str_cat.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "services/report/formats/position.h"

namespace allreview::report {
namespace {

constexpr int kMaxLines = 8;
constexpr int kTabStop = 4;

// Columns [first, end) of `text`; a wide character that does not fit is left out.
std::string Slice(absl::string_view text, int first, int end) {
  std::string slice;
  int column = 0;
  while (!text.empty()) {
    const char* begin = text.data();
    TakeCharacter(text);
    const absl::string_view character(begin, text.data() - begin);
    const int width = DisplayWidth(character);
    if (column >= first && column + width <= end) absl::StrAppend(&slice, character);
    column += width;
  }
  return slice;
}

struct Marked {
  std::string text;
  int first = 0;  // Columns of the caret; none when equal.
  int end = 0;
};

// The line as it shows; with a caret when it is all of a range of one line.
Marked Mark(const change::v1::SourceRange& range, int line, const std::string& text) {
  Marked marked{.text = ExpandTabs(text)};
  const bool has_caret = line == range.first_line() && line == LastLine(range) &&
                         range.end_column() > range.first_column();
  if (!has_caret) return marked;
  const auto column = [&](int byte) {
    const size_t end = std::min<size_t>(std::max(0, byte), text.size());
    return DisplayWidth(ExpandTabs(absl::string_view(text).substr(0, end)));
  };
  marked.first = column(range.first_column());
  marked.end = column(range.end_column());
  return marked;
}

// Cuts a line to `room` columns such that the caret's beginning stays visible.
Marked Fit(const Marked& line, int room) {
  const auto& [text, first, end] = line;
  const int width = DisplayWidth(text);
  if (width <= room) return line;
  const int inner = room - 2;  // For an ellipsis on either side.
  int start = 0;
  if (first >= inner) start = std::max(0, std::min(first - inner / 3, width - inner));
  const bool is_cut_left = start > 0;
  const bool is_cut_right = start + inner < width;
  const std::string cut = absl::StrCat(is_cut_left ? "…" : "", Slice(text, start, start + inner),
                                       is_cut_right ? "…" : "");
  const int shift = start - (is_cut_left ? 1 : 0);
  const int limit = DisplayWidth(cut);
  return {cut, std::clamp(first - shift, 0, limit), std::clamp(end - shift, 0, limit)};
}

}  // namespace

std::string ExpandTabs(absl::string_view bytes) {
  std::string expanded;
  while (!bytes.empty()) {
    const size_t tab = bytes.find('\t');
    absl::StrAppend(&expanded, CleanBlock(bytes.substr(0, tab)));
    if (tab == absl::string_view::npos) break;
    expanded.append(kTabStop - DisplayWidth(expanded) % kTabStop, ' ');
    bytes.remove_prefix(tab + 1);
  }
  return expanded;
}

std::vector<ExcerptLine> ExcerptOf(const finding::v1::Finding& finding, const SourceLines& lines,
                                   int width) {
  const change::v1::SourceRange& range = finding.range();
  const int first = range.first_line();
  const int last = LastLine(range);
  if (first <= 0 || !LineText(finding, lines, first)) return {};
  const int from = std::max(1, first - 1);
  const int to = std::min(last + 1, from + kMaxLines - 1);
  const int digits = static_cast<int>(absl::StrCat(to).size());

  std::vector<ExcerptLine> result;
  for (int line = from; line <= to; ++line) {
    const std::optional<std::string> text = LineText(finding, lines, line);
    if (!text) continue;
    const std::string number = absl::StrCat(line);
    const bool is_marked = first != last && line >= first && line <= last;
    ExcerptLine shown;
    shown.gutter = absl::StrCat("  ", is_marked ? ">" : " ", " ",
                                std::string(digits - number.size(), ' '), number, " | ");
    const Marked whole = Mark(range, line, *text);
    const Marked marked = Fit(whole, std::max(20, width - DisplayWidth(shown.gutter)));
    shown.text = marked.text;
    if (marked.end > marked.first) {
      shown.caret_gutter = absl::StrCat("    ", std::string(digits, ' '), " | ");
      shown.caret = std::string(marked.first, ' ') + std::string(marked.end - marked.first, '^');
    }
    if (shown.text.empty()) shown.gutter.pop_back();
    result.push_back(shown);
  }
  return result;
}

}  // namespace allreview::report
