#ifndef ANALYZERS_NUMERICS_ARITHMETIC_WIDE_SPECIAL_FUNCTIONS_H_
#define ANALYZERS_NUMERICS_ARITHMETIC_WIDE_SPECIAL_FUNCTIONS_H_

// Trigonometry, error functions and powers of pairs, under the terms of wide_functions.h: relative
// errors below 2^-90 where argument and result lie between 2^-900 and 2^900 in magnitude, and the
// double function elsewhere. Erfc beyond 8 has 2^-55 only.

#include "analyzers/numerics/arithmetic/error_function.h"
#include "analyzers/numerics/arithmetic/inverse_trigonometry.h"
#include "analyzers/numerics/arithmetic/power.h"
#include "analyzers/numerics/arithmetic/trigonometry.h"
#include "analyzers/numerics/arithmetic/wide_functions.h"

namespace allreview::numerics {

namespace wide_internal {

// Below, odd functions with slope 1 are their argument; and products would lose their low parts.
inline constexpr double kTiny = 0x1p-900;

// erf of [2^-900, 6) by the Taylor series that error_function.h explains.
NUMERICS_FUNCTION Wide ErfNear(Wide magnitude) {
  const double rounded = Fma(magnitude.high, 16.0, 0x1.8p52);
  const double center = (rounded - 0x1.8p52) * 0x1p-4;
  const Wide step = Add(magnitude, -center);
  Wide before = {1.0, 0.0}, term = {-center, 0.0}, power = step;
  Wide sum = Add(Multiply(term, power), 1.0);
  for (int n = 1; n <= 22; ++n) {
    const Wide from_term = Divide(Multiply(term, -2 * center), {n + 2.0, 0.0});
    const Wide from_before = Divide(Multiply(before, -2.0 * n), {(n + 1.0) * (n + 2.0), 0.0});
    before = term;
    term = Add(from_term, from_before);
    power = Multiply(power, step);
    sum = Add(sum, Multiply(term, power));
  }
  const uint64_t index = BitsOf(rounded) & 127;
  const Wide linear = Multiply(ErrorFunctionSlopeAt(index), step);
  return Add(ErrorFunctionAt(index), Multiply(linear, sum));
}

// exp(x^2) erfc(x) for x in [0.5, 8].
NUMERICS_FUNCTION Wide ScaledErfcNear(Wide x) {
  constexpr Wide kTwoOverRootPi = {0x1.20dd750429b6dp+0, 0x1.1ae3a914fed8p-56};
  const double rounded = Fma(x.high, 16.0, 0x1.8p52);
  const double center = (rounded - 0x1.8p52) * 0x1p-4;
  const Wide step = Add(x, -center);
  Wide before = ScaledComplementAt(BitsOf(rounded) & 255);
  Wide term = Add(Multiply(before, 2 * center), Negate(kTwoOverRootPi));
  Wide power = step;
  Wide sum = Add(before, Multiply(term, power));
  for (int n = 1; n <= 24; ++n) {
    const Wide doubled = Add(Multiply(term, center), before);
    before = term;
    term = Divide(Multiply(doubled, 2.0), {n + 1.0, 0.0});
    power = Multiply(power, step);
    sum = Add(sum, Multiply(term, power));
  }
  return sum;
}

}  // namespace wide_internal

NUMERICS_FUNCTION Wide Sin(Wide x) {
  if (Abs(x.high) < wide_internal::kTiny) return x;
  return IsFinite(x.high) ? SinWide(x) : Wide{Sin(x.high), 0};
}
NUMERICS_FUNCTION Wide Cos(Wide x) { return IsFinite(x.high) ? CosWide(x) : Wide{Cos(x.high), 0}; }
NUMERICS_FUNCTION Wide Tan(Wide x) {
  if (Abs(x.high) < wide_internal::kTiny) return x;
  return IsFinite(x.high) ? TanWide(x) : Wide{Tan(x.high), 0};
}
NUMERICS_FUNCTION Wide Atan(Wide x) {
  if (Abs(x.high) < wide_internal::kTiny) return x;
  return IsFinite(x.high) ? AtanWide(x) : Wide{Atan(x.high), 0};
}
NUMERICS_FUNCTION Wide Asin(Wide x) {
  if (Abs(x.high) < wide_internal::kTiny) return x;
  return Add(Absolute(x), -1.0).high <= 0 ? AsinWide(x) : Wide{DoubleOf(kCanonicalNan64), 0};
}
NUMERICS_FUNCTION Wide Acos(Wide x) {
  return Add(Absolute(x), -1.0).high <= 0 ? AcosWide(x) : Wide{DoubleOf(kCanonicalNan64), 0};
}

NUMERICS_FUNCTION Wide Erf(Wide x) {
  const Wide magnitude = Absolute(x);
  if (!(magnitude.high >= wide_internal::kTiny && magnitude.high < 8)) return {Erf(x.high), 0};
  // Past the end of the table the complement is so small that its error is, too.
  const bool is_near = magnitude.high < 5.9;
  const Wide value =
      is_near ? wide_internal::ErfNear(magnitude) : Add(Wide{1.0, 0.0}, -Erfc(magnitude.high));
  return x.high < 0 ? Negate(value) : value;
}

NUMERICS_FUNCTION Wide Erfc(Wide x) {
  if (x.high < 0.5) return Add(Negate(Erf(x)), 1.0);
  if (!(x.high < 8)) {
    const Scaled tail = ComplementaryErrorFunction(x.high);
    return IsNan(x.high) ? Wide{x.high, 0} : wide_internal::Unscale(tail);
  }
  return Multiply(wide_internal::ScaledErfcNear(x), Exp(Negate(Multiply(x, x))));
}

// For x <= 0 and what is not finite, the double function.
NUMERICS_FUNCTION Wide Pow(Wide x, Wide y) {
  const bool is_ordinary = x.high >= 0x1p-1022 && IsFinite(x.high) && Abs(y.high) < 0x1p66;
  return is_ordinary ? Exp(Multiply(Log(x), y)) : Wide{Pow(x.high, y.high), 0};
}

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_ARITHMETIC_WIDE_SPECIAL_FUNCTIONS_H_
