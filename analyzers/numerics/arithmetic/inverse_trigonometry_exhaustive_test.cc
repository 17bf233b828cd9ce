// Each function of inverse_trigonometry.h at every float.

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <string>

#include "analyzers/numerics/arithmetic/inverse_trigonometry.h"
#include "analyzers/numerics/arithmetic/testing/correct_rounding.h"

namespace allreview::numerics {
namespace {

constexpr FloatFunction kFunctions[] = {
    {.name = "atan", .apply = ApplyToAll<Atan>, .libm = std::atan, .mpfr = mpfr_atan},
    {.name = "asin", .apply = ApplyToAll<Asin>, .libm = std::asin, .mpfr = mpfr_asin},
    {.name = "acos", .apply = ApplyToAll<Acos>, .libm = std::acos, .mpfr = mpfr_acos},
};

class InverseTrigonometryOfEveryFloat : public testing::TestWithParam<FloatFunction> {};

TEST_P(InverseTrigonometryOfEveryFloat, IsCorrectlyRounded) {
  const RoundingReport report = CheckRounding(GetParam(), {.stride = 1});
  std::cout << GetParam().name << ": " << report << "\n";
  EXPECT_EQ(report.inputs, uint64_t{1} << 32);
  EXPECT_EQ(report.wrong, 0u);
}

INSTANTIATE_TEST_SUITE_P(Functions, InverseTrigonometryOfEveryFloat, testing::ValuesIn(kFunctions),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace allreview::numerics
