#ifndef SERVICES_REPORT_DOCUMENTS_AUDIT_FINDING_SECTIONS_H_
#define SERVICES_REPORT_DOCUMENTS_AUDIT_FINDING_SECTIONS_H_

// The sections of an audit that hold findings: one for each impact.

#include <string>
#include <vector>

#include "services/report/documents/audit/view.h"

namespace allreview::report {

// Findings of one rule, in the order of the review.
struct RuleGroup {
  std::string rule_id;
  std::vector<const finding::v1::Finding*> findings;
};

// By rule, in the order in which each rule comes first; rules whose findings are all hints or
// questions come last, and so do those that were found only outside of production code.
std::vector<RuleGroup> GroupsOf(const AuditView& view, finding::v1::Impact impact);

// Body of the section of that impact. Says what was checked when there is nothing.
std::string FindingSection(const AuditView& view, finding::v1::Impact impact);

// "`a.py:12`, `b.py:3` and 4 more".
std::string PlacesText(const AuditView& view,
                       const std::vector<const finding::v1::Finding*>& findings, size_t limit);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DOCUMENTS_AUDIT_FINDING_SECTIONS_H_
