// Every float through every function: one to four minutes each, and ten for Lgamma.
//   bazel test …:functions_exhaustive_test --test_arg=--gtest_filter='*/Tanh' --test_output=all

#include <gtest/gtest.h>

#include <iostream>
#include <string>

#include "analyzers/numerics/arithmetic/testing/functions.h"

namespace allreview::numerics {
namespace {

class FunctionsExhaustive : public testing::TestWithParam<FloatFunction> {};

TEST_P(FunctionsExhaustive, RoundsEveryFloatCorrectly) {
  const RoundingReport report = CheckRounding(GetParam(), {.stride = 1});
  EXPECT_EQ(report.inputs, uint64_t{1} << 32);
  EXPECT_EQ(report.wrong, 0u);
  std::cout << report << "\n";
}

INSTANTIATE_TEST_SUITE_P(All, FunctionsExhaustive, testing::ValuesIn(kFloatFunctions),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace allreview::numerics
