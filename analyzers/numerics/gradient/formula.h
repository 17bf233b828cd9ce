#ifndef ANALYZERS_NUMERICS_GRADIENT_FORMULA_H_
#define ANALYZERS_NUMERICS_GRADIENT_FORMULA_H_

#include <vector>

#include "analyzers/numerics/gradient/backward.h"
#include "analyzers/numerics/graph/composites.h"

namespace allreview::numerics {

// The words of backward formulas, so that they read as in derivatives.yaml. `call` is borrowed.
class Formula {
 protected:
  explicit Formula(const BackwardCall& call)
      : call_(call), g_(call.graph), grad_(call.gradient), y_(call.result) {
    if (!call.operands.empty()) x_ = call.operands[0];
    other_ = call.operands.size() > 1 ? call.operands[1] : x_;
  }

  int Constant(double value) { return g_.Constant(value); }
  int Add(int a, int b) { return g_.Apply(Operation::kAdd, {a, b}); }
  int Subtract(int a, int b) { return g_.Apply(Operation::kSubtract, {a, b}); }
  int Multiply(int a, int b) { return Times(g_, a, b); }
  int Divide(int a, int b) { return g_.Apply(Operation::kDivide, {a, b}); }
  int Negate(int a) { return g_.Apply(Operation::kNegate, {a}); }
  int Of(Operation operation, int a) { return g_.Apply(operation, {a}); }
  int Compare(Operation operation, int a, int b) { return g_.Apply(operation, {a, b}); }
  int Where(int condition, int a, int b) { return g_.Apply(Operation::kWhere, {condition, a, b}); }
  int Zero() { return Constant(0); }
  int Square(int a) { return g_.Apply(Operation::kMultiply, {a, a}); }
  int Power(int a, int b) { return numerics::Power(g_, a, b); }
  int Sum(int a) {
    return g_.Reduce(Operation::kSum, {Elements(a)}, call_.axis, {.keep_axis = true});
  }
  int Mean(int a) { return g_.Reduce(Operation::kMean, {a}, call_.axis, {.keep_axis = true}); }
  int Count() { return RowLength(g_, x_, call_.axis); }
  int Wide(int a) { return IsConstant(a) ? a : g_.WidenToFp32(a); }
  int Like(int a, int like) { return g_.CastLike(a, like); }
  bool IsConstant(int a) const { return g_.status().ok() && g_.ConstantValue(a).has_value(); }
  // Whether operand i wants a gradient.
  bool Wants(int i) const { return call_.is_wanted[i]; }

  // A value of each row, or a number, as an element for each position.
  int Elements(int a) {
    if (!g_.status().ok() || g_.node(a).extent == Extent::kElement) return a;
    return g_.Apply(Operation::kMultiply, {OnesLike(g_, x_), a});
  }

  // var_backward: (2 / (n - correction)) * grad * (self - self.mean()).
  int Variance(int grad, double correction) {
    const int n = Count();
    const int freedom = correction == 0 ? n : Subtract(n, Constant(correction));
    const int scaled = Like(Multiply(Divide(Constant(2), freedom), Wide(grad)), x_);
    return Multiply(scaled, Subtract(x_, Mean(x_)));
  }

  const BackwardCall& call_;
  GraphBuilder& g_;
  const int grad_;
  const int y_;
  int x_ = 0;
  int other_ = 0;
};

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_GRADIENT_FORMULA_H_
