#ifndef ANALYZERS_RULES_MEASURED_RULES_H_
#define ANALYZERS_RULES_MEASURED_RULES_H_

// Rules whose findings come from running the arithmetic of a change (services/numerics), not from
// looking at its text. They are listed, configured and suppressed like all others.

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzers/rules/rule_info.h"

namespace allreview::rules {

struct MeasuredRule {
  // Parameters of its texts: {expression}, {operation}, {formats}, {failures}, {samples},
  // {stratum}, {advice}. Its one phrase is the advice that holds when no stable form is known.
  RuleInfo info;
  absl::string_view verdict;  // "overflow"; empty: the rule that praises what a change mends.
};

// Sorted by id.
absl::Span<const MeasuredRule> MeasuredRules();

// Null: no finding comes from this verdict.
const MeasuredRule* MeasuredRuleOf(absl::string_view verdict);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_MEASURED_RULES_H_
