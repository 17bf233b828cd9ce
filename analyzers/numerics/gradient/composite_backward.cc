// Composites that have a backward of their own.

#include "analyzers/numerics/gradient/formula.h"
#include "analyzers/numerics/graph/composites.h"

namespace allreview::numerics {
namespace {

using enum Operation;

class CompositeFormula : public Formula {
 public:
  explicit CompositeFormula(const BackwardCall& call) : Formula(call) {}

  std::vector<int> Backward(Composite composite);
};

std::vector<int> CompositeFormula::Backward(Composite composite) {
  switch (composite) {
    case Composite::kSoftmax: {
      const int y = Wide(y_);
      const int gy = Multiply(Wide(grad_), y);
      return {Like(Subtract(gy, Multiply(y, Sum(gy))), x_)};
    }
    case Composite::kLogSoftmax: {
      const int grad = Wide(grad_);
      const int p = Of(kExp, Wide(y_));
      return {Like(Subtract(grad, Multiply(p, Sum(grad))), x_)};
    }
    case Composite::kLogSumExp:
      return {Multiply(grad_, Of(kExp, Subtract(x_, y_)))};
    case Composite::kDeviation: {
      // std_backward: at a deviation of 0 the subgradient 0.
      const int of_variance = Divide(grad_, Multiply(y_, Constant(2)));
      const int masked = Where(Compare(kEqual, y_, Zero()), Zero(), of_variance);
      return {Variance(masked, call_.parameters[0])};
    }
    case Composite::kBceWithLogits:
      return {Wants(0) ? Multiply(Subtract(Of(kSigmoid, x_), other_), grad_) : -1,
              Wants(1) ? Multiply(Negate(x_), grad_) : -1};
    case Composite::kBinaryCrossEntropy: {
      // Loss.cpp, binary_cross_entropy_backward: in fp32, the denominator clamped. The target's:
      // grad * (log(1 - x) - log(x)), infinite at 0 and 1.
      const int x = Wide(x_);
      const int rest = Subtract(Constant(1), x);
      const int bounded = g_.Apply(kMaximum, {Multiply(rest, x), Constant(1e-12)});
      const int of_x = Divide(Multiply(Wide(grad_), Subtract(x, Wide(other_))), bounded);
      const int logs = Subtract(Of(kLog, Subtract(Constant(1), x_)), Of(kLog, x_));
      return {Like(of_x, x_), Wants(1) ? Multiply(grad_, logs) : -1};
    }
    case Composite::kXLogY: {
      const int zero = Zero();
      const int is_masked =
          g_.Apply(kAnd, {Compare(kEqual, x_, zero), Compare(kLessEqual, other_, zero)});
      return {Wants(0) ? Where(is_masked, zero, XLogY(g_, grad_, other_)) : -1,
              Wants(1) ? Divide(Multiply(grad_, x_), other_) : -1};
    }
    case Composite::kCube:
      return {Multiply(grad_, Multiply(Constant(3), Square(x_)))};
    case Composite::kInverseSquare:
      return {Multiply(grad_, Multiply(Constant(-2), g_.Apply(kPower, {x_, Constant(-3)})))};
    default:
      return {};
  }
}

}  // namespace

int RowLength(GraphBuilder& graph, int like, Axis axis) {
  return graph.Reduce(kSum, {graph.CastTo(OnesLike(graph, like), Format::kFp32)}, axis,
                      {.keep_axis = true});
}

bool HasBackward(Composite composite) {
  switch (composite) {
    case Composite::kSoftmax:
    case Composite::kLogSoftmax:
    case Composite::kLogSumExp:
    case Composite::kDeviation:
    case Composite::kBceWithLogits:
    case Composite::kBinaryCrossEntropy:
    case Composite::kXLogY:
    case Composite::kCube:
    case Composite::kInverseSquare:
      return true;
    default:
      return false;
  }
}

std::vector<int> BackwardOf(Composite composite, const BackwardCall& call) {
  return CompositeFormula(call).Backward(composite);
}

}  // namespace allreview::numerics
