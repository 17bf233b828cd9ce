#include "analyzers/numerics/check/search.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "analyzers/numerics/arithmetic/ordinal.h"
#include "analyzers/numerics/arithmetic/philox.h"
#include "analyzers/numerics/check/evaluation.h"
#include "analyzers/numerics/check/sampler.h"
#include "analyzers/numerics/program/compare.h"

namespace allreview::numerics {
namespace {

using Samples = std::vector<std::vector<double>>;  // By input, then by sample.

// Random words in a fixed order.
class Words {
 public:
  explicit Words(uint64_t seed)
      : key_{static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)} {}

  uint32_t Next() {
    if (used_ == 4) {
      block_ =
          Philox({static_cast<uint32_t>(count_), static_cast<uint32_t>(count_ >> 32), 0, 7}, key_);
      ++count_;
      used_ = 0;
    }
    const uint32_t words[] = {block_.x, block_.y, block_.z, block_.w};
    return words[used_++];
  }
  double Uniform() { return (Next() + 0.5) * 0x1p-32; }
  double Between(double low, double high) { return low + (high - low) * Uniform(); }
  double Sign() { return (Next() >> 31) != 0 ? -1.0 : 1.0; }

 private:
  const PhiloxKey key_;
  PhiloxBlock block_;
  uint64_t count_ = 0;
  int used_ = 4;
};

class Search {
 public:
  Search(const Graph& graph, const LowerOptions& lowering, const SearchOptions& options,
         const KernelTable& kernels)
      : graph_(SampledGraph(graph)),
        options_(options),
        evaluation_(graph_, lowering, kBlockLanes, kernels),
        formats_(evaluation_.tested().format_of_input),
        result_format_(evaluation_.tested().outputs[0].format),
        words_(options.seed) {}

  WorstInput Run() {
    if (graph_.inputs.empty()) return TryAll(Samples(), 1)[0];
    std::vector<WorstInput> best = Sample();
    for (WorstInput& start : best) Climb(start);
    return *std::max_element(best.begin(), best.end(), [](const auto& a, const auto& b) {
      return a.lost_bits < b.lost_bits;
    });
  }

 private:
  double Limit(size_t input, double value) const {
    const Input& it = graph_.inputs[input];
    if (it.minimum.has_value()) value = std::max(value, *it.minimum);
    if (it.maximum.has_value()) value = std::min(value, *it.maximum);
    const double limit = TraitsOf(formats_[input]).max;
    return RoundTo(formats_[input], std::clamp(value, -limit, limit));
  }

  // Uniform over the numbers of the format within the input's range.
  double AnyNumber(size_t input) {
    const Input& it = graph_.inputs[input];
    const Format format = formats_[input];
    const double limit = TraitsOf(format).max;
    const int64_t low = Ordinal(format, Limit(input, it.minimum.value_or(-limit)));
    const int64_t high = Ordinal(format, Limit(input, it.maximum.value_or(limit)));
    const uint64_t span = static_cast<uint64_t>(std::max<int64_t>(0, high - low)) + 1;
    const uint64_t word = (static_cast<uint64_t>(words_.Next()) << 32) | words_.Next();
    return FromOrdinal(format, low + static_cast<int64_t>(word % span));
  }

  // One number of the family that this sample belongs to. `first`: that of the first input.
  double Draw(size_t input, int family, double first) {
    const Input& it = graph_.inputs[input];
    const FormatTraits traits = TraitsOf(formats_[input]);
    const bool has_range = it.minimum.has_value() && it.maximum.has_value();
    const int max_exponent = static_cast<int>(std::log2(traits.max));
    switch (family % 8) {
      case 0:
        return AnyNumber(input);
      case 1:
        return words_.Sign() * std::exp2(words_.Between(-24, 24));
      case 2:  // Along the range that the code gives, or around the usual.
        return has_range ? words_.Between(*it.minimum, *it.maximum) : words_.Between(-100, 100);
      case 3:  // Near 1.
        return 1 + words_.Sign() * std::exp2(words_.Between(-traits.precision, 0));
      case 4:  // Near the first input, of either sign.
        return input == 0
                   ? words_.Sign() * std::exp2(words_.Between(-20, 20))
                   : words_.Sign() * first *
                         (1 + words_.Sign() * std::exp2(words_.Between(-traits.precision, 1)));
      case 5:
        return std::floor(words_.Between(-1000, 1000));
      case 6:  // Near an end of the range.
        if (has_range) {
          const double width = *it.maximum - *it.minimum;
          const double step = width * std::exp2(words_.Between(-30, -1));
          return words_.Sign() > 0 ? *it.minimum + step : *it.maximum - step;
        }
        return words_.Sign() *
               std::exp2(words_.Between(max_exponent / 2.0 - 2, max_exponent / 2.0 + 2));
      default:  // Close to 0.
        return words_.Sign() * std::exp2(words_.Between(-40, -2));
    }
  }

