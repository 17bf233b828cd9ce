#ifndef ANALYZERS_NUMERICS_ARITHMETIC_TESTING_CORRECT_ROUNDING_OF_PAIRS_H_
#define ANALYZERS_NUMERICS_ARITHMETIC_TESTING_CORRECT_ROUNDING_OF_PAIRS_H_

// Judges float functions of two operands as correct_rounding.h does those of one.
//
//   constexpr FloatBinaryFunction kPow = {
//       .apply = ApplyToPairs<Pow>, .libm = LibmPow, .mpfr = mpfr_pow};
//   EXPECT_EQ(CheckRoundingOfPairs(kPow, 1'000'000).wrong, 0u);
//   // x^4 of every float x.
//   EXPECT_EQ(CheckRoundingAlong(kPow, {.fixed = 4, .is_second_fixed = true}).wrong, 0u);

#include "analyzers/numerics/arithmetic/testing/correct_rounding.h"

namespace allreview::numerics {

using MpfrBinaryFunction = int (*)(mpfr_t result, mpfr_srcptr x, mpfr_srcptr y,
                                   mpfr_rnd_t rounding);

template <float (*kFunction)(float, float)>
void ApplyToPairs(const float* x, const float* y, float* results, int count) {
  for (int i = 0; i < count; ++i) results[i] = kFunction(x[i], y[i]);
}

struct FloatBinaryFunction {
  void (*apply)(const float* x, const float* y, float* results, int count) = nullptr;
  double (*libm)(double, double) = nullptr;  // Null: MPFR decides all.
  MpfrBinaryFunction mpfr = nullptr;
};

// On `count` pairs of random bits. About a third of the pairs is of moderate size, a third has
// equal or neighbouring operands or powers of 2. Misses name the first operand.
RoundingReport CheckRoundingOfPairs(const FloatBinaryFunction& function, uint64_t count);

// One operand fixed, the other every float of a range.
struct FloatLine {
  float fixed = 0;
  bool is_second_fixed = false;
  FloatRange range = {};
};

// For a function that is monotone along the line among floats of one sign: where the ends of 512
// neighbours round to the same float, that is wanted of all between them, without asking for each.
// Misses name the operand that varies.
RoundingReport CheckRoundingAlong(const FloatBinaryFunction& function, const FloatLine& line);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_ARITHMETIC_TESTING_CORRECT_ROUNDING_OF_PAIRS_H_
