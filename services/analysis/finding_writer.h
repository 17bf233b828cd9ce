#ifndef SERVICES_ANALYSIS_FINDING_WRITER_H_
#define SERVICES_ANALYSIS_FINDING_WRITER_H_

// Findings as messages, with what only the service knows of them: where the severity comes from,
// the blob that edits apply to, the lines around, and the comment that accepts one.

#include <vector>

#include "analyzers/change/changed_file.h"
#include "analyzers/policy/policy.h"
#include "analyzers/policy/suppression.h"
#include "analyzers/rules/engine.h"
#include "proto/finding/v1/finding.pb.h"

namespace allreview::analysis {

struct FindingContext {
  const std::vector<change::ChangedFile>& files;
  const std::vector<rules::RuleInfo>& rules;
  const policy::Policy& policy;
};

// Those of the rules and those about suppressions, sorted by (path, line, column, rule).
std::vector<finding::v1::Finding> WriteFindings(const FindingContext& context,
                                                const std::vector<rules::Finding>& findings,
                                                const policy::SuppressionResult& suppressed);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_FINDING_WRITER_H_
