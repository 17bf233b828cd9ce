// Which function of intervals each elementwise operation is.

#include <array>

#include "analyzers/numerics/graph/operations.h"
#include "analyzers/numerics/referee/interval_functions.h"
#include "analyzers/numerics/referee/row_evaluation.h"
#include "base/check.h"

namespace allreview::numerics {
namespace {

using enum Operation;

using Unary = Interval (*)(const Interval& x);
using Binary = Interval (*)(const Interval& a, const Interval& b);

std::optional<bool> Not(std::optional<bool> value) {
  if (!value.has_value()) return value;
  return !*value;
}

Interval And(const Interval& a, const Interval& b) {
  const std::optional<bool> left = IsTrue(a), right = IsTrue(b);
  if (left == false || right == false) return FromBool(false, a.bits());
  return FromBool(left == true ? right : left, a.bits());
}
Interval Or(const Interval& a, const Interval& b) {
  const std::optional<bool> left = IsTrue(a), right = IsTrue(b);
  if (left == true || right == true) return FromBool(true, a.bits());
  return FromBool(left == false ? right : left, a.bits());
}

Interval IsNan(const Interval& x) { return x.IsUnknown() ? x : FromBool(x.IsNan(), x.bits()); }
Interval IsInfinite(const Interval& x) {
  if (x.IsNan()) return FromBool(false, x.bits());
  const bool may_be = x.IsUnknown() || x.low().IsInfinite() || x.high().IsInfinite();
  if (may_be && !x.IsInfinite()) return Interval::Unknown(x.bits());
  return FromBool(may_be, x.bits());
}

Interval Where(const Interval& condition, const Interval& if_true, const Interval& if_false) {
  const std::optional<bool> is_true = IsTrue(condition);
  if (is_true.has_value()) return *is_true ? if_true : if_false;
  if (if_true.IsNumber() && if_false.IsNumber()) return Hull(if_true, if_false);
  return Interval::Unknown(condition.bits());
}

struct UnaryEntry {
  Operation operation;
  Unary function;
};

constexpr UnaryEntry kUnary[] = {
    {kNegate, Negate},
    {kAbsolute, Absolute},
    {kSign, SignOf},
    {kReciprocal, Reciprocal},
    {kRelu, [](const Interval& x) { return Maximum(x, Interval::Point(0, x.bits())); }},
    {kFloor, [](const Interval& x) { return Increasing(mpfr_rint_floor, x); }},
    {kCeil, [](const Interval& x) { return Increasing(mpfr_rint_ceil, x); }},
    {kTruncate, [](const Interval& x) { return Increasing(mpfr_rint_trunc, x); }},
    {kRound, [](const Interval& x) { return Increasing(mpfr_rint_roundeven, x); }},
    {kNot, [](const Interval& x) { return FromBool(Not(IsTrue(x)), x.bits()); }},
    {kIsNan, IsNan},
    {kIsInfinite, IsInfinite},
    {kSqrt, [](const Interval& x) { return Increasing(mpfr_sqrt, x); }},
    {kRsqrt, ReciprocalRoot},
    {kExp, [](const Interval& x) { return Increasing(mpfr_exp, x); }},
    {kExp2, [](const Interval& x) { return Increasing(mpfr_exp2, x); }},
    {kExpm1, [](const Interval& x) { return Increasing(mpfr_expm1, x); }},
    {kLog, [](const Interval& x) { return Increasing(mpfr_log, x); }},
    {kLog2, [](const Interval& x) { return Increasing(mpfr_log2, x); }},
    {kLog10, [](const Interval& x) { return Increasing(mpfr_log10, x); }},
    {kLog1p, [](const Interval& x) { return Increasing(mpfr_log1p, x); }},
    {kSin, Sine},
    {kCos, Cosine},
    {kTan, Tangent},
    {kAsin, ArcSine},
    {kAcos, ArcCosine},
    {kAtan, [](const Interval& x) { return Increasing(mpfr_atan, x); }},
    {kSinh, [](const Interval& x) { return Increasing(mpfr_sinh, x); }},
    {kCosh, HyperbolicCosine},
    {kTanh, [](const Interval& x) { return Increasing(mpfr_tanh, x); }},
    {kErf, [](const Interval& x) { return Increasing(mpfr_erf, x); }},
    {kErfc, [](const Interval& x) { return Decreasing(mpfr_erfc, x); }},
    {kLgamma, LogGamma},
    {kSigmoid, Sigmoid},
    {kSilu, Silu},
    {kGelu, Gelu},
    {kGeluTanh, GeluTanh},
    {kLogSigmoid, LogSigmoid},
    {kCast, [](const Interval& x) { return x; }},
};

struct BinaryEntry {
  Operation operation;
  Binary function;
};

constexpr BinaryEntry kBinary[] = {
    {kAdd, Add},
    {kSubtract, Subtract},
    {kMultiply, Multiply},
    {kDivide, Divide},
    {kMaximum, Maximum},
    {kMinimum, Minimum},
    {kLess, [](const Interval& a, const Interval& b) { return FromBool(IsLess(a, b), a.bits()); }},
    {kLessEqual,
     [](const Interval& a, const Interval& b) { return FromBool(IsLessOrEqual(a, b), a.bits()); }},
    {kGreater,
     [](const Interval& a, const Interval& b) { return FromBool(IsLess(b, a), a.bits()); }},
    {kGreaterEqual,
     [](const Interval& a, const Interval& b) { return FromBool(IsLessOrEqual(b, a), a.bits()); }},
    {kEqual,
     [](const Interval& a, const Interval& b) { return FromBool(IsEqual(a, b), a.bits()); }},
    {kNotEqual,
     [](const Interval& a, const Interval& b) { return FromBool(Not(IsEqual(a, b)), a.bits()); }},
    {kAnd, And},
    {kOr, Or},
    {kPower, Power},
    {kLogAddExp, LogAddExp},
    {kHypot, Hypotenuse},
};

}  // namespace

Interval EvaluateElement(const Node& node, const Interval& a, const Interval& b,
                         const Interval& c) {
  if (node.operation == kWhere) return Where(a, b, c);
  if (node.operation == kSoftplus) return Softplus(a, node.parameters[0]);
  if (node.operation == kElu) return Elu(a, node.parameters[0]);
  for (const UnaryEntry& entry : kUnary) {
    if (entry.operation == node.operation) return entry.function(a);
  }
  for (const BinaryEntry& entry : kBinary) {
    if (entry.operation == node.operation) return entry.function(a, b);
  }
  CHECK(false) << "the referee has no line for " << InfoOf(node.operation).name;
  return Interval::Unknown(a.bits());
}

}  // namespace allreview::numerics
