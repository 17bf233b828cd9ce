#ifndef SERVICES_REPORT_DOCUMENTS_AUDIT_IMPACT_H_
#define SERVICES_REPORT_DOCUMENTS_AUDIT_IMPACT_H_

// What a change brings to whoever runs it: costs, communication, numerics, files, failures, and
// what is stored, set and logged. One line for each thing that is known; empty: nothing is.

#include <string>

#include "services/report/documents/audit/view.h"

namespace allreview::report {

std::string ImpactMarkdown(const AuditView& view);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DOCUMENTS_AUDIT_IMPACT_H_
