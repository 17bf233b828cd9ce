#include "analyzers/numerics/check/search.h"

#include <algorithm>
#include <cmath>

#include "analyzers/numerics/check/search_inputs.h"
#include "analyzers/numerics/cpu/evaluation.h"
#include "analyzers/numerics/cpu/sampler.h"
#include "analyzers/numerics/program/compare.h"
#include "analyzers/numerics/referee/referee.h"

namespace allreview::numerics {
namespace {

using Samples = SearchInputs::Samples;

// What became of one sample.
struct Tried {
  LaneState state = LaneState::kGood;
  double lost_bits = 0;
};

class Search {
 public:
  Search(const Graph& graph, const LowerOptions& lowering, const SearchOptions& options,
         const KernelTable& kernels)
      : graph_(SampledGraph(graph)),
        options_(options),
        evaluation_(graph_, lowering, kBlockLanes, kernels),
        result_format_(evaluation_.tested().outputs[0].format),
        all_bits_(TraitsOf(result_format_).precision + 8),
        inputs_(graph_.inputs, evaluation_.tested().format_of_input, options.seed) {}

  WorstInput Run() {
    if (graph_.inputs.empty()) {
      TryAll(Samples(), 1);
      return Confirmed(InputAt(Samples(), 0));
    }
    std::vector<WorstInput> best = Sample();
    WorstInput worst;
    for (WorstInput& start : best) {
      Climb(start);
      if (worst.inputs.empty() || start.lost_bits > worst.lost_bits) worst = start;
      // Nothing is worse.
      if (worst.lost_bits >= all_bits_) break;
    }
    return worst;
  }

 private:
  // Into tried_, by sample.
  void TryAll(const Samples& samples, int count) {
    std::vector<const double*> pointers;
    for (const std::vector<double>& values : samples) pointers.push_back(values.data());
    evaluation_.Run(pointers, count);
    tried_.resize(static_cast<size_t>(count));
    Dispatch(result_format_, [&]<Format kFormat>() {
      for (int i = 0; i < count; ++i) {
        const Comparison compared =
            CompareTo<kFormat>(evaluation_.TestedOutput(0, i), evaluation_.ReferenceOutput(0, i));
        tried_[i] = {compared.state, BitsOf(compared)};
      }
    });
  }

  // Sample i of those that were tried last.
  WorstInput InputAt(const Samples& samples, int i) const {
    WorstInput result = {.tested = evaluation_.TestedOutput(0, i),
                         .reference = evaluation_.ReferenceOutput(0, i),
                         .state = tried_[i].state,
                         .lost_bits = tried_[i].lost_bits};
    for (const std::vector<double>& values : samples) result.inputs.push_back(values[i]);
    return result;
  }

  // Judged by the true result, where exact arithmetic knows it: fp64 may be off as well. Not with
  // thousands of bits, of which a power of a power takes milliseconds.
  WorstInput Confirmed(const WorstInput& found) const {
    std::vector<std::vector<double>> inputs;
    for (const double value : found.inputs) inputs.push_back({value});
    const RefereeAnswer answer =
        AskReferee(graph_, inputs, {.format = Format::kFp64, .last_bits = 512})[0];
    if (!answer.values[0].has_value()) return found;
    WorstInput result = found;
    result.reference = *answer.values[0];
    const Comparison compared = Dispatch(result_format_, [&]<Format kFormat>() {
      return CompareTo<kFormat>(result.tested, result.reference);
    });
    result.state = compared.state;
    result.lost_bits = BitsOf(compared);
    return result;
  }

  double BitsOf(const Comparison& compared) const {
    switch (compared.state) {
      case LaneState::kNan:
      case LaneState::kInfinite:
      case LaneState::kSpuriousZero:
        return all_bits_;
      case LaneState::kResultOverflow:
        return 0;
      case LaneState::kUnknown:
        return -1;
      default:
        return std::log2(1.0 + static_cast<double>(compared.distance));
    }
  }

  // The worst of all families, the worst first; of equal ones those that came first. Ends early
  // with one that nothing can be worse than.
  std::vector<WorstInput> Sample() {
    std::vector<WorstInput> best;
    const int blocks = std::max(1, options_.samples / kBlockLanes);
    for (int block = 0; block < blocks; ++block) {
      const Samples samples = inputs_.Draw(block, kBlockLanes);
      TryAll(samples, kBlockLanes);
      for (int i = 0; i < kBlockLanes; ++i) {
        if (IsAmongBest(best, tried_[i].lost_bits)) Keep(best, Confirmed(InputAt(samples, i)));
        if (!best.empty() && best[0].lost_bits >= all_bits_) return best;
      }
    }
    return best;
  }

  bool IsAmongBest(const std::vector<WorstInput>& best, double lost_bits) const {
    return best.size() < static_cast<size_t>(options_.climbers) ||
           lost_bits > best.back().lost_bits;
  }

  void Keep(std::vector<WorstInput>& best, const WorstInput& found) const {
    if (!IsAmongBest(best, found.lost_bits)) return;
    const auto place = std::find_if(best.begin(), best.end(), [&](const WorstInput& it) {
      return it.lost_bits < found.lost_bits;
    });
    best.insert(place, found);
    if (best.size() > static_cast<size_t>(options_.climbers)) best.pop_back();
  }

  // Changes one input at a time by up to 2^28 steps of its grid; takes what is not better as well,
  // so that plateaus are crossed.
  void Climb(WorstInput& best) {
    constexpr int kTriesAtOnce = 64;
    WorstInput here = best;
    Samples samples(graph_.inputs.size(), std::vector<double>(kTriesAtOnce));
    for (int step = 0; step < options_.steps / kTriesAtOnce; ++step) {
      if (best.lost_bits >= all_bits_) return;
      inputs_.MoveOneEach(here.inputs, samples);
      TryAll(samples, kTriesAtOnce);
      const auto top = std::max_element(
          tried_.begin(), tried_.end(),
          [](const Tried& a, const Tried& b) { return a.lost_bits < b.lost_bits; });
      if (top->lost_bits < here.lost_bits) continue;
      const int moved = static_cast<int>(top - tried_.begin());
      here = top->lost_bits > best.lost_bits ? Confirmed(InputAt(samples, moved))
                                             : InputAt(samples, moved);
      if (here.lost_bits > best.lost_bits) best = here;
    }
  }

  const Graph graph_;
  const SearchOptions options_;
  Evaluation evaluation_;
  const Format result_format_;
  const double all_bits_;  // More than any distance on the grid.
  std::vector<Tried> tried_;
  SearchInputs inputs_;
};

}  // namespace

WorstInput FindWorstInput(const Graph& graph, const LowerOptions& lowering,
                          const SearchOptions& options, const KernelTable& kernels) {
  return Search(graph, lowering, options, kernels).Run();
}

}  // namespace allreview::numerics
