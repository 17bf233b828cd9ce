#ifndef ANALYZERS_RULES_SUPPRESSION_RULES_H_
#define ANALYZERS_RULES_SUPPRESSION_RULES_H_

// Rules about suppression comments (analyzers/policy/suppression.h makes their findings). What is
// wrong with a comment is told in several ways, so they have no message; `why` is the consequence
// of a finding and `fix` its advice.

#include "absl/types/span.h"
#include "analyzers/rules/rule_info.h"

namespace allreview::rules {

// What is wrong with a comment; each stands in RuleInfo::phrases of the rule that says it.
namespace phrases {

inline constexpr Phrase kSuppressionUnreadable("suppression-unreadable",
                                               "this suppression comment cannot be read: {error}",
                                               "无法解析该抑制注释：{error}");
inline constexpr Phrase kNoSuchRule("no-such-rule", "there is no rule `{rule}`",
                                    "没有规则 `{rule}`");
inline constexpr Phrase kNoSuchRuleNearest("no-such-rule-nearest",
                                           "there is no rule `{rule}`, the nearest is `{nearest}`",
                                           "没有规则 `{rule}`，最接近的是 `{nearest}`");
inline constexpr Phrase kSuppressionWithoutReason(
    "suppression-without-reason", "this suppression comment gives no reason and has no effect",
    "该抑制注释没有给出理由，不生效");
inline constexpr Phrase kSuppressionExpired(
    "suppression-expired", "this suppression comment held until {until} and has no effect any more",
    "该抑制注释的有效期至 {until}，已不再生效");
inline constexpr Phrase kSuppressionUnused("suppression-unused",
                                           "`{rule}` finds nothing in this statement",
                                           "`{rule}` 在这条语句中没有发现问题");

}  // namespace phrases

// Sorted by id.
absl::Span<const RuleInfo> SuppressionRules();

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_SUPPRESSION_RULES_H_
