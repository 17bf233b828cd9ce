#ifndef GATEWAY_WEB_DIFF_TABLE_H_
#define GATEWAY_WEB_DIFF_TABLE_H_

// The hunks of one file as tables of lines, with notes below the lines that they speak of. Pure.
//
//   LineNotes notes;
//   notes[{change::v1::SIDE_RIGHT, 12}] += FindingCard(…);
//   DiffTable table = RenderDiff(file, {.id = "f3", .max_lines = 1000}, std::move(notes));
//   table.html; table.unplaced;  // Notes of lines that are not shown.
//
// Long runs of unchanged lines are folded. A line is the element "f3R12" (right side, line 12) or
// "f3L12" (left side, removed lines only); in the split view its number is.

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "gateway/web/html.h"
#include "proto/change/v1/change.pb.h"
#include "proto/diff/v1/diff.pb.h"
#include "review/highlight/highlight.h"

namespace allreview::web {

using LineNotes = std::map<std::pair<change::v1::Side, int>, Html>;

struct DiffTableOptions {
  std::string id;                      // Prefix of the lines' ids.
  int64_t max_lines = 0;               // More are not shown.
  bool is_split = false;               // Old and new lines beside each other.
  HighlightBudget* colours = nullptr;  // Null: none.
};

struct DiffTable {
  Html html;
  int64_t lines = 0;        // Shown.
  int64_t total_lines = 0;  // Of the file's hunks.
  LineNotes unplaced;
};

DiffTable RenderDiff(const diff::v1::DiffFile& file, const DiffTableOptions& options,
                     LineNotes notes);

// Lines of all hunks, for limits.
int64_t CountLines(const diff::v1::DiffFile& file);

}  // namespace allreview::web

#endif  // GATEWAY_WEB_DIFF_TABLE_H_
