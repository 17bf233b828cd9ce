#ifndef SERVICES_REPORT_DOCUMENTS_AUDIT_OBSERVATIONS_H_
#define SERVICES_REPORT_DOCUMENTS_AUDIT_OBSERVATIONS_H_

// What speaks for the code, and what should be done about the rest.

#include <string>

#include "services/report/documents/audit/view.h"

namespace allreview::report {

// Praise of rules, all of it, and what the model of the code shows: checks of inputs, computations
// in fp32, code without autograd, memory that does not grow with time, tests beside the code.
std::string PositiveObservations(const AuditView& view);

// A numbered list, what matters most first; each thing once.
std::string Recommendations(const AuditView& view);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DOCUMENTS_AUDIT_OBSERVATIONS_H_
