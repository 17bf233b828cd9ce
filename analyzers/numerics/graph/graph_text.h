#ifndef ANALYZERS_NUMERICS_GRAPH_GRAPH_TEXT_H_
#define ANALYZERS_NUMERICS_GRAPH_GRAPH_TEXT_H_

#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/numerics/graph/graph.h"

namespace allreview::numerics {

// "activation", "second moment".
absl::string_view RoleName(Role role);

// A line for each node, for people and tests:
//
//   0 = input x: activation[element]
//   1 = exp(0)
//   2 = sum(1) [row, axis removed]
//   outputs 2
//
// Extents are shown where they change.
std::string ToText(const Graph& graph);

// The first output as one formula: "div(exp(x), sum(exp(x)))". Operands that are used twice are
// written twice, so only for small graphs.
std::string ToFormula(const Graph& graph);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_GRAPH_GRAPH_TEXT_H_
