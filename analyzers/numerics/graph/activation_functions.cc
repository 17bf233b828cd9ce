// aten/src/ATen/native/cuda/Activation*Kernel.cu: one kernel each, computed in fp32 and rounded
// once, unless a comment says otherwise.

#include "analyzers/numerics/graph/composites.h"
#include "analyzers/numerics/graph/function_table.h"

namespace allreview::numerics {
namespace {

using enum Operation;
using Arguments = CallArguments;

// min(max(x + 3, 0), 6) / 6 of a value in fp32.
int HardSigmoidOf(GraphBuilder& graph, int wide) {
  const int shifted = graph.Apply(kAdd, {wide, graph.Constant(3)});
  const int clamped = Clamp(graph, shifted, graph.Constant(0), graph.Constant(6));
  return graph.Apply(kDivide, {clamped, graph.Constant(6)});
}

int Relu6(const Arguments& a) {
  return Clamp(a.graph(), a.Node("input"), a.graph().Constant(0), a.graph().Constant(6));
}

int HardTanh(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int x = a.Node("input");
  return Clamp(graph, x, graph.Constant(a.Number("min_val", -1)),
               graph.Constant(a.Number("max_val", 1)));
}

int HardSigmoid(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int x = a.Node("input");
  return graph.CastLike(HardSigmoidOf(graph, graph.WidenToFp32(x)), x);
}

int HardSwish(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int x = a.Node("input");
  const int wide = graph.WidenToFp32(x);
  return graph.CastLike(graph.Apply(kMultiply, {wide, HardSigmoidOf(graph, wide)}), x);
}

int Mish(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int x = a.Node("input");
  const int wide = graph.WidenToFp32(x);
  const int softplus = graph.Apply(kLog1p, {graph.Apply(kExp, {wide})});
  return graph.CastLike(graph.Apply(kMultiply, {wide, graph.Apply(kTanh, {softplus})}), x);
}

// torch/nn/functional.py: two steps, each rounded.
int SoftSign(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int x = a.Node("input");
  const int denominator = graph.Apply(kAdd, {graph.Apply(kAbsolute, {x}), graph.Constant(1)});
  return graph.Apply(kDivide, {x, denominator});
}

// torch/nn/functional.py: input - input.tanh(), each rounded.
int TanhShrink(const Arguments& a) {
  const int x = a.Node("input");
  return a.graph().Apply(kSubtract, {x, a.graph().Apply(kTanh, {x})});
}

// scale * (x if x > 0 else alpha * expm1(x)).
int Selu(const Arguments& a) {
  constexpr double kAlpha = 1.6732632423543772848170429916717;
  constexpr double kScale = 1.0507009873554804934193349852946;
  GraphBuilder& graph = a.graph();
  const int x = a.Node("input");
  const int wide = graph.WidenToFp32(x);
  const int positive = graph.Apply(kMultiply, {wide, graph.Constant(kScale)});
  const int negative =
      graph.Apply(kMultiply, {graph.Apply(kExpm1, {wide}), graph.Constant(kAlpha * kScale)});
  const int is_positive = graph.Apply(kGreater, {wide, graph.Constant(0)});
  return graph.CastLike(graph.Apply(kWhere, {is_positive, positive, negative}), x);
}

int Celu(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int x = a.Node("input");
  const int wide = graph.WidenToFp32(x);
  const int alpha = graph.Constant(a.Number("alpha", 1));
  const int negative =
      graph.Apply(kMultiply, {graph.Apply(kExpm1, {graph.Apply(kDivide, {wide, alpha})}), alpha});
  const int is_positive = graph.Apply(kGreater, {wide, graph.Constant(0)});
  return graph.CastLike(graph.Apply(kWhere, {is_positive, wide, negative}), x);
}

int SoftMin(const Arguments& a) {
  return Softmax(a.graph(), a.graph().Apply(kNegate, {a.Node("input")}), a.AxisOr("dim", {-1}));
}

int Threshold(const Arguments& a) {
  const int x = a.Node("input");
  const int is_low = a.graph().Apply(kLessEqual, {x, a.Node("threshold")});
  return a.graph().Apply(kWhere, {is_low, a.Node("value"), x});
}

int Prelu(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int x = a.Node("input");
  const int scaled = graph.Apply(kMultiply, {a.Node("weight"), x});
  return graph.Apply(kWhere, {graph.Apply(kGreater, {x, graph.Constant(0)}), x, scaled});
}

// Towards zero by lambda, and 0 within.
int SoftShrink(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int x = a.Node("input");
  const double lambda = a.Number("lambd", 0.5);
  const int above = graph.Apply(kGreater, {x, graph.Constant(lambda)});
  const int below = graph.Apply(kLess, {x, graph.Constant(-lambda)});
  const int lowered = graph.Apply(kSubtract, {x, graph.Constant(lambda)});
  const int raised = graph.Apply(kAdd, {x, graph.Constant(lambda)});
  const int inner = graph.Apply(kWhere, {below, raised, graph.Constant(0)});
  return graph.Apply(kWhere, {above, lowered, inner});
}

int HardShrink(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int x = a.Node("input");
  const int is_small = graph.Apply(
      kLessEqual, {graph.Apply(kAbsolute, {x}), graph.Constant(a.Number("lambd", 0.5))});
  return graph.Apply(kWhere, {is_small, graph.Constant(0), x});
}

constexpr Function kFunctions[] = {
    {"relu6", {"input"}, Relu6},
    {"hardtanh", {"input", "min_val", "max_val"}, HardTanh},
    {"hardsigmoid", {"input"}, HardSigmoid},
    {"hardswish", {"input"}, HardSwish},
    {"mish", {"input"}, Mish},
    {"softsign", {"input"}, SoftSign},
    {"tanhshrink", {"input"}, TanhShrink},
    {"selu", {"input"}, Selu},
    {"celu", {"input", "alpha"}, Celu},
    {"softmin", {"input", "dim", "_stacklevel", "dtype"}, SoftMin},
    {"threshold", {"input", "threshold", "value"}, Threshold},
    {"prelu", {"input", "weight"}, Prelu},
    {"softshrink", {"input", "lambd"}, SoftShrink},
    {"hardshrink", {"input", "lambd"}, HardShrink},
};

}  // namespace

absl::Span<const Function> ActivationFunctions() { return kFunctions; }

}  // namespace allreview::numerics
