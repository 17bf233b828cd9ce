// Each function of trigonometry.h at every float.

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <string>

#include "analyzers/numerics/arithmetic/testing/correct_rounding.h"
#include "analyzers/numerics/arithmetic/trigonometry.h"

namespace allreview::numerics {
namespace {

constexpr FloatFunction kFunctions[] = {
    {.name = "sin", .apply = ApplyToAll<Sin>, .libm = std::sin, .mpfr = mpfr_sin},
    {.name = "cos", .apply = ApplyToAll<Cos>, .libm = std::cos, .mpfr = mpfr_cos},
    {.name = "tan", .apply = ApplyToAll<Tan>, .libm = std::tan, .mpfr = mpfr_tan},
};

class TrigonometryOfEveryFloat : public testing::TestWithParam<FloatFunction> {};

TEST_P(TrigonometryOfEveryFloat, IsCorrectlyRounded) {
  const RoundingReport report = CheckRounding(GetParam(), {.stride = 1});
  std::cout << GetParam().name << ": " << report << "\n";
  EXPECT_EQ(report.inputs, uint64_t{1} << 32);
  EXPECT_EQ(report.wrong, 0u);
}

INSTANTIATE_TEST_SUITE_P(Functions, TrigonometryOfEveryFloat, testing::ValuesIn(kFunctions),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace allreview::numerics
