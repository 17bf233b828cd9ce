// Each function of error_function.h at every float.

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <string>

#include "analyzers/numerics/arithmetic/error_function.h"
#include "analyzers/numerics/arithmetic/testing/correct_rounding.h"

namespace allreview::numerics {
namespace {

constexpr FloatFunction kFunctions[] = {
    {.name = "erf", .apply = ApplyToAll<Erf>, .libm = std::erf, .mpfr = mpfr_erf},
};

class ErrorFunctionOfEveryFloat : public testing::TestWithParam<FloatFunction> {};

TEST_P(ErrorFunctionOfEveryFloat, IsCorrectlyRounded) {
  const RoundingReport report = CheckRounding(GetParam(), {.stride = 1});
  std::cout << GetParam().name << ": " << report << "\n";
  EXPECT_EQ(report.inputs, uint64_t{1} << 32);
  EXPECT_EQ(report.wrong, 0u);
}

INSTANTIATE_TEST_SUITE_P(Functions, ErrorFunctionOfEveryFloat, testing::ValuesIn(kFunctions),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace allreview::numerics
