#include "analyzers/numerics/gradient/backward.h"

#include <cmath>
#include <numbers>
#include <optional>

#include "absl/strings/str_cat.h"
#include "analyzers/numerics/gradient/formula.h"
#include "analyzers/numerics/graph/operations.h"

namespace allreview::numerics {
namespace {

using enum Operation;

// The gradients of graph/operations.inc.
class OperationFormula : public Formula {
 public:
  OperationFormula(Operation operation, const BackwardCall& call)
      : Formula(call), operation_(operation) {}

  std::vector<int> Backward() {
    const int grad = grad_, x = x_, other = other_, y = y_;
    const std::array<double, 2>& p = call_.parameters;
    switch (operation_) {
#define ELEMENTWISE(enumerator, name, operands, parameters, flags, value, interval, ...) \
  case Operation::enumerator:                                                            \
    return {__VA_ARGS__};
#define REDUCTION(enumerator, name, operands, parameters, flags, value, interval, ...) \
  case Operation::enumerator:                                                          \
    return {__VA_ARGS__};
#include "analyzers/numerics/graph/operations.inc"
      default:
        return NotMeasured();
    }
  }

 private:
  // Steps, comparisons and signs: 0 wherever there is a derivative.
  std::vector<int> NoGradient() const { return std::vector<int>(call_.operands.size(), -1); }

  std::vector<int> NotMeasured() {
    g_.Fail(absl::UnimplementedError(
        absl::StrCat(InfoOf(operation_).name, ": its backward is not measured")));
    return NoGradient();
  }

  // A kernel that computes in fp32 and rounds once (aten/src/ATen/native/cuda/Activation*Kernel.cu,
  // BinaryMiscBackwardOpsKernels.cu): formula(grad, x, 1).
  template <typename WideFormula>
  int InFp32(const WideFormula& formula) {
    const int grad = Wide(grad_);
    const int x = Wide(x_);
    const int one = Constant(1);
    return Like(formula(grad, x, one), x_);
  }

  // 1 - x^2.
  int RestOfSquare() { return Add(Multiply(Negate(x_), x_), Constant(1)); }

  // factor * exp(-x^2).
  int Bell(double factor) {
    const int bell = Of(kExp, Negate(Square(x_)));
    return Multiply(Constant(factor), bell);
  }

  // maximum (kLess) and minimum (kGreater): ties share the gradient; clamp gives it whole.
  std::vector<int> ExtremeGradients(Operation loses, Operation keeps) {
    if (IsConstant(other_)) return {Where(Compare(keeps, x_, other_), grad_, Zero()), -1};
    const int half = Where(Compare(kEqual, x_, other_), Divide(grad_, Constant(2)), grad_);
    const Operation other_loses = loses == kLess ? kGreater : kLess;
    return {Where(Compare(loses, x_, other_), Zero(), half),
            Where(Compare(other_loses, x_, other_), Zero(), half)};
  }

  // scale_grad_by_count: ties share it.
  int ExtremeGradient() {
    const int mask = Compare(kEqual, x_, y_);
    const int count =
        g_.Reduce(kSum, {g_.CastTo(mask, Format::kFp32)}, call_.axis, {.keep_axis = true});
    return Like(Divide(Multiply(Wide(grad_), mask), count), x_);
  }

  std::vector<int> LogAddExpGradients() {
    const int one = Constant(1);
    return {Divide(grad_, Add(one, Of(kExp, Subtract(other_, x_)))),
            Divide(grad_, Add(one, Of(kExp, Subtract(x_, other_))))};
  }

  // pow_backward_self, pow_backward_exponent.
  std::vector<int> PowerGradients() {
    const int zero = Zero();
    std::vector<int> gradients = {-1, -1};
    if (Wants(0)) {
      const std::optional<double> exponent =
          g_.status().ok() ? g_.ConstantValue(other_) : std::nullopt;
      const int less =
          exponent.has_value() ? Constant(*exponent - 1) : Subtract(other_, Constant(1));
      const int of_self = Multiply(grad_, Multiply(other_, Power(x_, less)));
      gradients[0] =
          exponent.has_value() ? of_self : Where(Compare(kEqual, other_, zero), zero, of_self);
    }
    if (Wants(1)) {
      const int is_zero =
          g_.Apply(kAnd, {Compare(kEqual, x_, zero), Compare(kGreaterEqual, other_, zero)});
      gradients[1] = Where(is_zero, zero, Multiply(grad_, Multiply(y_, Of(kLog, x_))));
    }
    return gradients;
  }

  const Operation operation_;
};

}  // namespace

int Times(GraphBuilder& graph, int a, int b) {
  if (!graph.status().ok()) return 0;
  const std::optional<double> left = graph.ConstantValue(a);
  const std::optional<double> right = graph.ConstantValue(b);
  if (left == 1.0) return b;
  if (right == 1.0) return a;
  if (left.has_value() && right.has_value()) return graph.Constant(*left * *right);
  return graph.Apply(kMultiply, {a, b});
}

int Plus(GraphBuilder& graph, int a, int b) {
  if (!graph.status().ok()) return 0;
  const std::optional<double> left = graph.ConstantValue(a);
  const std::optional<double> right = graph.ConstantValue(b);
  if (left.has_value() && right.has_value()) return graph.Constant(*left + *right);
  return graph.Apply(kAdd, {a, b});
}

int OnesLike(GraphBuilder& graph, int like) {
  const int one = graph.Constant(1);
  return graph.Apply(kWhere, {graph.Apply(kEqual, {like, like}), one, one});
}

std::vector<int> BackwardOf(Operation operation, const BackwardCall& call) {
  return OperationFormula(operation, call).Backward();
}

}  // namespace allreview::numerics
