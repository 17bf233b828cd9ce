#include "analyzers/numerics/arithmetic/log_gamma.h"

#include <gtest/gtest.h>

#include "analyzers/numerics/arithmetic/testing/correct_rounding.h"

namespace allreview::numerics {
namespace {

int MpfrLgamma(mpfr_t result, mpfr_srcptr x, mpfr_rnd_t rounding) {
  int sign = 0;
  return mpfr_lgamma(result, &sign, x, rounding);
}

// Also next to the zeros at 1 and 2.
TEST(LogGamma, StaysWithinItsBoundForPositiveDoubles) {
  constexpr DoubleRange kRanges[] = {
      {0x1p-1074, 0x1p-55, 400}, {0x1p-50, 0.99, 1000}, {0.99, 1.01, 2000},    {1.01, 2.5, 2000},
      {2.5, 40, 2000},           {40, 0x1p60, 300},     {0x1p495, 0x1p505, 20}};
  for (const DoubleRange& range : kRanges) {
    const Worst worst = WorstUlps({.function = Lgamma, .mpfr = MpfrLgamma}, range);
    EXPECT_LT(worst.value, 0.51) << worst.x;
  }
}

TEST(LogGamma, StaysWithinItsBoundForNegativeDoubles) {
  for (const DoubleRange& range :
       {DoubleRange{-0x1p-50, -0x1p-70, 300}, {-0.99, -0.01, 1000}, {-40, -1.01, 2000}}) {
    const Worst worst = WorstUlps({.function = Lgamma, .mpfr = MpfrLgamma}, range);
    EXPECT_LT(worst.value, 1) << worst.x;
  }
}

TEST(LogGamma, IsZeroAtOneAndTwo) {
  EXPECT_EQ(BitsOf(Lgamma(1.0)), BitsOf(0.0));
  EXPECT_EQ(BitsOf(Lgamma(2.0)), BitsOf(0.0));
  EXPECT_EQ(BitsOf(Lgamma(1.0f)), BitsOf(0.0f));
  EXPECT_EQ(BitsOf(Lgamma(2.0f)), BitsOf(0.0f));
}

TEST(LogGamma, IsInfiniteAtPolesAndPastTheRange) {
  for (const double x : {0.0, -0.0, -1.0, -4503599627370497.0, -1e300, 1.7e308,
                         DoubleOf(kInfinity64), -DoubleOf(kInfinity64)}) {
    EXPECT_EQ(BitsOf(Lgamma(x)), kInfinity64) << x;
  }
  for (const float x : {0.0f, -0.0f, -1.0f, -1e30f, 3e38f, FloatOf(kInfinity32)}) {
    EXPECT_EQ(BitsOf(Lgamma(x)), kInfinity32) << x;
  }
  EXPECT_EQ(BitsOf(Lgamma(FloatOf(0xffc12345u))), kCanonicalNan32);
}

}  // namespace
}  // namespace allreview::numerics
