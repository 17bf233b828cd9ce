#ifndef ANALYZERS_RULES_DISTRIBUTED_REMOVE_ARGUMENT_H_
#define ANALYZERS_RULES_DISTRIBUTED_REMOVE_ARGUMENT_H_

#include "analyzers/rules/rule.h"

namespace allreview::rules {

// Edit that takes a keyword argument out of its call, given the argument's value, with one comma:
// f(x, flush=True) -> f(x), f(flush=True, n=1) -> f(n=1).
Edit RemoveKeywordArgument(const python::Module& module, Node value);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_DISTRIBUTED_REMOVE_ARGUMENT_H_
