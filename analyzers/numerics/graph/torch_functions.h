#ifndef ANALYZERS_NUMERICS_GRAPH_TORCH_FUNCTIONS_H_
#define ANALYZERS_NUMERICS_GRAPH_TORCH_FUNCTIONS_H_

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzers/numerics/graph/graph_builder.h"

namespace allreview::numerics {

// A value of the program that is a tensor, or a number that the graph computes with.
struct NodeRef {
  int node = 0;
};
// x.dtype.
struct DtypeOf {
  int node = 0;
};
// None, a node, a literal, a dtype, a tuple of integers (dim=(1, 2)).
using Argument = std::variant<std::monostate, NodeRef, double, bool, std::string, Format, DtypeOf,
                              std::vector<int>>;

// A call of PyTorch: torch.softmax(x, dim=-1), x.softmax(-1) and F.softmax(x, dim=-1) are all
// {.name = "softmax", .positional = {NodeRef{x}, -1.0}}. A method's object is its first argument.
struct TorchCall {
  std::string name = {};  // Without torch., torch.nn.functional., torch.special., Tensor.
  std::vector<Argument> positional = {};
  std::vector<std::pair<std::string, Argument>> keywords = {};
};

// Whether CallTorch knows the function.
bool IsTorchFunction(absl::string_view name);

// Whether the function gives back the elements that it got: view, transpose, contiguous, detach…
bool IsRename(absl::string_view name);

// Adds the call to the graph, as PyTorch computes it on the builder's device and release:
// composites of PyTorch are expanded with the roundings that they make. Returns the node of the
// result.
//
// Fails with kUnimplemented when the function is not known or is used in a way that is not measured
// (dim=(1, 2), an unknown p), kInvalidArgument when PyTorch itself would refuse the call.
absl::StatusOr<int> CallTorch(GraphBuilder& graph, const TorchCall& call);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_GRAPH_TORCH_FUNCTIONS_H_
