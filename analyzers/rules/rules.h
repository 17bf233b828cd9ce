#ifndef ANALYZERS_RULES_RULES_H_
#define ANALYZERS_RULES_RULES_H_

#include <vector>

#include "analyzers/rules/rule.h"

namespace allreview::rules {

// Every rule, sorted by id.
// Sorted by id, each with its usual tier (usefulness.h).
const std::vector<const Rule*>& AllRules();

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_RULES_H_
