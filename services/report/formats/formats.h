#ifndef SERVICES_REPORT_FORMATS_FORMATS_H_
#define SERVICES_REPORT_FORMATS_FORMATS_H_

// The table of formats that machines and terminals read. Each shows a review as a whole, so they
// exist for the review document only; Markdown and HTML exist for every document and are not in the
// table.
// To add one: write formats/<name>.cc with its function, declare the function here, add its line to
// the table in formats.cc, and a golden.
//
// Formats for machines are complete. JSON and SARIF hold every finding, with what became of it; the
// others, which cannot say that, hold what IsReported: no budget hides anything, or fixing one
// finding would make another look new.
//
// The language of a request is resolved: "en" or "zh". Texts of findings speak it in every format,
// for Render has put them into it; words that machines compare are English in all.

#include <string>

#include "absl/strings/string_view.h"
#include "proto/report/v1/report.pb.h"
#include "services/report/assemble.h"

namespace allreview::report {

struct FormatType {
  report::v1::Format format;
  absl::string_view name;  // For messages: "SARIF".
  // Null: not in this version.
  std::string (*render)(const Assembly& assembly, const report::v1::DocumentRequest& request);
};

// Nullptr: no such format is known, or it is Markdown.
const FormatType* FindFormat(report::v1::Format format);

std::string RenderJson(const Assembly& assembly, const report::v1::DocumentRequest& request);
std::string RenderSarif(const Assembly& assembly, const report::v1::DocumentRequest& request);
std::string RenderRdjson(const Assembly& assembly, const report::v1::DocumentRequest& request);
std::string RenderGitlab(const Assembly& assembly, const report::v1::DocumentRequest& request);
std::string RenderGithubAnnotations(const Assembly& assembly,
                                    const report::v1::DocumentRequest& request);
std::string RenderTerminal(const Assembly& assembly, const report::v1::DocumentRequest& request);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_FORMATS_FORMATS_H_
