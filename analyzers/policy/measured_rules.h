#ifndef ANALYZERS_POLICY_MEASURED_RULES_H_
#define ANALYZERS_POLICY_MEASURED_RULES_H_

// Rules whose findings come from running the arithmetic of a change (services/numerics), not from
// looking at its text. They are listed, configured and suppressed like all others.

#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzers/rules/engine.h"

namespace allreview::policy {

// A rule with the texts of its findings. Placeholders: {expression}, {operation}, {formats},
// {failures}, {samples}, {stratum}; {advice} of an advice is a phrase.
struct MeasuredRule {
  rules::RuleInfo info = {};
  absl::string_view verdict = {};  // "overflow"; empty: the rule that praises what a change mends.
  absl::string_view message = {};
  absl::string_view consequence = {};
  absl::string_view advice = {};  // What to do when no stable form is known.
};

// Sorted by id.
absl::Span<const MeasuredRule> MeasuredRules();

// Null: no finding comes from this verdict.
const MeasuredRule* MeasuredRuleOf(absl::string_view verdict);

}  // namespace allreview::policy

#endif  // ANALYZERS_POLICY_MEASURED_RULES_H_
