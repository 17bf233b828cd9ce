// aten/src/ATen/native/Loss.cpp, cuda/BinaryMiscOpsKernels.cu, torch/nn/functional.py: losses of
// each element. Their kernels compute in the dtype of the tensors, so every step is rounded.

#include "analyzers/numerics/graph/composites.h"
#include "analyzers/numerics/graph/function_table.h"

namespace allreview::numerics {
namespace {

using enum Operation;
using Arguments = CallArguments;

int Distance(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  return graph.Apply(kAbsolute, {graph.Apply(kSubtract, {a.Node("input"), a.Node("target")})});
}

int HalfSquare(GraphBuilder& graph, int z) {
  return graph.Apply(kMultiply, {graph.Apply(kMultiply, {graph.Constant(0.5), z}), z});
}

int SmoothL1(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int z = Distance(a);
  const double beta = a.Number("beta", 1);
  if (beta == 0) return z;
  const int near = graph.Apply(kDivide, {HalfSquare(graph, z), graph.Constant(beta)});
  const int far = graph.Apply(kSubtract, {z, graph.Constant(0.5 * beta)});
  return graph.Apply(kWhere, {graph.Apply(kLess, {z, graph.Constant(beta)}), near, far});
}

int Huber(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int z = Distance(a);
  const double delta = a.Number("delta", 1);
  const int far = graph.Apply(
      kMultiply, {graph.Constant(delta), graph.Apply(kSubtract, {z, graph.Constant(0.5 * delta)})});
  const int is_near = graph.Apply(kLessEqual, {z, graph.Constant(delta)});
  return graph.Apply(kWhere, {is_near, HalfSquare(graph, z), far});
}

// The loss for the class that the label picks: each class may be picked.
int NegativeLogLikelihood(const Arguments& a) {
  return a.graph().Apply(kNegate, {a.Node("input")});
}

int GaussianNll(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int variance = Clamp(graph, a.Node("var"), graph.Constant(a.Number("eps", 1e-6)), -1);
  const int difference = graph.Apply(kSubtract, {a.Node("input"), a.Node("target")});
  const int scaled =
      graph.Apply(kDivide, {graph.Apply(kMultiply, {difference, difference}), variance});
  const int sum = graph.Apply(kAdd, {graph.Apply(kLog, {variance}), scaled});
  return graph.Apply(kMultiply, {graph.Constant(0.5), sum});
}

int PoissonNll(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int x = a.Node("input");
  const int target = a.Node("target");
  if (a.Bool("full", false)) {
    return graph.Fail(absl::UnimplementedError("poisson_nll_loss: full=True is not measured"));
  }
  if (a.Bool("log_input", true)) {
    return graph.Apply(kSubtract, {graph.Apply(kExp, {x}), graph.Apply(kMultiply, {target, x})});
  }
  const int log =
      graph.Apply(kLog, {graph.Apply(kAdd, {x, graph.Constant(a.Number("eps", 1e-8))})});
  return graph.Apply(kSubtract, {x, graph.Apply(kMultiply, {target, log})});
}

// log(1 + exp(-target * input)).
int SoftMargin(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int product =
      graph.Apply(kMultiply, {graph.Apply(kNegate, {a.Node("target")}), a.Node("input")});
  return graph.Apply(kLog1p, {graph.Apply(kExp, {product})});
}

int PairwiseDistance(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int difference = graph.Apply(kSubtract, {a.Node("x1"), a.Node("x2")});
  const int shifted = graph.Apply(kAdd, {difference, graph.Constant(a.Number("eps", 1e-6))});
  if (a.Number("p", 2) != 2) {
    return graph.Fail(absl::UnimplementedError("pairwise_distance: p other than 2"));
  }
  return graph.Reduce(kNorm, {shifted}, {-1}, {.keep_axis = a.Bool("keepdim", false)});
}

int DistanceOfAll(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  if (a.Number("p", 2) != 2) {
    return graph.Fail(absl::UnimplementedError("dist: p other than 2"));
  }
  const int difference = graph.Apply(kSubtract, {a.Node("input"), a.Node("other")});
  return graph.Reduce(kNorm, {difference}, Axis::All(), {});
}

constexpr Function kFunctions[] = {
    {"l1_loss", {"input", "target"}, Distance},
    {"smooth_l1_loss", {"input", "target", "_1", "_2", "_3", "beta"}, SmoothL1},
    {"huber_loss", {"input", "target", "_1", "delta"}, Huber},
    {"nll_loss", {"input", "target", "weight_", "_1", "ignore_index"}, NegativeLogLikelihood},
    {"gaussian_nll_loss", {"input", "target", "var", "full", "eps"}, GaussianNll},
    {"poisson_nll_loss", {"input", "target", "log_input", "full", "_1", "eps"}, PoissonNll},
    {"soft_margin_loss", {"input", "target"}, SoftMargin},
    {"pairwise_distance", {"x1", "x2", "p", "eps", "keepdim"}, PairwiseDistance},
    {"dist", {"input", "other", "p"}, DistanceOfAll},
};

}  // namespace

absl::Span<const Function> LossFunctions() { return kFunctions; }

}  // namespace allreview::numerics
