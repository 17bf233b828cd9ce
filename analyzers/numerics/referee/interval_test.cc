#include "analyzers/numerics/referee/interval.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "analyzers/numerics/referee/interval_functions.h"

namespace allreview::numerics {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

Interval Of(double low, double high) {
  return Interval::Between(Real(low, 128), Real(high, 128), low == high);
}

// Whether `x` is [low, high], but for what roundings of 128 bits widen.
void ExpectBounds(const Interval& x, double low, double high) {
  ASSERT_TRUE(x.IsNumber());
  EXPECT_LE(mpfr_cmp_d(x.low().get(), low + std::fabs(low) * 0x1p-50), 0) << low;
  EXPECT_GE(mpfr_cmp_d(x.high().get(), high - std::fabs(high) * 0x1p-50), 0) << high;
  EXPECT_NEAR(mpfr_get_d(x.low().get(), MPFR_RNDN), low, std::fabs(low) * 1e-14);
  EXPECT_NEAR(mpfr_get_d(x.high().get(), MPFR_RNDN), high, std::fabs(high) * 1e-14);
}

TEST(Interval, EnclosesWhatIsRounded) {
  const Interval third = Divide(Of(1, 1), Of(3, 3));
  EXPECT_FALSE(third.IsPoint());
  const Interval one = Multiply(third, Of(3, 3));
  EXPECT_LT(mpfr_cmp_si(one.low().get(), 1), 0);
  EXPECT_GE(mpfr_cmp_si(one.high().get(), 1), 0);
}

TEST(Interval, KeepsExactResultsPoints) {
  EXPECT_TRUE(Add(Of(0.1, 0.1), Of(1, 1)).IsPoint());
  EXPECT_TRUE(Subtract(Of(0.1, 0.1), Of(0.1, 0.1)).IsZero());
}

TEST(Interval, MultipliesAndDividesAllSigns) {
  ExpectBounds(Multiply(Of(-2, 3), Of(-5, 7)), -15, 21);
  ExpectBounds(Multiply(Of(-3, -2), Of(-7, 5)), -15, 21);
  ExpectBounds(Divide(Of(-4, 2), Of(2, 4)), -2, 1);
  ExpectBounds(Divide(Of(2, 4), Of(-2, -1)), -4, -1);
  ExpectBounds(Square(Of(-3, 2)), 0, 9);
}

TEST(Interval, IsUnknownWherePolesAndEndsOfDomainsAreInside) {
  EXPECT_TRUE(Divide(Of(1, 1), Of(-1, 1)).IsUnknown());
  EXPECT_TRUE(Increasing(mpfr_sqrt, Of(-1, 1)).IsUnknown());
  EXPECT_TRUE(Increasing(mpfr_log, Of(-1, 1)).IsUnknown());
  EXPECT_TRUE(ArcSine(Of(-2, 2)).IsUnknown());
  EXPECT_TRUE(ArcCosine(Of(0.5, 2)).IsUnknown());
  EXPECT_TRUE(Tangent(Of(1.5, 1.6)).IsUnknown());
  EXPECT_TRUE(LogGamma(Of(-1.1, -0.9)).IsUnknown());
  EXPECT_TRUE(LogGamma(Of(-0.5, 0.5)).IsUnknown());
  EXPECT_TRUE(Power(Of(-1, 1), Of(-1, -1)).IsUnknown());
  EXPECT_TRUE(Power(Of(-2, -1), Of(0.4, 0.6)).IsUnknown());
}

TEST(Interval, HasTheSpecialValuesOfExactOperands) {
  EXPECT_TRUE(Divide(Of(0, 0), Of(0, 0)).IsNan());
  EXPECT_TRUE(Divide(Of(1, 2), Of(0, 0)).IsInfinite());
  EXPECT_LT(Divide(Of(1, 2), Of(-0.0, -0.0)).low().Sign(), 0);
  EXPECT_TRUE(Subtract(Of(kInf, kInf), Of(kInf, kInf)).IsNan());
  EXPECT_TRUE(Multiply(Of(0, 0), Of(kInf, kInf)).IsNan());
  EXPECT_TRUE(Increasing(mpfr_sqrt, Of(-2, -1)).IsNan());
  EXPECT_TRUE(ArcSine(Of(2, 3)).IsNan());
  EXPECT_TRUE(Increasing(mpfr_log, Of(0, 0)).IsInfinite());
  EXPECT_TRUE(Power(Interval::NotANumber(128), Of(0, 0)).IsPoint());
  EXPECT_TRUE(Power(Of(-2, -1), Of(0.5, 0.5)).IsNan());
}

TEST(Interval, BoundsFunctionsThatAreNotMonotone) {
  ExpectBounds(HyperbolicCosine(Of(-1, 2)), 1, std::cosh(2));
  ExpectBounds(Power(Of(-2, 3), Of(2, 2)), 0, 9);
  ExpectBounds(Power(Of(-2, 3), Of(3, 3)), -8, 27);
  ExpectBounds(Power(Of(0.5, 2), Of(-1, 3)), 0.125, 8);
  ExpectBounds(Elu(Of(-1, 1), 2), 2 * std::expm1(-1), 1);
  ExpectBounds(Hypotenuse(Of(-3, 3), Of(4, 4)), 4, 5);
  ExpectBounds(LogAddExp(Of(0, 1), Of(0, 1)), std::log(2), 1 + std::log(2));
}

// The minimum 0.12149 of log Gamma at 1.4616 lies inside.
TEST(Interval, BoundsLogGammaAroundItsMinimum) {
  const Interval y = LogGamma(Of(1.46, 1.47));
  EXPECT_LT(mpfr_cmp_d(y.low().get(), -0.12149), 0);
  EXPECT_GT(mpfr_cmp_d(y.low().get(), -0.13), 0);
  EXPECT_GT(mpfr_cmp_d(y.high().get(), -0.1215), 0);
  ExpectBounds(LogGamma(Of(5, 6)), std::log(24), std::log(120));
}

TEST(Interval, BoundsSinesBySlope) {
  const Interval y = Sine(Of(1.5, 1.6));  // The maximum is inside.
  EXPECT_EQ(mpfr_cmp_d(y.high().get(), 1), 0);
  EXPECT_LE(mpfr_cmp_d(y.low().get(), std::sin(1.5)), 0);
  EXPECT_GT(mpfr_cmp_d(y.low().get(), 0.8), 0);
  ExpectBounds(Tangent(Of(1, 1.25)), std::tan(1), std::tan(1.25));
}

// Ten million bits of pi would be needed.
TEST(Interval, GivesUpOnEnormousAngles) {
  const Interval enormous = Increasing(mpfr_exp, Of(1e7, 1e7));
  EXPECT_TRUE(Sine(enormous).IsUnknown());
  EXPECT_TRUE(Tangent(enormous).IsUnknown());
  EXPECT_TRUE(LogGamma(enormous).IsUnknown());
  EXPECT_TRUE(Sine(Of(1e300, 1e300)).IsNumber());
}

TEST(Interval, DecidesComparisonsOnlyWhereBoundsAreApart) {
  EXPECT_EQ(IsLess(Of(1, 2), Of(3, 4)), true);
  EXPECT_EQ(IsLess(Of(3, 4), Of(1, 3)), false);
  EXPECT_EQ(IsLess(Of(1, 3), Of(2, 4)), std::nullopt);
  EXPECT_EQ(IsLessOrEqual(Of(1, 2), Of(2, 4)), true);
  EXPECT_EQ(IsEqual(Of(2, 2), Of(2, 2)), true);
  EXPECT_EQ(IsEqual(Of(1, 2), Of(3, 4)), false);
  EXPECT_EQ(IsEqual(Of(1, 2), Of(1, 2)), std::nullopt);
  EXPECT_EQ(IsLess(Interval::NotANumber(128), Interval::Unknown(128)), false);
  EXPECT_EQ(IsTrue(Of(-1, 1)), std::nullopt);
  EXPECT_EQ(IsTrue(Interval::NotANumber(128)), true);
}

}  // namespace
}  // namespace allreview::numerics
