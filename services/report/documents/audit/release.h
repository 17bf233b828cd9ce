#ifndef SERVICES_REPORT_DOCUMENTS_AUDIT_RELEASE_H_
#define SERVICES_REPORT_DOCUMENTS_AUDIT_RELEASE_H_

// The verdict on a change for whoever releases it.

#include <string>
#include <vector>

#include "services/report/documents/audit/view.h"

namespace allreview::report {

// What must be settled before production beside findings: questions that only the author can
// answer, new code that no test runs, files that nobody read. Sentences with their ends.
std::vector<std::string> OpenPoints(const AuditView& view);

// What to watch after the rollout, and how to go back. Never empty.
std::string RolloutMarkdown(const AuditView& view);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DOCUMENTS_AUDIT_RELEASE_H_
