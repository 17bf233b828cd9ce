#ifndef SERVICES_REPORT_FORMATS_POSITION_H_
#define SERVICES_REPORT_FORMATS_POSITION_H_

// Places of findings in the coordinates of other tools, and the page that explains one.

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "proto/finding/v1/finding.pb.h"
#include "services/report/assembly/suggestion.h"

namespace allreview::report {

// Text of a line of the finding's file on the right side: from the excerpt, else from the diff.
std::optional<std::string> LineText(const finding::v1::Finding& finding, const SourceLines& lines,
                                    int line);

// Columns of a range in UTF-16 code units, 1-based, `end` exclusive. 0: not known, or to the end of
// the line.
struct Columns {
  int start = 0;
  int end = 0;
};
Columns Utf16Columns(const finding::v1::Finding& finding, const change::v1::SourceRange& range,
                     const SourceLines& lines);

// The first address among the finding's references. Empty: none.
absl::string_view AddressOf(const finding::v1::Finding& finding);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_FORMATS_POSITION_H_
