#include "analyzers/numerics/program/exhaust.h"

#include <cmath>
#include <set>

#include "analyzers/numerics/graph/graph_builder.h"
#include "base/status_matchers.h"
#include "gtest/gtest.h"

namespace allreview::numerics {
namespace {

using ::testing::HasSubstr;

absl::StatusOr<Exhaustion> ExhaustionOfInput(Input input, Format format) {
  GraphBuilder builder;
  const int x = builder.AddInput(std::move(input));
  return ExhaustionOf(*builder.Finish({builder.Apply(Operation::kExp, {x})}), format);
}

TEST(OrdinalOfDigit, VisitsEachNumberOnceFromZeroOutwards) {
  for (const InputDigits& digits :
       {InputDigits{.low = -5, .high = 5}, InputDigits{.low = -2, .high = 9},
        InputDigits{.low = -9, .high = 2}, InputDigits{.low = 3, .high = 8},
        InputDigits{.low = -8, .high = -3}, InputDigits{.low = 0, .high = 0},
        InputDigits{.low = 0, .high = 56, .step = 56}}) {
    std::set<int64_t> seen;
    int64_t last = 0;
    for (uint64_t digit = 0; digit < digits.count(); ++digit) {
      const int64_t ordinal = OrdinalOfDigit(digits, digit);
      EXPECT_GE(ordinal, digits.low);
      EXPECT_LE(ordinal, digits.high);
      EXPECT_GE(std::abs(ordinal), std::abs(last));
      EXPECT_TRUE(seen.insert(ordinal).second) << ordinal;
      last = ordinal;
    }
  }
}

TEST(ExhaustionOf, TakesEveryFiniteNumberOfAFormat) {
  EXPECT_EQ(ExhaustionOfInput({.name = "x"}, Format::kE4m3)->count, 2u * 126 + 1);
  EXPECT_EQ(ExhaustionOfInput({.name = "x"}, Format::kFp16)->count, 2u * 31743 + 1);
  EXPECT_EQ(ExhaustionOfInput({.name = "x", .format = Format::kFp32}, Format::kFp16)->count,
            2u * 2139095039 + 1);
}

TEST(ExhaustionOf, StaysInTheRangeThatTheCodeProves) {
  const auto range = [](std::optional<double> minimum, std::optional<double> maximum) {
    const InputDigits digits =
        ExhaustionOfInput({.name = "x", .minimum = minimum, .maximum = maximum}, Format::kBf16)
            ->inputs[0];
    return std::pair(FromOrdinal(Format::kBf16, digits.low),
                     FromOrdinal(Format::kBf16, digits.high));
  };
  EXPECT_EQ(range(0.0, 1.0), std::pair(0.0, 1.0));
  EXPECT_EQ(range(-0.1, 0.1), std::pair(-0.099609375, 0.099609375));  // 0.1 lies between two.
  EXPECT_EQ(range(2.0, {}), std::pair(2.0, 0x1.fep127));
  EXPECT_EQ(range(-HUGE_VAL, HUGE_VAL), std::pair(-0x1.fep127, 0x1.fep127));
  EXPECT_THAT(ExhaustionOfInput({.name = "x", .minimum = 1e6}, Format::kFp16),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("range of input 'x'")));
}

TEST(ExhaustionOf, TakesBothValuesOfAMaskAndOneOfAConstant) {
  EXPECT_EQ(ExhaustionOfInput({.name = "m", .role = Role::kMask}, Format::kFp32)->count, 2u);
  const Distribution constant{Distribution::Kind::kConstant, 1e-5, 0};
  EXPECT_EQ(ExhaustionOfInput({.name = "eps", .distribution = constant}, Format::kFp64)->count, 1u);
}

}  // namespace
}  // namespace allreview::numerics
