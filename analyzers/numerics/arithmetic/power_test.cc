#include "analyzers/numerics/arithmetic/power.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "analyzers/numerics/arithmetic/testing/correct_rounding_of_pairs.h"

namespace allreview::numerics {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

double LibmPow(double x, double y) { return std::pow(x, y); }

TEST(Power, RoundsPairsOfFloatsCorrectly) {
  const RoundingReport report = CheckRoundingOfPairs(
      {.apply = ApplyToPairs<Pow>, .libm = LibmPow, .mpfr = mpfr_pow}, 1'000'000);
  EXPECT_EQ(report.wrong, 0u) << report;
  EXPECT_EQ(report.digest, 0xbd44e4307042b06bu);
}

// root^power * 2^shift is the base, root odd: what the exponent power / 2^halvings makes of it is a
// float or the middle of two floats, which any error would push to the wrong side.
struct ExactPower {
  int root;
  int numerator;
  int halvings;
};

// All whose result has at most 25 bits. Larger results are neither floats nor middles.
std::vector<ExactPower> ExactPowers() {
  std::vector<ExactPower> powers;
  for (int halvings = 0; halvings < 4; ++halvings) {
    for (int root = 3; std::pow(root, 1 << halvings) < 0x1p24; root += 2) {
      const int first = halvings == 0 ? 2 : 1, step = halvings == 0 ? 1 : 2;
      for (int numerator = first; std::pow(root, numerator) < 0x1p25; numerator += step) {
        powers.push_back({root, numerator, halvings});
      }
    }
  }
  return powers;
}

TEST(Power, RoundsExactPowersToEven) {
  int middles = 0;
  for (const auto& [root, numerator, halvings] : ExactPowers()) {
    const double base = std::pow(root, 1 << halvings), power = std::pow(root, numerator);
    const float y = std::ldexp(static_cast<float>(numerator), -halvings);
    middles += power >= 0x1p24;
    for (int shift = -152; shift < 128; shift += 1 << halvings) {
      const float x = static_cast<float>(std::ldexp(base, shift));
      if (std::isinf(x) || x != std::ldexp(base, shift)) continue;
      const double wanted = std::ldexp(power, (shift >> halvings) * numerator);
      EXPECT_EQ(Pow(x, y), static_cast<float>(wanted)) << x << "^" << y;
    }
  }
  EXPECT_GT(middles, 800);
}

TEST(Power, RoundsPowersOfTwoExactly) {
  for (int shift = -149; shift < 128; ++shift) {
    for (int result = -152; result < 130 && shift != 0; ++result) {
      const float x = std::ldexp(1.0f, shift);
      const float y = static_cast<float>(result) / static_cast<float>(shift);
      if (static_cast<double>(y) * shift != result) continue;
      EXPECT_EQ(Pow(x, y), static_cast<float>(std::ldexp(1.0, result))) << x << "^" << y;
    }
  }
}

// Where the powers of neighbours differ little from floats.
TEST(Power, RoundsBasesNextToOneCorrectly) {
  for (const float y : {2.0f, 3.0f, 4.0f, 7.0f, 16.0f, 31.5f, -2.0f, -3.0f, 0.5f, -0.5f, 1.0f / 3,
                        0x1.000002p0f, 0x1.fffffep-1f, 0x1p-24f, 0x1p20f, 12345.678f}) {
    const RoundingReport report =
        CheckRoundingAlong({.apply = ApplyToPairs<Pow>, .libm = LibmPow, .mpfr = mpfr_pow},
                           {.fixed = y,
                            .is_second_fixed = true,
                            .range = {.first = 0x3f800000 - 2048, .end = 0x3f800000 + 4096}});
    EXPECT_EQ(report.wrong, 0u) << y << ": " << report;
    EXPECT_EQ(report.inputs, 6144u);
  }
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
