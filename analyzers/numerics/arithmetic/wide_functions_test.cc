#include "analyzers/numerics/arithmetic/wide_functions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "analyzers/numerics/arithmetic/testing/correct_rounding.h"

namespace allreview::numerics {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

template <Wide (*kFunction)(Wide)>
Wide OfDouble(double x) {
  return kFunction({x, 0});
}

// log(1 + e^x), with bits enough for the tail.
int MpfrSoftplus(mpfr_t result, mpfr_srcptr x, mpfr_rnd_t rounding) {
  mpfr_exp(result, x, rounding);
  return mpfr_log1p(result, result, rounding);
}
int MpfrSigmoid(mpfr_t result, mpfr_srcptr x, mpfr_rnd_t rounding) {
  mpfr_neg(result, x, rounding);
  mpfr_exp(result, result, rounding);
  mpfr_add_ui(result, result, 1, rounding);
  return mpfr_ui_div(result, 1, result, rounding);
}

struct WideCase {
  const char* name;
  Wide (*function)(double);
  MpfrFunction mpfr;
  DoubleRange range;
};

constexpr WideCase kCases[] = {
    {"Sqrt", OfDouble<Sqrt>, mpfr_sqrt, {0x1p-800, 0x1p1000}},
    {"Exp", OfDouble<Exp>, mpfr_exp, {-600, 708}},
    {"Exp2", OfDouble<Exp2>, mpfr_exp2, {-900, 1020}},
    {"Expm1", OfDouble<Expm1>, mpfr_expm1, {-300, 650}},
    {"Expm1 near 0", OfDouble<Expm1>, mpfr_expm1, {-1, 1}},
    {"Log", OfDouble<Log>, mpfr_log, {0x1p-900, 0x1p1023}},
    {"Log near 1", OfDouble<Log>, mpfr_log, {0.9, 1.1}},
    {"Log2", OfDouble<Log2>, mpfr_log2, {0x1p-900, 0x1p1023}},
    {"Log10", OfDouble<Log10>, mpfr_log10, {0x1p-900, 0x1p1023}},
    {"Log1p", OfDouble<Log1p>, mpfr_log1p, {-0.999, 0x1p1000}},
    {"Log1p near 0", OfDouble<Log1p>, mpfr_log1p, {0x1p-800, 1}},
    {"Tanh", OfDouble<Tanh>, mpfr_tanh, {-400, 400}},
    {"Tanh near 0", OfDouble<Tanh>, mpfr_tanh, {0x1p-800, 1}},
    {"Sigmoid", OfDouble<Sigmoid>, MpfrSigmoid, {-600, 600}},
    {"Softplus", OfDouble<Softplus>, MpfrSoftplus, {-100, 800}},
};

TEST(WideFunctions, Have95BitsAndMore) {
  for (const WideCase& test : kCases) {
    const DoubleRange range = {.low = test.range.low, .high = test.range.high, .count = 3'000};
    const Worst worst = FewestBits(test.function, test.mpfr, range);
    EXPECT_GT(worst.value, 95) << test.name << " at " << worst.x;
  }
}

TEST(WideFunctions, AnswerAtPolesAndBeyondAsThoseOfDoubles) {
  EXPECT_EQ(Exp(Wide{710, 0}).high, kInf);
  EXPECT_EQ(Exp(Wide{-kInf, 0}).high, 0);
  EXPECT_EQ(Log(Wide{0, 0}).high, -kInf);
  EXPECT_EQ(Log2(Wide{0, 0}).high, -kInf);
  EXPECT_EQ(Log10(Wide{kInf, 0}).high, kInf);
  EXPECT_EQ(Log1p(Wide{-1, 0}).high, -kInf);
  EXPECT_EQ(Tanh(Wide{-kInf, 0}).high, -1);
  EXPECT_EQ(Sqrt(Wide{kInf, 0}).high, kInf);
  EXPECT_EQ(Sigmoid(Wide{-kInf, 0}).high, 0);
  EXPECT_EQ(Softplus(Wide{kInf, 0}).high, kInf);
  EXPECT_EQ(LogSigmoid(Wide{-kInf, 0}).high, -kInf);
  EXPECT_TRUE(std::isnan(Log(Wide{-1, 0}).high));
  EXPECT_TRUE(std::isnan(Sigmoid(Wide{std::nan(""), 0}).high));
  EXPECT_EQ(Exp(Wide{710, 0}).low, 0);
}

TEST(WideFunctions, UseTheLowPartOfTheirArgument) {
  const Wide x = {1, 0x1p-60};
  EXPECT_NEAR(Subtract(Log(Exp(x)), x).high, 0, 0x1p-98);
  EXPECT_NEAR(Subtract(Log1p(Expm1(x)), x).high, 0, 0x1p-98);
  EXPECT_NEAR(Subtract(Log2(Exp2(x)), x).high, 0, 0x1p-98);
}

}  // namespace
}  // namespace allreview::numerics
