#ifndef ANALYZERS_NUMERICS_GRAPH_PYTHON_TEXT_H_
#define ANALYZERS_NUMERICS_GRAPH_PYTHON_TEXT_H_

#include <string>

#include "analyzers/numerics/graph/graph.h"

namespace allreview::numerics {

// The first output as PyTorch code, for people:
//
//   e = torch.exp(x)
//   e / e.sum(-1, keepdim=True)
//
// Long operands that are used twice get a line and a name of their own; the last line is the
// result. What composites.h expanded is written as the call that it was.
std::string ToPython(const Graph& graph);

// The same in one expression: operands that are used twice are written twice.
std::string ToPythonExpression(const Graph& graph);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_GRAPH_PYTHON_TEXT_H_
