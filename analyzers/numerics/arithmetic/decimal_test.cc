#include "analyzers/numerics/arithmetic/decimal.h"

#include <cmath>
#include <string>

#include "gtest/gtest.h"

namespace allreview::numerics {
namespace {

TEST(ShortestDecimal, NamesANumberInAsFewDigitsAsItsFormatNeeds) {
  EXPECT_EQ(ShortestDecimal(Format::kBf16, 6.25), "6.25");  // Neighbours: 6.21875, 6.28125.
  EXPECT_EQ(ShortestDecimal(Format::kBf16, 3.140625), "3.14");
  EXPECT_EQ(ShortestDecimal(Format::kFp32, 6.25), "6.25");
  EXPECT_EQ(ShortestDecimal(Format::kFp32, 0.1f), "0.1");
  EXPECT_EQ(ShortestDecimal(Format::kFp16, 65504), "65500");
  EXPECT_EQ(ShortestDecimal(Format::kFp64, 0.1), "0.1");
}

TEST(ShortestDecimal, IsReadBackAsTheSameNumber) {
  for (const double value : {3.140625, 1e-7, -2.5, 288.0, 5.9604644775390625e-08}) {
    for (const Format format : {Format::kBf16, Format::kFp16, Format::kFp32}) {
      const double on_grid = RoundTo(format, value);
      EXPECT_EQ(RoundTo(format, std::stod(ShortestDecimal(format, on_grid))), on_grid);
    }
  }
}

TEST(ShortestDecimal, NamesWhatIsNoNumber) {
  EXPECT_EQ(ShortestDecimal(Format::kBf16, -HUGE_VAL), "-inf");
  EXPECT_EQ(ShortestDecimal(Format::kBf16, NAN), "nan");
  EXPECT_EQ(ShortestDecimal(Format::kBf16, 0), "0");
}

TEST(WithDigits, RoundsToNearest) {
  EXPECT_EQ(WithDigits(0.012345, 2), 0.012);
  EXPECT_EQ(WithDigits(-98.76, 1), -100);
}

}  // namespace
}  // namespace allreview::numerics
