#ifndef ANALYZERS_NUMERICS_PROGRAM_COMPARE_H_
#define ANALYZERS_NUMERICS_PROGRAM_COMPARE_H_

// One result against its reference. For hosts and devices; see arithmetic/bits.h.

#include "analyzers/numerics/arithmetic/ordinal.h"
#include "analyzers/numerics/program/aggregates.h"

namespace allreview::numerics {

struct Comparison {
  LaneState state = LaneState::kGood;
  uint64_t distance = 0;  // 0 where there is none.
  bool is_result_underflow = false;
  bool is_close = true;  // torch.testing.assert_close with its defaults.
};

NUMERICS_FUNCTION uint64_t DistanceOf(int64_t a, int64_t b) {
  const uint64_t distance = a > b ? static_cast<uint64_t>(a) - static_cast<uint64_t>(b)
                                  : static_cast<uint64_t>(b) - static_cast<uint64_t>(a);
  return distance < kMaxDistance ? distance : kMaxDistance;
}

// `tested` lies on the grid of the format; the reference does not.
template <Format format>
NUMERICS_FUNCTION Comparison CompareTo(double tested, double reference) {
  constexpr FormatTraits kTraits = TraitsOf(format);
  const double wanted = RoundTo<format>(reference);
  // A format that saturates or has no infinity: its largest number stands for what is beyond.
  const bool is_beyond = Abs(reference) > kTraits.max &&
                         (!IsFinite(wanted) || IsNan(wanted) || Abs(wanted) == kTraits.max);
  Comparison result;
  result.is_result_underflow = wanted == 0 && reference != 0;
  constexpr Tolerance kTolerance = AssertCloseTolerance(format);
  result.is_close = tested == wanted ||
                    Abs(tested - wanted) <= kTolerance.absolute + kTolerance.relative * Abs(wanted);
  // An infinite reference is a pole, or fp64 itself at its end: neither says what is right.
  if (!IsFinite(reference)) {
    result.state = LaneState::kUnknown;
  } else if (is_beyond) {
    result.state = LaneState::kResultOverflow;
  } else if (IsNan(tested)) {
    result.state = LaneState::kNan;
  } else if (!IsFinite(tested) && tested != wanted) {
    result.state = LaneState::kInfinite;
  } else if (tested == 0 && wanted != 0) {
    result.state = LaneState::kSpuriousZero;
  } else {
    result.distance = DistanceOf(Ordinal<format>(tested), Ordinal<format>(wanted));
    result.state = result.distance >= LostDistance(format) ? LaneState::kLost : LaneState::kGood;
  }
  return result;
}

// Of sample `index`; depends on the bits of the result, and a sum of them on nothing else.
NUMERICS_FUNCTION uint64_t DigestOf(uint64_t index, uint64_t bits) {
  uint32_t hash = static_cast<uint32_t>(index) * 0x9e3779b1u ^ static_cast<uint32_t>(bits) ^
                  static_cast<uint32_t>(bits >> 32);
  hash = (hash ^ (hash >> 16)) * 0x85ebca6bu;
  hash = (hash ^ (hash >> 13)) * 0xc2b2ae35u;
  return hash ^ (hash >> 16);
}

// floor(log2(1 + distance)), at most 33.
NUMERICS_FUNCTION int BinOf(uint64_t distance) {
  int bin = 0;
  for (uint64_t rest = 1 + distance; rest > 1 && bin < 33; rest >>= 1) ++bin;
  return bin;
}

// Adds one lane to the aggregates.
NUMERICS_FUNCTION void Count(Aggregates& into, const Comparison& lane, uint64_t index,
                             uint64_t bits) {
  into.good += lane.state == LaneState::kGood;
  into.lost += lane.state == LaneState::kLost;
  into.nan += lane.state == LaneState::kNan;
  into.infinite += lane.state == LaneState::kInfinite;
  into.spurious_zero += lane.state == LaneState::kSpuriousZero;
  into.result_overflow += lane.state == LaneState::kResultOverflow;
  into.unknown += lane.state == LaneState::kUnknown;
  into.result_underflow += lane.is_result_underflow;
  into.assert_close_failures += !lane.is_close;
  into.digest += DigestOf(index, bits);
  if (lane.state != LaneState::kGood && lane.state < LaneState::kResultOverflow &&
      index < into.first_failure_index) {
    into.first_failure_index = index;
  }
  if (lane.state > LaneState::kLost) return;
  into.distance_sum += lane.distance;
  into.histogram[BinOf(lane.distance)] += 1;
  if (lane.distance > into.max_distance ||
      (lane.distance == into.max_distance && index < into.max_index)) {
    into.max_distance = lane.distance;
    into.max_index = index;
  }
}

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_PROGRAM_COMPARE_H_
