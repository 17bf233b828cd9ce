#ifndef ANALYZERS_NUMERICS_TESTING_GRAPHS_H_
#define ANALYZERS_NUMERICS_TESTING_GRAPHS_H_

// Graphs for tests and benchmarks.

#include <cstdint>

#include "analyzers/numerics/graph/graph_builder.h"

namespace allreview::numerics {

// log|x / (1 + exp(-1.702 x)) + y y| - y: ten operations.
Graph TenOperations();

// Softmax of a row as people write it: exp(x - max) / sum, each step rounded.
Graph SoftmaxByHand();

// One operation on inputs "a", "b", "c"; a row operation works along the row.
Graph OneOperation(Operation operation, std::array<double, 2> parameters = {});

struct RandomGraphOptions {
  uint64_t seed = 0;
  int operations = 20;
  bool has_rows = false;
};
// Elementwise operations on three inputs and on each other, with casts between formats and, with
// rows, reductions and scans. The last nodes are the outputs.
Graph RandomGraph(const RandomGraphOptions& options);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_TESTING_GRAPHS_H_
