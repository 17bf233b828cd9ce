#include "analyzers/numerics/arithmetic/wide_special_functions.h"

#include <gtest/gtest.h>

#include <limits>

#include "analyzers/numerics/arithmetic/testing/correct_rounding.h"

namespace allreview::numerics {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

template <Wide (*kFunction)(Wide)>
Wide OfDouble(double x) {
  return kFunction({x, 0});
}

Wide PowerOfPi(double x) { return Pow({x, 0}, {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53}); }
int MpfrPowerOfPi(mpfr_t result, mpfr_srcptr x, mpfr_rnd_t rounding) {
  mpfr_t pi;
  mpfr_init2(pi, 108);
  mpfr_const_pi(pi, MPFR_RNDN);
  const int ternary = mpfr_pow(result, x, pi, rounding);
  mpfr_clear(pi);
  return ternary;
}

struct WideCase {
  const char* name;
  Wide (*function)(double);
  MpfrFunction mpfr;
  DoubleRange range;
  double bits = 90;
};

constexpr WideCase kCases[] = {
    {"Sin", OfDouble<Sin>, mpfr_sin, {-100, 100}},
    {"Cos", OfDouble<Cos>, mpfr_cos, {-100, 100}},
    {"Tan", OfDouble<Tan>, mpfr_tan, {-100, 100}},
    {"Atan", OfDouble<Atan>, mpfr_atan, {-1e9, 1e9}},
    {"Asin", OfDouble<Asin>, mpfr_asin, {-1, 1}},
    {"Acos", OfDouble<Acos>, mpfr_acos, {-1, 1}},
    {"Erf", OfDouble<Erf>, mpfr_erf, {0x1p-800, 9}},
    {"Erf of both signs", OfDouble<Erf>, mpfr_erf, {-3, -0.01}},
    {"Erfc", OfDouble<Erfc>, mpfr_erfc, {0.01, 7.99}},
    {"Erfc of the negative", OfDouble<Erfc>, mpfr_erfc, {-9, -0.01}},
    {"Erfc beyond 8", OfDouble<Erfc>, mpfr_erfc, {8, 24}, 55},
    {"Pow", PowerOfPi, MpfrPowerOfPi, {0x1p-250, 0x1p250}},
};

TEST(WideSpecialFunctions, HaveTheirBits) {
  for (const WideCase& test : kCases) {
    const DoubleRange range = {.low = test.range.low, .high = test.range.high, .count = 500};
    const Worst worst = FewestBits(test.function, test.mpfr, range);
    EXPECT_GT(worst.value, test.bits) << test.name << " at " << worst.x;
  }
}

TEST(WideSpecialFunctions, UseTheLowPart) {
  const Wide x = {0.75, 0x1p-60};
  EXPECT_NEAR(Sin(x).low - Sin(Wide{0.75, 0}).low, 0x1p-60 * Cos(0.75), 0x1p-100);
  EXPECT_NEAR(Erf(x).low - Erf(Wide{0.75, 0}).low, 0x1p-60 * 0.6429311, 0x1p-83);
  EXPECT_NEAR(Asin(x).low - Asin(Wide{0.75, 0}).low, 0x1p-60 * 1.5118579, 0x1p-83);
}

TEST(WideSpecialFunctions, GiveTheDoubleFunctionsAtSpecialValues) {
  EXPECT_TRUE(IsNan(Sin(Wide{kInf, 0}).high));
  EXPECT_TRUE(IsNan(Asin(Wide{1, 0x1p-60}).high));
  EXPECT_DOUBLE_EQ(Asin(Wide{1, -0x1p-60}).high, 0x1.921fb54442d18p+0 - 0x1.6a09e667f3bcdp-30);
  EXPECT_EQ(Erf(Wide{-kInf, 0}).high, -1);
  EXPECT_EQ(Erfc(Wide{kInf, 0}).high, 0);
  EXPECT_EQ(Atan(Wide{kInf, 0}).high, 0x1.921fb54442d18p+0);
  EXPECT_EQ(Pow(Wide{-2, 0}, Wide{3, 0}).high, -8);
  EXPECT_EQ(Pow(Wide{0, 0}, Wide{-1, 0}).high, kInf);
}

}  // namespace
}  // namespace allreview::numerics
