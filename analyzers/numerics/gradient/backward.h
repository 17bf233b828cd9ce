#ifndef ANALYZERS_NUMERICS_GRADIENT_BACKWARD_H_
#define ANALYZERS_NUMERICS_GRADIENT_BACKWARD_H_

#include <array>
#include <vector>

#include "analyzers/numerics/graph/composite_match.h"
#include "analyzers/numerics/graph/graph_builder.h"

namespace allreview::numerics {

// What a backward formula reads, as nodes of the graph that it adds to.
struct BackwardCall {
  GraphBuilder& graph;
  Axis axis;         // Of rows.
  int gradient = 0;  // Of the result.
  std::vector<int> operands = {};
  int result = 0;
  std::array<double, 2> parameters = {};
  // Which operands want a gradient.
  std::vector<bool> is_wanted = {};
};

// Gradient of each operand, before broadcasting is undone; -1: none, it is 0 everywhere or not
// wanted. Errors go to the builder.
std::vector<int> BackwardOf(Operation operation, const BackwardCall& call);
// Whether a composite has a backward of its own; the others are differentiated node by node.
bool HasBackward(Composite composite);
std::vector<int> BackwardOf(Composite composite, const BackwardCall& call);

// Arithmetic of gradients: 1 and 0 are left out.
int Times(GraphBuilder& graph, int a, int b);
int Plus(GraphBuilder& graph, int a, int b);
// 1 for each element of `like`, and how many there are in a row, in fp32.
int OnesLike(GraphBuilder& graph, int like);
int RowLength(GraphBuilder& graph, int like, Axis axis);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_GRADIENT_BACKWARD_H_
