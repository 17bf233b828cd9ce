#ifndef ANALYZERS_RULES_SHARED_REMOVE_ARGUMENT_H_
#define ANALYZERS_RULES_SHARED_REMOVE_ARGUMENT_H_

#include "analyzers/rules/rule.h"

namespace allreview::rules {

// Edit that takes an argument out of its call, with one comma: f(x, flush=True) -> f(x),
// f(flush=True, n=1) -> f(n=1).
Edit RemoveArgument(const python::Module& module, Node argument);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_SHARED_REMOVE_ARGUMENT_H_
