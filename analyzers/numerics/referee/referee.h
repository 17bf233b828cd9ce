#ifndef ANALYZERS_NUMERICS_REFEREE_REFEREE_H_
#define ANALYZERS_NUMERICS_REFEREE_REFEREE_H_

// The true value of an expression at given inputs, where even fp64 may be wrong: for every witness
// that is published.
//
//   std::vector<RefereeAnswer> answers =
//       AskReferee(graph, {{x0, x1, x2}, {eps}}, {.format = Format::kBf16, .lanes = 3});
//   if (answers[0].values[1].has_value()) …   // Of the first output at the second element.
//
// Every operation is the mathematical function of exact operands; casts change nothing. Bounds are
// computed with 128 bits, and again with twice as many until both ends round to the same number of
// the format, up to a limit; what is undecided then stays without an answer, never guessed. Pure;
// takes microseconds for each operation on a number, so it is for hundreds of points, not millions.

#include <optional>
#include <vector>

#include "analyzers/numerics/arithmetic/format.h"
#include "analyzers/numerics/graph/graph.h"

namespace allreview::numerics {

struct RefereeOptions {
  Format format = Format::kFp64;  // That answers are rounded to, once.
  int lanes = 1;                  // Length of the row.
  int first_bits = 128;
  int last_bits = 4096;
};

// One output: a value for each lane, or one, as its extent says.
struct RefereeAnswer {
  std::vector<std::optional<double>> values;  // On the grid of the format. Nothing: not known.
  int bits = 0;                               // That the last of them took.
};

// inputs[i]: the numbers of graph.inputs[i], already rounded to its format: one for each lane, or
// one. Answers are in the order of graph.outputs.
std::vector<RefereeAnswer> AskReferee(const Graph& graph,
                                      const std::vector<std::vector<double>>& inputs,
                                      const RefereeOptions& options);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_REFEREE_REFEREE_H_
