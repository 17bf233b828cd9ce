#include "analyzers/numerics/graph/composites.h"

#include <optional>

namespace allreview::numerics {
namespace {

using enum Operation;

constexpr GraphBuilder::ReduceOptions kKeep = {.keep_axis = true};

int Reduce(GraphBuilder& graph, Operation operation, int x, Axis axis) {
  return graph.Reduce(operation, {x}, axis, kKeep);
}

// (x - its largest) of each row, in fp32 or wider.
int Shifted(GraphBuilder& graph, int x, Axis axis) {
  const int wide = graph.WidenToFp32(x);
  return graph.Apply(kSubtract, {wide, Reduce(graph, kMax, wide, axis)});
}

// 0 where it is infinite: a row of -inf is shifted by nothing (ReduceOps.cpp, logsumexp_out_impl).
int FiniteOrZero(GraphBuilder& graph, int x) {
  return graph.Apply(kWhere, {graph.Apply(kIsInfinite, {x}), graph.Constant(0), x});
}

int Affine(GraphBuilder& graph, int normed, const NormOptions& options) {
  if (options.weight >= 0) {
    normed = graph.Apply(kMultiply, {normed, graph.WidenToFp32(options.weight)});
  }
  if (options.bias >= 0) {
    normed = graph.Apply(kAdd, {normed, graph.WidenToFp32(options.bias)});
  }
  return normed;
}

}  // namespace

int Softmax(GraphBuilder& graph, int x, Axis axis) {
  const int e = graph.Apply(kExp, {Shifted(graph, x, axis)});
  return graph.CastLike(graph.Apply(kDivide, {e, Reduce(graph, kSum, e, axis)}), x);
}

int LogSoftmax(GraphBuilder& graph, int x, Axis axis) {
  const int shifted = Shifted(graph, x, axis);
  const int sum = Reduce(graph, kSum, graph.Apply(kExp, {shifted}), axis);
  return graph.CastLike(graph.Apply(kSubtract, {shifted, graph.Apply(kLog, {sum})}), x);
}

int LayerNorm(GraphBuilder& graph, int x, NormOptions options) {
  const int wide = graph.WidenToFp32(x);
  const int centred = graph.Apply(kSubtract, {wide, Reduce(graph, kMean, wide, options.axis)});
  const int variance =
      Reduce(graph, kMean, graph.Apply(kMultiply, {centred, centred}), options.axis);
  const int scale =
      graph.Apply(kRsqrt, {graph.Apply(kAdd, {variance, graph.Constant(options.eps)})});
  return graph.CastLike(Affine(graph, graph.Apply(kMultiply, {centred, scale}), options), x);
}

int RmsNorm(GraphBuilder& graph, int x, NormOptions options) {
  // Before 2.5 rms_norm computed in the dtype of its input (pytorch#134106).
  const bool is_upcast = graph.semantics().minor_version >= 5;
  const int wide = is_upcast ? graph.WidenToFp32(x) : x;
  const int mean = Reduce(graph, kMean, graph.Apply(kMultiply, {wide, wide}), options.axis);
  const int scale = graph.Apply(kRsqrt, {graph.Apply(kAdd, {mean, graph.Constant(options.eps)})});
  return graph.CastLike(Affine(graph, graph.Apply(kMultiply, {wide, scale}), options), x);
}

int LogSumExp(GraphBuilder& graph, int x, Axis axis, bool keep_axis) {
  const int shift = FiniteOrZero(graph, Reduce(graph, kMax, x, axis));
  const int e = graph.Apply(kExp, {graph.Apply(kSubtract, {x, shift})});
  const int log = graph.Apply(kLog, {graph.Reduce(kSum, {e}, axis, {.keep_axis = keep_axis})});
  // The same maximum, with or without its axis.
  const int added = FiniteOrZero(graph, graph.Reduce(kMax, {x}, axis, {.keep_axis = keep_axis}));
  return graph.Apply(kAdd, {log, added});
}

int Normalize(GraphBuilder& graph, int x, Axis axis, double eps) {
  const int norm = Reduce(graph, kNorm, x, axis);
  return graph.Apply(kDivide, {x, graph.Apply(kMaximum, {norm, graph.Constant(eps)})});
}

int CosineSimilarity(GraphBuilder& graph, int a, int b, Axis axis, double eps) {
  // Distance.cpp: each vector is divided by its norm, clamped at eps, before the product.
  const auto unit = [&](int x) { return Normalize(graph, x, axis, eps); };
  return graph.Reduce(kSum, {graph.Apply(kMultiply, {unit(a), unit(b)})}, axis, {});
}

int KlDivergence(GraphBuilder& graph, int x, int target, bool is_log_target) {
  if (is_log_target) {
    return graph.Apply(kMultiply,
                       {graph.Apply(kExp, {target}), graph.Apply(kSubtract, {target, x})});
  }
  // xlogy(target, target): 0 where target is 0.
  const int is_zero = graph.Apply(kEqual, {target, graph.Constant(0)});
  const int entropy = graph.Apply(
      kWhere,
      {is_zero, graph.Constant(0), graph.Apply(kMultiply, {target, graph.Apply(kLog, {target})})});
  return graph.Apply(kSubtract, {entropy, graph.Apply(kMultiply, {target, x})});
}

int XLogY(GraphBuilder& graph, int x, int y) {
  const int zero = graph.Constant(0);
  const int product = graph.Apply(kMultiply, {x, graph.Apply(kLog, {y})});
  return graph.Apply(kWhere, {graph.Apply(kEqual, {x, zero}), zero, product});
}

int BceWithLogits(GraphBuilder& graph, int x, int target) {
  // Loss.cpp: (1 - target) * x - log_sigmoid(x).
  const int rest = graph.Apply(kSubtract, {graph.Constant(1), target});
  return graph.Apply(kSubtract, {graph.Apply(kMultiply, {rest, x}), graph.Apply(kLogSigmoid, {x})});
}

int BinaryCrossEntropy(GraphBuilder& graph, int probability, int target) {
  // Loss.cpp clamps both logarithms at -100; one kernel, in fp32.
  const int p = graph.WidenToFp32(probability);
  const int t = graph.WidenToFp32(target);
  const int bound = graph.Constant(-100);
  const int one = graph.Constant(1);
  const int log = graph.Apply(kMaximum, {graph.Apply(kLog, {p}), bound});
  const int log_rest =
      graph.Apply(kMaximum, {graph.Apply(kLog1p, {graph.Apply(kNegate, {p})}), bound});
  const int loss =
      graph.Apply(kSubtract, {graph.Apply(kMultiply, {graph.Apply(kSubtract, {t, one}), log_rest}),
                              graph.Apply(kMultiply, {t, log})});
  return graph.CastLike(loss, probability);
}

int CrossEntropy(GraphBuilder& graph, int logits, Axis axis) {
  // Every class may be the label, so the losses of all are the elements.
  return graph.Apply(kNegate, {LogSoftmax(graph, logits, axis)});
}

int Clamp(GraphBuilder& graph, int x, int minimum, int maximum) {
  if (minimum >= 0) x = graph.Apply(kMaximum, {x, minimum});
  if (maximum >= 0) x = graph.Apply(kMinimum, {x, maximum});
  return x;
}

int Power(GraphBuilder& graph, int base, int exponent) {
  const std::optional<double> constant =
      graph.status().ok() ? graph.ConstantValue(exponent) : std::nullopt;
  const auto square = [&] { return graph.Apply(kMultiply, {base, base}); };
  // cuda/PowKernel.cu: these exponents have kernels of their own, in the dtype of the tensor, so
  // that x * x * x and 1 / (x * x) round the square, too.
  if (constant == 2.0) return square();
  if (constant == 1.0) return base;
  if (constant == 0.5) return graph.Apply(kSqrt, {base});
  if (constant == -0.5) return graph.Apply(kRsqrt, {base});
  if (constant == -1.0) return graph.Apply(kReciprocal, {base});
  if (constant == 3.0) return graph.Apply(kMultiply, {square(), base});
  if (constant == -2.0) return graph.Apply(kReciprocal, {square()});
  return graph.Apply(kPower, {base, exponent});
}

}  // namespace allreview::numerics
