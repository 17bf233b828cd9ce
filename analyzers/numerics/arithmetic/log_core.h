#ifndef ANALYZERS_NUMERICS_ARITHMETIC_LOG_CORE_H_
#define ANALYZERS_NUMERICS_ARITHMETIC_LOG_CORE_H_

// What the logarithms have in common. For hosts and devices; see bits.h.
//
// Two grades as in exp_core.h: relative errors below 2^-55 and below 2^-102. Both hold near 1,
// where the logarithm is near 0.
//
//   const Wide log = LogWide({x, 0});
//   const Scaled parts = ReduceLog(x);   // x = (1 + parts.value) * 2^parts.exponent.

#include "analyzers/numerics/arithmetic/exp_core.h"
#include "analyzers/numerics/arithmetic/polynomial.h"
#include "analyzers/numerics/arithmetic/wide.h"

namespace allreview::numerics {

// x = (1 + value) * 2^exponent with 1 + value in [sqrt(1/2), sqrt(2)), exactly. `x` is a positive
// normal double.
NUMERICS_FUNCTION Scaled ReduceLog(double x) {
  constexpr uint64_t kOne = 0x3ff0000000000000u;
  constexpr uint64_t kSqrtHalf = 0x3fe6a09e667f3bcdu;
  // Biased and unsigned: AVX2 has no arithmetic shift of 64 bits.
  const uint64_t biased = (BitsOf(x) + (kOne - kSqrtHalf)) >> 52;
  const double fraction = DoubleOf(BitsOf(x) - (biased << 52) + kOne);
  const double exponent = DoubleOf(0x4330000000000000u | biased) - (0x1p52 + 1023);
  return {{fraction - 1, 0}, exponent};
}

// The same for a pair, in about 105 bits.
NUMERICS_FUNCTION Scaled ReduceLog(Wide x) {
  const Scaled reduced = ReduceLog(x.high);
  const double low = ScaleByPowerOfTwo(x.low, -reduced.exponent);
  return {FastTwoSum(reduced.value.high, low), reduced.exponent};
}

// log(1 + f) for 1 + f in [sqrt(1/2), sqrt(2)], from 2 atanh(f / (2 + f)).
NUMERICS_FUNCTION Wide Log1pCore(Wide f) {
  const Wide divisor = FastTwoSum(2.0, f.high);
  const double inverse = 1.0 / divisor.high;
  const double s = f.high * inverse;
  const double divisor_low = divisor.low + f.low;
  const double s_low = Fma(-s, divisor_low, Fma(-s, divisor.high, f.high) + f.low) * inverse;
  const double z = s * s;
  const double p = Polynomial(z, 2.0 / 3, 2.0 / 5, 2.0 / 7, 2.0 / 9, 2.0 / 11, 2.0 / 13, 2.0 / 15,
                              2.0 / 17, 2.0 / 19, 2.0 / 21, 2.0 / 23, 2.0 / 25);
  return FastTwoSum(2 * s, Fma(z * s, p, 2 * s_low));
}

// exponent * ln 2 + log(1 + value).
NUMERICS_FUNCTION Wide LogCore(Scaled reduced) {
  const Wide log = Log1pCore(reduced.value);
  const Wide sum = FastTwoSum(reduced.exponent * kLn2High, log.high);
  return FastTwoSum(sum.high, sum.low + Fma(reduced.exponent, kLn2Low, log.low));
}

// log(1 + f) as Log1pCore, in about 100 bits.
NUMERICS_FUNCTION Wide Log1pCoreWide(Wide f) {
  const Wide s = Divide(f, Add(f, 2.0));
  const Wide z = Multiply(s, s);
  const double tail = Polynomial(z.high, 2.0 / 21, 2.0 / 23, 2.0 / 25, 2.0 / 27, 2.0 / 29, 2.0 / 31,
                                 2.0 / 33, 2.0 / 35, 2.0 / 37, 2.0 / 39, 2.0 / 41, 2.0 / 43);
  const Wide p = WidePolynomial(z, Wide{0x1.5555555555555p-1, 0x1.5555555555555p-55},
                                Wide{0x1.999999999999ap-2, -0x1.999999999999ap-56},
                                Wide{0x1.2492492492492p-2, 0x1.2492492492492p-56},
                                Wide{0x1.c71c71c71c71cp-3, 0x1.c71c71c71c71cp-57},
                                Wide{0x1.745d1745d1746p-3, -0x1.745d1745d1746p-58},
                                Wide{0x1.3b13b13b13b14p-3, -0x1.3b13b13b13b14p-57},
                                Wide{0x1.1111111111111p-3, 0x1.1111111111111p-59},
                                Wide{0x1.e1e1e1e1e1e1ep-4, 0x1.e1e1e1e1e1e1ep-60},
                                Wide{0x1.af286bca1af28p-4, 0x1.af286bca1af28p-58}, tail);
  return Add(Wide{2 * s.high, 2 * s.low}, Multiply(Multiply(s, z), p));
}

NUMERICS_FUNCTION Wide LogCoreWide(Scaled reduced) {
  const double k = reduced.exponent;
  const Wide low = Add(Log1pCoreWide(reduced.value), TwoSum(k * kLn2Middle, k * kLn2Last));
  return Add(low, k * kLn2High);
}

// log(x) of a positive normal number, relative error below 2^-102.
NUMERICS_FUNCTION Wide LogWide(Wide x) { return LogCoreWide(ReduceLog(x)); }

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_ARITHMETIC_LOG_CORE_H_
