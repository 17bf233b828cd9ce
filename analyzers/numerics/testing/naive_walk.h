#ifndef ANALYZERS_NUMERICS_TESTING_NAIVE_WALK_H_
#define ANALYZERS_NUMERICS_TESTING_NAIVE_WALK_H_

// A graph evaluated node by node and lane by lane, straight from the graph's meaning: no
// instructions, no registers, no blocks. What programs and interpreters are compared with.

#include <vector>

#include "analyzers/numerics/graph/graph.h"
#include "analyzers/numerics/program/lower.h"

namespace allreview::numerics {

struct NaiveOptions {
  LowerOptions lower = {};
  bool is_reference = false;  // Every node in fp64.
};

// The values of each node: as many as there are lanes, or one. `inputs` are on the grids of their
// formats.
std::vector<std::vector<double>> NaiveWalk(const Graph& graph,
                                           const std::vector<std::vector<double>>& inputs,
                                           int lanes, const NaiveOptions& options);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_TESTING_NAIVE_WALK_H_
