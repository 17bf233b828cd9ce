#include "services/report/formats/excerpt.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "services/report/formats/position.h"

namespace allreview::report {
namespace {

constexpr int kMaxLines = 8;
constexpr int kTabStop = 4;

// A line as it shows, with its colours.
struct Shown {
  std::string text;
  LineColours colours = {};
};

// Bytes of the columns [first, end) of `text`; a wide character that does not fit is left out.
struct Bytes {
  size_t first = 0;
  size_t end = 0;
};
Bytes BytesOf(absl::string_view text, int first, int end) {
  Bytes bytes;
  int column = 0;
  absl::string_view rest = text;
  while (!rest.empty() && column < end) {
    const size_t begin = text.size() - rest.size();
    TakeCharacter(rest);
    const size_t next = text.size() - rest.size();
    const int width = DisplayWidth(text.substr(begin, next - begin));
    if (column < first) bytes.first = next;
    if (column + width <= end) bytes.end = next;
    column += width;
  }
  bytes.end = std::max(bytes.first, bytes.end);
  return bytes;
}

// Appends what `bytes` shows as behind the text that is there.
void AppendExpanded(absl::string_view bytes, std::string& expanded, int& column) {
  while (!bytes.empty()) {
    const size_t tab = bytes.find('\t');
    const std::string clean = CleanBlock(bytes.substr(0, tab));
    absl::StrAppend(&expanded, clean);
    column += DisplayWidth(clean);
    if (tab == absl::string_view::npos) return;
    const int blanks = kTabStop - column % kTabStop;
    expanded.append(blanks, ' ');
    column += blanks;
    bytes.remove_prefix(tab + 1);
  }
}

Shown Expand(absl::string_view bytes, const LineColours& colours) {
  Shown shown;
  int column = 0;
  size_t at = 0;
  for (const Colour& colour : colours) {
    const size_t end = std::min<size_t>(colour.end, bytes.size());
    const size_t first = std::min<size_t>(colour.first, end);
    AppendExpanded(bytes.substr(at, first - at), shown.text, column);
    const auto begin = static_cast<int>(shown.text.size());
    AppendExpanded(bytes.substr(first, end - first), shown.text, column);
    shown.colours.push_back({begin, static_cast<int>(shown.text.size()), colour.token});
    at = end;
  }
  AppendExpanded(bytes.substr(at), shown.text, column);
  return shown;
}

struct Marked {
  Shown line;
  int first = 0;  // Columns of the caret; none when equal.
  int end = 0;
};

// The line as it shows; with a caret when it is all of a range of one line.
Marked Mark(const change::v1::SourceRange& range, int line, const std::string& text,
            const LineColours& colours) {
  Marked marked{.line = Expand(text, colours)};
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

// The part `bytes` of a line, with "…" for what is gone on either side.
Shown Cut(const Shown& line, const Bytes& bytes, bool is_cut_left, bool is_cut_right) {
  const absl::string_view mark = is_cut_left ? "…" : "";
  Shown cut{.text = absl::StrCat(mark, line.text.substr(bytes.first, bytes.end - bytes.first),
                                 is_cut_right ? "…" : "")};
  const auto first = static_cast<int>(bytes.first);
  const auto end = static_cast<int>(bytes.end);
  const int shift = static_cast<int>(mark.size()) - first;
  for (const Colour& colour : line.colours) {
    const int begin = std::max(colour.first, first);
    const int last = std::min(colour.end, end);
    if (begin < last) cut.colours.push_back({begin + shift, last + shift, colour.token});
  }
  return cut;
}

// Cuts a line to `room` columns such that the caret's beginning stays visible.
Marked Fit(const Marked& marked, int room) {
  const auto& [line, first, end] = marked;
  const int width = DisplayWidth(line.text);
  if (width <= room) return marked;
  const int inner = room - 2;  // For an ellipsis on either side.
  int start = 0;
  if (first >= inner) start = std::max(0, std::min(first - inner / 3, width - inner));
  const bool is_cut_left = start > 0;
  const bool is_cut_right = start + inner < width;
  const Shown cut = Cut(line, BytesOf(line.text, start, start + inner), is_cut_left, is_cut_right);
  const int shift = start - (is_cut_left ? 1 : 0);
  const int limit = DisplayWidth(cut.text);
  return {cut, std::clamp(first - shift, 0, limit), std::clamp(end - shift, 0, limit)};
}

// What is shown of the file, and its colours.
struct Source {
  int first_line = 0;
  std::vector<std::optional<std::string>> lines;
  std::vector<LineColours> colours;
};

Source SourceOf(const finding::v1::Finding& finding, const SourceLines& lines,
                HighlightBudget* budget) {
  const int first = std::max(1, finding.range().first_line() - 1);
  const int last = std::min(LastLine(finding.range()) + 1, first + kMaxLines - 1);
  Source source{.first_line = first, .lines = {}, .colours = {}};
  std::string text;
  for (int line = first; line <= last; ++line) {
    source.lines.push_back(LineText(finding, lines, line));
    absl::StrAppend(&text, source.lines.back().value_or(""), "\n");
  }
  if (budget != nullptr) source.colours = Highlight(finding.range().path(), text, *budget);
  source.colours.resize(source.lines.size());
  return source;
}

}  // namespace

std::string ExpandTabs(absl::string_view bytes) { return Expand(bytes, {}).text; }

std::vector<ExcerptLine> ExcerptOf(const finding::v1::Finding& finding, const SourceLines& lines,
                                   int width, HighlightBudget* budget) {
  const change::v1::SourceRange& range = finding.range();
  const int first = range.first_line();
  const int last = LastLine(range);
  if (first <= 0 || !LineText(finding, lines, first)) return {};
  const Source source = SourceOf(finding, lines, budget);
  const int to = source.first_line + static_cast<int>(source.lines.size()) - 1;
  const int digits = static_cast<int>(absl::StrCat(to).size());

  std::vector<ExcerptLine> result;
  for (int line = source.first_line; line <= to; ++line) {
    const size_t at = line - source.first_line;
    if (!source.lines[at]) continue;
    const std::string number = absl::StrCat(line);
    const bool is_marked = first != last && line >= first && line <= last;
    ExcerptLine shown;
    shown.gutter = absl::StrCat("  ", is_marked ? ">" : " ", " ",
                                std::string(digits - number.size(), ' '), number, " | ");
    const Marked whole = Mark(range, line, *source.lines[at], source.colours[at]);
    Marked marked = Fit(whole, std::max(20, width - DisplayWidth(shown.gutter)));
    shown.text = std::move(marked.line.text);
    shown.colours = std::move(marked.line.colours);
    if (marked.end > marked.first) {
      shown.caret_gutter = absl::StrCat("    ", std::string(digits, ' '), " | ");
      shown.caret = std::string(marked.first, ' ') + std::string(marked.end - marked.first, '^');
    }
    if (shown.text.empty()) shown.gutter.pop_back();
    result.push_back(std::move(shown));
  }
  return result;
}

}  // namespace allreview::report
