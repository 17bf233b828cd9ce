#ifndef ANALYZERS_NUMERICS_CHECK_EXHAUST_UNARY_H_
#define ANALYZERS_NUMERICS_CHECK_EXHAUST_UNARY_H_

#include <optional>

#include "analyzers/numerics/check/probe.h"
#include "analyzers/numerics/check/report.h"

namespace allreview::numerics {

// Tries every finite input of an expression with one input of 16 bits or fewer, in order, and gives
// the ranges that fail. Numbers that the code rules out (Input::minimum, maximum) are not tried.
// nullopt: the graph has rows, or not exactly one such input.
std::optional<Exhausted> ExhaustUnary(const Graph& graph, Probe& probe);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_CHECK_EXHAUST_UNARY_H_
