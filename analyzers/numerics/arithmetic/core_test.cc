#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>

#include "analyzers/numerics/arithmetic/exp_core.h"
#include "analyzers/numerics/arithmetic/log_core.h"
#include "analyzers/numerics/arithmetic/testing/correct_rounding.h"

namespace allreview::numerics {
namespace {

Wide Unscale(Scaled scaled) {
  return {ScaleByPowerOfTwo(scaled.value.high, scaled.exponent),
          ScaleByPowerOfTwo(scaled.value.low, scaled.exponent)};
}

// Results and inputs stay where the low part of a pair is a normal number.
constexpr double kTiny = 0x1p-900;

double FewestBitsOver(Wide (*function)(double), MpfrFunction mpfr,
                      std::initializer_list<DoubleRange> ranges) {
  double fewest = 200;
  for (const DoubleRange& range : ranges) {
    fewest = std::min(fewest, FewestBits(function, mpfr, range).value);
  }
  return fewest;
}

TEST(ExpCore, Has55BitsAndMore) {
  const auto exp = [](double x) {
    const Scaled reduced = ReduceExp(x);
    return Unscale({ExpCore(reduced.value), reduced.exponent});
  };
  const auto expm1 = [](double x) {
    const Scaled reduced = ReduceExp(x);
    return ScaleExpm1(Expm1Core(reduced.value), reduced.exponent);
  };
  EXPECT_GT(FewestBitsOver(exp, mpfr_exp, {{-600, 700}, {-0.5, 0.5}}), 57);
  EXPECT_GT(FewestBitsOver(expm1, mpfr_expm1, {{-60, 600}, {-1.5, 1.5}, {kTiny, 0.5}}), 55);
}

TEST(ExpWide, Has102BitsAndMore) {
  const auto exp = [](double x) { return Unscale(ExpWide({x, 0})); };
  const auto expm1 = [](double x) { return Expm1Wide({x, 0}); };
  EXPECT_GT(FewestBitsOver(exp, mpfr_exp, {{-600, 700}, {-0.5, 0.5}}), 102);
  EXPECT_GT(FewestBitsOver(expm1, mpfr_expm1, {{-60, 600}, {-1.5, 1.5}, {kTiny, 0.5}}), 102);
}

TEST(LogCore, Has55BitsAndMore) {
  const auto log = [](double x) { return LogCore(ReduceLog(x)); };
  const auto log1p = [](double x) { return LogCore(ReduceLog(TwoSum(1.0, x))); };
  EXPECT_GT(FewestBitsOver(log, mpfr_log, {{0x1p-1022, 0x1p1023}, {0.5, 2}, {0.99, 1.01}}), 55);
  EXPECT_GT(FewestBitsOver(log1p, mpfr_log1p, {{-0.75, 4}, {kTiny, 0x1p1023}, {-0.99, -kTiny}}),
            55);
}

TEST(LogWide, Has102BitsAndMore) {
  const auto log = [](double x) { return LogWide({x, 0}); };
  EXPECT_GT(FewestBitsOver(log, mpfr_log, {{kTiny, 0x1p1023}, {0.5, 2}, {0.99, 1.01}}), 102);
}

TEST(LogWide, TakesTheLowPartIntoAccount) {
  // log(e^x) for a pair e^x gives x back.
  for (const double x : {0.001, -0.3, 0.7, 40.0, -300.0}) {
    const Wide back = LogWide(Unscale(ExpWide({x, 0})));
    EXPECT_LT(Abs((back.high - x) + back.low), Abs(x) * 0x1p-90) << x;
  }
}

TEST(ScaleByPowerOfTwo, ReachesTheSmallestNumbersAndOverflows) {
  EXPECT_EQ(ScaleByPowerOfTwo(1.0, -1074), 0x1p-1074);
  EXPECT_EQ(ScaleByPowerOfTwo(1.5, 1023), 0x1.8p1023);
  EXPECT_FALSE(IsFinite(ScaleByPowerOfTwo(1.0, 1024)));
}

}  // namespace
}  // namespace allreview::numerics
