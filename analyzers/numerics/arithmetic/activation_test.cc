#include "analyzers/numerics/arithmetic/activation.h"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <cmath>
#include <limits>

#include "analyzers/numerics/arithmetic/testing/correct_rounding.h"

namespace allreview::numerics {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

// The functions as MPFR computes them, with bits to spare for what cancels.
template <typename Formula>
int InMoreBits(mpfr_t result, const Formula& formula) {
  mpfr_t wide;
  mpfr_init2(wide, 2400);
  formula(wide);
  const int ternary = mpfr_set(result, wide, MPFR_RNDN);
  mpfr_clear(wide);
  return ternary;
}
int MpfrSigmoid(mpfr_t result, mpfr_srcptr x, mpfr_rnd_t) {
  return InMoreBits(result, [x](mpfr_ptr y) {
    mpfr_neg(y, x, MPFR_RNDN);
    mpfr_exp(y, y, MPFR_RNDN);
    mpfr_add_ui(y, y, 1, MPFR_RNDN);
    mpfr_ui_div(y, 1, y, MPFR_RNDN);
  });
}
int MpfrSilu(mpfr_t result, mpfr_srcptr x, mpfr_rnd_t rounding) {
  MpfrSigmoid(result, x, rounding);
  return mpfr_mul(result, result, x, rounding);
}
int MpfrSoftplus(mpfr_t result, mpfr_srcptr x, mpfr_rnd_t) {
  return InMoreBits(result, [x](mpfr_ptr y) {
    mpfr_exp(y, x, MPFR_RNDN);
    mpfr_log1p(y, y, MPFR_RNDN);
  });
}
int MpfrLogSigmoid(mpfr_t result, mpfr_srcptr x, mpfr_rnd_t) {
  return InMoreBits(result, [x](mpfr_ptr y) {
    mpfr_neg(y, x, MPFR_RNDN);
    mpfr_exp(y, y, MPFR_RNDN);
    mpfr_log1p(y, y, MPFR_RNDN);
    mpfr_neg(y, y, MPFR_RNDN);
  });
}
int MpfrGeluTanh(mpfr_t result, mpfr_srcptr x, mpfr_rnd_t) {
  return InMoreBits(result, [x](mpfr_ptr y) {
    mpfr_sqr(y, x, MPFR_RNDN);
    mpfr_mul(y, y, x, MPFR_RNDN);
    mpfr_mul_d(y, y, 0.044715, MPFR_RNDN);
    mpfr_add(y, y, x, MPFR_RNDN);
    mpfr_mul_d(y, y, 0x1.9884533d43651p-1, MPFR_RNDN);
    mpfr_tanh(y, y, MPFR_RNDN);
    mpfr_add_ui(y, y, 1, MPFR_RNDN);
    mpfr_mul(y, y, x, MPFR_RNDN);
    mpfr_div_ui(y, y, 2, MPFR_RNDN);
  });
}

int MpfrGeluErf(mpfr_t result, mpfr_srcptr x, mpfr_rnd_t) {
  return InMoreBits(result, [x](mpfr_ptr y) {
    mpfr_set_d(y, 0.5, MPFR_RNDN);
    mpfr_sqrt(y, y, MPFR_RNDN);
    mpfr_mul(y, y, x, MPFR_RNDN);
    mpfr_neg(y, y, MPFR_RNDN);
    mpfr_erfc(y, y, MPFR_RNDN);
    mpfr_mul(y, y, x, MPFR_RNDN);
    mpfr_div_ui(y, y, 2, MPFR_RNDN);
  });
}

// By the smaller tail.
int MpfrLogNdtr(mpfr_t result, mpfr_srcptr x, mpfr_rnd_t) {
  const bool is_above = mpfr_sgn(x) > 0;
  return InMoreBits(result, [x, is_above](mpfr_ptr y) {
    mpfr_set_d(y, 0.5, MPFR_RNDN);
    mpfr_sqrt(y, y, MPFR_RNDN);
    mpfr_mul(y, y, x, MPFR_RNDN);
    mpfr_abs(y, y, MPFR_RNDN);
    mpfr_erfc(y, y, MPFR_RNDN);
    mpfr_div_ui(y, y, 2, MPFR_RNDN);
    if (is_above) mpfr_neg(y, y, MPFR_RNDN);
    (is_above ? mpfr_log1p : mpfr_log)(y, y, MPFR_RNDN);
  });
}

double Softplus1(double x) { return Softplus(x); }

TEST(Activation, OfDoublesIsTheMathematicalFunction) {
  EXPECT_LT(WorstUlps({Sigmoid, MpfrSigmoid}, {-700, 700, 2000}).value, 2);
  EXPECT_LT(WorstUlps({Silu, MpfrSilu}, {-700, 700, 2000}).value, 3);
  EXPECT_LT(WorstUlps({Softplus1, MpfrSoftplus}, {-700, 700, 2000}).value, 3);
  EXPECT_LT(WorstUlps({LogSigmoid, MpfrLogSigmoid}, {-700, 700, 2000}).value, 3);
}

TEST(Activation, OfDoublesFollowsGeluErfDownToItsTail) {
  EXPECT_LT(WorstUlps({GeluErf, MpfrGeluErf}, {-36, 36, 100}).value, 3);
  EXPECT_LT(WorstUlps({GeluErf, MpfrGeluErf}, {-3, 3, 100}).value, 3);
  EXPECT_EQ(GeluErf(-kInf), 0);
  EXPECT_EQ(GeluErf(kInf), kInf);
}

TEST(LogNdtr, OfDoublesFollowsBothTails) {
  EXPECT_LT(WorstUlps({LogNdtr, MpfrLogNdtr}, {-40, 37, 200}).value, 4);
  EXPECT_LT(WorstUlps({LogNdtr, MpfrLogNdtr}, {-1.5, 1.5, 500}).value, 4);
  EXPECT_LT(WorstUlps({LogNdtr, MpfrLogNdtr}, {-3e4, -50, 100}).value, 4);
  EXPECT_DOUBLE_EQ(LogNdtr(0.0), Log(0.5));
  EXPECT_EQ(LogNdtr(-kInf), -kInf);
  EXPECT_EQ(LogNdtr(-1e200), -kInf);
  EXPECT_EQ(LogNdtr(kInf), 0);
  EXPECT_TRUE(std::isnan(LogNdtr(std::numeric_limits<double>::quiet_NaN())));
}

TEST(LogNdtr, OfFloatsKeepsTheArtefactsOfTheKernel) {
  EXPECT_EQ(LogNdtr(0.0f), Log(0.5f));
  EXPECT_EQ(LogNdtr(-std::numeric_limits<float>::infinity()),
            -std::numeric_limits<float>::infinity());
  EXPECT_EQ(LogNdtr(-3e19f), -std::numeric_limits<float>::infinity());  // t * t overflows.
  EXPECT_GT(LogNdtr(-3e19), -kInf);
  EXPECT_EQ(LogNdtr(15.0f), 0.0f);  // erfc underflows.
  EXPECT_LT(LogNdtr(15.0), 0);
  EXPECT_TRUE(std::isnan(LogNdtr(std::numeric_limits<float>::quiet_NaN())));
}

TEST(Activation, OfDoublesFollowsGeluTanhDownToItsTail) {
  // The exponent 2 u magnifies the rounding of u: by |2 u| < 40 here.
  EXPECT_LT(WorstUlps({GeluTanh, MpfrGeluTanh}, {-5, 5, 500}).value, 60);
}

TEST(Activation, OfFloatsKeepsTheArtefactsOfTheKernels) {
  EXPECT_EQ(Sigmoid(-89.0f), 0.0f);
  EXPECT_GT(Sigmoid(-89.0), 2e-39);
  EXPECT_EQ(Softplus(20.5f), 20.5f);
  EXPECT_EQ(Softplus(-20.0f), Exp(-20.0f));
  EXPECT_EQ(Softplus(3.0f, {.beta = 10, .threshold = 20}), 3.0f);
  EXPECT_TRUE(std::isnan(Silu(-std::numeric_limits<float>::infinity())));
  EXPECT_EQ(Silu(-kInf), 0);
  EXPECT_EQ(GeluErf(-6.0f), 0.0f);
  EXPECT_LT(GeluErf(-6.0), 0);
  EXPECT_EQ(GeluTanh(-12.0f), 0.0f);
  EXPECT_LT(GeluTanh(-12.0), 0);
}

TEST(Elu, FollowsItsOptions) {
  EXPECT_EQ(Elu(2.0f), 2.0f);
  EXPECT_EQ(Elu(-2.0f), Expm1(-2.0f));
  EXPECT_EQ(Elu(-2.0, {.alpha = 3, .scale = 0.5, .input_scale = 0.25}), Expm1(-0.5) * 1.5);
  EXPECT_EQ(Elu(4.0, {.alpha = 3, .scale = 0.5, .input_scale = 0.25}), 2.0);
}

TEST(LogAddExp, IsExactWhereTheSumIsOne) {
  // log(p) + log(1 - p) with rounded operands: the result is what their roundings leave.
  const double a = Log(0.25), b = Log(0.75);
  mpfr_t x, y;
  mpfr_inits2(400, x, y, nullptr);
  mpfr_set_d(x, a, MPFR_RNDN);
  mpfr_exp(x, x, MPFR_RNDN);
  mpfr_set_d(y, b, MPFR_RNDN);
  mpfr_exp(y, y, MPFR_RNDN);
  mpfr_add(x, x, y, MPFR_RNDN);
  mpfr_log(x, x, MPFR_RNDN);
  EXPECT_NEAR(LogAddExp(a, b), mpfr_get_d(x, MPFR_RNDN), 0x1p-56);
  EXPECT_EQ(LogAddExp(a, b), LogAddExp(b, a));
  mpfr_clears(x, y, nullptr);
}

TEST(LogAddExp, KnowsInfinitiesAndFarOperands) {
  EXPECT_EQ(LogAddExp(-kInf, -kInf), -kInf);
  EXPECT_EQ(LogAddExp(kInf, kInf), kInf);
  EXPECT_EQ(LogAddExp(kInf, -kInf), kInf);
  EXPECT_EQ(LogAddExp(2.0, -kInf), 2);
  EXPECT_TRUE(std::isnan(LogAddExp(std::nan(""), kInf)));
  EXPECT_EQ(LogAddExp(0.0, -720.0), Exp(-720.0));
  EXPECT_EQ(LogAddExp(-std::numeric_limits<float>::infinity(), -1.0f), -1.0f);
  EXPECT_EQ(LogAddExp(1000.0f, 1000.0f), 1000.0f + Log1p(1.0f));
}

}  // namespace
}  // namespace allreview::numerics
