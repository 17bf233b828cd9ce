#include "analyzers/rules/rules.h"

#include <algorithm>

#include "analyzers/rules/usefulness.h"

namespace allreview::rules {

// rule_list.inc is generated: RULE(kName) for each rule that a file of some family defines.
#define RULE(name) extern const Rule name;
#include "analyzers/rules/rule_list.inc"
#undef RULE

const std::vector<const Rule*>& AllRules() {
  static const auto* const rules = [] {
#define RULE(name) &name,
    auto* all = new std::vector<const Rule*>{
#include "analyzers/rules/rule_list.inc"
    };
#undef RULE
    for (const Rule*& rule : *all) {
      const Tier tier = UsualTier(rule->info);
      if (tier == rule->info.tier) continue;
      Rule* const measured = new Rule(*rule);
      measured->info.tier = tier;
      rule = measured;
    }
    std::sort(all->begin(), all->end(),
              [](const Rule* a, const Rule* b) { return a->info.id < b->info.id; });
    return all;
  }();
  return *rules;
}

}  // namespace allreview::rules
