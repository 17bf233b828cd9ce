#ifndef ANALYZERS_RULES_SUPPRESSION_RULES_H_
#define ANALYZERS_RULES_SUPPRESSION_RULES_H_

// Rules about suppression comments (analyzers/policy/suppression.h makes their findings). What is
// wrong with a comment is told in several ways, so they have no message; `why` is the consequence
// of a finding and `fix` its advice.

#include "absl/types/span.h"
#include "analyzers/rules/rule_info.h"

namespace allreview::rules {

// Sorted by id.
absl::Span<const RuleInfo> SuppressionRules();

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_SUPPRESSION_RULES_H_
