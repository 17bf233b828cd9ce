#ifndef SERVICES_REPORT_DOCUMENTS_AUDIT_SEMI_MARKOV_H_
#define SERVICES_REPORT_DOCUMENTS_AUDIT_SEMI_MARKOV_H_

#include <string>

#include "services/report/documents/audit/view.h"

namespace allreview::report {

// What the rules about semi-Markov models found in whole files that hold such; else empty. The
// findings of a change are told one by one.
std::string SemiMarkovMarkdown(const AuditView& view);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DOCUMENTS_AUDIT_SEMI_MARKOV_H_
