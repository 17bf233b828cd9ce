#include "analyzers/numerics/referee/interval_functions.h"

#include <utility>

namespace allreview::numerics {
namespace {

Interval Constant(double value, const Interval& like) {
  return Interval::Point(value, like.bits());
}

Interval Sqrt(const Interval& x) { return Increasing(mpfr_sqrt, x); }
Interval Exp(const Interval& x) { return Increasing(mpfr_exp, x); }

// A function with periods or poles would need as many bits of pi as the exponent says: minutes and
// gigabytes, for values that only an expression out of control reaches.
bool IsEnormous(const Interval& x) {
  constexpr mpfr_exp_t kLargestExponent = 1 << 16;
  const auto is_large = [](const Real& end) {
    return mpfr_regular_p(end.get()) != 0 && mpfr_get_exp(end.get()) > kLargestExponent;
  };
  return x.IsNumber() && (is_large(x.low()) || is_large(x.high()));
}

// fn at an end of x, and around it what a slope of 1 at most can add.
Interval ByLipschitz(RealFunction fn, const Interval& x) {
  if (!x.IsNumber()) return x;
  if (IsEnormous(x)) return Interval::Unknown(x.bits());
  if (x.IsPoint()) return Increasing(fn, x);
  if (x.low().IsInfinite() || x.high().IsInfinite()) return Interval::Unknown(x.bits());
  const Interval low = Interval::Between(x.low(), x.low(), true);
  const Interval high = Interval::Between(x.high(), x.high(), true);
  const Interval width = Subtract(high, low);
  const Interval radius = Hull(Negate(width), width);
  return Maximum(Minimum(Add(Increasing(fn, low), radius), Constant(1, x)), Constant(-1, x));
}

// asin and acos: the domain has two ends, so both ends of x may be outside with it in between.
bool StraddlesDomain(const Interval& x) {
  return x.IsNumber() && mpfr_cmp_si(x.low().get(), -1) < 0 && mpfr_cmp_si(x.high().get(), 1) > 0;
}

int LogGammaOfReal(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding) {
  int sign = 0;
  return mpfr_lgamma(result, &sign, x, rounding);
}

// The tangent of log |Gamma| at `from`, where `to` is.
Interval TangentLine(const Interval& from, const Interval& to) {
  Real down(from.bits()), up(from.bits());
  mpfr_digamma(down.get(), from.low().get(), MPFR_RNDD);
  mpfr_digamma(up.get(), from.low().get(), MPFR_RNDU);
  const Interval slope = Interval::Between(std::move(down), std::move(up), false);
  return Add(Increasing(LogGammaOfReal, from), Multiply(slope, Subtract(to, from)));
}

bool IsWhole(const Real& x) { return mpfr_integer_p(x.get()) != 0; }
bool IsOdd(const Real& x) {
  Real half(x.bits());
  mpfr_div_2ui(half.get(), x.get(), 1, MPFR_RNDN);
  return IsWhole(x) && !IsWhole(half);
}

// For x >= 0, where the extremes are at the corners.
Interval PowerOfMagnitude(const Interval& x, const Interval& y) {
  const auto power = [](const Real& a, const Real& b, mpfr_rnd_t rounding) {
    Real result(a.bits());
    mpfr_pow(result.get(), a.get(), b.get(), rounding);
    return result;
  };
  const auto at = [&](const Real& a, const Real& b) {
    return Interval::Between(power(a, b, MPFR_RNDD), power(a, b, MPFR_RNDU),
                             x.IsPoint() && y.IsPoint());
  };
  Interval first = at(x.low(), y.low());
  if (x.IsPoint() && y.IsPoint()) return first;
  const Interval others[] = {at(x.low(), y.high()), at(x.high(), y.low()), at(x.high(), y.high())};
  Interval hull = first;
  for (const Interval& other : others) {
    if (!hull.IsNumber() || !other.IsNumber()) return Interval::Unknown(x.bits());
    hull = Hull(hull, other);
  }
  return hull;
}

}  // namespace

Interval Sine(const Interval& x) { return ByLipschitz(mpfr_sin, x); }
Interval Cosine(const Interval& x) { return ByLipschitz(mpfr_cos, x); }

Interval Tangent(const Interval& x) {
  if (IsEnormous(x)) return Interval::Unknown(x.bits());
  if (!x.IsNumber() || x.IsPoint()) return Increasing(mpfr_tan, x);
  // Without a pole inside and narrower than a period, it increases.
  const Interval cosine = Cosine(x);
  Real width(x.bits());
  mpfr_sub(width.get(), x.high().get(), x.low().get(), MPFR_RNDU);
  if (!cosine.IsNumber() || cosine.HasZero() || mpfr_cmp_si(width.get(), 3) > 0) {
    return Interval::Unknown(x.bits());
  }
  return Increasing(mpfr_tan, x);
}

Interval ArcSine(const Interval& x) {
  return StraddlesDomain(x) ? Interval::Unknown(x.bits()) : Increasing(mpfr_asin, x);
}
Interval ArcCosine(const Interval& x) {
  return StraddlesDomain(x) ? Interval::Unknown(x.bits()) : Decreasing(mpfr_acos, x);
}

Interval HyperbolicCosine(const Interval& x) { return Increasing(mpfr_cosh, Absolute(x)); }

// 1 / sqrt(-0) is -infinity.
Interval ReciprocalRoot(const Interval& x) { return Reciprocal(Sqrt(x)); }

// Convex between its poles: above its tangents, and below the larger end.
Interval LogGamma(const Interval& x) {
  if (!x.IsNumber()) return x;
  if (IsEnormous(x)) return Interval::Unknown(x.bits());
  if (x.IsPoint()) return Increasing(LogGammaOfReal, x);
  Real next(x.bits());
  mpfr_floor(next.get(), x.low().get());
  mpfr_add_ui(next.get(), next.get(), 1, MPFR_RNDU);
  const bool may_have_pole =
      x.low().Sign() <= 0 && (IsWhole(x.low()) || mpfr_lessequal_p(next.get(), x.high().get()));
  if (may_have_pole || x.high().IsInfinite()) return Interval::Unknown(x.bits());
  const Interval low = Interval::Between(x.low(), x.low(), true);
  const Interval high = Interval::Between(x.high(), x.high(), true);
  const Interval upper = Maximum(LogGamma(low), LogGamma(high));
  const Interval lower = Minimum(Minimum(LogGamma(low), LogGamma(high)), TangentLine(low, high));
  if (!upper.IsNumber() || !lower.IsNumber()) return Interval::Unknown(x.bits());
  return Hull(lower, upper);
}

Interval Power(const Interval& x, const Interval& y) {
  // x^0 and 1^y are 1, whatever the other is.
  if (y.IsZero()) return Constant(1, x);
  if (x.IsPoint() && mpfr_cmp_si(x.low().get(), 1) == 0) return x;
  if (const auto undefined = Undefined(x, y)) return *undefined;
  const bool is_root_at_zero = x.low().Sign() >= 0 && y.IsPositive();
  if (x.IsPositive() || is_root_at_zero) return PowerOfMagnitude(x, y);
  if (x.IsPoint() && y.IsPoint()) return PowerOfMagnitude(x, y);
  if (!y.IsPoint()) return Interval::Unknown(x.bits());
  if (!IsWhole(y.low())) {
    return x.IsNegative() && !x.low().IsInfinite() ? Interval::NotANumber(x.bits())
                                                   : Interval::Unknown(x.bits());
  }
  if (x.HasZero() && y.IsNegative()) return Interval::Unknown(x.bits());
  if (!IsOdd(y.low())) return PowerOfMagnitude(Absolute(x), y);
  const Interval low = PowerOfMagnitude(Interval::Between(x.low(), x.low(), true), y);
  const Interval high = PowerOfMagnitude(Interval::Between(x.high(), x.high(), true), y);
  if (!low.IsNumber() || !high.IsNumber()) return Interval::Unknown(x.bits());
  return Hull(low, high);
}

Interval Hypotenuse(const Interval& a, const Interval& b) {
  // Infinite when one is, even beside a NaN.
  if (a.IsInfinite()) return Absolute(a);
  if (b.IsInfinite()) return Absolute(b);
  return Sqrt(Add(Square(a), Square(b)));
}

Interval SignOf(const Interval& x) {
  if (x.IsNan()) return Constant(0, x);
  const Interval zero = Constant(0, x);
  return Subtract(FromBool(IsLess(zero, x), x.bits()), FromBool(IsLess(x, zero), x.bits()));
}

Interval Sigmoid(const Interval& x) { return Reciprocal(Add(Constant(1, x), Exp(Negate(x)))); }

// At -infinity the limits, not infinity times 0.
Interval Silu(const Interval& x) {
  if (x.IsInfinite()) return Maximum(x, Constant(0, x));
  return Multiply(x, Sigmoid(x));
}

Interval NormalBelow(const Interval& x) {
  const Interval scaled = Divide(Negate(x), Sqrt(Constant(2, x)));
  return Divide(Decreasing(mpfr_erfc, scaled), Constant(2, x));
}

Interval Gelu(const Interval& x) {
  if (x.IsInfinite()) return Maximum(x, Constant(0, x));
  return Multiply(x, NormalBelow(x));
}

// (1 + tanh(u)) / 2 is sigmoid(2 u).
Interval GeluTanh(const Interval& x) {
  if (x.IsInfinite()) return Maximum(x, Constant(0, x));
  const Interval kappa = Divide(Constant(44715, x), Constant(1000000, x));
  Real low(x.bits()), high(x.bits());
  mpfr_const_pi(low.get(), MPFR_RNDD);
  mpfr_const_pi(high.get(), MPFR_RNDU);
  const Interval pi = Interval::Between(std::move(low), std::move(high), false);
  const Interval beta = Sqrt(Divide(Constant(8, x), pi));
  const Interval factor = Add(Constant(1, x), Multiply(kappa, Square(x)));
  return Multiply(x, Sigmoid(Multiply(beta, Multiply(x, factor))));
}

Interval Softplus(const Interval& x, double beta) {
  const Interval scale = Constant(beta, x);
  const Interval scaled = Multiply(x, scale);
  // exp would leave the range of MPFR.
  if (scaled.IsNumber() && mpfr_cmp_d(scaled.high().get(), 1e9) > 0) {
    return Divide(LogAddExp(scaled, Constant(0, x)), scale);
  }
  return Divide(Increasing(mpfr_log1p, Exp(scaled)), scale);
}

Interval LogSigmoid(const Interval& x) { return Negate(Softplus(Negate(x), 1)); }

Interval Elu(const Interval& x, double alpha) {
  if (!x.IsNumber() || x.IsPositive()) return x;
  const Interval zero = Constant(0, x);
  Interval negative = Multiply(Constant(alpha, x), Increasing(mpfr_expm1, Minimum(x, zero)));
  if (x.high().Sign() <= 0 || !negative.IsNumber()) return negative;
  return Hull(negative, Maximum(x, zero));
}

// max + log1p(exp(min - max)), of which every step is monotone where the larger end is fixed.
Interval LogAddExp(const Interval& a, const Interval& b) {
  if (const auto undefined = Undefined(a, b)) return *undefined;
  const auto at = [](const Real& x, const Real& y, mpfr_rnd_t rounding) {
    const bool is_x_larger = mpfr_greaterequal_p(x.get(), y.get()) != 0;
    const Real& larger = is_x_larger ? x : y;
    const Real& smaller = is_x_larger ? y : x;
    if (larger.IsInfinite()) return larger;
    Real result(x.bits());
    mpfr_sub(result.get(), smaller.get(), larger.get(), rounding);
    mpfr_exp(result.get(), result.get(), rounding);
    mpfr_log1p(result.get(), result.get(), rounding);
    mpfr_add(result.get(), larger.get(), result.get(), rounding);
    return result;
  };
  return Interval::Between(at(a.low(), b.low(), MPFR_RNDD), at(a.high(), b.high(), MPFR_RNDU),
                           a.IsPoint() && b.IsPoint());
}

}  // namespace allreview::numerics
