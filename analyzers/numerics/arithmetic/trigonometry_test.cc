#include "analyzers/numerics/arithmetic/trigonometry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>

#include "analyzers/numerics/arithmetic/testing/correct_rounding.h"

namespace allreview::numerics {
namespace {

TEST(Trigonometry, StaysWithinItsBoundInDouble) {
  EXPECT_LT(WorstOver(Sin, mpfr_sin,
                      {{-3.2, 3.2}, {-1e6, 1e6}, {-0x1p31, 0x1p31}, {-0x1p1023, 0x1p1023}}),
            0.502);
  EXPECT_LT(WorstOver(Cos, mpfr_cos,
                      {{-3.2, 3.2}, {-1e6, 1e6}, {-0x1p31, 0x1p31}, {-0x1p1023, 0x1p1023}}),
            0.502);
  EXPECT_LT(WorstOver(Tan, mpfr_tan,
                      {{-3.2, 3.2}, {-1e6, 1e6}, {-0x1p31, 0x1p31}, {-0x1p1023, 0x1p1023}}),
            0.502);
}

// Muller, Elementary Functions (2006): of all doubles, the one nearest to a multiple of pi / 2.
TEST(Trigonometry, ReducesTheDoubleNearestToAMultipleOfHalfPi) {
  const double x = 6381956970095103.0 * 0x1p797;
  EXPECT_EQ(Cos(x), -4.6871659242546277e-19);
  EXPECT_EQ(Sin(x), 1.0);
}

TEST(Trigonometry, KeepsTheSignOfZero) {
  EXPECT_EQ(BitsOf(Sin(-0.0f)), BitsOf(-0.0f));
  EXPECT_EQ(BitsOf(Tan(-0.0f)), BitsOf(-0.0f));
  EXPECT_EQ(BitsOf(Sin(-0.0)), BitsOf(-0.0));
  EXPECT_EQ(BitsOf(Tan(0.0)), BitsOf(0.0));
  EXPECT_EQ(Cos(-0.0f), 1.0f);
}

TEST(Trigonometry, GivesTheCanonicalNanForInfinitiesAndNan) {
  for (const uint32_t bits : {kInfinity32, kInfinity32 | 0x80000000u, 0xffc12345u}) {
    const float x = FloatOf(bits);
    for (const float y : {Sin(x), Cos(x), Tan(x)}) EXPECT_EQ(BitsOf(y), kCanonicalNan32) << x;
    const double wide = x;
    for (const double y : {Sin(wide), Cos(wide), Tan(wide)}) {
      EXPECT_EQ(BitsOf(y), kCanonicalNan64) << x;
    }
  }
}

TEST(Trigonometry, HasOneValueWithAndWithoutTheBranch) {
  for (uint64_t bits = 0; bits < BitsOf(0x1p30f); bits += 9973) {
    const float x = FloatOf(static_cast<uint32_t>(bits));
    const double wide = -x / 3.0;
    EXPECT_EQ(BitsOf(SinOfModerate(x)), BitsOf(Sin(x))) << x;
    EXPECT_EQ(BitsOf(CosOfModerate(x)), BitsOf(Cos(x))) << x;
    EXPECT_EQ(BitsOf(TanOfModerate(x)), BitsOf(Tan(x))) << x;
    EXPECT_EQ(BitsOf(SinOfModerate(wide)), BitsOf(Sin(wide))) << wide;
    EXPECT_EQ(BitsOf(CosOfModerate(wide)), BitsOf(Cos(wide))) << wide;
    EXPECT_EQ(BitsOf(TanOfModerate(wide)), BitsOf(Tan(wide))) << wide;
  }
}

}  // namespace
}  // namespace allreview::numerics
