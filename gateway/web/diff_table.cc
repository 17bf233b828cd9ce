#include "gateway/web/diff_table.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "base/utf8.h"
#include "gateway/web/words.h"

namespace allreview::web {
namespace {

using change::v1::SIDE_LEFT;
using change::v1::SIDE_RIGHT;
using diff::v1::Hunk;
using Spans = google::protobuf::RepeatedPtrField<diff::v1::Span>;

constexpr size_t kMaxLineBytes = 2000;
// Unchanged lines in a row that are worth folding, and what stays around the changes.
constexpr size_t kFoldedFrom = 16;
constexpr size_t kAroundFold = 3;

struct Line {
  char kind = ' ';
  int old_line = 0;
  int new_line = 0;
  absl::string_view text;  // Without prefix and line end.
  const Spans* spans = nullptr;
};

std::vector<Line> LinesOf(const Hunk& hunk) {
  std::map<int, const Spans*> old_spans;
  std::map<int, const Spans*> new_spans;
  for (const diff::v1::LinePair& pair : hunk.pairs()) {
    old_spans[pair.old_line()] = &pair.old_spans();
    new_spans[pair.new_line()] = &pair.new_spans();
  }
  std::vector<Line> lines;
  int old_line = hunk.old_start();
  int new_line = hunk.new_start();
  absl::string_view text = hunk.text();
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    Line line = {.kind = text[0],
                 .text = text.substr(std::min<size_t>(1, end), end > 0 ? end - 1 : 0)};
    if (line.kind != '+' && line.kind != '\\') line.old_line = old_line++;
    if (line.kind != '-' && line.kind != '\\') line.new_line = new_line++;
    if (line.kind == '-' && old_spans.count(line.old_line) > 0)
      line.spans = old_spans[line.old_line];
    if (line.kind == '+' && new_spans.count(line.new_line) > 0)
      line.spans = new_spans[line.new_line];
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

Html Code(const Line& line) {
  absl::string_view text = line.text.substr(0, kMaxLineBytes);
  Html code;
  int at = 0;
  if (line.spans != nullptr) {
    for (const diff::v1::Span& span : *line.spans) {
      const int size = static_cast<int>(text.size());
      if (span.first() < at || span.end() <= span.first() || span.end() > size) continue;
      code += Join({ToDisplayText(text.substr(at, span.first() - at))});
      code += El("mark", {ToDisplayText(text.substr(span.first(), span.end() - span.first()))});
      at = span.end();
    }
  }
  code += Join({ToDisplayText(text.substr(at))});
  if (line.text.size() > kMaxLineBytes) {
    code +=
        El("span", {Class("faint"),
                    absl::StrCat(" … ", Grouped(line.text.size() - kMaxLineBytes), " more bytes")});
  }
  return code;
}

Html NumberCell(int line) {
  return El("td", {Class("n"), line == 0 ? std::string() : absl::StrCat(line)});
}

Html Row(const Line& line, const std::string& id) {
  if (line.kind == '\\') {
    return El("tr",
              {Class("end"), El("td", {Class("n")}), El("td", {Class("n")}), El("td", {Class("s")}),
               El("td", {Class("c faint"), "no line end at the end of the file"})});
  }
  const absl::string_view kind = line.kind == '+' ? "add" : line.kind == '-' ? "del" : "same";
  const absl::string_view sign = line.kind == '+' ? "+" : line.kind == '-' ? "−" : "";
  const std::string row_id = line.new_line > 0 ? absl::StrCat(id, "R", line.new_line)
                                               : absl::StrCat(id, "L", line.old_line);
  return El("tr",
            {Class(kind), Attr("id", row_id), NumberCell(line.old_line), NumberCell(line.new_line),
             El("td", {Class("s"), sign}), El("td", {Class("c"), Code(line)})});
}

// One file's output, block by block: tables, and folds between them.
class Writer {
 public:
  Writer(const diff::v1::DiffFile& file, const DiffTableOptions& options, LineNotes notes)
      : file_(file), options_(options) {
    table_.unplaced = std::move(notes);
  }

  DiffTable Write() && {
    int old_end = 0;
    for (const Hunk& hunk : file_.hunks()) {
      const std::vector<Line> lines = LinesOf(hunk);
      table_.total_lines += static_cast<int64_t>(lines.size());
      if (table_.lines >= options_.max_lines) continue;
      AddGap(hunk, old_end);
      AddLines(lines);
      old_end = hunk.old_start() + hunk.old_lines();
    }
    EndTable();
    return std::move(table_);
  }

 private:
  // "34 unchanged lines", and in which definition the hunk begins.
  void AddGap(const Hunk& hunk, int old_end) {
    const int hidden = old_end == 0 ? hunk.old_start() - 1 : hunk.old_start() - old_end;
    const std::string section = ToDisplayText(hunk.section());
    if (hidden <= 0 && section.empty()) return;
    const std::string count = hidden > 0 ? Plural(hidden, "unchanged line") : "";
    rows_ +=
        El("tr", {Class("gap"), El("td", {Class("n"), Attr("colspan", 3), hidden > 0 ? "⋯" : ""}),
                  El("td", {Class("c"), count, count.empty() || section.empty() ? "" : " · ",
                            section.empty() ? Html() : El("code", {section})})});
  }

  void AddLines(const std::vector<Line>& lines) {
    for (size_t i = 0; i < lines.size() && table_.lines < options_.max_lines;) {
      size_t end = i;
      while (end < lines.size() && lines[end].kind == ' ' && !HasNote(lines[end])) ++end;
      if (end - i < kFoldedFrom) {
        AddLine(lines[i++]);
        continue;
      }
      size_t fold_end = end == lines.size() ? end : end - kAroundFold;
      const size_t fold_begin = i == 0 ? i : i + kAroundFold;
      while (i < fold_begin) AddLine(lines[i++]);
      const auto room =
          static_cast<size_t>(std::max<int64_t>(1, options_.max_lines - table_.lines));
      fold_end = std::min(fold_end, i + room);
      AddFold(lines, i, fold_end);
      i = fold_end;
    }
  }

  void AddLine(const Line& line) {
    rows_ += Row(line, options_.id);
    ++table_.lines;
    AddNotes(SIDE_LEFT, line.old_line);
    AddNotes(SIDE_RIGHT, line.new_line);
  }

  void AddFold(const std::vector<Line>& lines, size_t begin, size_t end) {
    EndTable();
    Html rows;
    for (size_t i = begin; i < end; ++i) rows += Row(lines[i], options_.id);
    table_.lines += static_cast<int64_t>(end - begin);
    table_.html +=
        El("details", {Class("fold"),
                       El("summary", {Plural(static_cast<int64_t>(end - begin), "unchanged line")}),
                       Table(rows)});
  }

  bool HasNote(const Line& line) const {
    return table_.unplaced.count({SIDE_LEFT, line.old_line}) +
               table_.unplaced.count({SIDE_RIGHT, line.new_line}) >
           0;
  }

  void AddNotes(change::v1::Side side, int line) {
    const auto found = table_.unplaced.find({side, line});
    if (line == 0 || found == table_.unplaced.end()) return;
    rows_ += El("tr", {Class("note"), El("td", {Attr("colspan", 4), found->second})});
    table_.unplaced.erase(found);
  }

  static Html Table(const Html& rows) {
    static const Html* const head =
        new Html(El("thead", {El("tr", {El("th", {Attr("scope", "col"), "Old line"}),
                                        El("th", {Attr("scope", "col"), "New line"}),
                                        El("th", {Attr("scope", "col"), "Change"}),
                                        El("th", {Attr("scope", "col"), "Code"})})}));
    // The first row may span columns, so it cannot give them their widths.
    static const Html* const columns =
        new Html(El("colgroup", {El("col", {Class("n")}), El("col", {Class("n")}),
                                 El("col", {Class("s")}), El("col", {})}));
    return El("table", {Class("diff"), *columns, *head, El("tbody", {rows})});
  }

  void EndTable() {
    if (!rows_.is_empty()) table_.html += Table(rows_);
    rows_ = Html();
  }

  const diff::v1::DiffFile& file_;
  const DiffTableOptions& options_;
  DiffTable table_;
  Html rows_;
};

}  // namespace

DiffTable RenderDiff(const diff::v1::DiffFile& file, const DiffTableOptions& options,
                     LineNotes notes) {
  return Writer(file, options, std::move(notes)).Write();
}

int64_t CountLines(const diff::v1::DiffFile& file) {
  int64_t lines = 0;
  for (const Hunk& hunk : file.hunks()) {
    lines += std::count(hunk.text().begin(), hunk.text().end(), '\n');
  }
  return lines;
}

}  // namespace allreview::web
