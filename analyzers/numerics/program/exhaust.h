#ifndef ANALYZERS_NUMERICS_PROGRAM_EXHAUST_H_
#define ANALYZERS_NUMERICS_PROGRAM_EXHAUST_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "analyzers/numerics/graph/graph.h"
#include "analyzers/numerics/program/digits.h"

namespace allreview::numerics {

// Every combination of numbers that the inputs of a graph can have: all finite numbers of the
// input's format, within the range that the code proves; 0 and 1 of a mask; the one number of a
// constant. Sample i has digit i mod n0 of the first input, (i / n0) mod n1 of the second…
struct Exhaustion {
  std::vector<InputDigits> inputs = {};  // As Graph::inputs.
  uint64_t count = 0;                    // Combinations.
};

// Fails with kInvalidArgument for graphs with rows, and where there are more than 2^40
// combinations.
absl::StatusOr<Exhaustion> ExhaustionOf(const Graph& graph, Format under_test);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_PROGRAM_EXHAUST_H_
