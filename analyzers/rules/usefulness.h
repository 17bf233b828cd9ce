#ifndef ANALYZERS_RULES_USEFULNESS_H_
#define ANALYZERS_RULES_USEFULNESS_H_

// How useful rules were to engineers who did not write them, on commits that nobody had tuned on,
// and what follows: a rule that was measured says by itself whether it is on, a hint or off. How it
// was measured is told in docs/measurements.md.
//
//   if (const Usefulness* measured = UsefulnessOf(rule)) ...   // 6 of 10 findings were useful
//   rule.tier = UsualTier(rule);
//
// Constant: any thread may read it.

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzers/rules/rule_info.h"

namespace allreview::rules {

struct Usefulness {
  absl::string_view rule;
  int version = 1;  // Of the rule that was measured. What another version finds nobody knows.
  int useful = 0, graded = 0;  // Findings.
  int repositories = 0;
  absl::string_view date;  // "2026-11"
};

// Sorted by rule.
absl::Span<const Usefulness> AllUsefulness();

// Null: this version of the rule has not been measured.
const Usefulness* UsefulnessOf(const RuleInfo& rule);

// On from 80 % of useful findings, a hint from 50 %, else off, when four or more were graded. Of
// fewer none useful: a hint. What was not measured is as the rule says.
Tier UsualTier(const RuleInfo& rule);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_USEFULNESS_H_
