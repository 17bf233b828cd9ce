#ifndef SERVICES_REPORT_DOCUMENTS_AUDIT_UNDERSTANDING_H_
#define SERVICES_REPORT_DOCUMENTS_AUDIT_UNDERSTANDING_H_

#include <string>

#include "services/report/documents/audit/view.h"

namespace allreview::report {

// The first lines of an audit that answers a request: what was asked, how it was understood, and
// what has no answer here. Empty for a whole audit.
std::string UnderstandingMarkdown(const AuditView& view);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DOCUMENTS_AUDIT_UNDERSTANDING_H_
