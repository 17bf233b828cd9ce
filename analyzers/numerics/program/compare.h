#ifndef ANALYZERS_NUMERICS_PROGRAM_COMPARE_H_
#define ANALYZERS_NUMERICS_PROGRAM_COMPARE_H_

// Results against their references, lane by lane. For hosts and devices; see arithmetic/bits.h.
//
//   const float wanted = WantedOf<Format::kBf16>(reference);
//   const LaneBits<uint32_t> lane = CompareLane<Format::kBf16>(tested, wanted);
//
// No branches and, but for the reference, nothing wider than the carrier of the format, so loops
// over these vectorise.

#include "analyzers/numerics/arithmetic/ordinal.h"
#include "analyzers/numerics/program/aggregates.h"

namespace allreview::numerics {

// What carries results in a format.
template <Format kFormat>
struct CarrierOf {
  using Type = float;
};
template <>
struct CarrierOf<Format::kFp64> {
  using Type = double;
};

// The reference on the grid of the format; an infinity where it is beyond the largest number of the
// format (also in formats without one). NaN where it is no number, and where it is infinite: that
// is a pole, or fp64 itself at its end, and neither says what is right.
template <Format format>
NUMERICS_FUNCTION typename CarrierOf<format>::Type WantedOf(double reference) {
  constexpr double kMax = TraitsOf(format).max;
  const uint64_t sign = BitsOf(reference) & 0x8000000000000000ull;
  const double nearest = RoundTo<format>(reference);
  const bool is_beyond = Abs(reference) > kMax;
  const uint64_t finite = Select(is_beyond, kInfinity64 | sign, BitsOf(nearest));
  const double wanted = DoubleOf(Select(IsFinite(reference), finite, kCanonicalNan64));
  return static_cast<typename CarrierOf<format>::Type>(wanted);
}

// Those of a lane's seven classes that are not good: 1 or 0, and at most one of them 1.
template <typename Bits>
struct LaneBits {
  Bits lost = 0;
  Bits nan = 0;
  Bits infinite = 0;
  Bits spurious_zero = 0;
  Bits result_overflow = 0;
  Bits unknown = 0;

  Bits is_not_close = 0;  // torch.testing.assert_close; 0 where there is nothing to be close to.
  Bits distance = 0;      // 0 where it has no meaning.

