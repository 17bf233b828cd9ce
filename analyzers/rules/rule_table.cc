#include "analyzers/rules/rule_table.h"

#include <algorithm>

namespace allreview::rules {

namespace {

// Defines kRules.
#include "analyzers/rules/rule_table.inc"

}  // namespace

absl::Span<const RuleInfo> RuleTable() { return kRules; }

const RuleInfo* FindRule(absl::string_view id) {
  const absl::Span<const RuleInfo> rules = RuleTable();
  const auto* rule =
      std::lower_bound(rules.begin(), rules.end(), id,
                       [](const RuleInfo& a, absl::string_view wanted) { return a.id < wanted; });
  return rule != rules.end() && rule->id == id ? rule : nullptr;
}

}  // namespace allreview::rules
