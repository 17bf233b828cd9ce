#ifndef ANALYZERS_RULES_RULE_INFO_H_
#define ANALYZERS_RULES_RULE_INFO_H_

#include "analyzers/rules/engine.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {

// Documentation of a rule; views point into it. Without a file.
RuleInfo InfoOf(const Rule& rule);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_RULE_INFO_H_
