#ifndef ANALYZERS_RULES_CONTRACTS_CALL_SHAPE_H_
#define ANALYZERS_RULES_CONTRACTS_CALL_SHAPE_H_

// Does a call fit a list of parameters, as Python would decide when it makes the call?

#include <optional>
#include <string>
#include <vector>

#include "analyzers/repository/facts.h"
#include "sentences/sentence.h"

namespace allreview::rules::contracts {

struct Misfit {
  Words why;                    // "has no parameter `dim`", to follow the callee's name.
  std::string unknown_keyword;  // "dim". Empty: that is not why.
};

// Why the call raises TypeError. nullopt: it fits, or stars hide whether it does.
std::optional<Misfit> FindMisfit(const repository::ArgumentFacts& call,
                                 const std::vector<repository::ParameterFacts>& parameters);

// Parameters that get nothing from the call, as far as no star hides it. In `parameters`.
std::vector<const repository::ParameterFacts*> LeftOut(
    const repository::ArgumentFacts& call,
    const std::vector<repository::ParameterFacts>& parameters);

// "(x, factor, *, dim=...)", cut after some parameters.
std::string SignatureText(const std::vector<repository::ParameterFacts>& parameters);

}  // namespace allreview::rules::contracts

#endif  // ANALYZERS_RULES_CONTRACTS_CALL_SHAPE_H_
