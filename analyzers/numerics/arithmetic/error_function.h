#ifndef ANALYZERS_NUMERICS_ARITHMETIC_ERROR_FUNCTION_H_
#define ANALYZERS_NUMERICS_ARITHMETIC_ERROR_FUNCTION_H_

// The error function of every float and double, with one result on every machine and no branches.
// For hosts and devices; see bits.h.
//
//   float y = Erf(0.5f);             // Correctly rounded: checked for every float.
//   double reference = Erf(0.5);     // Within 0.502 ulp; below 2^-960 within 0.9.

#include "analyzers/numerics/arithmetic/error_function_table.h"

namespace allreview::numerics {

// Where erf is 1 in double: later arguments count as this one.
inline constexpr double kErrorFunctionEnd = 6.0;

// erf(|x|) by its Taylor series at the nearest multiple c of 1/16:
// erf(c + h) = erf(c) + erf'(c) h sum(a[n] h^n), a[n] = (-1)^n H[n](c) / (n + 1)! with the Hermite
// polynomials, whose recurrence is used. The slope's term needs more than double; the others are
// 2^-11 of the sum, or less.
NUMERICS_FUNCTION Wide ErrorFunctionOfMagnitude(double x) {
  const double magnitude = Abs(x) < kErrorFunctionEnd ? Abs(x) : kErrorFunctionEnd;
  const double rounded = Fma(magnitude, 16.0, 0x1.8p52);
  const double center = (rounded - 0x1.8p52) * 0x1p-4;
  const double step = magnitude - center;
  double before = 1.0, term = -center, power = step, sum = term * power;
  for (int n = 1; n <= 11; ++n) {
    const double from_term = (-2.0 / (n + 2)) * center;
    const double from_before = (-2.0 * n / ((n + 1) * (n + 2))) * before;
    before = term;
    term = Fma(from_term, term, from_before);
    power *= step;
    sum = Fma(term, power, sum);
  }
  const uint64_t index = BitsOf(rounded) & 127;
  const Wide linear = Multiply(ErrorFunctionSlopeAt(index), step);
  return Add(ErrorFunctionAt(index), Multiply(linear, FastTwoSum(1.0, sum)));
}

NUMERICS_FUNCTION double Erf(double x) {
  const uint64_t sign = BitsOf(x) & 0x8000000000000000ull;
  const uint64_t bits = BitsOf(ErrorFunctionOfMagnitude(x).high);
  return DoubleOf(Select(IsNan(x), kCanonicalNan64, bits | sign));
}

NUMERICS_FUNCTION float Erf(float x) {
  const uint32_t sign = BitsOf(x) & 0x80000000u;
  const uint32_t bits = BitsOf(static_cast<float>(RoundToOdd(ErrorFunctionOfMagnitude(x))));
  return FloatOf(Select(IsNan(x), kCanonicalNan32, bits | sign));
}

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_ARITHMETIC_ERROR_FUNCTION_H_
