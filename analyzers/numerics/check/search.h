#ifndef ANALYZERS_NUMERICS_CHECK_SEARCH_H_
#define ANALYZERS_NUMERICS_CHECK_SEARCH_H_

// The input on which an expression is furthest off, usual or not: a mixture of families that
// numerical code is known to break on, then a climb along the grid from the best of them.

#include <vector>

#include "analyzers/numerics/cpu/kernel_table.h"
#include "analyzers/numerics/graph/graph.h"
#include "analyzers/numerics/program/aggregates.h"
#include "analyzers/numerics/program/lower.h"

namespace allreview::numerics {

struct SearchOptions {
  uint64_t seed = 0;
  int samples = 1 << 16;
  int climbers = 12;
  int steps = 1500;  // Of each climber.
};

struct WorstInput {
  std::vector<double> inputs = {};  // Rounded to the formats of their inputs.
  double tested = 0;
  double reference = 0;
  LaneState state = LaneState::kGood;
  // log2(1 + distance on the grid); all bits of the format where the result is not a number, or
  // infinite, and the reference is neither; -1 where nothing can be said.
  double lost_bits = 0;
};

// For graphs without rows; inputs keep to Input::minimum and maximum. Deterministic. What is given
// back was judged by exact arithmetic, where that knows the result. About 10 ms for ten operations.
WorstInput FindWorstInput(const Graph& graph, const LowerOptions& lowering,
                          const SearchOptions& options, const KernelTable& kernels);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_CHECK_SEARCH_H_
