#ifndef ANALYZERS_NUMERICS_PROGRAM_AGGREGATES_H_
#define ANALYZERS_NUMERICS_PROGRAM_AGGREGATES_H_

#include <cstdint>

#include "analyzers/numerics/arithmetic/format.h"

namespace allreview::numerics {

inline constexpr uint64_t kNoIndex = ~uint64_t{0};
// A distance above this counts as this, so that sums of 2^33 of them cannot overflow.
inline constexpr uint64_t kMaxDistance = uint64_t{1} << 30;

inline constexpr int kHistogramBins = 31;

// What a number of results has in common, as integers: sums, counts, maxima and lowest indices, so
// that neither the order of the blocks nor their distribution over threads or devices can change
// it.
//
// The distance of a result is the number of steps on the grid of its format between it and the
// reference rounded to that format. Each lane counts in exactly one of the first seven.
struct Aggregates {
  uint64_t good = 0;             // Fewer than half of the digits lost.
  uint64_t lost = 0;             // Half of the digits lost, or more.
  uint64_t nan = 0;              // The reference is a number.
  uint64_t infinite = 0;         // The rounded reference is finite.
  uint64_t spurious_zero = 0;    // The rounded reference is not zero.
  uint64_t result_overflow = 0;  // The reference itself is beyond the format.
  uint64_t unknown = 0;          // The reference is not a number, or infinite.

  uint64_t result_underflow = 0;       // The reference is not 0 and rounds to 0. Part of good.
  uint64_t assert_close_failures = 0;  // Of torch.testing.assert_close, where the rounded reference
                                       // is finite.
  uint64_t distance_sum = 0;           // Of good and lost lanes.
  uint64_t max_distance = 0;
  uint64_t max_index = kNoIndex;  // The lowest index with max_distance, where that is not 0.
  uint64_t first_failure_index = kNoIndex;  // Of lost, nan, infinite, spurious_zero.
  uint64_t histogram[kHistogramBins] = {};  // Bin i: floor(log2(1 + distance)) is i.
  // Sum over lanes of a hash of (index, bits of the result): equal for equal results.
  uint64_t digest = 0;

  uint64_t failures() const { return lost + nan + infinite + spurious_zero; }
  uint64_t total() const { return good + failures() + result_overflow + unknown; }
};

inline void Merge(Aggregates& into, const Aggregates& from) {
  into.good += from.good;
  into.lost += from.lost;
  into.nan += from.nan;
  into.infinite += from.infinite;
  into.spurious_zero += from.spurious_zero;
  into.result_overflow += from.result_overflow;
  into.unknown += from.unknown;
  into.result_underflow += from.result_underflow;
  into.assert_close_failures += from.assert_close_failures;
  into.distance_sum += from.distance_sum;
  if (from.max_distance > into.max_distance ||
      (from.max_distance == into.max_distance && from.max_index < into.max_index)) {
    into.max_distance = from.max_distance;
    into.max_index = from.max_index;
  }
  if (from.first_failure_index < into.first_failure_index) {
    into.first_failure_index = from.first_failure_index;
  }
  for (int i = 0; i < kHistogramBins; ++i) into.histogram[i] += from.histogram[i];
  into.digest += from.digest;
}

// The class of one lane, in the order of Aggregates.
enum class LaneState : uint8_t {
  kGood,
  kLost,
  kNan,
  kInfinite,
  kSpuriousZero,
  kResultOverflow,
  kUnknown,
};

// From this distance on half of the digits are lost.
NUMERICS_FUNCTION constexpr uint64_t LostDistance(Format format) {
  return uint64_t{1} << (TraitsOf(format).precision / 2);
}

// Tolerances of torch.testing.assert_close (torch/testing/_comparison.py).
struct Tolerance {
  double relative = 0;
  double absolute = 0;
};
NUMERICS_FUNCTION constexpr Tolerance AssertCloseTolerance(Format format) {
  switch (format) {
    case Format::kFp64:
      return {1e-7, 1e-7};
    case Format::kFp32:
    case Format::kTf32:
      return {1.3e-6, 1e-5};
    case Format::kBf16:
      return {1.6e-2, 1e-5};
    case Format::kFp16:
      return {1e-3, 1e-5};
    default:
      // No default there; one step of the grid.
      return {2 * UnitRoundoff(format), MinSubnormal(format)};
  }
}

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_PROGRAM_AGGREGATES_H_
