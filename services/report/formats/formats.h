#ifndef SERVICES_REPORT_FORMATS_FORMATS_H_
#define SERVICES_REPORT_FORMATS_FORMATS_H_

// What renders the formats of report.proto that show a review as a whole, for machines and
// terminals; Markdown and HTML exist for every document and are rendered elsewhere. To add one: its
// value in report.proto with what everybody has to know of it, formats/<name>.cc with its function,
// its line in the table of formats.cc, and a golden.
//
// Formats for machines are complete. JSON and SARIF hold every finding, with what became of it; the
// others, which cannot say that, hold what IsReported: no budget hides anything, or fixing one
// finding would make another look new.
//
// The language of a request is resolved: "en" or "zh". Texts of findings speak it in every format,
// for Render has put them into it; words that machines compare are English in all.

#include <string>

#include "proto/report/v1/report.pb.h"
#include "services/report/assembly/assemble.h"

namespace allreview::report {

using FormatRenderer = std::string (*)(const Assembly& assembly,
                                       const report::v1::DocumentRequest& request);

// Nullptr: no such format is known, or it is Markdown or HTML.
FormatRenderer FindFormat(report::v1::Format format);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_FORMATS_FORMATS_H_
