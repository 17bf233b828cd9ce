#ifndef SERVICES_REPORT_DOCUMENTS_AUDIT_OBSERVATIONS_H_
#define SERVICES_REPORT_DOCUMENTS_AUDIT_OBSERVATIONS_H_

// What speaks for the code, and what should be done about the rest.

#include <string>
#include <vector>

#include "services/report/documents/audit/view.h"

namespace allreview::report {

// Functions of the product that hold all of a sequence in four or more dimensions at once, or five
// of whatever: what will be the first not to fit. The fastest growing first.
std::vector<const analysis::v1::Scaling*> LargeSequenceAllocations(const AuditView& view);

// Praise of rules, strengths that are known of the change, and memory that does not grow with time.
// Empty: there is nothing to praise.
std::string PositiveObservations(const AuditView& view);

// A numbered list, what matters most first; each thing once. Of a change also what to watch and how
// to go back.
std::string Recommendations(const AuditView& view);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DOCUMENTS_AUDIT_OBSERVATIONS_H_
