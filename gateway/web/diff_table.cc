#include "gateway/web/diff_table.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "base/utf8.h"
#include "gateway/web/diff_lines.h"
#include "gateway/web/words.h"

namespace allreview::web {
namespace {

using change::v1::SIDE_LEFT;
using change::v1::SIDE_RIGHT;
using diff::v1::Hunk;

// Unchanged lines in a row that are worth folding, and what stays around the changes.
constexpr size_t kFoldedFrom = 16;
constexpr size_t kAroundFold = 3;

absl::string_view SignOf(char kind) { return kind == '+' ? "+" : kind == '-' ? "−" : ""; }
absl::string_view CssOf(char kind) { return kind == '+' ? "add" : kind == '-' ? "del" : "same"; }

Html NumberCell(int line) {
  return El("td", {Class("n"), line == 0 ? std::string() : absl::StrCat(line)});
}

Html EndRow(int columns) {
  return El("tr", {Class("end"), El("td", {Class("n"), Attr("colspan", columns - 1)}),
                   El("td", {Class("c faint"), "no line end at the end of the file"})});
}

Html UnifiedRow(const DiffLine& line, const std::string& id) {
  const std::string row_id = line.new_line > 0 ? absl::StrCat(id, "R", line.new_line)
                                               : absl::StrCat(id, "L", line.old_line);
  return El("tr", {Class(CssOf(line.kind)), Attr("id", row_id), NumberCell(line.old_line),
                   NumberCell(line.new_line), El("td", {Class("s"), SignOf(line.kind)}),
                   El("td", {Class("c"), CodeOf(line)})});
}

// Three cells of one side.
Html SplitCells(const DiffLine* line, int number, const Attribute& id) {
  if (line == nullptr) {
    return Join(
        {El("td", {Class("n none")}), El("td", {Class("s none")}), El("td", {Class("c none")})});
  }
  const absl::string_view css = CssOf(line->kind);
  return Join({El("td", {Class(absl::StrCat("n ", css)), id, absl::StrCat(number)}),
               El("td", {Class(absl::StrCat("s ", css)), SignOf(line->kind)}),
               El("td", {Class(absl::StrCat("c ", css)), CodeOf(*line)})});
}

Html SplitRow(const DiffRow& row, const std::string& id) {
  const int old_line = row.left == nullptr ? 0 : row.left->old_line;
  const int new_line = row.right == nullptr ? 0 : row.right->new_line;
  const bool has_left_id = row.left != nullptr && !row.IsSame();
  const Attribute left_id = has_left_id ? Attr("id", absl::StrCat(id, "L", old_line)) : Attribute();
  return El("tr", {SplitCells(row.left, old_line, left_id),
                   SplitCells(row.right, new_line, Attr("id", absl::StrCat(id, "R", new_line)))});
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
      std::vector<DiffLine> lines = LinesOf(hunk);
      table_.total_lines += static_cast<int64_t>(lines.size());
      if (table_.lines >= options_.max_lines) continue;
      AddGap(hunk, old_end);
      if (options_.colours != nullptr)
        ColourLines(file_.entry().new_path(), *options_.colours, lines);
      AddRows(RowsOf(lines, options_.is_split));
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
    rows_ += El(
        "tr",
        {Class("gap"),
         El("td", {Class("n"), Attr("colspan", options_.is_split ? 2 : 3), hidden > 0 ? "⋯" : ""}),
         El("td", {Class("c"), Attr("colspan", options_.is_split ? 4 : 1), count,
                   count.empty() || section.empty() ? "" : " · ",
                   section.empty() ? Html() : El("code", {section})})});
  }

  void AddRows(const std::vector<DiffRow>& rows) {
    for (size_t i = 0; i < rows.size() && table_.lines < options_.max_lines;) {
      size_t end = i;
      while (end < rows.size() && IsPlain(rows[end])) ++end;
      if (end - i < kFoldedFrom) {
        AddRow(rows[i++]);
        continue;
      }
      size_t fold_end = end == rows.size() ? end : end - kAroundFold;
      const size_t fold_begin = i == 0 ? i : i + kAroundFold;
      while (i < fold_begin) AddRow(rows[i++]);
      const auto room =
          static_cast<size_t>(std::max<int64_t>(1, options_.max_lines - table_.lines));
      fold_end = std::min(fold_end, i + room);
      AddFold(rows, i, fold_end);
      i = fold_end;
    }
  }

  Html RenderRow(const DiffRow& row) const {
    if (row.IsSame() && row.left->kind == '\\') return EndRow(Columns());
    if (options_.is_split) return SplitRow(row, options_.id);
    return UnifiedRow(row.left != nullptr ? *row.left : *row.right, options_.id);
  }

  void AddRow(const DiffRow& row) {
    rows_ += RenderRow(row);
    table_.lines += row.CountLines();
    if (row.left != nullptr) AddNotes(SIDE_LEFT, row.left->old_line);
    if (row.right != nullptr) AddNotes(SIDE_RIGHT, row.right->new_line);
  }

  void AddFold(const std::vector<DiffRow>& lines, size_t begin, size_t end) {
    EndTable();
    Html rows;
    for (size_t i = begin; i < end; ++i) rows += RenderRow(lines[i]);
    table_.lines += static_cast<int64_t>(end - begin);
    table_.html +=
        El("details", {Class("fold"),
                       El("summary", {Plural(static_cast<int64_t>(end - begin), "unchanged line")}),
                       Table(rows)});
  }

  // Unchanged, and nothing is said about it.
  bool IsPlain(const DiffRow& row) const {
    return row.IsSame() && row.left->kind == ' ' &&
           table_.unplaced.count({SIDE_LEFT, row.left->old_line}) +
                   table_.unplaced.count({SIDE_RIGHT, row.left->new_line}) ==
               0;
  }

  void AddNotes(change::v1::Side side, int line) {
    const auto found = table_.unplaced.find({side, line});
    if (line == 0 || found == table_.unplaced.end()) return;
    rows_ += El("tr", {Class("note"), El("td", {Attr("colspan", Columns()), found->second})});
    table_.unplaced.erase(found);
  }

  int Columns() const { return options_.is_split ? 6 : 4; }

  static Html HeadOf(std::initializer_list<const char*> names) {
    Html cells;
    for (const char* name : names) cells += El("th", {Attr("scope", "col"), name});
    return El("thead", {El("tr", {cells})});
  }

  Html Table(const Html& rows) const {
    static const Html* const head = new Html(HeadOf({"Old line", "New line", "Change", "Code"}));
    static const Html* const split_head =
        new Html(HeadOf({"Old line", "Change", "Old code", "New line", "Change", "New code"}));
    const Html number = El("col", {Class("n")});
    const Html sign = El("col", {Class("s")});
    const Html code = El("col", {});
    // The first row may span columns, so it cannot give them their widths.
    if (options_.is_split) {
      return El("table",
                {Class("diff split"), El("colgroup", {number, sign, code, number, sign, code}),
                 *split_head, El("tbody", {rows})});
    }
    return El("table", {Class("diff"), El("colgroup", {number, number, sign, code}), *head,
                        El("tbody", {rows})});
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