  NUMERICS_FUNCTION Bits failed() const { return lost | nan | infinite | spurious_zero; }
};

// `tested` lies on the grid of the format.
template <Format format, typename T>
NUMERICS_FUNCTION LaneBits<typename format_internal::Carrier<T>::Bits> CompareLane(T tested,
                                                                                   T wanted) {
  using format_internal::IsLess;
  using C = format_internal::Carrier<T>;
  using Bits = typename C::Bits;
  const Bits found = BitsOf(Abs(tested));
  const Bits goal = BitsOf(Abs(wanted));
  LaneBits<Bits> lane;
  lane.unknown = IsLess(C::kInfinity, goal);
  lane.result_overflow = goal == C::kInfinity;
  const Bits is_number = IsLess(goal, C::kInfinity);
  lane.nan = is_number & Bits{IsLess(C::kInfinity, found)};
  lane.infinite = is_number & Bits{found == C::kInfinity};
  lane.spurious_zero = is_number & Bits{found == 0} & Bits{goal != 0};
  const Bits is_measured = is_number & ~(lane.nan | lane.infinite | lane.spurious_zero);

  const typename C::Signed a = format_internal::OrdinalOf<format>(tested);
  const typename C::Signed b = format_internal::OrdinalOf<format>(wanted);
  const Bits off = Select(a > b, static_cast<Bits>(a) - static_cast<Bits>(b),
                          static_cast<Bits>(b) - static_cast<Bits>(a));
  constexpr Bits kMost = static_cast<Bits>(kMaxDistance);
  // Unsigned, and signed comparisons are what AVX2 has: from half of the range on it is too much.
  const bool is_small = IsLess(off, kMost) && !IsLess(off, Bits{0});
  lane.distance = Select(is_small, off, kMost) & (Bits{0} - is_measured);
  constexpr Bits kLost = static_cast<Bits>(LostDistance(format));
  lane.lost = !IsLess(lane.distance, kLost);

  constexpr Tolerance kTolerance = AssertCloseTolerance(format);
  const T allowed =
      static_cast<T>(kTolerance.absolute) + static_cast<T>(kTolerance.relative) * C::Of(goal);
  lane.is_not_close = is_number & Bits{!(Abs(tested - wanted) <= allowed)};
  return lane;
}

// 1 where a reference that is not 0 rounds to 0.
template <typename T>
NUMERICS_FUNCTION uint64_t IsResultUnderflow(double reference, T wanted) {
  return static_cast<uint64_t>(wanted == 0) & static_cast<uint64_t>(reference != 0);
}

// The bits of a result that count: devices differ in the NaNs that they make.
NUMERICS_FUNCTION uint32_t DigestBits(float value) {
  return Select(IsNan(value), kCanonicalNan32, BitsOf(value));
}
NUMERICS_FUNCTION uint32_t DigestBits(double value) {
  const uint64_t bits = Select(IsNan(value), kCanonicalNan64, BitsOf(value));
  return static_cast<uint32_t>(bits) ^ static_cast<uint32_t>(bits >> 32) * 0x9e3779b1u;
}

// The digest of the sample with this index (its low bits); a sum of them depends on the results
// alone.
NUMERICS_FUNCTION uint32_t DigestOf(uint32_t index, uint32_t bits) {
  uint32_t hash = index * 0x9e3779b1u ^ bits;
  hash = (hash ^ (hash >> 16)) * 0x85ebca6bu;
  hash = (hash ^ (hash >> 13)) * 0xc2b2ae35u;
  return hash ^ (hash >> 16);
}

// floor(log2(1 + distance)), for distances up to kMaxDistance.
NUMERICS_FUNCTION int BinOf(uint32_t distance) {
  const uint32_t n = distance + 1;
  // Without the bit below the highest, the conversion cannot round up to the next power of two.
  const float rounded = static_cast<float>(static_cast<int32_t>(n & ~(n >> 1)));
  return static_cast<int>(BitsOf(rounded) >> 23) - 127;
}

// One lane, for those who look at single results.
struct Comparison {
  LaneState state = LaneState::kGood;
  uint64_t distance = 0;  // 0 where there is none.
  bool is_result_underflow = false;
  bool is_close = true;  // torch.testing.assert_close with its defaults.
};

// `tested` lies on the grid of the format; the reference does not.
template <Format format>
NUMERICS_FUNCTION Comparison CompareTo(double tested, double reference) {
  const auto wanted = WantedOf<format>(reference);
  const auto lane =
      CompareLane<format>(static_cast<typename CarrierOf<format>::Type>(tested), wanted);
  Comparison result;
  if (lane.lost != 0) result.state = LaneState::kLost;
  if (lane.nan != 0) result.state = LaneState::kNan;
  if (lane.infinite != 0) result.state = LaneState::kInfinite;
  if (lane.spurious_zero != 0) result.state = LaneState::kSpuriousZero;
  if (lane.result_overflow != 0) result.state = LaneState::kResultOverflow;
  if (lane.unknown != 0) result.state = LaneState::kUnknown;
  result.distance = lane.distance;
  result.is_result_underflow = IsResultUnderflow(reference, wanted) != 0;
  result.is_close = lane.is_not_close == 0;
  return result;
}

// Adds one lane: what loops over blocks of lanes and blocks of threads do faster.
template <Format format>
NUMERICS_FUNCTION void Count(Aggregates& into, typename CarrierOf<format>::Type tested,
                             double reference, uint64_t index) {
  const auto wanted = WantedOf<format>(reference);
  const auto lane = CompareLane<format>(tested, wanted);
  const uint64_t measured =
      1 - (lane.nan | lane.infinite | lane.spurious_zero | lane.result_overflow | lane.unknown);
  into.good += measured - lane.lost;
  into.lost += lane.lost;
  into.nan += lane.nan;
  into.infinite += lane.infinite;
  into.spurious_zero += lane.spurious_zero;
  into.result_overflow += lane.result_overflow;
  into.unknown += lane.unknown;
  into.result_underflow += IsResultUnderflow(reference, wanted);
  into.assert_close_failures += lane.is_not_close;
  into.distance_sum += lane.distance;
  into.histogram[BinOf(static_cast<uint32_t>(lane.distance))] += measured;
  into.digest += DigestOf(static_cast<uint32_t>(index), DigestBits(tested));
  if (lane.failed() != 0 && index < into.first_failure_index) into.first_failure_index = index;
  if (lane.distance > into.max_distance ||
      (lane.distance != 0 && lane.distance == into.max_distance && index < into.max_index)) {
    into.max_distance = lane.distance;
    into.max_index = index;
  }
}

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_PROGRAM_COMPARE_H_
