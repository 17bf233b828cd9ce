#include "analyzers/numerics/cpu/enumerator.h"

#include <algorithm>
#include <utility>

namespace allreview::numerics {
namespace {

// `lanes` numbers of one input, each `repeats` times, from repetition `done` of digit `digit` on.
struct Walk {
  uint64_t digit = 0;
  uint64_t done = 0;
  uint64_t repeats = 1;
};

template <Format kFormat>
void FillInput(const InputDigits& digits, Walk walk, double* values, int lanes) {
  const uint64_t count = digits.count();
  for (int i = 0; i < lanes;) {
    const uint64_t rest = std::min<uint64_t>(walk.repeats - walk.done, lanes - i);
    const double value = DoubleFromOrdinal<kFormat>(OrdinalOfDigit(digits, walk.digit));
    std::fill_n(values + i, rest, value);
    i += static_cast<int>(rest);
    walk.done += rest;
    if (walk.done < walk.repeats) continue;
    walk.done = 0;
    walk.digit = walk.digit + 1 < count ? walk.digit + 1 : 0;
  }
}

}  // namespace

Enumerator::Enumerator(Exhaustion exhaustion, int max_lanes)
    : exhaustion_(std::move(exhaustion)),
      values_(exhaustion_.inputs.size(), std::vector<double>(max_lanes)),
      pointers_(exhaustion_.inputs.size()) {
  for (size_t i = 0; i < values_.size(); ++i) pointers_[i] = values_[i].data();
}

absl::Span<const double* const> Enumerator::Fill(uint64_t first, int lanes) {
  uint64_t repeats = 1;
  for (size_t i = 0; i < values_.size(); ++i) {
    const InputDigits& digits = exhaustion_.inputs[i];
    const Walk walk{
        .digit = first / repeats % digits.count(), .done = first % repeats, .repeats = repeats};
    Dispatch(digits.format,
             [&]<Format kFormat>() { FillInput<kFormat>(digits, walk, values_[i].data(), lanes); });
    repeats *= digits.count();
  }
  return pointers_;
}

}  // namespace allreview::numerics
