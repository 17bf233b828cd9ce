#ifndef ANALYZERS_NUMERICS_ARITHMETIC_HYPERBOLIC_H_
#define ANALYZERS_NUMERICS_ARITHMETIC_HYPERBOLIC_H_

// Tanh, Sinh and Cosh. For hosts and devices; see bits.h.
//
// For floats: correctly rounded for every input. For doubles: off by less than 0.7 ulp. No
// branches, so loops over them vectorise.

#include "analyzers/numerics/arithmetic/exponential.h"

namespace allreview::numerics {

namespace hyperbolic_internal {

// From here on tanh rounds to 1, and sinh and cosh to e^x / 2.
inline constexpr double kLarge = 22;

// e^x - 1 for x in [0, 200].
NUMERICS_FUNCTION Wide Expm1Of(double x) {
  const Scaled reduced = ReduceExp(x);
  return ScaleExpm1(Expm1Core(reduced.value), reduced.exponent);
}

// `x` below `limit`, else the limit: NaN as well.
NUMERICS_FUNCTION double AtMost(double x, double limit) { return x < limit ? x : limit; }

// tanh, sinh and cosh for x in [0, 100].
NUMERICS_FUNCTION Wide TanhCore(double x) {
  const Wide minus_one = Expm1Of(2 * x);
  return Divide(minus_one, Add(minus_one, 2.0));
}
NUMERICS_FUNCTION Wide SinhCore(double x) {
  const Wide minus_one = Expm1Of(x);
  const Wide twice = Add(minus_one, Divide(minus_one, Add(minus_one, 1.0)));
  return {0.5 * twice.high, 0.5 * twice.low};
}
NUMERICS_FUNCTION Wide CoshCore(double x) {
  const Wide power = Add(Expm1Of(x), 1.0);
  const Wide twice = Add(power, Divide(Wide{1, 0}, power));
  return {0.5 * twice.high, 0.5 * twice.low};
}

// e^x / 2 for x in [0, 800].
NUMERICS_FUNCTION double HalfExp(double x) {
  const Scaled reduced = ReduceExp(x);
  return ScaleByPowerOfTwo(ExpCore(reduced.value).high, reduced.exponent - 1);
}

NUMERICS_FUNCTION float WithSignOf(float x, float magnitude) {
  return FloatOf(BitsOf(magnitude) | (BitsOf(x) & 0x80000000u));
}
NUMERICS_FUNCTION double WithSignOf(double x, double magnitude) {
  return DoubleOf(BitsOf(magnitude) | (BitsOf(x) & 0x8000000000000000u));
}

}  // namespace hyperbolic_internal

NUMERICS_FUNCTION float Tanh(float x) {
  const Wide tanh = hyperbolic_internal::TanhCore(
      hyperbolic_internal::AtMost(Abs(x), hyperbolic_internal::kLarge));
  const float magnitude = static_cast<float>(RoundToOdd(tanh));
  return exponential_internal::KeepNan(x, hyperbolic_internal::WithSignOf(x, magnitude));
}
NUMERICS_FUNCTION double Tanh(double x) {
  const Wide tanh = hyperbolic_internal::TanhCore(
      hyperbolic_internal::AtMost(Abs(x), hyperbolic_internal::kLarge));
  const double result = hyperbolic_internal::WithSignOf(x, tanh.high);
  return exponential_internal::KeepNan(x, Abs(x) < 0x1p-28 ? x : result);
}

NUMERICS_FUNCTION float Sinh(float x) {
  const Wide sinh = hyperbolic_internal::SinhCore(hyperbolic_internal::AtMost(Abs(x), 100));
  const float magnitude = static_cast<float>(RoundToOdd(sinh));
  return exponential_internal::KeepNan(x, hyperbolic_internal::WithSignOf(x, magnitude));
}
NUMERICS_FUNCTION double Sinh(double x) {
  const double magnitude = Abs(x);
  const double inner = hyperbolic_internal::SinhCore(
                           hyperbolic_internal::AtMost(magnitude, hyperbolic_internal::kLarge))
                           .high;
  const double outer = hyperbolic_internal::HalfExp(hyperbolic_internal::AtMost(magnitude, 800));
  const double sinh = magnitude < hyperbolic_internal::kLarge ? inner : outer;
  const double result = hyperbolic_internal::WithSignOf(x, sinh);
  return exponential_internal::KeepNan(x, magnitude < 0x1p-28 ? x : result);
}

NUMERICS_FUNCTION float Cosh(float x) {
  const Wide cosh = hyperbolic_internal::CoshCore(hyperbolic_internal::AtMost(Abs(x), 100));
  return exponential_internal::KeepNan(x, static_cast<float>(RoundToOdd(cosh)));
}
NUMERICS_FUNCTION double Cosh(double x) {
  const double magnitude = Abs(x);
  const double inner = hyperbolic_internal::CoshCore(
                           hyperbolic_internal::AtMost(magnitude, hyperbolic_internal::kLarge))
                           .high;
  const double outer = hyperbolic_internal::HalfExp(hyperbolic_internal::AtMost(magnitude, 800));
  return exponential_internal::KeepNan(x, magnitude < hyperbolic_internal::kLarge ? inner : outer);
}

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_ARITHMETIC_HYPERBOLIC_H_
