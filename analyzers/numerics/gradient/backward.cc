#include "analyzers/numerics/gradient/backward.h"

#include <cmath>
#include <numbers>
#include <optional>

#include "absl/strings/str_cat.h"
#include "analyzers/numerics/gradient/formula.h"
#include "analyzers/numerics/graph/composites.h"

namespace allreview::numerics {
namespace {

using enum Operation;

constexpr double kLn2 = std::numbers::ln2;
constexpr double kLn10 = std::numbers::ln10;

class ElementaryFormula : public Formula {
 public:
  explicit ElementaryFormula(const BackwardCall& call) : Formula(call) {}

  std::vector<int> Arithmetic(Operation operation);
  std::vector<int> Choice(Operation operation);
  std::vector<int> Elementary(Operation operation);
  std::vector<int> Trigonometric(Operation operation);

 private:
  std::vector<int> Extreme(Operation loses, Operation keeps);
  std::vector<int> PowerBackward();
};

std::vector<int> ElementaryFormula::Arithmetic(Operation operation) {
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

// maximum (kLess) and minimum (kGreater): ties share the gradient; clamp gives it whole.
std::vector<int> ElementaryFormula::Extreme(Operation loses, Operation keeps) {
  if (IsConstant(other_)) return {Where(Compare(keeps, x_, other_), grad_, Zero()), -1};
  const int half = Where(Compare(kEqual, x_, other_), Divide(grad_, Constant(2)), grad_);
  const Operation other_loses = loses == kLess ? kGreater : kLess;
  return {Where(Compare(loses, x_, other_), Zero(), half),
          Where(Compare(other_loses, x_, other_), Zero(), half)};
}

std::vector<int> ElementaryFormula::Choice(Operation operation) {
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

std::vector<int> ElementaryFormula::Elementary(Operation operation) {
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
std::vector<int> ElementaryFormula::PowerBackward() {
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

std::vector<int> ElementaryFormula::Trigonometric(Operation operation) {
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

// Steps, comparisons and signs: 0 wherever there is a derivative.
bool IsFlat(Operation operation) {
  return GivesSmallInteger(operation) || operation == kFloor || operation == kCeil ||
         operation == kTruncate || operation == kRound;
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

std::vector<int> BackwardOf(Operation operation, const BackwardCall& call) {
  if (IsFlat(operation)) return std::vector<int>(call.operands.size(), -1);
  ElementaryFormula formula(call);
  for (const auto part : {&ElementaryFormula::Arithmetic, &ElementaryFormula::Choice,
                          &ElementaryFormula::Elementary, &ElementaryFormula::Trigonometric}) {
    std::vector<int> gradients = (formula.*part)(operation);
    if (!gradients.empty()) return gradients;
  }
  for (const auto part : {ActivationBackward, RowBackward}) {
    std::vector<int> gradients = part(operation, call);
    if (!gradients.empty()) return gradients;
  }
  call.graph.Fail(absl::UnimplementedError(
      absl::StrCat(InfoOf(operation).name, ": its backward is not measured")));
  return std::vector<int>(call.operands.size(), -1);
}

}  // namespace allreview::numerics
