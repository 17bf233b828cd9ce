#include "analyzers/numerics/referee/interval.h"

#include <utility>

namespace allreview::numerics {
namespace {

using RealOperation = int (*)(mpfr_ptr result, mpfr_srcptr a, mpfr_srcptr b, mpfr_rnd_t rounding);

Real Apply(RealOperation operation, const Real& a, const Real& b, mpfr_rnd_t rounding) {
  Real result(a.bits());
  operation(result.get(), a.get(), b.get(), rounding);
  return result;
}

const Real& Smaller(const Real& a, const Real& b) {
  return mpfr_lessequal_p(a.get(), b.get()) != 0 ? a : b;
}
const Real& Larger(const Real& a, const Real& b) {
  return mpfr_greaterequal_p(a.get(), b.get()) != 0 ? a : b;
}

// The hull of operation at all four pairs of ends, which is its range where it is monotone in each
// operand.
Interval AtCorners(RealOperation operation, const Interval& a, const Interval& b) {
  const bool is_exact = a.IsPoint() && b.IsPoint();
  Real low = Apply(operation, a.low(), b.low(), MPFR_RNDD);
  Real high = Apply(operation, a.low(), b.low(), MPFR_RNDU);
  if (is_exact) return Interval::Between(low, high, is_exact);
  const std::pair<const Real&, const Real&> corners[] = {
      {a.low(), b.high()}, {a.high(), b.low()}, {a.high(), b.high()}};
  for (const auto& [x, y] : corners) {
    const Real down = Apply(operation, x, y, MPFR_RNDD);
    const Real up = Apply(operation, x, y, MPFR_RNDU);
    if (low.IsNan() || down.IsNan()) return Interval::Unknown(a.bits());
    low = Smaller(low, down);
    high = Larger(high, up);
  }
  return Interval::Between(std::move(low), std::move(high), is_exact);
}

}  // namespace

Interval Interval::Between(Real low, Real high, bool is_exact) {
  const mpfr_prec_t bits = low.bits();
  if (low.IsNan() || high.IsNan()) return is_exact ? NotANumber(bits) : Unknown(bits);
  // Directed roundings of x - x differ in the sign of zero only; the usual rounding says +0.
  if (low.IsZero() && high.IsZero() && mpfr_signbit(low.get()) != mpfr_signbit(high.get())) {
    mpfr_set_zero(low.get(), 1);
    mpfr_set_zero(high.get(), 1);
  }
  return Interval(Kind::kNumber, std::move(low), std::move(high));
}

Interval Interval::Point(double value, mpfr_prec_t bits) {
  return Between(Real(value, bits), Real(value, bits), /*is_exact=*/true);
}
Interval Interval::Unknown(mpfr_prec_t bits) {
  return Interval(Kind::kUnknown, Real(bits), Real(bits));
}
Interval Interval::NotANumber(mpfr_prec_t bits) {
  return Interval(Kind::kNan, Real(bits), Real(bits));
}

std::optional<Interval> Undefined(const Interval& a, const Interval& b) {
  if (a.IsNan() || b.IsNan()) return Interval::NotANumber(a.bits());
  if (a.IsUnknown() || b.IsUnknown()) return Interval::Unknown(a.bits());
  return std::nullopt;
}

Interval Increasing(RealFunction fn, const Interval& x) {
  if (!x.IsNumber()) return x;
  Real low(x.bits()), high(x.bits());
  fn(low.get(), x.low().get(), MPFR_RNDD);
  fn(high.get(), x.high().get(), MPFR_RNDU);
  const bool is_outside = low.IsNan() && high.IsNan();
  return Interval::Between(std::move(low), std::move(high), is_outside);
}

Interval Decreasing(RealFunction fn, const Interval& x) {
  if (!x.IsNumber()) return x;
  Real low(x.bits()), high(x.bits());
  fn(low.get(), x.high().get(), MPFR_RNDD);
  fn(high.get(), x.low().get(), MPFR_RNDU);
  const bool is_outside = low.IsNan() && high.IsNan();
  return Interval::Between(std::move(low), std::move(high), is_outside);
}

Interval Negate(const Interval& a) { return Decreasing(mpfr_neg, a); }

Interval Absolute(const Interval& a) {
  if (!a.IsNumber()) return a;
  Interval negated = Negate(a);
  if (a.low().Sign() > 0) return a;
  if (a.high().Sign() < 0 || a.IsPoint()) return a.IsZero() ? Multiply(a, a) : negated;
  Real high = Larger(a.high(), negated.high());
  return Interval::Between(Real(a.bits()), std::move(high), /*is_exact=*/false);
}

Interval Add(const Interval& a, const Interval& b) {
  if (const auto undefined = Undefined(a, b)) return *undefined;
  return Interval::Between(Apply(mpfr_add, a.low(), b.low(), MPFR_RNDD),
                           Apply(mpfr_add, a.high(), b.high(), MPFR_RNDU),
                           a.IsPoint() && b.IsPoint());
}

Interval Subtract(const Interval& a, const Interval& b) {
  if (const auto undefined = Undefined(a, b)) return *undefined;
  return Interval::Between(Apply(mpfr_sub, a.low(), b.high(), MPFR_RNDD),
                           Apply(mpfr_sub, a.high(), b.low(), MPFR_RNDU),
                           a.IsPoint() && b.IsPoint());
}

Interval Multiply(const Interval& a, const Interval& b) {
  if (const auto undefined = Undefined(a, b)) return *undefined;
  return AtCorners(mpfr_mul, a, b);
}

Interval Divide(const Interval& a, const Interval& b) {
  if (const auto undefined = Undefined(a, b)) return *undefined;
  if (!b.HasZero()) return AtCorners(mpfr_div, a, b);
  // The sign of the pole is known only for a zero that is exact.
  if (!b.IsZero() || (a.HasZero() && !a.IsPoint())) return Interval::Unknown(a.bits());
  if (a.IsZero()) return Interval::NotANumber(a.bits());
  return AtCorners(mpfr_div, a, b);
}

Interval Square(const Interval& a) {
  const Interval magnitude = Absolute(a);
  return Multiply(magnitude, magnitude);
}

Interval Reciprocal(const Interval& a) { return Divide(Interval::Point(1, a.bits()), a); }

Interval Maximum(const Interval& a, const Interval& b) {
  if (const auto undefined = Undefined(a, b)) return *undefined;
  return Interval::Between(Larger(a.low(), b.low()), Larger(a.high(), b.high()), true);
}

Interval Minimum(const Interval& a, const Interval& b) {
  if (const auto undefined = Undefined(a, b)) return *undefined;
  return Interval::Between(Smaller(a.low(), b.low()), Smaller(a.high(), b.high()), true);
}

Interval Hull(const Interval& a, const Interval& b) {
  return Interval::Between(Smaller(a.low(), b.low()), Larger(a.high(), b.high()), false);
}

std::optional<bool> IsLess(const Interval& a, const Interval& b) {
  if (a.IsNan() || b.IsNan()) return false;
  if (a.IsUnknown() || b.IsUnknown()) return std::nullopt;
  if (mpfr_less_p(a.high().get(), b.low().get()) != 0) return true;
  if (mpfr_greaterequal_p(a.low().get(), b.high().get()) != 0) return false;
  return std::nullopt;
}

std::optional<bool> IsLessOrEqual(const Interval& a, const Interval& b) {
  if (a.IsNan() || b.IsNan()) return false;
  if (a.IsUnknown() || b.IsUnknown()) return std::nullopt;
  if (mpfr_lessequal_p(a.high().get(), b.low().get()) != 0) return true;
  if (mpfr_greater_p(a.low().get(), b.high().get()) != 0) return false;
  return std::nullopt;
}

std::optional<bool> IsEqual(const Interval& a, const Interval& b) {
  const std::optional<bool> is_below = IsLessOrEqual(a, b);
  const std::optional<bool> is_above = IsLessOrEqual(b, a);
  if (is_below == false || is_above == false) return false;
  if (!is_below.has_value() || !is_above.has_value()) return std::nullopt;
  return true;
}

std::optional<bool> IsTrue(const Interval& a) {
  if (a.IsNan()) return true;
  if (a.IsUnknown()) return std::nullopt;
  if (!a.HasZero()) return true;
  if (a.IsZero()) return false;
  return std::nullopt;
}

Interval FromBool(std::optional<bool> value, mpfr_prec_t bits) {
  return value.has_value() ? Interval::Point(*value ? 1 : 0, bits) : Interval::Unknown(bits);
}

}  // namespace allreview::numerics
