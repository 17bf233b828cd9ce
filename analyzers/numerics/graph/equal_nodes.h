#ifndef ANALYZERS_NUMERICS_GRAPH_EQUAL_NODES_H_
#define ANALYZERS_NUMERICS_GRAPH_EQUAL_NODES_H_

#include <vector>

#include "analyzers/numerics/graph/graph.h"

namespace allreview::numerics {

// For each node the first one that computes the same numbers: torch.exp(x) written twice is one
// value, and so is a sum with and without keepdim. Operands of + and * may come in either order.
std::vector<int> EqualNodes(const Graph& graph);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_GRAPH_EQUAL_NODES_H_
