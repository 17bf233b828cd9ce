#include "analyzers/numerics/arithmetic/inverse_trigonometry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>

#include "analyzers/numerics/arithmetic/testing/correct_rounding.h"

namespace allreview::numerics {
namespace {

TEST(InverseTrigonometry, StaysWithinItsBoundInDouble) {
  EXPECT_LT(WorstOver(Atan, mpfr_atan, {{-1.1, 1.1}, {-1e3, 1e3}, {-0x1p1023, 0x1p1023}}), 0.502);
  EXPECT_LT(WorstOver(Asin, mpfr_asin, {{-1, 1}, {0.9, 1}}), 0.502);
  EXPECT_LT(WorstOver(Acos, mpfr_acos, {{-1, 1}, {0.9, 1}}), 0.502);
}

TEST(InverseTrigonometry, IsExactAtTheEndsOfTheDomain) {
  EXPECT_EQ(BitsOf(Acos(1.0f)), BitsOf(0.0f));
  EXPECT_EQ(Acos(-1.0), 0x1.921fb54442d18p+1);
  EXPECT_EQ(Asin(-1.0), -0x1.921fb54442d18p+0);
  EXPECT_EQ(Atan(-FloatOf(kInfinity32)), -0x1.921fb6p+0f);
  EXPECT_EQ(BitsOf(Atan(-0.0f)), BitsOf(-0.0f));
  EXPECT_EQ(BitsOf(Asin(-0.0)), BitsOf(-0.0));
}

TEST(InverseTrigonometry, GivesTheCanonicalNanOutsideOfTheDomain) {
  for (const double x : {1.0000000000000002, -2.0, 1e300, DoubleOf(kInfinity64)}) {
    EXPECT_EQ(BitsOf(Asin(x)), kCanonicalNan64) << x;
    EXPECT_EQ(BitsOf(Acos(x)), kCanonicalNan64) << x;
  }
  const float x = FloatOf(0xffc12345u);
  for (const float y : {Atan(x), Asin(x), Acos(x)}) EXPECT_EQ(BitsOf(y), kCanonicalNan32);
  const double wide = DoubleOf(0xfff800000000003full);
  for (const double y : {Atan(wide), Asin(wide), Acos(wide)}) EXPECT_EQ(BitsOf(y), kCanonicalNan64);
}

}  // namespace
}  // namespace allreview::numerics
