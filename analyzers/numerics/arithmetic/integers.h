#ifndef ANALYZERS_NUMERICS_ARITHMETIC_INTEGERS_H_
#define ANALYZERS_NUMERICS_ARITHMETIC_INTEGERS_H_

// Rounding to whole numbers, without the instructions that only some machines have. For hosts and
// devices; see bits.h.

#include "analyzers/numerics/arithmetic/bits.h"

namespace allreview::numerics {

// Half to even, the sign of zero kept. Numbers of 2^23 (2^52) and more are whole already.
NUMERICS_FUNCTION float RoundHalfEven(float x) {
  const float magnitude = Abs(x);
  const float rounded = (magnitude + 0x1p23f) - 0x1p23f;
  const uint32_t sign = BitsOf(x) & 0x80000000u;
  return FloatOf(Select(magnitude < 0x1p23f, BitsOf(rounded) | sign, BitsOf(x)));
}
NUMERICS_FUNCTION double RoundHalfEven(double x) {
  const double magnitude = Abs(x);
  const double rounded = (magnitude + 0x1p52) - 0x1p52;
  const uint64_t sign = BitsOf(x) & 0x8000000000000000ull;
  return DoubleOf(Select(magnitude < 0x1p52, BitsOf(rounded) | sign, BitsOf(x)));
}

// The largest whole number that is not above x.
NUMERICS_FUNCTION float Floor(float x) {
  const float nearest = RoundHalfEven(x);
  return FloatOf(Select(nearest > x, BitsOf(nearest - 1.0f), BitsOf(nearest)));
}
NUMERICS_FUNCTION double Floor(double x) {
  const double nearest = RoundHalfEven(x);
  return DoubleOf(Select(nearest > x, BitsOf(nearest - 1.0), BitsOf(nearest)));
}

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_ARITHMETIC_INTEGERS_H_
