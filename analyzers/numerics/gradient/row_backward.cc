// Reductions, and composites that have a backward of their own.

#include "analyzers/numerics/gradient/formula.h"
#include "analyzers/numerics/graph/composites.h"

namespace allreview::numerics {
namespace {

using enum Operation;

class RowFormula : public Formula {
 public:
  explicit RowFormula(const BackwardCall& call) : Formula(call) {}

  std::vector<int> Backward(Operation operation);
  std::vector<int> Backward(Composite composite);

 private:
  int VarianceBackward(int grad, double correction);
};

// var_backward: (2 / (n - correction)) * grad * (self - self.mean()).
int RowFormula::VarianceBackward(int grad, double correction) {
  const int n = RowLength(g_, x_, call_.axis);
  const int freedom = correction == 0 ? n : Subtract(n, Constant(correction));
  const int scaled = Like(Multiply(Divide(Constant(2), freedom), Wide(grad)), x_);
  return Multiply(scaled, Subtract(x_, Mean(x_)));
}

std::vector<int> RowFormula::Backward(Operation operation) {
  switch (operation) {
    case kSum:
      return One(grad_);
    case kMean:
      return One(Like(Divide(Wide(grad_), RowLength(g_, x_, call_.axis)), x_));
    case kMax:
    case kMin: {
      // scale_grad_by_count: ties share it.
      const int mask = Compare(kEqual, x_, y_);
      const int count =
          g_.Reduce(kSum, {g_.CastTo(mask, Format::kFp32)}, call_.axis, {.keep_axis = true});
      return One(Like(Divide(Multiply(Wide(grad_), mask), count), x_));
    }
    case kVariance:
      return One(VarianceBackward(grad_, call_.parameters[0]));
    case kNorm: {
      // norm_backward: at a norm of 0 the subgradient 0.
      const int unit = Where(Compare(kEqual, y_, Zero()), Zero(), Divide(x_, y_));
      return One(Multiply(grad_, unit));
    }
    case kDot:
      return {Multiply(grad_, other_), Multiply(grad_, x_)};
    default:
      return {};
  }
}

std::vector<int> RowFormula::Backward(Composite composite) {
  switch (composite) {
    case Composite::kSoftmax: {
      const int y = Wide(y_);
      const int gy = Multiply(Wide(grad_), y);
      return One(Like(Subtract(gy, Multiply(y, Sum(gy))), x_));
    }
    case Composite::kLogSoftmax: {
      const int grad = Wide(grad_);
      const int p = Of(kExp, Wide(y_));
      return One(Like(Subtract(grad, Multiply(p, Sum(grad))), x_));
    }
    case Composite::kLogSumExp:
      return One(Multiply(grad_, Of(kExp, Subtract(x_, y_))));
    case Composite::kDeviation: {
      // std_backward: at a deviation of 0 the subgradient 0.
      const int of_variance = Divide(grad_, Multiply(y_, Constant(2)));
      const int masked = Where(Compare(kEqual, y_, Zero()), Zero(), of_variance);
      return One(VarianceBackward(masked, call_.parameters[0]));
    }
    case Composite::kBceWithLogits:
      return {call_.is_wanted[0] ? Multiply(Subtract(Of(kSigmoid, x_), other_), grad_) : -1,
              call_.is_wanted[1] ? Multiply(Negate(x_), grad_) : -1};
    case Composite::kBinaryCrossEntropy: {
      // Loss.cpp, binary_cross_entropy_backward: in fp32, the denominator clamped. The target's:
      // grad * (log(1 - x) - log(x)), infinite at 0 and 1.
      const int x = Wide(x_);
      const int rest = Subtract(Constant(1), x);
      const int bounded = g_.Apply(kMaximum, {Multiply(rest, x), Constant(1e-12)});
      const int of_x = Divide(Multiply(Wide(grad_), Subtract(x, Wide(other_))), bounded);
      const int logs = Subtract(Of(kLog, Subtract(Constant(1), x_)), Of(kLog, x_));
      return {Like(of_x, x_), call_.is_wanted[1] ? Multiply(grad_, logs) : -1};
    }
    case Composite::kXLogY: {
      const int zero = Zero();
      const int is_masked =
          g_.Apply(kAnd, {Compare(kEqual, x_, zero), Compare(kLessEqual, other_, zero)});
      return {call_.is_wanted[0] ? Where(is_masked, zero, XLogY(g_, grad_, other_)) : -1,
              call_.is_wanted[1] ? Divide(Multiply(grad_, x_), other_) : -1};
    }
    case Composite::kCube:
      return One(Multiply(grad_, Multiply(Constant(3), Square(x_))));
    case Composite::kInverseSquare:
      return One(Multiply(grad_, Multiply(Constant(-2), g_.Apply(kPower, {x_, Constant(-3)}))));
    default:
      return {};
  }
}

}  // namespace

int RowLength(GraphBuilder& graph, int like, Axis axis) {
  return graph.Reduce(kSum, {graph.CastTo(OnesLike(graph, like), Format::kFp32)}, axis,
                      {.keep_axis = true});
}

std::vector<int> RowBackward(Operation operation, const BackwardCall& call) {
  return RowFormula(call).Backward(operation);
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
  return RowFormula(call).Backward(composite);
}

}  // namespace allreview::numerics
