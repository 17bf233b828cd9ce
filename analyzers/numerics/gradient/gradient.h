#ifndef ANALYZERS_NUMERICS_GRADIENT_GRADIENT_H_
#define ANALYZERS_NUMERICS_GRADIENT_GRADIENT_H_

#include "absl/status/statusor.h"
#include "analyzers/numerics/graph/graph.h"

namespace allreview::numerics {

// The graph of d(sum of all results) / d(an input), as PyTorch's autograd computes it: its backward
// formulas, each step rounded to the format that it has there (tools/autograd/derivatives.yaml,
// torch/csrc/autograd/FunctionsManual.cpp; fused backward kernels compute in fp32 and round once).
//
//   absl::StatusOr<Graph> gradient = GradientOf(graph, 0);
//   // outputs[0]: the gradient; then the results of the forward
//
// Its nodes carry the text of the forward operation that they belong to. So what is wrong with
// autograd stays wrong here: 0 * inf behind a torch.where is NaN, also in the fp64 reference.
//
// Fails with kUnimplemented, naming the operation, for scans, prod and lgamma, and for an input
// that is one number for all rows (its gradient is a sum over all of them); kInvalidArgument when
// no result depends on the input.
absl::StatusOr<Graph> GradientOf(const Graph& graph, int input);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_GRADIENT_GRADIENT_H_
