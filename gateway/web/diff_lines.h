#ifndef GATEWAY_WEB_DIFF_LINES_H_
#define GATEWAY_WEB_DIFF_LINES_H_

// Lines of a hunk with their colours, and the rows that they make. Internal to diff_table.cc.

#include <vector>

#include "absl/strings/string_view.h"
#include "gateway/web/html.h"
#include "proto/diff/v1/diff.pb.h"
#include "review/highlight/highlight.h"

namespace allreview::web {

struct DiffLine {
  char kind = ' ';
  int old_line = 0;
  int new_line = 0;
  absl::string_view text;  // Without prefix and line end.
  const google::protobuf::RepeatedPtrField<diff::v1::Span>* spans = nullptr;
  LineColours colours = {};
};

// Views into `hunk`.
std::vector<DiffLine> LinesOf(const diff::v1::Hunk& hunk);

// Both sides are read as they stand in the hunk. `path` tells the language.
void ColourLines(absl::string_view path, HighlightBudget& budget, std::vector<DiffLine>& lines);

// The text of a line: what differs inside of it is marked.
Html CodeOf(const DiffLine& line);

// What stands beside each other: one line on both sides where nothing changed.
struct DiffRow {
  const DiffLine* left = nullptr;
  const DiffLine* right = nullptr;

  bool IsSame() const { return left == right; }
  int CountLines() const { return left != nullptr && right != nullptr && left != right ? 2 : 1; }
};

// Unified, a row for each line; split, removed lines beside those that replace them.
std::vector<DiffRow> RowsOf(const std::vector<DiffLine>& lines, bool is_split);

}  // namespace allreview::web

#endif  // GATEWAY_WEB_DIFF_LINES_H_
