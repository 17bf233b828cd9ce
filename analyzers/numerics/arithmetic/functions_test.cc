#include "analyzers/numerics/arithmetic/functions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <iterator>
#include <limits>

#include "analyzers/numerics/arithmetic/testing/correct_rounding_of_pairs.h"
#include "analyzers/numerics/arithmetic/testing/functions.h"

namespace allreview::numerics {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kMax = std::numeric_limits<double>::max();

// Digests of all results at every 4099th float. Different bits on another machine, or after a
// change, show here; functions_exhaustive_test tells whether new ones are right.
constexpr uint64_t kDigests[] = {
    0xe26ee38c88f0da64u,  // Exp
    0xe1bb75bc492f5290u,  // Exp2
    0x849abecae504fabfu,  // Expm1
    0x7c8959df3a6a7a51u,  // Log
    0xced2b25a59f2caf2u,  // Log2
    0xf8997ea7e41e96f3u,  // Log10
    0xd5ce368a6078abceu,  // Log1p
    0x5a624d3b360d7a3u,   // Rsqrt
    0x5d9a7b8492e5ef7bu,  // Tanh
    0xc468ab2b82f38ae0u,  // Sinh
    0x187feb080d3fe061u,  // Cosh
    0xa56710bb4f188c28u,  // Sin
    0xe220e47a8e0f4f80u,  // Cos
    0x032d1d117c382a98u,  // Tan
    0xbd450314d5987b63u,  // Asin
    0x58752c4715886fcdu,  // Acos
    0xd2033d2624e9cf34u,  // Atan
    0x09d4dcd9ad748fb5u,  // Erf
    0x15fd90f184773279u,  // Erfc
    0xa76e7bdda5afadadu,  // Lgamma
};
static_assert(std::size(kDigests) == std::size(kFloatFunctions));

TEST(Functions, RoundASampleOfAllFloatsCorrectlyAndToTheCommittedBits) {
  for (size_t i = 0; i < std::size(kDigests); ++i) {
    const RoundingReport report = CheckRounding(kFloatFunctions[i], {.stride = 4099});
    EXPECT_EQ(report.wrong, 0u) << kFloatFunctions[i].name << ": " << report;
    EXPECT_EQ(report.digest, kDigests[i]) << kFloatFunctions[i].name << ": " << report;
  }
}

TEST(Functions, RoundTheNeighbourhoodOfEveryPowerOfTwoCorrectly) {
  for (const FloatFunction& function : kFloatFunctions) {
    for (uint64_t sign = 0; sign < 2; ++sign) {
      for (uint64_t exponent = 0; exponent < 256; ++exponent) {
        const uint64_t middle = (sign << 31) | (exponent << 23);
        const uint64_t first = middle < 8 ? 0 : middle - 8;
        const RoundingReport report = CheckRounding(function, {.first = first, .end = middle + 9});
        EXPECT_EQ(report.wrong, 0u) << function.name << ": " << report;
      }
    }
  }
}

struct DoubleCase {
  const char* name;
  double (*function)(double);
  MpfrFunction mpfr;
  DoubleRange range;
  double ulps;
};

constexpr DoubleCase kDoubleCases[] = {
    {"Exp", Exp, mpfr_exp, {-700, 710}, 0.53},
    {"Exp subnormal", Exp, mpfr_exp, {-746, -700}, 1},
    {"Exp near 0", Exp, mpfr_exp, {-1, 1}, 0.53},
    {"Exp2", Exp2, mpfr_exp2, {-1022, 1024}, 0.53},
    {"Exp2 near 0", Exp2, mpfr_exp2, {-1, 1}, 0.53},
    {"Expm1", Expm1, mpfr_expm1, {-50, 711}, 0.65},
    {"Expm1 near 0", Expm1, mpfr_expm1, {-1.5, 1.5}, 0.65},
    {"Log", Log, mpfr_log, {0, kMax}, 0.53},
    {"Log near 1", Log, mpfr_log, {0.5, 2}, 0.55},
    {"Log2", Log2, mpfr_log2, {0, kMax}, 0.53},
    {"Log2 near 1", Log2, mpfr_log2, {0.5, 2}, 0.58},
    {"Log10", Log10, mpfr_log10, {0, kMax}, 0.53},
    {"Log10 near 1", Log10, mpfr_log10, {0.5, 2}, 0.55},
    {"Log1p", Log1p, mpfr_log1p, {-1, kMax}, 0.53},
    {"Log1p near 0", Log1p, mpfr_log1p, {-0.5, 1}, 0.56},
    {"Rsqrt", Rsqrt, MpfrRsqrt, {0, kMax}, 0.51},
    {"Tanh", Tanh, mpfr_tanh, {-25, 25}, 0.56},
    {"Tanh near 0", Tanh, mpfr_tanh, {-1, 1}, 0.56},
    {"Sinh", Sinh, mpfr_sinh, {-711, 711}, 0.53},
    {"Sinh near 0", Sinh, mpfr_sinh, {-2, 2}, 0.6},
    {"Cosh", Cosh, mpfr_cosh, {-711, 711}, 0.53},
    {"Cosh near 0", Cosh, mpfr_cosh, {-2, 2}, 0.53},
};

TEST(Functions, OfDoublesStayWithinTheirBounds) {
  for (const DoubleCase& test : kDoubleCases) {
    const DoubleRange range = {.low = test.range.low, .high = test.range.high, .count = 5'000};
    const Worst worst = WorstUlps({.function = test.function, .mpfr = test.mpfr}, range);
    EXPECT_LT(worst.value, test.ulps) << test.name << " at " << worst.x;
  }
}

TEST(Functions, OfDoublesKnowTheirSpecialValues) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  for (const DoubleCase& test : kDoubleCases) {
    for (const double x : {0.0, -0.0, kInf, -kInf, -kNan, kMax, -kMax, -1.0, 1.0, 0x1p-1074}) {
      const DoubleFunction function = {.function = test.function, .mpfr = test.mpfr};
      EXPECT_LT(WorstUlps(function, {.low = x, .high = x, .count = 0}).value, 1)
          << test.name << " at " << x;
    }
    EXPECT_EQ(BitsOf(test.function(-kNan)), kCanonicalNan64) << test.name;
  }
}

TEST(Hypot, RoundsPairsOfFloatsCorrectly) {
  const RoundingReport report = CheckRoundingOfPairs(
      {.apply = ApplyToPairs<Hypot>, .libm = nullptr, .mpfr = mpfr_hypot}, 200'000);
  EXPECT_EQ(report.wrong, 0u) << report;
}

TEST(Hypot, OfDoublesNeitherOverflowsNorUnderflowsOnItsWay) {
  EXPECT_EQ(Hypot(3e300, 4e300), 5e300);
  EXPECT_EQ(Hypot(3 * 0x1p-1070, 4 * 0x1p-1070), 5 * 0x1p-1070);
  EXPECT_EQ(Hypot(-0.0, 0.0), 0);
  EXPECT_EQ(Hypot(-kInf, std::nan("")), kInf);
}

}  // namespace
}  // namespace allreview::numerics