  Samples DrawBlock(int family) {
    Samples samples(graph_.inputs.size(), std::vector<double>(kBlockLanes));
    for (int i = 0; i < kBlockLanes; ++i) {
      for (size_t k = 0; k < samples.size(); ++k) {
        // Inputs of one sample are of unlike families half of the time.
        const bool is_mixed = family >= 8;
        const int of_input = is_mixed ? static_cast<int>(words_.Next() % 8) : family;
        samples[k][i] = Limit(k, Draw(k, of_input, samples[0][i]));
      }
    }
    return samples;
  }

  std::vector<WorstInput> TryAll(const Samples& samples, int count) {
    std::vector<const double*> pointers;
    for (const std::vector<double>& values : samples) pointers.push_back(values.data());
    evaluation_.Run(pointers, count);
    std::vector<WorstInput> results(static_cast<size_t>(count));
    for (int i = 0; i < count; ++i) {
      WorstInput& result = results[i];
      result.tested = evaluation_.TestedOutput(0, i);
      result.reference = evaluation_.ReferenceOutput(0, i);
      const Comparison compared = Dispatch(result_format_, [&]<Format kFormat>() {
        return CompareTo<kFormat>(result.tested, result.reference);
      });
      result.state = compared.state;
      result.lost_bits = BitsOf(compared);
      for (const std::vector<double>& values : samples) result.inputs.push_back(values[i]);
    }
    return results;
  }

  double BitsOf(const Comparison& compared) const {
    switch (compared.state) {
      case LaneState::kNan:
      case LaneState::kInfinite:
      case LaneState::kSpuriousZero:
        return TraitsOf(result_format_).precision + 8;
      case LaneState::kResultOverflow:
        return 0;
      case LaneState::kUnknown:
        return -1;
      default:
        return std::log2(1.0 + static_cast<double>(compared.distance));
    }
  }

  std::vector<WorstInput> Sample() {
    std::vector<WorstInput> best;
    const int blocks = std::max(1, options_.samples / kBlockLanes);
    // A third of the blocks takes any numbers: nothing is known to be better everywhere.
    constexpr int kFamilies = 24;
    for (int block = 0; block < blocks; ++block) {
      const int family = block % kFamilies < 8 ? 0 : block % kFamilies - 8;
      std::vector<WorstInput> results = TryAll(DrawBlock(family), kBlockLanes);
      best.insert(best.end(), std::make_move_iterator(results.begin()),
                  std::make_move_iterator(results.end()));
      const auto kept = best.begin() + std::min<ptrdiff_t>(options_.climbers, best.size());
      std::partial_sort(best.begin(), kept, best.end(),
                        [](const auto& a, const auto& b) { return a.lost_bits > b.lost_bits; });
      best.erase(kept, best.end());
    }
    return best;
  }

  // Changes one input at a time by up to 2^28 steps of its grid; takes what is not better as well,
  // so that plateaus are crossed.
  void Climb(WorstInput& best) {
    const double enough = TraitsOf(result_format_).precision + 8;
    constexpr int kTriesAtOnce = 64;
    WorstInput here = best;
    for (int step = 0; step < options_.steps / kTriesAtOnce && best.lost_bits < enough; ++step) {
      Samples samples(graph_.inputs.size(), std::vector<double>(kTriesAtOnce));
      for (int i = 0; i < kTriesAtOnce; ++i) {
        const size_t changed = words_.Next() % samples.size();
        for (size_t k = 0; k < samples.size(); ++k) {
          samples[k][i] = k == changed ? Moved(k, here.inputs[k]) : here.inputs[k];
        }
      }
      const std::vector<WorstInput> results = TryAll(samples, kTriesAtOnce);
      const auto top = std::max_element(
          results.begin(), results.end(),
          [](const WorstInput& a, const WorstInput& b) { return a.lost_bits < b.lost_bits; });
      if (top->lost_bits >= here.lost_bits) here = *top;
      if (here.lost_bits > best.lost_bits) best = here;
    }
  }

  double Moved(size_t input, double value) {
    const Format format = formats_[input];
    const double size = std::exp2(words_.Between(0, 28));
    const int64_t moved = Ordinal(format, value) + static_cast<int64_t>(words_.Sign() * size);
    const int64_t limit = MaxOrdinal(format);
    return Limit(input, FromOrdinal(format, std::clamp(moved, -limit, limit)));
  }

  const Graph graph_;
  const SearchOptions options_;
  Evaluation evaluation_;
  const std::vector<Format> formats_;
  const Format result_format_;
  Words words_;
};

}  // namespace

WorstInput FindWorstInput(const Graph& graph, const LowerOptions& lowering,
                          const SearchOptions& options, const KernelTable& kernels) {
  return Search(graph, lowering, options, kernels).Run();
}

}  // namespace allreview::numerics
