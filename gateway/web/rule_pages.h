#ifndef GATEWAY_WEB_RULE_PAGES_H_
#define GATEWAY_WEB_RULE_PAGES_H_

// /rules and /rules/{id}: what each rule is about, and how useful people find it. Pure.

#include <string>

#include "absl/time/time.h"
#include "gateway/web/html.h"
#include "proto/review/v1/review_service.pb.h"

namespace allreview::web {

// A rule goes on probation when the lower end of the interval passes this; see docs.
inline constexpr double kNotUsefulLimit = 0.1;
// Of fewer shown findings no share is told.
inline constexpr int kLeastImpressions = 20;

struct RuleListView {
  std::string text = {};  // Filters; as typed.
  std::string category = {};
  std::string severity = {};  // "P1".
  std::string tier = {};      // "on", "hint", "off by default".
  std::string sort = {};      // "severity", "category", "shown", "fixed", "not-useful". Empty: id.
  const review::v1::ListRulesResponse& rules;
  const review::v1::ListRuleStandingsResponse& standings;
};

Html RuleListPage(const RuleListView& view);

struct RuleView {
  const analysis::v1::RuleInfo& rule;
  const review::v1::ListRuleStandingsResponse& standings;
  const review::v1::ListFeedbackResponse& reasons;  // Votes on this rule that have a reason.
  absl::Time now;
};

Html RulePage(const RuleView& view);

}  // namespace allreview::web

#endif  // GATEWAY_WEB_RULE_PAGES_H_
