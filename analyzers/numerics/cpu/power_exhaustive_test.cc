// x^y of every float x for exponents that training code has, and of every float y for its bases, by
// the loops that sweeps run: one to five minutes for each line. All pairs are 2^64.
//   bazel test …:power_exhaustive_test --test_arg=--gtest_filter='Power/Exponents.*/0' …

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include "analyzers/numerics/arithmetic/testing/correct_rounding_of_pairs.h"
#include "analyzers/numerics/cpu/kernel_table.h"

namespace allreview::numerics {
namespace {

void ApplyPower(const float* x, const float* y, float* results, int count) {
  BestKernels()->float_kernels[static_cast<int>(Operation::kPower)](
      {.result = results, .operands = {x, y}, .lanes = count});
}

constexpr FloatBinaryFunction kPower = {
    .apply = ApplyPower,
    .libm = [](double x, double y) { return std::pow(x, y); },
    .mpfr = mpfr_pow,
};

void ExpectCorrect(const FloatLine& line) {
  const RoundingReport report = CheckRoundingAlong(kPower, line);
  EXPECT_EQ(report.inputs, uint64_t{1} << 32);
  EXPECT_EQ(report.wrong, 0u);
  std::cout << line.fixed << ": " << report << "\n";
}

class Exponents : public testing::TestWithParam<float> {};

TEST_P(Exponents, RoundsEveryBaseCorrectly) {
  ExpectCorrect({.fixed = GetParam(), .is_second_fixed = true});
}

// Exponents of losses and gates; roots; gamma correction; inverse square roots of schedules.
INSTANTIATE_TEST_SUITE_P(Power, Exponents,
                         testing::Values(4.0f, 0.5f, 1.5f, 1.0f / 3, -0.5f, 2.0f, 3.0f, -1.0f,
                                         0.25f, 0.75f, 2.2f, 0.8f, -0.2f, 10.0f));

class Bases : public testing::TestWithParam<float> {};

TEST_P(Bases, RoundsEveryExponentCorrectly) { ExpectCorrect({.fixed = GetParam()}); }

// Bases of rotary embeddings and of logarithms; decay rates of optimisers and averages.
INSTANTIATE_TEST_SUITE_P(Power, Bases,
                         testing::Values(10000.0f, 0.999f, 0.9f, 2.0f, 500000.0f, 0.95f, 0.99f,
                                         0.9999f, 10.0f, 2.7182817f, 1.5f, 0.5f));

}  // namespace
}  // namespace allreview::numerics
