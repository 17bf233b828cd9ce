#ifndef SERVICES_REPORT_FORMATS_EXCERPT_H_
#define SERVICES_REPORT_FORMATS_EXCERPT_H_

// Source lines of a finding for a terminal, with a caret under the columns it speaks of.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "proto/finding/v1/finding.pb.h"
#include "review/highlight/highlight.h"
#include "services/report/assembly/suggestion.h"

namespace allreview::report {

// A line with blanks for its tabs.
std::string ExpandTabs(absl::string_view bytes);

struct ExcerptLine {
  std::string gutter;        // "  12 | ", "> 13 | " for lines of a range of several.
  std::string text;          // Tabs expanded; a part with "…" when the line is too wide.
  LineColours colours;       // Of `text`.
  std::string caret_gutter;  // "     | ".
  std::string caret;         // Blanks and "^^^"; empty: none under this line.
};

// The lines of the finding and one of context on either side, at most eight, none wider than
// `width` columns. Empty when the source is not known. Without `budget` there are no colours.
std::vector<ExcerptLine> ExcerptOf(const finding::v1::Finding& finding, const SourceLines& lines,
                                   int width, HighlightBudget* budget = nullptr);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_FORMATS_EXCERPT_H_
