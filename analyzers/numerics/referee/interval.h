#ifndef ANALYZERS_NUMERICS_REFEREE_INTERVAL_H_
#define ANALYZERS_NUMERICS_REFEREE_INTERVAL_H_

// Bounds of a real number, and arithmetic that keeps them true: lower ends are rounded down, upper
// ends up (Moore, Interval Analysis, 1966).
//
//   Interval third = Divide(Interval::Point(1, 128), Interval::Point(3, 128));
//   third.low() < 1/3 < third.high(), 2^-129 apart.
//
// Infinities and NaN are as IEEE 754 has them for the exact operands: 1 / 0 is infinite, 0 / 0 is
// not a number. Where bounds are too wide to say which value or branch is taken, the result is
// unknown; more bits may help. A result has the precision of its first operand.

#include <optional>
#include <utility>

#include "analyzers/numerics/referee/real.h"

namespace allreview::numerics {

class Interval {
 public:
  enum class Kind { kNumber, kNan, kUnknown };

  // low <= high, or a NaN in one of them: then not a number, if `is_exact`, or unknown.
  static Interval Between(Real low, Real high, bool is_exact);
  // A NaN is one.
  static Interval Point(double value, mpfr_prec_t bits);
  static Interval Unknown(mpfr_prec_t bits);
  static Interval NotANumber(mpfr_prec_t bits);

  bool IsNumber() const { return kind_ == Kind::kNumber; }
  bool IsNan() const { return kind_ == Kind::kNan; }
  bool IsUnknown() const { return kind_ == Kind::kUnknown; }
  // Both ends are the same number: nothing was rounded so far.
  bool IsPoint() const { return IsNumber() && mpfr_equal_p(low_.get(), high_.get()) != 0; }
  bool IsZero() const { return IsNumber() && low_.IsZero() && high_.IsZero(); }
  bool HasZero() const { return low_.Sign() <= 0 && high_.Sign() >= 0; }
  // For numbers.
  bool IsPositive() const { return low_.Sign() > 0; }
  bool IsNegative() const { return high_.Sign() < 0; }
  bool IsInfinite() const { return IsPoint() && low_.IsInfinite(); }

  const Real& low() const { return low_; }
  const Real& high() const { return high_; }
  mpfr_prec_t bits() const { return low_.bits(); }

 private:
  Interval(Kind kind, Real low, Real high)
      : kind_(kind), low_(std::move(low)), high_(std::move(high)) {}

  Kind kind_;
  Real low_;
  Real high_;
};

// NotANumber if one is, else Unknown if one is, else nothing: both are numbers.
std::optional<Interval> Undefined(const Interval& a, const Interval& b);

Interval Negate(const Interval& a);
Interval Absolute(const Interval& a);
Interval Add(const Interval& a, const Interval& b);
Interval Subtract(const Interval& a, const Interval& b);
Interval Multiply(const Interval& a, const Interval& b);
Interval Divide(const Interval& a, const Interval& b);
Interval Square(const Interval& a);
Interval Reciprocal(const Interval& a);

// As PyTorch: a NaN is passed on.
Interval Maximum(const Interval& a, const Interval& b);
Interval Minimum(const Interval& a, const Interval& b);
// The smallest interval with both; of numbers.
Interval Hull(const Interval& a, const Interval& b);

// Comparisons and logic; nothing where the bounds overlap.
std::optional<bool> IsLess(const Interval& a, const Interval& b);
std::optional<bool> IsLessOrEqual(const Interval& a, const Interval& b);
std::optional<bool> IsEqual(const Interval& a, const Interval& b);
// A NaN counts as true, as in C.
std::optional<bool> IsTrue(const Interval& a);
// 1, 0 or unknown.
Interval FromBool(std::optional<bool> value, mpfr_prec_t bits);

// fn is increasing (decreasing) where it is defined, and that is a half line: where both ends are
// outside, there is no value.
using RealFunction = int (*)(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding);
Interval Increasing(RealFunction fn, const Interval& x);
Interval Decreasing(RealFunction fn, const Interval& x);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_REFEREE_INTERVAL_H_
