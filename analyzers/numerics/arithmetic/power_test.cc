#include "analyzers/numerics/arithmetic/power.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "analyzers/numerics/arithmetic/testing/correct_rounding.h"

namespace allreview::numerics {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

double LibmPow(double x, double y) { return std::pow(x, y); }

TEST(Power, RoundsPairsOfFloatsCorrectly) {
  const RoundingReport report = CheckRoundingOfPairs(
      {.name = "pow", .function = Pow, .libm = LibmPow, .mpfr = mpfr_pow}, 1'000'000);
  EXPECT_EQ(report.wrong, 0u) << report;
  EXPECT_EQ(report.digest, 0xbd44e4307042b06bu);
}

// Middles of two floats, which any error would push to the wrong side, and floats.
TEST(Power, RoundsExactPowersToEven) {
  int middles = 0;
  for (int base = 1; base < 5800; base += 2) {
    for (int exponent = 1; exponent <= 15; ++exponent) {
      const double power = std::pow(static_cast<double>(base), exponent);
      if (power >= 0x1p25) break;
      middles += power >= 0x1p24;
      const auto x = static_cast<float>(base), y = static_cast<float>(exponent);
      EXPECT_EQ(Pow(x, y), static_cast<float>(power)) << base << "^" << exponent;
      EXPECT_EQ(Pow(x / 64, y), static_cast<float>(std::ldexp(power, -6 * exponent)));
      EXPECT_EQ(Pow(x * x, y / 2), static_cast<float>(power));
    }
  }
  EXPECT_GT(middles, 800);
}

TEST(Power, HasTheSpecialCasesOfC99) {
  constexpr float kValues[] = {0.0f,   -0.0f, 1.0f,       -1.0f,      0.5f,           -0.5f,
                               2.0f,   -2.0f, 3.0f,       -3.0f,      1.5f,           -1.5f,
                               1e-45f, 3e38f, 8388607.0f, 8388608.0f, 16777215.0f,    16777216.0f,
                               -3e38f, kInf,  -kInf,      kNan,       0x1.fffffep-1f, 33554432.0f};
  for (const float x : kValues) {
    for (const float y : kValues) {
      const auto wanted = static_cast<float>(std::pow(static_cast<double>(x), y));
      const float found = Pow(x, y);
      const double found_double = Pow(static_cast<double>(x), static_cast<double>(y));
      if (std::isnan(wanted)) {
        EXPECT_EQ(BitsOf(found), kCanonicalNan32) << x << "^" << y;
        EXPECT_EQ(BitsOf(found_double), kCanonicalNan64) << x << "^" << y;
      } else {
        EXPECT_EQ(BitsOf(found), BitsOf(wanted)) << x << "^" << y;
        EXPECT_EQ(std::signbit(found_double), std::signbit(wanted)) << x << "^" << y;
      }
    }
  }
}

// Exponents that take a base to `log2` in [-1020, 1020].
double PowTowards(double base, double log2) { return log2 / std::log2(base); }

TEST(Power, StaysWithinItsBoundInDouble) {
  mpfr_t x, y, power;
  mpfr_inits2(53, x, y, nullptr);
  mpfr_init2(power, 200);
  double worst = 0;
  for (int i = 1; i < 40000; ++i) {
    const double base = i % 2 == 0 ? std::ldexp(1 + i / 40000.0, i % 1000) : 1 + std::ldexp(i, -40);
    const double exponent = PowTowards(base, std::remainder(i * 0.754877666, 1.0) * 2040);
    mpfr_set_d(x, base, MPFR_RNDN);
    mpfr_set_d(y, exponent, MPFR_RNDN);
    mpfr_pow(power, x, y, MPFR_RNDN);
    const int ulp = std::ilogb(mpfr_get_d(power, MPFR_RNDN)) - 52;
    mpfr_sub_d(power, power, Pow(base, exponent), MPFR_RNDN);
    mpfr_mul_2si(power, power, -ulp, MPFR_RNDN);
    worst = std::max(worst, std::fabs(mpfr_get_d(power, MPFR_RNDN)));
  }
  EXPECT_LT(worst, 0.5001);
  mpfr_clears(x, y, power, nullptr);
}

}  // namespace
}  // namespace allreview::numerics
