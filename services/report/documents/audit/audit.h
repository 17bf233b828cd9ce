#ifndef SERVICES_REPORT_DOCUMENTS_AUDIT_AUDIT_H_
#define SERVICES_REPORT_DOCUMENTS_AUDIT_AUDIT_H_

#include <string>

#include "review/language/phrase.h"
#include "services/report/assembly/assemble.h"

namespace allreview::report {

// Whether code is ready for production: findings by their impact instead of their severity, all of
// them but for those beyond thirty in a section; how costs grow; what speaks for the code; what to
// do. The review's budget of findings does not apply.
//
// DocumentRequest.audit of the first audit asked for restricts it to what a caller asked.
std::string RenderAudit(const Assembly& assembly, Language language);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DOCUMENTS_AUDIT_AUDIT_H_
