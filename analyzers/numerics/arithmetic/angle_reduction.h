#ifndef ANALYZERS_NUMERICS_ARITHMETIC_ANGLE_REDUCTION_H_
#define ANALYZERS_NUMERICS_ARITHMETIC_ANGLE_REDUCTION_H_

// Takes an angle to the nearest multiple of pi / 2: x = quadrant * pi / 2 + rest, |rest| <= pi / 4
// (and a few ulp). For hosts and devices; see bits.h.
//
// Below 2^30 by three doubles of pi / 2 (Cody and Waite), without branches; above by a product with
// 256 bits of 2 / pi in integers (Payne and Hanek, SIGNUM Newsletter 18, 1983). `rest` carries at
// least 2^-70 relative accuracy, also next to multiples of pi / 2, and about 2^-100 elsewhere.

#include "analyzers/numerics/arithmetic/wide.h"

namespace allreview::numerics {

inline constexpr double kLargeAngle = 0x1p30;

struct ReducedAngle {
  Wide rest;
  uint64_t quadrant = 0;  // Modulo 4 in its two low bits; the others are noise.
};

// For |x| < kLargeAngle.
NUMERICS_FUNCTION ReducedAngle ReduceModerateAngle(double x) {
  constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
  constexpr double kHalfPi[] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54,
                                -0x1.f1976b7ed8fbcp-110};
  constexpr double kRounder = 0x1.8p52;
  const double rounded = Fma(x, kTwoOverPi, kRounder);
  const double multiple = rounded - kRounder;
  // Exact: a multiple of ulp(pi / 2) below 1, or, where |x| < 1, a difference of close neighbours.
  const double difference = Fma(-multiple, kHalfPi[0], x);
  const Wide second = TwoProduct(multiple, kHalfPi[1]);
  const Wide rest = TwoSum(difference, -second.high);
  const double low = Fma(-multiple, kHalfPi[2], rest.low - second.low);
  return {.rest = FastTwoSum(rest.high, low), .quadrant = BitsOf(rounded)};
}

NUMERICS_FUNCTION uint64_t MultiplyHigh(uint64_t a, uint64_t b) {
#if defined(__CUDA_ARCH__)
  return __umul64hi(a, b);
#else
  __extension__ using Product = unsigned __int128;
  return static_cast<uint64_t>((static_cast<Product>(a) * b) >> 64);
#endif
}

// Bits 64 (word - 1) to 64 word - 1 after the binary point of 2 / pi; word 0 is what stands before.
NUMERICS_FUNCTION uint64_t TwoOverPiWord(uint64_t word) {
  static constexpr uint64_t kWords[] = {0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0,
                                        0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
                                        0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
                                        0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
                                        0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7,
                                        0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea,
                                        0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d};
  return kWords[word];
}

struct Words192 {
  uint64_t word[3];  // The most significant first.
};

// The top 192 bits of |x| * 2 / pi modulo 4, for |x| = significand * 2^(bit - 62): two bits
// before the binary point, 190 after it.
NUMERICS_FUNCTION Words192 MultiplyTwoOverPi(uint64_t significand, uint64_t bit) {
  const uint64_t first = bit >> 6, shift = bit & 63;
  uint64_t window[4] = {};
  for (uint64_t i = 0; i < 4; ++i) {
    // In two steps, since a shift by 64 is undefined.
    const uint64_t next = (TwoOverPiWord(first + i + 1) >> 1) >> (63 - shift);
    window[i] = (TwoOverPiWord(first + i) << shift) | next;
  }
  Words192 product = {};
  uint64_t carry = MultiplyHigh(significand, window[3]);
  for (int i = 2; i >= 0; --i) {
    const uint64_t low = significand * window[i];
    product.word[i] = low + carry;
    carry = MultiplyHigh(significand, window[i]) + static_cast<uint64_t>(product.word[i] < low);
  }
  return product;
}

// For finite |x| >= kLargeAngle.
NUMERICS_FUNCTION ReducedAngle ReduceLargeAngle(double x) {
  constexpr Wide kHalfPi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
  const uint64_t bits = BitsOf(x);
  const uint64_t significand = (bits & 0xfffffffffffffull) | 0x10000000000000ull;
  const uint64_t biased_exponent = (bits >> 52) & 0x7ff;
  const Words192 turns = MultiplyTwoOverPi(significand, biased_exponent - 1075 + 62);
  // The nearest multiple: the fraction is read as a signed number in [-1/2, 1/2).
  const bool is_rounded_up = ((turns.word[0] >> 61) & 1) != 0;
  const uint64_t quadrant = (turns.word[0] >> 62) + static_cast<uint64_t>(is_rounded_up);
  const uint64_t flip = 0ull - static_cast<uint64_t>(is_rounded_up);
  Wide fraction;
  double scale = 0x1p-192;  // Of the lowest half word, once the two bits are shifted out.
  for (int i = 2; i >= 0; --i) {
    const uint64_t below = i < 2 ? turns.word[i + 1] >> 62 : 0;
    const uint64_t word = ((turns.word[i] << 2) | below) ^ flip;
    fraction = Add(fraction, static_cast<double>(word & 0xffffffffull) * scale);
    fraction = Add(fraction, static_cast<double>(word >> 32) * (scale * 0x1p32));
    scale *= 0x1p64;
  }
  const Wide rest = Multiply(kHalfPi, fraction);
  const bool is_negative = (bits >> 63) != 0;
  if (is_rounded_up == is_negative)
    return {.rest = rest, .quadrant = is_negative ? 0 - quadrant : quadrant};
  return {.rest = Negate(rest), .quadrant = is_negative ? 0 - quadrant : quadrant};
}

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_ARITHMETIC_ANGLE_REDUCTION_H_
