#include "analyzers/numerics/program/compare.h"

#include <cmath>
#include <string>

#include "gtest/gtest.h"

namespace allreview::numerics {
namespace {

constexpr double kInfinite = HUGE_VAL;

template <Format kFormat>
Aggregates Counted(double tested, double reference, uint64_t index = 0) {
  Aggregates sum;
  Count<kFormat>(sum, static_cast<typename CarrierOf<kFormat>::Type>(tested), reference, index);
  EXPECT_EQ(sum.total(), 1u);
  return sum;
}

TEST(Count, TellsEachClassOfALane) {
  const struct {
    std::string name;
    double tested;
    double reference;
    uint64_t Aggregates::*wanted;
    uint64_t distance = 0;
  } kCases[] = {
      {"equal", 1, 1, &Aggregates::good, 0},
      {"the nearest number", 1, 1.001, &Aggregates::good, 0},
      {"one step", 1.0078125, 1, &Aggregates::good, 1},
      {"across a power of two", 0.99609375, 1, &Aggregates::good, 1},
      {"fifteen steps", 1 + 15 * 0x1p-7, 1, &Aggregates::good, 15},
      {"half of the digits", 1 + 16 * 0x1p-7, 1, &Aggregates::lost, 16},
      {"the other sign", -1, 1, &Aggregates::lost, 2 * 0x3f80},
      {"NaN", NAN, 1, &Aggregates::nan},
      {"infinity", kInfinite, 1e38, &Aggregates::infinite},
      {"the infinity wanted, of a reference out of range", kInfinite, 1e39,
       &Aggregates::result_overflow},
      {"NaN for a reference out of range", NAN, -1e300, &Aggregates::result_overflow},
      {"infinite reference", kInfinite, kInfinite, &Aggregates::unknown},
      {"zero", 0, 1e-30, &Aggregates::spurious_zero},
      {"zero that is right after rounding", 0, 1e-60, &Aggregates::good, 0},
      {"zeros of either sign", -0.0, 0, &Aggregates::good, 0},
      {"NaN reference", 1, NAN, &Aggregates::unknown},
      {"both NaN", NAN, NAN, &Aggregates::unknown},
      {"something for zero", 0x1p-133, 0, &Aggregates::good, 1},
  };
  for (const auto& c : kCases) {
    const Aggregates found = Counted<Format::kBf16>(c.tested, c.reference);
    EXPECT_EQ(found.*c.wanted, 1u) << c.name;
    EXPECT_EQ(found.max_distance, c.distance) << c.name;
    EXPECT_EQ(found.distance_sum, c.distance) << c.name;
  }
}

TEST(Count, KnowsFormatsWithoutInfinities) {
  EXPECT_EQ(Counted<Format::kE4m3>(NAN, 500).result_overflow, 1u);
  EXPECT_EQ(Counted<Format::kE4m3>(NAN, 448).nan, 1u);
  // Between 448 and 464 the largest number is the nearest, and yet the reference is beyond it.
  EXPECT_EQ(Counted<Format::kE4m3>(448, 450).result_overflow, 1u);
  EXPECT_EQ(Counted<Format::kE4m3Saturated>(448, 1e9).result_overflow, 1u);
  EXPECT_EQ(Counted<Format::kE4m3Saturated>(448, 448).good, 1u);
  EXPECT_EQ(Counted<Format::kFp64>(1 + 0x1p-52, 1).max_distance, 1u);
  EXPECT_EQ(Counted<Format::kFp64>(-1e300, 1e300).max_distance, kMaxDistance);
  EXPECT_EQ(Counted<Format::kFp32>(-1e30, 1e30).max_distance, kMaxDistance);
}

TEST(Count, KnowsTheTolerancesOfAssertClose) {
  EXPECT_EQ(Counted<Format::kFp16>(1.0009765625, 1).assert_close_failures, 0u);
  EXPECT_EQ(Counted<Format::kFp16>(1.001953125, 1).assert_close_failures, 1u);
  EXPECT_EQ(Counted<Format::kBf16>(1.015625, 1).assert_close_failures, 0u);
  EXPECT_EQ(Counted<Format::kBf16>(1.0234375, 1).assert_close_failures, 1u);
  EXPECT_EQ(Counted<Format::kFp16>(kInfinite, 1e6).assert_close_failures, 0u);
  EXPECT_EQ(Counted<Format::kFp16>(kInfinite, 6e4).assert_close_failures, 1u);
  EXPECT_EQ(Counted<Format::kFp16>(NAN, 1).assert_close_failures, 1u);
}

TEST(Count, CountsReferencesThatRoundToZero) {
  EXPECT_EQ(Counted<Format::kFp16>(0, 1e-9).result_underflow, 1u);
  EXPECT_EQ(Counted<Format::kFp16>(0, 0).result_underflow, 0u);
  EXPECT_EQ(Counted<Format::kFp16>(0, 6e-8).result_underflow, 0u);
  EXPECT_EQ(Counted<Format::kFp16>(0, NAN).result_underflow, 0u);
}

TEST(Count, AddsEachLaneToExactlyOneClass) {
  const double kValues[] = {0, -0.0, 1, 1.5, -2, 1e-30, 65504, kInfinite, -kInfinite, NAN, 1e300};
  Aggregates sum;
  uint64_t index = 0;
  for (const double tested : kValues) {
    for (const double reference : kValues) {
      Count<Format::kFp16>(sum, RoundTo<Format::kFp16>(static_cast<float>(tested)), reference,
                           index);
      EXPECT_EQ(sum.total(), ++index);
    }
  }
  uint64_t in_histogram = 0;
  for (const uint64_t bin : sum.histogram) in_histogram += bin;
  EXPECT_EQ(in_histogram, sum.good + sum.lost);
}

TEST(Count, KeepsTheLowestIndexOfTheLargestDistance) {
  Aggregates sum;
  const auto add = [&sum](uint64_t index, double tested, double reference) {
    Count<Format::kBf16>(sum, static_cast<float>(tested), reference, index);
  };
  add(1, 1, 1);
  EXPECT_EQ(sum.max_index, kNoIndex);
  add(9, 1 + 3 * 0x1p-7, 1);
  add(4, 1 + 20 * 0x1p-7, 1);
  add(8, 1 + 20 * 0x1p-7, 1);
  add(2, 1, NAN);
  EXPECT_EQ(sum.max_distance, 20u);
  EXPECT_EQ(sum.max_index, 4u);
  EXPECT_EQ(sum.first_failure_index, 4u);
  EXPECT_EQ(sum.distance_sum, 43u);
}

TEST(CompareTo, TellsWhatCountCounts) {
  using State = LaneState;
  const auto compare = CompareTo<Format::kBf16>;
  EXPECT_EQ(compare(1.0078125, 1).state, State::kGood);
  EXPECT_EQ(compare(1.0078125, 1).distance, 1u);
  EXPECT_EQ(compare(1.25, 1).state, State::kLost);
  EXPECT_EQ(compare(NAN, 1).state, State::kNan);
  EXPECT_EQ(compare(kInfinite, 1).state, State::kInfinite);
  EXPECT_EQ(compare(0, 1).state, State::kSpuriousZero);
  EXPECT_EQ(compare(kInfinite, 1e39).state, State::kResultOverflow);
  EXPECT_EQ(compare(1, NAN).state, State::kUnknown);
  EXPECT_FALSE(compare(1.25, 1).is_close);
  EXPECT_TRUE(compare(0, 1e-60).is_result_underflow);
}

TEST(Merge, GivesTheSameInEveryOrder) {
  const Aggregates a = Counted<Format::kBf16>(1.25, 1, 5);
  Aggregates b = Counted<Format::kBf16>(1.25, 1, 3);
  Count<Format::kBf16>(b, 1, 1, 1);
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

TEST(BinOf, NeverRoundsUp) {
  for (int k = 2; k < 31; ++k) {
    const uint32_t power = uint32_t{1} << k;
    EXPECT_EQ(BinOf(power - 1), k);
    EXPECT_EQ(BinOf(power - 2), k - 1);
  }
}

TEST(DigestOf, DependsOnIndexAndResult) {
  EXPECT_NE(DigestOf(1, 2), DigestOf(2, 1));
  EXPECT_NE(DigestOf(1, DigestBits(1.0f)), DigestOf(1, DigestBits(1.5f)));
  EXPECT_NE(DigestBits(1.0), DigestBits(1 + 0x1p-52));
  EXPECT_NE(DigestBits(0.0f), DigestBits(-0.0f));
}

TEST(DigestBits, AreTheSameForEveryNan) {
  EXPECT_EQ(DigestBits(FloatOf(0xffc00001u)), DigestBits(FloatOf(0x7fffffffu)));
  EXPECT_EQ(DigestBits(DoubleOf(~uint64_t{0})), DigestBits(DoubleOf(kCanonicalNan64)));
}

}  // namespace
}  // namespace allreview::numerics
