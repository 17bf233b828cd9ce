#ifndef ANALYZERS_NUMERICS_GRAPH_COMPOSITES_H_
#define ANALYZERS_NUMERICS_GRAPH_COMPOSITES_H_

// PyTorch's functions that are several operations, with the roundings that PyTorch makes: some
// compute in fp32 inside and round once (softmax, layer_norm), others round each step (logsumexp).
// Sources: aten/src/ATen/native/SoftMax.cpp, ReduceOps.cpp (logsumexp), layer_norm.cpp, Loss.cpp,
// Normalization; torch/nn/functional.py (normalize); each line of the table was compared with
// PyTorch's results (docs/numerics.md).

#include "analyzers/numerics/graph/graph_builder.h"

namespace allreview::numerics {

// Inside fp32, one rounding at the end.
int Softmax(GraphBuilder& graph, int x, Axis axis);
int LogSoftmax(GraphBuilder& graph, int x, Axis axis);
// weight and bias: nodes, or -1 for none.
struct NormOptions {
  Axis axis = {-1};
  double eps = 1e-5;
  int weight = -1;
  int bias = -1;
};
int LayerNorm(GraphBuilder& graph, int x, NormOptions options);
int RmsNorm(GraphBuilder& graph, int x, NormOptions options);

// Rounds every step.
int LogSumExp(GraphBuilder& graph, int x, Axis axis, bool keep_axis);
int Normalize(GraphBuilder& graph, int x, Axis axis, double eps);
int CosineSimilarity(GraphBuilder& graph, int a, int b, Axis axis, double eps);
// x log-probabilities, target probabilities (or their logarithms); elementwise.
int KlDivergence(GraphBuilder& graph, int x, int target, bool is_log_target);
// x * log(y); 0 where x is 0.
int XLogY(GraphBuilder& graph, int x, int y);
int BceWithLogits(GraphBuilder& graph, int x, int target);
int BinaryCrossEntropy(GraphBuilder& graph, int probability, int target);
// The loss for class 0 of each row; the label only picks one of alike elements.
int CrossEntropy(GraphBuilder& graph, int logits, Axis axis);
int Clamp(GraphBuilder& graph, int x, int minimum, int maximum);  // -1: no bound.
// a^exponent, with PyTorch's special cases for 2, 3, -1, -2, 0.5, -0.5.
int Power(GraphBuilder& graph, int base, int exponent);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_GRAPH_COMPOSITES_H_
