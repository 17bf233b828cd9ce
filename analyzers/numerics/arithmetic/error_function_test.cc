#include "analyzers/numerics/arithmetic/error_function.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "analyzers/numerics/arithmetic/testing/correct_rounding.h"

namespace allreview::numerics {
namespace {

double WorstOver(double (*function)(double), MpfrFunction mpfr,
                 std::initializer_list<DoubleRange> ranges) {
  double worst = 0;
  for (const DoubleRange& range : ranges) {
    worst = std::max(worst, WorstUlps({.function = function, .mpfr = mpfr}, range).value);
  }
  return worst;
}

// The digests pin every bit: a build whose compiler contracts or reorders gives others.
TEST(ErrorFunction, RoundsFloatsCorrectly) {
  const RoundingReport erf =
      CheckRounding({.name = "erf", .apply = ApplyToAll<Erf>, .libm = std::erf, .mpfr = mpfr_erf},
                    {.stride = 4099});
  EXPECT_EQ(erf.wrong, 0u) << erf;
  EXPECT_EQ(erf.digest, 0x09d4dcd9ad748fb5u);
}

TEST(ErrorFunction, StaysWithinItsBoundInDouble) {
  EXPECT_LT(
      WorstOver(Erf, mpfr_erf, {{0x1p-960, 0.01}, {-1, -0x1p-960}, {0.5, 7}, {-0x1p1023, -6}}),
      0.502);
}

// The low halves of products below 2^-960 are subnormal.
TEST(ErrorFunction, StaysBelowOneUlpNearSubnormalDoubles) {
  EXPECT_LT(WorstUlps({.function = Erf, .mpfr = mpfr_erf}, {0x1p-1074, 0x1p-960}).value, 1);
}

// The low halves of products below 2^-960 are subnormal.
TEST(ErrorFunction, KnowsItsLimits) {
  EXPECT_EQ(BitsOf(Erf(-0.0f)), BitsOf(-0.0f));
  EXPECT_EQ(Erf(-FloatOf(kInfinity32)), -1.0f);
  EXPECT_EQ(Erf(DoubleOf(kInfinity64)), 1.0);
  EXPECT_EQ(BitsOf(Erf(FloatOf(0xffc12345u))), kCanonicalNan32);
}

}  // namespace
}  // namespace allreview::numerics
