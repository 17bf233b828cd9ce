#ifndef ANALYZERS_NUMERICS_ARITHMETIC_EXP_CORE_H_
#define ANALYZERS_NUMERICS_ARITHMETIC_EXP_CORE_H_

// What the exponential functions have in common. For hosts and devices; see bits.h.
//
// Two grades: the fast one, with relative errors below 2^-55, from which one rounding gives the
// fp32 functions and the fp64 references; and the wide one, below 2^-102, for suspects and for
// functions such as pow that magnify errors.
//
//   const Scaled power = ExpWide({x, 0});   // e^x = power.value * 2^power.exponent.

#include "analyzers/numerics/arithmetic/polynomial.h"
#include "analyzers/numerics/arithmetic/wide.h"

namespace allreview::numerics {

// ln 2 = kLn2High + kLn2Low, and the product of kLn2High with an integral double below 2^11 is
// exact.
inline constexpr double kLn2High = 0x1.62e42fefa38p-1;
inline constexpr double kLn2Low = 0x1.ef35793c7673p-45;
// The same in three parts of which the first two, kLn2High and kLn2Middle, have such exact
// products.
inline constexpr double kLn2Middle = 0x1.ef35793c76p-45;
inline constexpr double kLn2Last = 0x1.cc01f97b57a08p-87;
inline constexpr double kLog2OfE = 0x1.71547652b82fep+0;

// value * 2^exponent, `exponent` integral: beyond the range of doubles.
struct Scaled {
  Wide value = {};
  double exponent = 0;
};

// The nearest integer, ties to even; |x| < 2^51.
NUMERICS_FUNCTION double NearestInteger(double x) { return (x + 0x1.8p52) - 0x1.8p52; }

// x * 2^k rounded once for results in the range of doubles and twice below; k in [-2044, 2046].
NUMERICS_FUNCTION double ScaleByPowerOfTwo(double x, double k) {
  const double half = NearestInteger(0.5 * k);
  return (x * PowerOfTwo(half)) * PowerOfTwo(k - half);
}

// x = value + exponent * ln 2 with |value| < 0.3466 and an error below 2^-86; |x| <= 1420.
NUMERICS_FUNCTION Scaled ReduceExp(double x) {
  const double k = NearestInteger(x * kLog2OfE);
  // Exact: both terms are multiples of the last bit of x or of kLn2High, and nearly cancel.
  const double rest = Fma(-k, kLn2High, x);
  return {FastTwoSum(rest, -k * kLn2Low), k};
}

// e^r - 1 for |r| < 0.35.
NUMERICS_FUNCTION Wide Expm1Core(Wide r) {
  const double square = r.high * r.high;
  const double square_low = Fma(r.high, r.high, -square);
  // (e^r - 1 - r - r^2 / 2) / r^3, by Taylor: the next term is below 2^-63.
  const double p = Polynomial(r.high, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040,
                              1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800,
                              1.0 / 479001600, 1.0 / 6227020800.0, 1.0 / 87178291200.0);
  const double low = Fma(square * r.high, p, Fma(r.high, r.low, 0.5 * square_low) + r.low);
  const Wide sum = FastTwoSum(r.high, 0.5 * square);
  return FastTwoSum(sum.high, sum.low + low);
}

// e^r for |r| < 0.35.
NUMERICS_FUNCTION Wide ExpCore(Wide r) {
  const Wide minus_one = Expm1Core(r);
  const Wide sum = FastTwoSum(1.0, minus_one.high);
  return FastTwoSum(sum.high, sum.low + minus_one.low);
}

// 2^k * (1 + minus_one) - 1, accurate also near 0; k in [-1000, 1000].
NUMERICS_FUNCTION Wide ScaleExpm1(Wide minus_one, double k) {
  const double power = PowerOfTwo(k);
  const Wide integer = TwoSum(power, -1.0);
  const Wide sum = TwoSum(power * minus_one.high, integer.high);
  return FastTwoSum(sum.high, sum.low + Fma(power, minus_one.low, integer.low));
}

// e^r - 1 for |r| < 0.35 in about 100 bits.
NUMERICS_FUNCTION Wide Expm1CoreWide(Wide r) {
  // Taylor at r / 16, then (1 + m)^2 - 1 = m (m + 2) four times, which keeps the relative error.
  const Wide x = {r.high / 16, r.low / 16};
  const double tail =
      Polynomial(x.high, 1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600,
                 1.0 / 6227020800.0, 1.0 / 87178291200.0, 1.0 / 1307674368000.0);
  Wide minus_one =
      Multiply(WidePolynomial(x, Wide{0x1p0, 0.0}, Wide{0x1p-1, 0.0},
                              Wide{0x1.5555555555555p-3, 0x1.5555555555555p-57},
                              Wide{0x1.5555555555555p-5, 0x1.5555555555555p-59},
                              Wide{0x1.1111111111111p-7, 0x1.1111111111111p-63},
                              Wide{0x1.6c16c16c16c17p-10, -0x1.f49f49f49f49fp-65},
                              Wide{0x1.a01a01a01a01ap-13, 0x1.a01a01a01a01ap-73}, tail),
               x);
  for (int i = 0; i < 4; ++i) minus_one = Multiply(minus_one, Add(minus_one, 2.0));
  return minus_one;
}

// x = value + exponent * ln 2 with |value| < 0.3466 in about 100 bits; |x| <= 1420.
NUMERICS_FUNCTION Scaled ReduceExpWide(Wide x) {
  const double k = NearestInteger(x.high * kLog2OfE);
  const Wide rest = Add(TwoSum(Fma(-k, kLn2High, x.high), x.low), -k * kLn2Middle);
  return {Add(rest, -k * kLn2Last), k};
}

// e^x as a scaled pair, relative error below 2^-102; |x| <= 1420.
NUMERICS_FUNCTION Scaled ExpWide(Wide x) {
  const Scaled reduced = ReduceExpWide(x);
  return {Add(Expm1CoreWide(reduced.value), 1.0), reduced.exponent};
}

// e^x - 1, relative error below 2^-102; |x| <= 690.
NUMERICS_FUNCTION Wide Expm1Wide(Wide x) {
  const Scaled reduced = ReduceExpWide(x);
  const double power = PowerOfTwo(reduced.exponent);
  const Wide minus_one = Expm1CoreWide(reduced.value);
  return Add(Wide{power * minus_one.high, power * minus_one.low}, TwoSum(power, -1.0));
}

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_ARITHMETIC_EXP_CORE_H_
