#include "gateway/web/diff_lines.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/utf8.h"
#include "gateway/web/words.h"

namespace allreview::web {
namespace {

using Spans = google::protobuf::RepeatedPtrField<diff::v1::Span>;

constexpr size_t kMaxLineBytes = 2000;

// A class of the style sheet.
const char* CssOf(CodeToken token) {
  switch (token) {
    case CodeToken::kKeyword:
      return "w";
    case CodeToken::kString:
      return "q";
    case CodeToken::kConstant:
      return "d";
    case CodeToken::kComment:
      return "r";
    case CodeToken::kType:
      return "t";
    case CodeToken::kFunction:
      return "f";
    case CodeToken::kPlain:
      break;
  }
  return "";
}

// Text [begin, end) of a line in its colours. `next` is the first colour that may matter yet.
Html Coloured(const DiffLine& line, size_t& next, int begin, int end) {
  Html html;
  for (; next < line.colours.size() && line.colours[next].first < end; ++next) {
    const Colour& colour = line.colours[next];
    const int first = std::max(colour.first, begin);
    const int last = std::min(colour.end, end);
    if (first < last) {
      html += Join({ToDisplayText(line.text.substr(begin, first - begin))});
      html += El("span", {Class(CssOf(colour.token)),
                          ToDisplayText(line.text.substr(first, last - first))});
      begin = last;
    }
    if (colour.end > end) break;
  }
  return Join({html, ToDisplayText(line.text.substr(begin, end - begin))});
}

// Colours of the lines that `is_taken` takes, which are one side of the hunk.
template <typename Taken>
void ColourSide(absl::string_view path, HighlightBudget& budget, std::vector<DiffLine>& lines,
                const Taken& is_taken) {
  std::string text;
  for (const DiffLine& line : lines) {
    if (is_taken(line)) absl::StrAppend(&text, line.text.substr(0, kMaxLineBytes), "\n");
  }
  std::vector<LineColours> colours = Highlight(path, text, budget);
  size_t at = 0;
  for (DiffLine& line : lines) {
    if (is_taken(line)) line.colours = std::move(colours[at++]);
  }
}

}  // namespace

std::vector<DiffLine> LinesOf(const diff::v1::Hunk& hunk) {
  std::map<int, const Spans*> old_spans;
  std::map<int, const Spans*> new_spans;
  for (const diff::v1::LinePair& pair : hunk.pairs()) {
    old_spans[pair.old_line()] = &pair.old_spans();
    new_spans[pair.new_line()] = &pair.new_spans();
  }
  std::vector<DiffLine> lines;
  int old_line = hunk.old_start();
  int new_line = hunk.new_start();
  absl::string_view text = hunk.text();
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    DiffLine line = {.kind = text[0],
                     .text = text.substr(std::min<size_t>(1, end), end > 0 ? end - 1 : 0)};
    if (line.kind != '+' && line.kind != '\\') line.old_line = old_line++;
    if (line.kind != '-' && line.kind != '\\') line.new_line = new_line++;
    if (line.kind == '-' && old_spans.count(line.old_line) > 0)
      line.spans = old_spans[line.old_line];
    if (line.kind == '+' && new_spans.count(line.new_line) > 0)
      line.spans = new_spans[line.new_line];
    lines.push_back(std::move(line));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

void ColourLines(absl::string_view path, HighlightBudget& budget, std::vector<DiffLine>& lines) {
  const auto is_removed = [](const DiffLine& line) { return line.kind == '-'; };
  // The new side comes last: unchanged lines have its colours.
  if (std::any_of(lines.begin(), lines.end(), is_removed)) {
    ColourSide(path, budget, lines,
               [](const DiffLine& line) { return line.kind != '+' && line.kind != '\\'; });
  }
  ColourSide(path, budget, lines,
             [](const DiffLine& line) { return line.kind != '-' && line.kind != '\\'; });
}

Html CodeOf(const DiffLine& line) {
  const auto size = static_cast<int>(std::min(line.text.size(), kMaxLineBytes));
  Html code;
  int at = 0;
  size_t next = 0;
  if (line.spans != nullptr) {
    for (const diff::v1::Span& span : *line.spans) {
      if (span.first() < at || span.end() <= span.first() || span.end() > size) continue;
      code += Coloured(line, next, at, span.first());
      code += El("mark", {Coloured(line, next, span.first(), span.end())});
      at = span.end();
    }
  }
  code += Coloured(line, next, at, size);
  if (line.text.size() > kMaxLineBytes) {
    code +=
        El("span", {Class("faint"),
                    absl::StrCat(" … ", Grouped(line.text.size() - kMaxLineBytes), " more bytes")});
  }
  return code;
}

std::vector<DiffRow> RowsOf(const std::vector<DiffLine>& lines, bool is_split) {
  std::vector<DiffRow> rows;
  for (size_t i = 0; i < lines.size();) {
    if (lines[i].kind != '-' && lines[i].kind != '+') {
      rows.push_back({&lines[i], &lines[i]});
      ++i;
      continue;
    }
    size_t added = i;
    while (added < lines.size() && lines[added].kind == '-') ++added;
    size_t end = added;
    while (end < lines.size() && lines[end].kind == '+') ++end;
    const size_t removed = added - i;
    if (!is_split) {
      for (size_t k = i; k < added; ++k) rows.push_back({&lines[k], nullptr});
      for (size_t k = added; k < end; ++k) rows.push_back({nullptr, &lines[k]});
    } else {
      for (size_t k = 0; k < std::max(removed, end - added); ++k) {
        rows.push_back(
            {k < removed ? &lines[i + k] : nullptr, added + k < end ? &lines[added + k] : nullptr});
      }
    }
    i = end;
  }
  return rows;
}

}  // namespace allreview::web
