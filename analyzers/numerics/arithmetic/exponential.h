#ifndef ANALYZERS_NUMERICS_ARITHMETIC_EXPONENTIAL_H_
#define ANALYZERS_NUMERICS_ARITHMETIC_EXPONENTIAL_H_

// Exp, Exp2 and Expm1. For hosts and devices; see bits.h.
//
//   const float y = Exp(x);          // The float nearest to e^x.
//   const double reference = Exp(static_cast<double>(x));
//
// For floats: correctly rounded for every input. For doubles: off by less than 0.65 ulp; subnormal
// results by less than 1. No branches, so loops over them vectorise.

#include "analyzers/numerics/arithmetic/exp_core.h"

namespace allreview::numerics {

namespace exponential_internal {

// NaN stays NaN.
NUMERICS_FUNCTION double Clamp(double x, double low, double high) {
  const double below = x > high ? high : x;
  return below < low ? low : below;
}

// A pair times 2^k, rounded once to float.
NUMERICS_FUNCTION float RoundScaled(Wide value, double k) {
  return static_cast<float>(RoundToOdd(value) * PowerOfTwo(k));
}

// `result`, or the canonical NaN where x is NaN.
NUMERICS_FUNCTION float KeepNan(float x, float result) {
  return IsNan(x) ? FloatOf(kCanonicalNan32) : result;
}
NUMERICS_FUNCTION double KeepNan(double x, double result) {
  return IsNan(x) ? DoubleOf(kCanonicalNan64) : result;
}

// x = whole + rest, and rest * ln 2 as a pair.
NUMERICS_FUNCTION Scaled ReduceExp2(double x) {
  const double whole = NearestInteger(x);
  const double rest = x - whole;
  const Wide product = TwoProduct(rest, 0x1.62e42fefa39efp-1);
  return {FastTwoSum(product.high, Fma(rest, 0x1.abc9e3b39803fp-56, product.low)), whole};
}

}  // namespace exponential_internal

NUMERICS_FUNCTION float Exp(float x) {
  // e^-200 rounds to 0 and e^200 to infinity.
  const Scaled reduced = ReduceExp(exponential_internal::Clamp(x, -200, 200));
  return exponential_internal::KeepNan(
      x, exponential_internal::RoundScaled(ExpCore(reduced.value), reduced.exponent));
}

NUMERICS_FUNCTION double Exp(double x) {
  const Scaled reduced = ReduceExp(exponential_internal::Clamp(x, -800, 800));
  return exponential_internal::KeepNan(
      x, ScaleByPowerOfTwo(ExpCore(reduced.value).high, reduced.exponent));
}

NUMERICS_FUNCTION float Exp2(float x) {
  const Scaled reduced =
      exponential_internal::ReduceExp2(exponential_internal::Clamp(x, -300, 300));
  return exponential_internal::KeepNan(
      x, exponential_internal::RoundScaled(ExpCore(reduced.value), reduced.exponent));
}

NUMERICS_FUNCTION double Exp2(double x) {
  const Scaled reduced =
      exponential_internal::ReduceExp2(exponential_internal::Clamp(x, -1100, 1100));
  return exponential_internal::KeepNan(
      x, ScaleByPowerOfTwo(ExpCore(reduced.value).high, reduced.exponent));
}

NUMERICS_FUNCTION float Expm1(float x) {
  const Scaled reduced = ReduceExp(exponential_internal::Clamp(x, -60, 200));
  const Wide minus_one = ScaleExpm1(Expm1Core(reduced.value), reduced.exponent);
  const float result = static_cast<float>(RoundToOdd(minus_one));
  return exponential_internal::KeepNan(x, x == 0 ? x : result);
}

NUMERICS_FUNCTION double Expm1(double x) {
  const Scaled reduced = ReduceExp(exponential_internal::Clamp(x, -60, 680));
  const double minus_one = ScaleExpm1(Expm1Core(reduced.value), reduced.exponent).high;
  // From 680 on the 1 does not count, and the power of 2 overflows before the result does.
  const double result = x > 680 ? Exp(x) : minus_one;
  return exponential_internal::KeepNan(x, Abs(x) < 0x1p-54 ? x : result);
}

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_ARITHMETIC_EXPONENTIAL_H_
