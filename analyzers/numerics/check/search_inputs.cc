#include "analyzers/numerics/check/search_inputs.h"

#include <algorithm>
#include <cmath>

#include "analyzers/numerics/arithmetic/ordinal.h"

namespace allreview::numerics {
namespace {

constexpr int kFamilies = 9;

int MaxExponent(const FormatTraits& traits) { return static_cast<int>(std::log2(traits.max)); }

bool HasRange(const Input& input) { return input.minimum.has_value() && input.maximum.has_value(); }

}  // namespace

SearchInputs::Words::Words(uint64_t seed)
    : key_{static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)} {}

uint32_t SearchInputs::Words::Next() {
  if (used_ == 4) {
    block_ =
        Philox({static_cast<uint32_t>(count_), static_cast<uint32_t>(count_ >> 32), 0, 7}, key_);
    ++count_;
    used_ = 0;
  }
  const uint32_t words[] = {block_.x, block_.y, block_.z, block_.w};
  return words[used_++];
}

double SearchInputs::Words::Between(double low, double high) {
  return low + (high - low) * ((Next() + 0.5) * 0x1p-32);
}

SearchInputs::SearchInputs(std::vector<Input> inputs, std::vector<Format> formats, uint64_t seed)
    : inputs_(std::move(inputs)), formats_(std::move(formats)), words_(seed) {
  for (size_t k = 0; k < inputs_.size(); ++k) {
    const double limit = TraitsOf(formats_[k]).max;
    ordinals_.emplace_back(Ordinal(formats_[k], Limit(k, inputs_[k].minimum.value_or(-limit))),
                           Ordinal(formats_[k], Limit(k, inputs_[k].maximum.value_or(limit))));
  }
}

double SearchInputs::Limit(size_t input, double value) const {
  const Input& it = inputs_[input];
  if (it.minimum.has_value()) value = std::max(value, *it.minimum);
  if (it.maximum.has_value()) value = std::min(value, *it.maximum);
  const double limit = TraitsOf(formats_[input]).max;
  return RoundTo(formats_[input], std::clamp(value, -limit, limit));
}

double SearchInputs::AnyNumber(size_t input) {
  const auto [low, high] = ordinals_[input];
  const uint64_t span = static_cast<uint64_t>(std::max<int64_t>(0, high - low)) + 1;
  const uint64_t word = (static_cast<uint64_t>(words_.Next()) << 32) | words_.Next();
  return FromOrdinal(formats_[input], low + static_cast<int64_t>(word % span));
}

// Near an end of the range that the code gives; without one, where squares leave the format.
double SearchInputs::NearAnEnd(size_t input) {
  const Input& it = inputs_[input];
  if (HasRange(it)) {
    const double step = (*it.maximum - *it.minimum) * std::exp2(words_.Between(-30, -1));
    return words_.Sign() > 0 ? *it.minimum + step : *it.maximum - step;
  }
  const double half = MaxExponent(TraitsOf(formats_[input])) / 2.0;
  return words_.Sign() * std::exp2(words_.Between(half - 2, half + 2));
}

// Near the largest and the smallest numbers of the format.
double SearchInputs::Extreme(const FormatTraits& traits) {
  const double sign = words_.Sign();
  const double max = MaxExponent(traits), min = traits.min_exponent;
  return sign * std::exp2(words_.Sign() > 0 ? words_.Between(max - 3, max + 1)
                                            : words_.Between(min - traits.precision, min + 3));
}

double SearchInputs::OfFamily(size_t input, int family, double first) {
  const Input& it = inputs_[input];
  const FormatTraits traits = TraitsOf(formats_[input]);
  const auto sign = [&] { return words_.Sign(); };
  const auto power = [&](double low, double high) { return std::exp2(words_.Between(low, high)); };
  switch (family) {
    case 0:
      return AnyNumber(input);
    case 1:
      return sign() * power(-24, 24);
    case 2:  // Along the range that the code gives, or around the usual.
      return HasRange(it) ? words_.Between(*it.minimum, *it.maximum) : words_.Between(-100, 100);
    case 3:  // Near 1.
      return 1 + sign() * power(-traits.precision, 0);
    case 4:  // Near the first input, of either sign.
      if (input == 0) return sign() * power(-20, 20);
      return sign() * first * (1 + sign() * power(-traits.precision, 1));
    case 5:
      return std::floor(words_.Between(-1000, 1000));
    case 6:
      return NearAnEnd(input);
    case 7:  // Close to 0.
      return sign() * power(-40, -2);
    default:
      return Extreme(traits);
  }
}

SearchInputs::Samples SearchInputs::Draw(int block, int count) {
  const int kind = block % (3 * kFamilies);
  const bool is_mixed = kind >= 2 * kFamilies;
  const int of_block = kind < kFamilies ? 0 : kind % kFamilies;
  Samples samples(inputs_.size(), std::vector<double>(count));
  for (int i = 0; i < count; ++i) {
    for (size_t k = 0; k < samples.size(); ++k) {
      const int family = is_mixed ? static_cast<int>(words_.Next() % kFamilies) : of_block;
      samples[k][i] = Limit(k, OfFamily(k, family, samples[0][i]));
    }
  }
  return samples;
}

void SearchInputs::MoveOneEach(const std::vector<double>& point, Samples& samples) {
  for (size_t k = 0; k < samples.size(); ++k) {
    std::fill(samples[k].begin(), samples[k].end(), point[k]);
  }
  for (size_t i = 0; i < samples[0].size(); ++i) {
    const size_t moved = words_.Next() % samples.size();
    samples[moved][i] = Moved(moved, point[moved]);
  }
}

double SearchInputs::Moved(size_t input, double value) {
  const Format format = formats_[input];
  const double sign = words_.Sign();
  const double size = std::exp2(words_.Between(0, 28));
  const int64_t moved = Ordinal(format, value) + static_cast<int64_t>(sign * size);
  const int64_t limit = MaxOrdinal(format);
  return Limit(input, FromOrdinal(format, std::clamp(moved, -limit, limit)));
}

}  // namespace allreview::numerics
