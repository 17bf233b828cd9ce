#ifndef ANALYZERS_NUMERICS_ARITHMETIC_POWER_H_
#define ANALYZERS_NUMERICS_ARITHMETIC_POWER_H_

// x^y of every pair of floats or doubles with the special cases of C99 (F.9.4.4), which PyTorch has
// too, with one result on every machine and no branches. For hosts and devices; see bits.h.
//
//   float z = Pow(2.0f, 0.5f);
//   double reference = Pow(2.0, 0.5);   // Within 0.5001 ulp; below 2^-1022 within 1.
//
// The float function rounds exp(y log x), known with a relative error below 2^-93, once. So it is
// correct unless x^y comes closer than that to the middle of two floats without being it: of 2^64
// pairs this can be expected for 0.02, and none is known. Where x^y is a middle, or a float, (3^15)
// the error would decide: a difference below the bound from a double counts as none.

#include "analyzers/numerics/arithmetic/integers.h"
#include "analyzers/numerics/arithmetic/log_core.h"

namespace allreview::numerics {

// `low`, or 0 where the pair's error is larger than it.
NUMERICS_FUNCTION Wide DropNoise(Wide value) {
  return {value.high, Abs(value.low) < Abs(value.high) * 0x1p-93 ? 0.0 : value.low};
}

// log(x) for x > 0, subnormals too; finite and wrong for others.
NUMERICS_FUNCTION Wide LogOfMagnitude(double magnitude) {
  const bool is_subnormal = magnitude < 0x1p-1022;
  const double normal = is_subnormal ? magnitude * 0x1p64 : magnitude;
  const Scaled reduced = ReduceLog(Wide{normal, 0.0});
  return LogCoreWide({reduced.value, reduced.exponent - (is_subnormal ? 64.0 : 0.0)});
}

// |x|^y for finite |x| > 0, in range or far beyond it.
NUMERICS_FUNCTION Scaled PowerOfMagnitude(double magnitude, double y) {
  // Beyond, every power but that of 1 has left the range.
  constexpr double kHuge = 0x1p66, kLimit = 1400.0;
  const double clamped = y > kHuge ? kHuge : (y < -kHuge ? -kHuge : y);
  const Wide product = Multiply(LogOfMagnitude(magnitude), clamped);
  const bool is_beyond = Abs(product.high) > kLimit;
  const double limit = product.high > 0 ? kLimit : -kLimit;
  return ExpWide({is_beyond ? limit : product.high, is_beyond ? 0.0 : product.low});
}

// All ones or all zeros: conditions as loops that vectorise combine them.
NUMERICS_FUNCTION uint64_t MaskOf(bool condition) {
  return 0ull - static_cast<uint64_t>(condition);
}

// Masks of what x^y is by its special cases, the first that is set deciding.
struct PowerCase {
  uint64_t one, nan, zero, infinite;
  uint64_t sign;  // The sign bit of the result, where it is a number other than 1.
};

NUMERICS_FUNCTION PowerCase ClassifyPower(double x, double y) {
  const double magnitude = Abs(x);
  const uint64_t is_whole = MaskOf(RoundHalfEven(y) == y);  // Infinities, too.
  const uint64_t is_odd = is_whole & MaskOf(2 * RoundHalfEven(0.5 * y) != y);
  const uint64_t is_y_infinite = MaskOf(Abs(y) == DoubleOf(kInfinity64));
  const uint64_t is_x_infinite = MaskOf(magnitude == DoubleOf(kInfinity64));
  const uint64_t is_edge = MaskOf(magnitude == 0) | is_x_infinite | is_y_infinite;
  const uint64_t is_growing = ~(MaskOf(magnitude > 1) ^ MaskOf(y > 0));
  const uint64_t is_not_real = MaskOf(x < 0) & ~is_x_infinite & ~is_whole;
  return {.one = MaskOf(y == 0) | MaskOf(x == 1) | (MaskOf(x == -1) & is_y_infinite),
          .nan = MaskOf(x != x) | MaskOf(y != y) | is_not_real,
          .zero = is_edge & ~is_growing,
          .infinite = is_edge & is_growing,
          .sign = is_odd & BitsOf(x) & 0x8000000000000000ull};
}

NUMERICS_FUNCTION double ApplyPowerCase(PowerCase special, double magnitude) {
  uint64_t bits = BitsOf(magnitude) & ~special.zero & ~special.infinite;
  bits |= (kInfinity64 & special.infinite) | special.sign;
  bits = (kCanonicalNan64 & special.nan) | (bits & ~special.nan);
  return DoubleOf((BitsOf(1.0) & special.one) | (bits & ~special.one));
}

NUMERICS_FUNCTION double Pow(double x, double y) {
  const PowerCase special = ClassifyPower(x, y);
  const Scaled power = PowerOfMagnitude(Abs(x), y);
  return ApplyPowerCase(special, ScaleByPowerOfTwo(power.value.high, power.exponent));
}

NUMERICS_FUNCTION float Pow(float x, float y) {
  const PowerCase special = ClassifyPower(x, y);
  const Scaled power = PowerOfMagnitude(Abs(x), y);
  const double odd = ScaleByPowerOfTwo(RoundToOdd(DropNoise(power.value)), power.exponent);
  // The canonical NaN of double becomes that of float.
  return static_cast<float>(ApplyPowerCase(special, odd));
}

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_ARITHMETIC_POWER_H_
