#include "analyzers/numerics/arithmetic/error_function.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>

#include "analyzers/numerics/arithmetic/testing/correct_rounding.h"

namespace allreview::numerics {
namespace {

TEST(ErrorFunction, StaysWithinItsBoundInDouble) {
  EXPECT_LT(WorstOver(Erf, mpfr_erf,
                      {{0x1p-960, 0.01}, {-1, -0x1p-960}, {0.5, 5, 5000}, {-0x1p1023, -5, 200}}),
            0.502);
}

TEST(ErrorFunction, StaysWithinItsBoundInTheComplement) {
  EXPECT_LT(WorstOver(Erfc, mpfr_erfc,
                      {{-7, 0.5, 5000}, {0.45, 0.55, 5000}, {0.5, 8, 3000}, {7.9, 26.5, 3000}}),
            0.54);
  EXPECT_LT(WorstUlps({.function = Erfc, .mpfr = mpfr_erfc}, {26.5, 28, 1000}).value, 1);
}

// The low halves of products below 2^-960 are subnormal.
TEST(ErrorFunction, StaysBelowOneUlpNearSubnormalDoubles) {
  EXPECT_LT(WorstUlps({.function = Erf, .mpfr = mpfr_erf}, {0x1p-1074, 0x1p-960}).value, 1);
}

TEST(ErrorFunction, KnowsItsLimits) {
  EXPECT_EQ(BitsOf(Erf(-0.0f)), BitsOf(-0.0f));
  EXPECT_EQ(Erf(-FloatOf(kInfinity32)), -1.0f);
  EXPECT_EQ(Erf(DoubleOf(kInfinity64)), 1.0);
  EXPECT_EQ(Erfc(-FloatOf(kInfinity32)), 2.0f);
  EXPECT_EQ(BitsOf(Erfc(DoubleOf(kInfinity64))), BitsOf(0.0));
  EXPECT_EQ(Erfc(0.0), 1.0);
  for (const double nan : {DoubleOf(0xfff8000000000123u), DoubleOf(0x7ff80000000000ffu)}) {
    EXPECT_EQ(BitsOf(Erf(nan)), kCanonicalNan64);
    EXPECT_EQ(BitsOf(Erfc(nan)), kCanonicalNan64);
    EXPECT_EQ(BitsOf(Erf(static_cast<float>(nan))), kCanonicalNan32);
    EXPECT_EQ(BitsOf(Erfc(static_cast<float>(nan))), kCanonicalNan32);
  }
}

}  // namespace
}  // namespace allreview::numerics
