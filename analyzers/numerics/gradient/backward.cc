#include "analyzers/numerics/gradient/backward.h"

#include <numbers>
#include <optional>

#include "absl/strings/str_cat.h"
#include "analyzers/numerics/graph/composites.h"

namespace allreview::numerics {
namespace {

using enum Operation;

constexpr double kLn2 = std::numbers::ln2;
constexpr double kLn10 = std::numbers::ln10;
constexpr GraphBuilder::ReduceOptions kKeep = {.keep_axis = true};

// A backward formula, written as derivatives.yaml writes it.
class Formula {
 public:
  explicit Formula(const BackwardCall& call)
      : call_(call), g_(call.graph), grad_(call.gradient), y_(call.result) {
    if (!call.operands.empty()) x_ = call.operands[0];
    other_ = call.operands.size() > 1 ? call.operands[1] : x_;
  }

  int Constant(double value) { return g_.Constant(value); }
  int Add(int a, int b) { return g_.Apply(kAdd, {a, b}); }
  int Subtract(int a, int b) { return g_.Apply(kSubtract, {a, b}); }
  int Multiply(int a, int b) { return Times(g_, a, b); }
  int Divide(int a, int b) { return g_.Apply(kDivide, {a, b}); }
  int Negate(int a) { return g_.Apply(kNegate, {a}); }
  int Of(Operation operation, int a) { return g_.Apply(operation, {a}); }
  int Compare(Operation operation, int a, int b) { return g_.Apply(operation, {a, b}); }
  int Where(int condition, int a, int b) { return g_.Apply(kWhere, {condition, a, b}); }
  int Zero() { return Constant(0); }
  int Square(int a) { return g_.Apply(kMultiply, {a, a}); }
  int Sum(int a) { return g_.Reduce(kSum, {Elements(a)}, call_.axis, kKeep); }
  int Mean(int a) { return g_.Reduce(kMean, {a}, call_.axis, kKeep); }
  int Wide(int a) { return IsConstant(a) ? a : g_.WidenToFp32(a); }
  int Like(int a, int like) { return g_.CastLike(a, like); }
  bool IsConstant(int a) const { return g_.status().ok() && g_.ConstantValue(a).has_value(); }

  // A value of each row, or a number, as an element for each position.
  int Elements(int a) {
    if (!g_.status().ok() || g_.node(a).extent == Extent::kElement) return a;
    return g_.Apply(kMultiply, {OnesLike(g_, x_), a});
  }

  std::vector<int> One(int gradient) { return {gradient}; }

  std::vector<int> Arithmetic(Operation operation);
  std::vector<int> Choice(Operation operation);
  std::vector<int> Elementary(Operation operation);
  std::vector<int> Trigonometric(Operation operation);
  std::vector<int> Activation(Operation operation);
  std::vector<int> PowerBackward();
  std::vector<int> Row(Operation operation);
  std::vector<int> OfComposite(Composite composite);

 private:
  // maximum (kLess) and minimum (kGreater): ties share the gradient; clamp gives it whole.
  std::vector<int> Extreme(Operation loses, Operation keeps) {
    if (IsConstant(other_)) return {Where(Compare(keeps, x_, other_), grad_, Zero()), -1};
    const int half = Where(Compare(kEqual, x_, other_), Divide(grad_, Constant(2)), grad_);
    const Operation other_loses = loses == kLess ? kGreater : kLess;
    return {Where(Compare(loses, x_, other_), Zero(), half),
            Where(Compare(other_loses, x_, other_), Zero(), half)};
  }

  int GeluErfBackward();
  int GeluTanhBackward();
  int VarianceBackward(int grad, double correction);

