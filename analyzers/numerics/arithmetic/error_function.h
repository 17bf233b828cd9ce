#ifndef ANALYZERS_NUMERICS_ARITHMETIC_ERROR_FUNCTION_H_
#define ANALYZERS_NUMERICS_ARITHMETIC_ERROR_FUNCTION_H_

// The error function and its complement, of every float and double, with one result on every
// machine and no branches. For hosts and devices; see bits.h.
//
//   float y = Erf(0.5f);             // Correctly rounded: checked for every float.
//   double reference = Erf(0.5);     // Within 0.502 ulp; below 2^-960 within 0.9.
//   double tail = Erfc(5.0);         // Within 0.54 ulp; below 2^-1022 within 1.

#include "analyzers/numerics/arithmetic/error_function_table.h"
#include "analyzers/numerics/arithmetic/exp_core.h"

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

// exp(x^2) erfc(x) for x in [0.5, 8], by the Taylor series at the nearest multiple c of 1/16. The
// function y satisfies y' = 2 x y - 2 / sqrt(pi), which gives a recurrence for the coefficients.
NUMERICS_FUNCTION Wide ScaledComplementNear(double x) {
  constexpr Wide kTwoOverRootPi = {0x1.20dd750429b6dp+0, 0x1.1ae3a914fed8p-56};
  const double rounded = Fma(x, 16.0, 0x1.8p52);
  const double center = (rounded - 0x1.8p52) * 0x1p-4;
  const double step = x - center;
  const Wide value = ScaledComplementAt(BitsOf(rounded) & 255);
  const Wide slope = Add(Multiply(value, 2 * center), Negate(kTwoOverRootPi));
  double before = value.high, term = slope.high, power = step, sum = 0;
  for (int n = 1; n <= 12; ++n) {
    const double next = Fma(2 * center, term, 2 * before) * (1.0 / (n + 1));
    before = term;
    term = next;
    power *= step;
    sum = Fma(term, power, sum);
  }
  return Add(Add(value, Multiply(slope, step)), sum);
}

// The same for x >= 8, by the asymptotic series 1 / (x sqrt(pi)) (1 - u + 3 u^2 - 15 u^3 ...) with
// u = 1 / (2 x^2), whose 20th term is below 2^-60.
NUMERICS_FUNCTION Wide ScaledComplementFar(double x) {
  constexpr Wide kOneOverRootPi = {0x1.20dd750429b6dp-1, 0x1.1ae3a914fed8p-57};
  const double u = 0.5 / (x * x);
  const double sum =
      u * Polynomial(u, -1.0, 3.0, -15.0, 105.0, -945.0, 10395.0, -135135.0, 2027025.0, -34459425.0,
                     654729075.0, -13749310575.0, 316234143225.0, -7905853580625.0,
                     213458046676875.0, -6190283353629375.0, 1.9189878396251062e+17,
                     -6.33265987076285e+18, 2.2164309547669976e+20, -8.200794532637892e+21,
                     3.1983098677287775e+23);
  return Multiply(Divide(kOneOverRootPi, {x, 0.0}), FastTwoSum(1.0, sum));
}

// The same for x >= 0.5.
NUMERICS_FUNCTION Wide ScaledComplement(double x) {
  const bool is_near = x < 8;
  const Wide near = ScaledComplementNear(is_near ? x : 8.0);
  const Wide far = ScaledComplementFar(is_near ? 8.0 : x);
  return {is_near ? near.high : far.high, is_near ? near.low : far.low};
}

// erfc(x) = value 2^exponent for x >= 0.5.
NUMERICS_FUNCTION Scaled ComplementOfLarge(double x) {
  const Wide factor = ScaledComplement(x);
  const Wide square = TwoProduct(x, x);
  const Scaled reduced = ReduceExp(-square.high);
  const Wide power = ExpCore(FastTwoSum(reduced.value.high, reduced.value.low - square.low));
  return {Multiply(power, factor), reduced.exponent};
}

// erfc(x) = value 2^exponent.
NUMERICS_FUNCTION Scaled ComplementaryErrorFunction(double x) {
  const bool is_large = x >= 0.5;
  // Beyond 28 everything is 0; and a NaN must not reach the tables.
  const double clamped = x < 28 ? x : 28.0;
  const Scaled tail = ComplementOfLarge(is_large ? clamped : 0.5);
  const Wide erf = ErrorFunctionOfMagnitude(x);
  const Wide body = Add(x < 0 ? erf : Negate(erf), 1.0);
  return {{is_large ? tail.value.high : body.high, is_large ? tail.value.low : body.low},
          is_large ? tail.exponent : 0.0};
}

NUMERICS_FUNCTION double Erfc(double x) {
  const Scaled y = ComplementaryErrorFunction(x);
  const uint64_t bits = BitsOf(ScaleByPowerOfTwo(y.value.high, y.exponent));
  return DoubleOf(Select(IsNan(x), kCanonicalNan64, bits));
}

NUMERICS_FUNCTION float Erfc(float x) {
  const Scaled y = ComplementaryErrorFunction(x);
  const double odd = ScaleByPowerOfTwo(RoundToOdd(y.value), y.exponent);
  return FloatOf(Select(IsNan(x), kCanonicalNan32, BitsOf(static_cast<float>(odd))));
}

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_ARITHMETIC_ERROR_FUNCTION_H_
