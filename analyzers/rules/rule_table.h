#ifndef ANALYZERS_RULES_RULE_TABLE_H_
#define ANALYZERS_RULES_RULE_TABLE_H_

// What is known of each built-in rule, for programs that run none: no rule is linked with it. The
// table is generated from the rules (rule_table_main.cc). Constant: any thread may read it.
//
//   const RuleInfo* rule = FindRule(finding.rule_id());
//   if (rule != nullptr && rule->is_measurable) ...

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzers/rules/rule_info.h"

namespace allreview::rules {

// Rules that look at code, those that measure, and those about suppressions. Sorted by id.
absl::Span<const RuleInfo> RuleTable();

// Null: the rule is not of this program, as that of an organisation.
const RuleInfo* FindRule(absl::string_view id);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_RULE_TABLE_H_
