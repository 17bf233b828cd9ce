#ifndef ANALYZERS_RULES_CONTRACTS_CALL_SHAPE_H_
#define ANALYZERS_RULES_CONTRACTS_CALL_SHAPE_H_

// Does a call fit a list of parameters, as Python would decide when it makes the call?

#include <string>
#include <vector>

#include "analyzers/repository/facts.h"

namespace allreview::rules {

// Why the call raises TypeError: "has no parameter `dim`", to follow the callee's name. Empty: it
// fits, or stars hide whether it does.
std::string WhyCallDoesNotFit(const repository::CallFacts& call,
                              const std::vector<repository::ParameterFacts>& parameters);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_CONTRACTS_CALL_SHAPE_H_
