#include "analyzers/numerics/program/compare.h"

#include <cmath>
#include <string>

#include "gtest/gtest.h"

namespace allreview::numerics {
namespace {

constexpr double kInfinite = HUGE_VAL;

TEST(CompareTo, TellsEachStateOfALane) {
  const struct {
    std::string name;
    double tested;
    double reference;
    LaneState state;
    uint64_t distance = 0;
  } kCases[] = {
      {"equal", 1, 1, LaneState::kGood, 0},
      {"the nearest number", 1, 1.001, LaneState::kGood, 0},
      {"one step", 1.0078125, 1, LaneState::kGood, 1},
      {"across a power of two", 0.99609375, 1, LaneState::kGood, 1},
      {"fifteen steps", 1 + 15 * 0x1p-7, 1, LaneState::kGood, 15},
      {"half of the digits", 1 + 16 * 0x1p-7, 1, LaneState::kLost, 16},
      {"the other sign", -1, 1, LaneState::kLost, 2 * 0x3f80},
      {"NaN", NAN, 1, LaneState::kNan},
      {"infinity", kInfinite, 1e38, LaneState::kInfinite},
      {"the infinity wanted, of a reference out of range", kInfinite, 1e39,
       LaneState::kResultOverflow},
      {"NaN for a reference out of range", NAN, -1e300, LaneState::kResultOverflow},
      {"infinite reference", kInfinite, kInfinite, LaneState::kResultOverflow},
      {"zero", 0, 1e-30, LaneState::kSpuriousZero},
      {"zero that is right after rounding", 0, 1e-60, LaneState::kGood, 0},
      {"zeros of either sign", -0.0, 0, LaneState::kGood, 0},
      {"NaN reference", 1, NAN, LaneState::kUnknown},
      {"both NaN", NAN, NAN, LaneState::kUnknown},
      {"something for zero", 0x1p-133, 0, LaneState::kGood, 1},
  };
  for (const auto& c : kCases) {
    const Comparison found = CompareTo<Format::kBf16>(c.tested, c.reference);
    EXPECT_EQ(static_cast<int>(found.state), static_cast<int>(c.state)) << c.name;
    EXPECT_EQ(found.distance, c.distance) << c.name;
  }
}

TEST(CompareTo, KnowsFormatsWithoutInfinities) {
  EXPECT_EQ(CompareTo<Format::kE4m3>(NAN, 500).state, LaneState::kResultOverflow);
  EXPECT_EQ(CompareTo<Format::kE4m3>(NAN, 448).state, LaneState::kNan);
  // Between 448 and 464 the largest number is the nearest.
  EXPECT_EQ(CompareTo<Format::kE4m3Saturated>(448, 1e9).state, LaneState::kResultOverflow);
  EXPECT_EQ(CompareTo<Format::kE4m3Saturated>(448, 448).state, LaneState::kGood);
  EXPECT_EQ(CompareTo<Format::kFp64>(1 + 0x1p-52, 1).distance, 1u);
}

TEST(CompareTo, KnowsTheTolerancesOfAssertClose) {
  EXPECT_TRUE(CompareTo<Format::kFp16>(1.0009765625, 1).is_close);
  EXPECT_FALSE(CompareTo<Format::kFp16>(1.001953125, 1).is_close);
  EXPECT_TRUE(CompareTo<Format::kBf16>(1.015625, 1).is_close);
  EXPECT_FALSE(CompareTo<Format::kBf16>(1.0234375, 1).is_close);
  EXPECT_TRUE(CompareTo<Format::kFp16>(kInfinite, 1e6).is_close);
  EXPECT_FALSE(CompareTo<Format::kFp16>(kInfinite, 6e4).is_close);
}

TEST(CompareTo, CountsReferencesThatRoundToZero) {
  EXPECT_TRUE(CompareTo<Format::kFp16>(0, 1e-9).is_result_underflow);
  EXPECT_FALSE(CompareTo<Format::kFp16>(0, 0).is_result_underflow);
  EXPECT_FALSE(CompareTo<Format::kFp16>(0, 6e-8).is_result_underflow);
}

TEST(Count, AddsEachLaneToExactlyOneClass) {
  const double kValues[] = {0, -0.0, 1, 1.5, -2, 1e-30, 65504, kInfinite, -kInfinite, NAN, 1e300};
  Aggregates sum;
  uint64_t index = 0;
  for (const double tested : kValues) {
    for (const double reference : kValues) {
      const double rounded = RoundTo<Format::kFp16>(tested);
      Count(sum, CompareTo<Format::kFp16>(rounded, reference), index, BitsOf(rounded));
      EXPECT_EQ(sum.total(), ++index);
    }
  }
  uint64_t in_histogram = 0;
  for (const uint64_t bin : sum.histogram) in_histogram += bin;
  EXPECT_EQ(in_histogram, sum.good + sum.lost);
}

TEST(Count, KeepsTheLowestIndexOfTheLargestDistance) {
  Aggregates sum;
  const auto add = [&sum](uint64_t index, uint64_t distance, LaneState state) {
    Count(sum, {.state = state, .distance = distance}, index, 0);
  };
  add(9, 3, LaneState::kGood);
  add(4, 7, LaneState::kLost);
  add(8, 7, LaneState::kLost);
  add(2, 0, LaneState::kUnknown);
  EXPECT_EQ(sum.max_distance, 7u);
  EXPECT_EQ(sum.max_index, 4u);
  EXPECT_EQ(sum.first_failure_index, 4u);
  EXPECT_EQ(sum.distance_sum, 17u);
}

TEST(Merge, GivesTheSameInEveryOrder) {
  Aggregates a;
  Aggregates b;
  Count(a, {.state = LaneState::kLost, .distance = 20}, 5, 1);
  Count(b, {.state = LaneState::kLost, .distance = 20}, 3, 2);
  Count(b, {.state = LaneState::kGood, .distance = 1}, 1, 3);
  Aggregates ab = a;
  Merge(ab, b);
  Aggregates ba = b;
  Merge(ba, a);
  for (const Aggregates& sum : {ab, ba}) {
    EXPECT_EQ(sum.max_index, 3u);
    EXPECT_EQ(sum.first_failure_index, 3u);
    EXPECT_EQ(sum.total(), 3u);
    EXPECT_EQ(sum.digest, a.digest + b.digest);
  }
}

TEST(BinOf, IsTheFloorOfTheBinaryLogarithm) {
  EXPECT_EQ(BinOf(0), 0);
  EXPECT_EQ(BinOf(1), 1);
  EXPECT_EQ(BinOf(2), 1);
  EXPECT_EQ(BinOf(3), 2);
  EXPECT_EQ(BinOf(14), 3);
  EXPECT_EQ(BinOf(15), 4);
  EXPECT_EQ(BinOf(kMaxDistance), 30);
}

TEST(DigestOf, DependsOnIndexAndBits) {
  EXPECT_NE(DigestOf(1, 2), DigestOf(2, 1));
  EXPECT_NE(DigestOf(1, 2), DigestOf(1, 3));
  EXPECT_NE(DigestOf(1, uint64_t{1} << 40), DigestOf(1, uint64_t{1} << 41));
}

}  // namespace
}  // namespace allreview::numerics
