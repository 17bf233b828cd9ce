#ifndef SERVICES_REPORT_DOCUMENTS_AUDIT_SCALING_TABLE_H_
#define SERVICES_REPORT_DOCUMENTS_AUDIT_SCALING_TABLE_H_

// How functions grow, and what that means at other sizes.

#include <string>

#include "services/report/documents/audit/view.h"

namespace allreview::report {

// What the sizes that were asked for mean for the whole: what grows faster than they do, and the
// largest allocation against the memory of a device. Empty: none was asked for, or nothing depends
// on them.
std::string SizesAnswer(const AuditView& view);

// Paragraph, table and what the costs are made of; says what was looked at when nothing grows.
std::string ScalingMarkdown(const AuditView& view);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DOCUMENTS_AUDIT_SCALING_TABLE_H_
