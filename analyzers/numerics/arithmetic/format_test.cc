#include "analyzers/numerics/arithmetic/format.h"

#include <gtest/gtest.h>
#include <immintrin.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "analyzers/numerics/arithmetic/ordinal.h"
#include "analyzers/numerics/arithmetic/testing/grid_walk.h"

namespace allreview::numerics {
namespace {

constexpr Format kSmallFormats[] = {Format::kTf32,         Format::kBf16,          Format::kFp16,
                                    Format::kE4m3,         Format::kE4m3Saturated, Format::kE5m2,
                                    Format::kE5m2Saturated};
constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

bool IsSame(double a, double b) {
  return BitsOf(a) == BitsOf(b) || (std::isnan(a) && std::isnan(b));
}

// 0 where rounding `magnitude` and its negative gives `want`, both as float and as double.
int Wrong(Format format, float magnitude, double want) {
  return !IsSame(RoundTo(format, magnitude), want) + !IsSame(RoundTo(format, -magnitude), -want) +
         !IsSame(RoundTo(format, static_cast<double>(magnitude)), want);
}

TEST(Format, RoundsEvery61stFloatAsTheListOfNumbersSays) {
  // An odd step meets all endings of the bits.
  EXPECT_EQ(CountWrongRoundings<Format::kTf32>(61), 0u);
  EXPECT_EQ(CountWrongRoundings<Format::kBf16>(61), 0u);
  EXPECT_EQ(CountWrongRoundings<Format::kFp16>(61), 0u);
  EXPECT_EQ(CountWrongRoundings<Format::kE4m3>(61), 0u);
  EXPECT_EQ(CountWrongRoundings<Format::kE4m3Saturated>(61), 0u);
  EXPECT_EQ(CountWrongRoundings<Format::kE5m2>(61), 0u);
  EXPECT_EQ(CountWrongRoundings<Format::kE5m2Saturated>(61), 0u);
}

TEST(Format, RoundsNumbersTiesAndTheirNeighboursAsTheListOfNumbersSays) {
  for (const Format format : kSmallFormats) {
    GridWalk walk(format);
    std::vector<double> numbers = NonNegativeNumbers(format);
    int wrong = 0;
    for (size_t i = 1; i < numbers.size(); ++i) {
      const double tie = (numbers[i - 1] + numbers[i]) / 2;
      for (const double value : {std::nextafter(tie, 0), tie, std::nextafter(tie, HUGE_VAL),
                                 std::nextafter(numbers[i], 0), numbers[i]}) {
        const double want = walk.Round(value);
        wrong += !IsSame(RoundTo(format, value), want) + !IsSame(RoundTo(format, -value), -want);
        wrong +=
            static_cast<float>(value) == value && Wrong(format, static_cast<float>(value), want);
      }
    }
    EXPECT_EQ(wrong, 0) << static_cast<int>(format);
  }
}

TEST(Format, RoundsToFp16AsTheProcessorDoes) {
  int wrong = 0;
  for (uint64_t bits = 0; bits < uint64_t{1} << 32; bits += 61) {
    const float value = FloatOf(static_cast<uint32_t>(bits));
    const float got = RoundTo<Format::kFp16>(value);
    wrong += !IsSame(got, _cvtsh_ss(_cvtss_sh(value, _MM_FROUND_TO_NEAREST_INT)));
  }
  EXPECT_EQ(wrong, 0);
}

TEST(Format, RoundsADoubleToFp32AsTheProcessorDoes) {
  int wrong = 0;
  uint64_t state = 1;
  for (int i = 0; i < 1'000'000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    // Exponents around the range of fp32, significands that end in 32 zeros or not.
    const uint64_t exponent = 1023 - 160 + (state >> 32) % 300;
    const double value = DoubleOf((exponent << 52) | ((state << (i % 2 * 24)) & 0xfffffffffffff));
    wrong += !IsSame(RoundTo<Format::kFp32>(value), static_cast<float>(value));
  }
  EXPECT_EQ(wrong, 0);
}

TEST(Format, RoundsADoubleOnce) {
  // By way of fp32 this would first become a tie and then 1.
  const double value = 1 + 0x1p-8 + 0x1p-40;
  EXPECT_EQ(RoundTo<Format::kBf16>(static_cast<float>(value)), 1.0f);
  EXPECT_EQ(RoundTo<Format::kBf16>(value), 1 + 0x1p-7);
}

TEST(Format, OverflowsAsEachFormatSays) {
  EXPECT_EQ(RoundTo<Format::kFp16>(65519.0f), 65504.0f);
  EXPECT_EQ(RoundTo<Format::kFp16>(65520.0f), kInf);
  EXPECT_EQ(RoundTo<Format::kE4m3>(464.0f), 448.0f);
  EXPECT_TRUE(std::isnan(RoundTo<Format::kE4m3>(465.0f)));
  EXPECT_TRUE(std::isnan(RoundTo<Format::kE4m3>(-kInf)));
  EXPECT_EQ(RoundTo<Format::kE4m3Saturated>(-kInf), -448.0f);
  EXPECT_EQ(RoundTo<Format::kE5m2>(61440.0f), kInf);
  EXPECT_EQ(RoundTo<Format::kE5m2Saturated>(61440.0f), 57344.0f);
  EXPECT_EQ(RoundTo<Format::kBf16>(std::numeric_limits<float>::max()), kInf);
}

TEST(Format, MakesEveryNanTheCanonicalOne) {
  for (int i = 0; i < kFormatCount; ++i) {
    const Format format = static_cast<Format>(i);
    for (const uint32_t nan : {0x7fc00000u, 0xffc00000u, 0x7f800001u, 0xffffffffu, 0x7fffffffu}) {
      EXPECT_EQ(BitsOf(RoundTo(format, FloatOf(nan))), kCanonicalNan32);
    }
    for (const uint64_t nan :
         {kCanonicalNan64 | uint64_t{1} << 63, kInfinity64 + 1, ~uint64_t{0}}) {
      EXPECT_EQ(BitsOf(RoundTo(format, DoubleOf(nan))), kCanonicalNan64);
    }
  }
  EXPECT_EQ(BitsOf(RoundTo<Format::kE4m3>(-1000.0f)), kCanonicalNan32);
  EXPECT_EQ(BitsOf(RoundTf32Away(FloatOf(0xff800001u))), kCanonicalNan32);
}

TEST(Format, LeavesFp32AndFp64AsTheyAre) {
  EXPECT_EQ(RoundTo<Format::kFp32>(0x1p-149f), 0x1p-149f);
  EXPECT_EQ(RoundTo<Format::kFp64>(-0x1.fffffffffffffp-1000), -0x1.fffffffffffffp-1000);
  EXPECT_EQ(BitsOf(RoundTo<Format::kFp64>(-0.0)), BitsOf(-0.0));
  EXPECT_EQ(RoundTo(Format::kFp64, 0.1f), 0.1f);
}

TEST(Format, RoundsTiesOfTf32AwayFromZero) {
  EXPECT_EQ(RoundTf32Away(1 + 0x1p-11f), 1 + 0x1p-10f);
  EXPECT_EQ(RoundTo<Format::kTf32>(1 + 0x1p-11f), 1.0f);
  EXPECT_EQ(RoundTf32Away(-1 - 0x1p-11f), -1 - 0x1p-10f);
  EXPECT_EQ(RoundTf32Away(1 + 0x1.ffcp-12f), 1.0f);
  EXPECT_EQ(RoundTf32Away(-kInf), -kInf);
  // Elsewhere than at ties it rounds as kTf32.
  int wrong = 0;
  for (uint64_t bits = 0; bits <= kInfinity32; bits += 509) {
    const bool is_tie = (bits & 0x1fff) == 0x1000;
    const float value = FloatOf(static_cast<uint32_t>(bits));
    wrong += !is_tie && !IsSame(RoundTf32Away(value), RoundTo<Format::kTf32>(value));
  }
  EXPECT_EQ(wrong, 0);
}

TEST(Format, KnowsItsExtremeNumbers) {
  EXPECT_EQ(MinNormal(Format::kFp16), 0x1p-14);
  EXPECT_EQ(MinSubnormal(Format::kFp16), 0x1p-24);
  EXPECT_EQ(MinSubnormal(Format::kE4m3), 0x1p-9);
  EXPECT_EQ(MinSubnormal(Format::kFp64), 0x1p-1074);
  EXPECT_EQ(UnitRoundoff(Format::kBf16), 0x1p-8);
  for (const Format format : kSmallFormats) {
    EXPECT_EQ(NonNegativeNumbers(format).back(), TraitsOf(format).max);
    EXPECT_EQ(NonNegativeNumbers(format)[1], MinSubnormal(format));
  }
}

TEST(Ordinal, IsThePlaceInTheListOfNumbers) {
  for (const Format format : kSmallFormats) {
    const std::vector<double> numbers = NonNegativeNumbers(format);
    ASSERT_EQ(MaxOrdinal(format), static_cast<int64_t>(numbers.size()) - 1);
    int wrong = 0;
    for (int64_t i = 0; i < static_cast<int64_t>(numbers.size()); ++i) {
      wrong += Ordinal(format, numbers[i]) != i || Ordinal(format, -numbers[i]) != -i;
      wrong += FromOrdinal(format, i) != numbers[i] || FromOrdinal(format, -i) != -numbers[i];
    }
    EXPECT_EQ(wrong, 0) << static_cast<int>(format);
  }
}

TEST(Ordinal, IsTheSameForFloatsAndDoubles) {
  int wrong = 0;
  for (const double number : NonNegativeNumbers(Format::kFp16)) {
    const float value = static_cast<float>(number);
    wrong += Ordinal<Format::kFp16>(-value) != Ordinal<Format::kFp16>(-number);
    wrong += FromOrdinal<Format::kFp16>(Ordinal<Format::kFp16>(value)) != value;
    wrong += Ordinal<Format::kFp32>(value) != Ordinal<Format::kFp32>(number);
  }
  EXPECT_EQ(wrong, 0);
}

TEST(Ordinal, PutsInfinitiesOnePastTheLargestNumber) {
  for (int i = 0; i < kFormatCount; ++i) {
    const Format format = static_cast<Format>(i);
    EXPECT_EQ(Ordinal(format, TraitsOf(format).max), MaxOrdinal(format));
    EXPECT_EQ(Ordinal(format, HUGE_VAL), MaxOrdinal(format) + 1);
    EXPECT_EQ(Ordinal(format, -HUGE_VAL), -MaxOrdinal(format) - 1);
    EXPECT_EQ(FromOrdinal(format, MaxOrdinal(format) + 1), HUGE_VAL);
    EXPECT_EQ(FromOrdinal(format, MaxOrdinal(format)), TraitsOf(format).max);
    EXPECT_EQ(Ordinal(format, -0.0), 0);
  }
  EXPECT_EQ(Ordinal<Format::kE4m3>(-kInf), -127);
  EXPECT_EQ(Ordinal<Format::kFp32>(kNan), 0x7f800000);
}

TEST(Ulp, IsTheDistanceToTheNextNumber) {
  for (const Format format : kSmallFormats) {
    const std::vector<double> numbers = NonNegativeNumbers(format);
    int wrong = 0;
    for (size_t i = 1; i < numbers.size(); ++i) {
      wrong += Ulp(format, -numbers[i - 1]) != numbers[i] - numbers[i - 1];
    }
    EXPECT_EQ(wrong, 0) << static_cast<int>(format);
  }
  EXPECT_EQ(Ulp(Format::kFp16, HUGE_VAL), 32);
  EXPECT_EQ(Ulp(Format::kFp64, 0), 0x1p-1074);
}

}  // namespace
}  // namespace allreview::numerics
