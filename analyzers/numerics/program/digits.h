#ifndef ANALYZERS_NUMERICS_PROGRAM_DIGITS_H_
#define ANALYZERS_NUMERICS_PROGRAM_DIGITS_H_

// Numbers of an input in the order of an exhaustive sweep. For hosts and devices; see
// arithmetic/bits.h.

#include <cstdint>

#include "analyzers/numerics/arithmetic/ordinal.h"

namespace allreview::numerics {

// The numbers whose ordinals are low, low + step … high.
struct InputDigits {
  Format format = Format::kFp32;
  int64_t low = 0;
  int64_t high = 0;
  int64_t step = 1;  // More than 1 only where low is 0.

  NUMERICS_FUNCTION uint64_t count() const {
    return (static_cast<uint64_t>(high) - static_cast<uint64_t>(low)) /
               static_cast<uint64_t>(step) +
           1;
  }
};

// The ordinal that comes as number `digit`, from 0: those near zero first, the positive one of a
// pair before the negative one, so that the first failure of a sweep is the smallest.
NUMERICS_FUNCTION int64_t OrdinalOfDigit(const InputDigits& digits, uint64_t digit) {
  const int64_t n = static_cast<int64_t>(digit);
  if (digits.low >= 0) return digits.low + n * digits.step;
  if (digits.high <= 0) return digits.high - n;
  const int64_t pairs = -digits.low < digits.high ? -digits.low : digits.high;
  if (n <= 2 * pairs) return (n & 1) != 0 ? (n + 1) / 2 : -(n / 2);
  return digits.high > pairs ? n - pairs : pairs - n;
}

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_PROGRAM_DIGITS_H_