  const BackwardCall& call_;
  GraphBuilder& g_;
  const int grad_;
  const int y_;
  int x_ = 0;
  int other_ = 0;
};

std::vector<int> Formula::Arithmetic(Operation operation) {
  switch (operation) {
    case kAdd:
      return {grad_, grad_};
    case kSubtract:
      return {grad_, call_.is_wanted[1] ? Negate(grad_) : -1};
    case kMultiply:
      // pow(2): grad * (2 * self).
      if (x_ == other_) return {Multiply(grad_, Multiply(Constant(2), x_)), -1};
      return {call_.is_wanted[0] ? Multiply(grad_, other_) : -1,
              call_.is_wanted[1] ? Multiply(grad_, x_) : -1};
    case kDivide: {
      const int of_self = call_.is_wanted[0] ? Divide(grad_, other_) : -1;
      if (!call_.is_wanted[1]) return {of_self, -1};
      // div_tensor_other_grad
      return {of_self, Multiply(Negate(grad_), Divide(Divide(x_, other_), other_))};
    }
    case kNegate:
      return One(Negate(grad_));
    case kAbsolute:
      return One(Multiply(grad_, Of(kSign, x_)));
    case kReciprocal:
      return One(Multiply(Negate(grad_), Square(y_)));
    case kHypot:
      return {Multiply(grad_, Divide(x_, y_)), Multiply(grad_, Divide(other_, y_))};
    default:
      return {};
  }
}

std::vector<int> Formula::Choice(Operation operation) {
  switch (operation) {
    case kRelu:
      return One(Where(Compare(kLessEqual, y_, Zero()), Zero(), grad_));
    case kMaximum:
      return Extreme(kLess, kGreaterEqual);
    case kMinimum:
      return Extreme(kGreater, kLessEqual);
    case kWhere:
      return {-1, call_.is_wanted[1] ? Where(x_, grad_, Zero()) : -1,
              call_.is_wanted[2] ? Where(x_, Zero(), grad_) : -1};
    default:
      return {};
  }
}

std::vector<int> Formula::Elementary(Operation operation) {
  switch (operation) {
    case kSqrt:
      return One(Divide(grad_, Multiply(Constant(2), y_)));
    case kRsqrt:
      return One(Multiply(Multiply(Constant(-0.5), grad_), Power(g_, y_, Constant(3))));
    case kExp:
      return One(Multiply(grad_, y_));
    case kExp2:
      return One(Multiply(Multiply(grad_, y_), Constant(kLn2)));
    case kExpm1:
      return One(Multiply(grad_, Add(y_, Constant(1))));
    case kLog:
      return One(Divide(grad_, x_));
    case kLog2:
      return One(Divide(grad_, Multiply(x_, Constant(kLn2))));
    case kLog10:
      return One(Divide(grad_, Multiply(x_, Constant(kLn10))));
    case kLog1p:
      return One(Divide(grad_, Add(x_, Constant(1))));
    case kErf:
    case kErfc: {
      const double factor = 2 / std::sqrt(std::numbers::pi);
      const int bell = Of(kExp, Negate(Square(x_)));
      return One(Multiply(Multiply(Constant(operation == kErf ? factor : -factor), bell), grad_));
    }
    case kLogAddExp: {
      const int one = Constant(1);
      return {Divide(grad_, Add(one, Of(kExp, Subtract(other_, x_)))),
              Divide(grad_, Add(one, Of(kExp, Subtract(x_, other_))))};
    }
    case kPower:
      return PowerBackward();
    default:
      return {};
  }
}

// pow_backward_self, pow_backward_exponent.
std::vector<int> Formula::PowerBackward() {
  const int zero = Zero();
  std::vector<int> gradients = {-1, -1};
  if (call_.is_wanted[0]) {
    const std::optional<double> exponent =
        g_.status().ok() ? g_.ConstantValue(other_) : std::nullopt;
    const int less = exponent.has_value() ? Constant(*exponent - 1) : Subtract(other_, Constant(1));
    const int of_self = Multiply(grad_, Multiply(other_, Power(g_, x_, less)));
    gradients[0] =
        exponent.has_value() ? of_self : Where(Compare(kEqual, other_, zero), zero, of_self);
  }
  if (call_.is_wanted[1]) {
    const int is_zero =
        g_.Apply(kAnd, {Compare(kEqual, x_, zero), Compare(kGreaterEqual, other_, zero)});
    gradients[1] = Where(is_zero, zero, Multiply(grad_, Multiply(y_, Of(kLog, x_))));
  }
  return gradients;
}

std::vector<int> Formula::Trigonometric(Operation operation) {
  const auto rest_of_square = [&] { return Add(Multiply(Negate(x_), x_), Constant(1)); };
  switch (operation) {
    case kSin:
      return One(Multiply(grad_, Of(kCos, x_)));
    case kCos:
      return One(Multiply(grad_, Negate(Of(kSin, x_))));
    case kTan:
      return One(Multiply(grad_, Add(Constant(1), Square(y_))));
    case kAsin:
      return One(Multiply(grad_, Of(kRsqrt, rest_of_square())));
    case kAcos:
      return One(Multiply(grad_, Negate(Of(kRsqrt, rest_of_square()))));
    case kAtan:
      return One(Divide(grad_, Add(Square(x_), Constant(1))));
    case kSinh:
      return One(Multiply(grad_, Of(kCosh, x_)));
    case kCosh:
      return One(Multiply(grad_, Of(kSinh, x_)));
    default:
      return {};
  }
}

// Kernels that compute in fp32: aten/src/ATen/native/cuda/Activation*Kernel.cu,
// BinaryMiscBackwardOpsKernels.cu.
std::vector<int> Formula::Activation(Operation operation) {
  const int grad = Wide(grad_);
  const int x = Wide(x_);
  const int one = Constant(1);
  const auto rounded = [&](int wide) { return One(Like(wide, x_)); };
  switch (operation) {
    case kTanh: {
      const int y = Wide(y_);
      return rounded(Multiply(grad, Subtract(one, Square(y))));
    }
    case kSigmoid: {
      const int y = Wide(y_);
      return rounded(Multiply(Multiply(grad, Subtract(one, y)), y));
    }
    case kSilu: {
      const int s = Of(kSigmoid, x);
      const int slope = Add(one, Multiply(x, Subtract(one, s)));
      return rounded(Multiply(Multiply(grad, s), slope));
    }
    case kGelu:
      return rounded(Multiply(grad, GeluErfBackward()));
    case kGeluTanh:
      return rounded(Multiply(grad, GeluTanhBackward()));
    case kSoftplus: {
      const int scaled = Multiply(x, Constant(call_.parameters[0]));
      const int z = Of(kExp, scaled);
      const int is_linear = Compare(kGreater, scaled, Constant(call_.parameters[1]));
      return rounded(Where(is_linear, grad, Divide(Multiply(grad, z), Add(z, one))));
    }
    case kLogSigmoid: {
      const int is_negative = Compare(kLess, x, Zero());
      const int z = Of(kExp, Negate(Of(kAbsolute, x)));
      const int share = Divide(z, Add(one, z));
      return rounded(Multiply(grad, Where(is_negative, Subtract(one, share), share)));
    }
    case kElu: {
      const int slope = Multiply(Constant(call_.parameters[0]), Of(kExp, x));
      return rounded(Where(Compare(kLessEqual, x, Zero()), Multiply(grad, slope), grad));
    }
    default:
      return {};
  }
}

int Formula::GeluErfBackward() {
  const int x = Wide(x_);
  const int erf = Of(kErf, Multiply(x, Constant(1 / std::numbers::sqrt2)));
  const int cdf = Multiply(Constant(0.5), Add(Constant(1), erf));
  const int bell = Of(kExp, Multiply(Constant(-0.5), Square(x)));
  const int pdf = Multiply(bell, Constant(std::numbers::inv_sqrtpi / std::numbers::sqrt2));
  return Add(cdf, Multiply(x, pdf));
}

int Formula::GeluTanhBackward() {
  const double beta = std::numbers::sqrt2 / std::sqrt(std::numbers::pi);
  const double kappa = 0.044715;
  const int x = Wide(x_);
  const int one = Constant(1);
  const int square = Square(x);
  const int cube = Multiply(square, x);
  const int inner = Multiply(Constant(beta), Add(x, Multiply(Constant(kappa), cube)));
  const int t = Of(kTanh, inner);
  const int left = Multiply(Constant(0.5), x);
  const int right = Add(one, t);
  const int slope = Multiply(Constant(beta), Add(one, Multiply(Constant(3 * kappa), square)));
  const int of_tanh = Multiply(Subtract(one, Square(t)), slope);
  return Add(Multiply(Constant(0.5), right), Multiply(left, of_tanh));
}

// var_backward: (2 / (n - correction)) * grad * (self - self.mean()).
int Formula::VarianceBackward(int grad, double correction) {
  const int n = RowLength(g_, x_, call_.axis);
  const int freedom = correction == 0 ? n : Subtract(n, Constant(correction));
  const int scaled = Like(Multiply(Divide(Constant(2), freedom), Wide(grad)), x_);
  return Multiply(scaled, Subtract(x_, Mean(x_)));
}

std::vector<int> Formula::Row(Operation operation) {
  switch (operation) {
    case kSum:
      return One(grad_);
    case kMean:
      return One(Like(Divide(Wide(grad_), RowLength(g_, x_, call_.axis)), x_));
    case kMax:
    case kMin: {
      // scale_grad_by_count: ties share it.
      const int mask = Compare(kEqual, x_, y_);
      const int count = g_.Reduce(kSum, {g_.CastTo(mask, Format::kFp32)}, call_.axis, kKeep);
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

std::vector<int> Formula::OfComposite(Composite composite) {
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

// Steps, comparisons and signs: 0 wherever there is a derivative.
bool IsFlat(Operation operation) {
  switch (operation) {
    case kSign:
    case kFloor:
    case kCeil:
    case kTruncate:
    case kRound:
    case kLess:
    case kLessEqual:
    case kGreater:
    case kGreaterEqual:
    case kEqual:
    case kNotEqual:
    case kAnd:
    case kOr:
    case kNot:
    case kIsNan:
    case kIsInfinite:
      return true;
    default:
      return false;
  }
}

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

int RowLength(GraphBuilder& graph, int like, Axis axis) {
  return graph.Reduce(kSum, {graph.CastTo(OnesLike(graph, like), Format::kFp32)}, axis, kKeep);
}

std::vector<int> BackwardOf(Operation operation, const BackwardCall& call) {
  if (IsFlat(operation)) return std::vector<int>(call.operands.size(), -1);
  Formula formula(call);
  for (const auto part : {&Formula::Arithmetic, &Formula::Choice, &Formula::Elementary,
                          &Formula::Trigonometric, &Formula::Activation, &Formula::Row}) {
    std::vector<int> gradients = (formula.*part)(operation);
    if (!gradients.empty()) return gradients;
  }
  call.graph.Fail(absl::UnimplementedError(
      absl::StrCat(InfoOf(operation).name, ": its backward is not measured")));
  return std::vector<int>(call.operands.size(), -1);
}

bool HasBackward(Composite composite) {
  switch (composite) {
    case Composite::kSoftmax:
    case Composite::kLogSoftmax:
    case Composite::kLogSumExp:
    case Composite::kDeviation:
    case Composite::kBceWithLogits:
    case Composite::kXLogY:
    case Composite::kCube:
    case Composite::kInverseSquare:
      return true;
    default:
      return false;
  }
}

std::vector<int> BackwardOf(Composite composite, const BackwardCall& call) {
  return Formula(call).OfComposite(composite);
}

}  // namespace allreview::numerics
