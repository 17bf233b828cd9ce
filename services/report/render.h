#ifndef SERVICES_REPORT_RENDER_H_
#define SERVICES_REPORT_RENDER_H_

// One requested document in one requested format. To add a document: its value in report.proto with
// what everybody has to know of it, documents/<name>/ with its function, its line in the table of
// render.cc, and a golden.

#include <string>

#include "absl/status/statusor.h"
#include "proto/report/v1/report.pb.h"
#include "services/report/assembly/assemble.h"

namespace allreview::report {

// Unspecified: the review, in Markdown. kUnimplemented: this version has no such document, or not
// in this format; the message names both and what there is.
absl::StatusOr<std::string> Render(const Assembly& assembly,
                                   const report::v1::DocumentRequest& request);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_RENDER_H_
