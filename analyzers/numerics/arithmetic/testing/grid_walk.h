#ifndef ANALYZERS_NUMERICS_ARITHMETIC_TESTING_GRID_WALK_H_
#define ANALYZERS_NUMERICS_ARITHMETIC_TESTING_GRID_WALK_H_

// The oracle of format.h: rounding by walking along a list of all numbers of a format, made from
// the definition of its encoding. Shares no step with the bit arithmetic that it judges.
//
//   GridWalk walk(Format::kFp16);
//   for (float value : ascending_positive_floats) EXPECT_EQ(RoundTo<kFp16>(value),
//   walk.Round(value));
//
// Calls must come with ascending magnitudes. A double holds every midpoint of two neighbours
// exactly, so the comparison with it decides.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analyzers/numerics/arithmetic/format.h"

namespace allreview::numerics {

// All numbers >= 0 of a format other than fp64 and fp32, ascending, infinity left out.
std::vector<double> NonNegativeNumbers(Format format);

class GridWalk {
 public:
  explicit GridWalk(Format format);

  // `magnitude` >= 0, not NaN, on the grid of the format.
  double Round(double magnitude) {
    while (next_ < numbers_.size() && IsPastMidpoint(magnitude)) ++next_;
    return next_ == numbers_.size() ? past_max_ : numbers_[next_ - 1];
  }

 private:
  bool IsPastMidpoint(double magnitude) const {
    const double midpoint = (numbers_[next_ - 1] + numbers_[next_]) / 2;
    // Position in the list is the significand's last bits, so an even place has an even last bit.
    return magnitude > midpoint || (magnitude == midpoint && next_ % 2 == 0);
  }

  std::vector<double> numbers_;  // And last, where the next one would be, had it a place.
  size_t next_ = 1;
  double past_max_ = 0;
};

// How many of every `step`th float, of both signs, RoundTo rounds other than a walk does; all NaN
// must become the canonical one.
template <Format format>
uint64_t CountWrongRoundings(uint32_t step) {
  GridWalk walk(format);
  uint64_t wrong = 0;
  for (uint32_t bits = 0; bits < 0x80000000u; bits += step) {
    const float value = FloatOf(bits);
    const uint32_t got = BitsOf(RoundTo<format>(value));
    const uint32_t negative = BitsOf(RoundTo<format>(-value));
    const uint32_t want =
        bits > kInfinity32 ? kCanonicalNan32 : BitsOf(static_cast<float>(walk.Round(value)));
    const bool is_nan = (want & 0x7fffffffu) > kInfinity32;
    wrong += is_nan ? got != kCanonicalNan32 || negative != kCanonicalNan32
                    : got != want || negative != (want | 0x80000000u);
  }
  return wrong;
}

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_ARITHMETIC_TESTING_GRID_WALK_H_
