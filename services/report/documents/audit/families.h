#ifndef SERVICES_REPORT_DOCUMENTS_AUDIT_FAMILIES_H_
#define SERVICES_REPORT_DOCUMENTS_AUDIT_FAMILIES_H_

// The families of patterns that production code must be free of, and what was found of each.

#include <string>

#include "services/report/documents/audit/view.h"

namespace allreview::report {

// Memory, numerics, gradients, devices, those of them that were asked for: a table of those with
// findings, and one line that names the others. Empty when none was asked for.
std::string FamiliesMarkdown(const AuditView& view);

// The same for each rule about semi-Markov models, when the code has such; else empty.
std::string SemiMarkovMarkdown(const AuditView& view);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DOCUMENTS_AUDIT_FAMILIES_H_
