#ifndef ANALYZERS_NUMERICS_GRAPH_GRAPH_CODE_H_
#define ANALYZERS_NUMERICS_GRAPH_GRAPH_CODE_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzers/numerics/graph/graph.h"

namespace allreview::numerics {

// What a graph computes, as one short word without blanks: for replay strings, cache keys and the
// wire. Names, texts and places are left out, so graphs that compute the same in the same order
// have the same code. Formats, ranks, extents and parameters (as hexadecimal floats) are in it.
//
//   torch.exp(x) / torch.exp(x).sum(-1, keepdim=True)   "input;exp,0;sum-r,1;div,1,2;=3@inner"
//   … of dim=1, whose place among the axes is not known                    "…;=3@unknown1"
std::string GraphCode(const Graph& graph);

// Inverse of GraphCode; inputs are named x0, x1…. Fails with kInvalidArgument, naming the part.
absl::StatusOr<Graph> ParseGraphCode(absl::string_view code);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_GRAPH_GRAPH_CODE_H_
