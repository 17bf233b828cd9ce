#include "services/numerics/magnitudes.h"

#include <algorithm>
#include <cmath>

#include "analyzers/numerics/cpu/sampler.h"
#include "base/status_macros.h"

namespace allreview::numerics {
namespace {

// Powers of two outside of it tell nothing about training.
constexpr int kLargestExponent = 32;
constexpr int64_t kLanes = 1024;
constexpr int64_t kRowLength = 128;

int VariedInput(const Graph& graph) {
  for (size_t i = 0; i < graph.inputs.size(); ++i) {
    const Input& input = graph.inputs[i];
    const bool is_choice = input.role == Role::kMask || input.role == Role::kLabel;
    if (input.extent == Extent::kElement && !is_choice) return static_cast<int>(i);
  }
  return -1;
}

v1::Magnitude Summarise(int exponent, const Aggregates& sweep) {
  v1::Magnitude magnitude;
  magnitude.set_exponent(exponent);
  double bits = 0;
  uint64_t finite = 0;
  for (size_t bin = 0; bin < std::size(sweep.histogram); ++bin) {
    bits += static_cast<double>(bin) * static_cast<double>(sweep.histogram[bin]);
    finite += sweep.histogram[bin];
  }
  magnitude.set_mean_lost_bits(finite == 0 ? 0 : bits / static_cast<double>(finite));
  magnitude.set_max_lost_bits(
      finite == 0 ? -1 : std::log2(1.0 + static_cast<double>(sweep.max_distance)));
  magnitude.set_failures(static_cast<int64_t>(sweep.failures()));
  magnitude.set_samples(static_cast<int64_t>(sweep.total()));
  return magnitude;
}

}  // namespace

absl::StatusOr<std::vector<v1::Magnitude>> ErrorByMagnitude(const Graph& unsampled, Format format,
                                                            const CheckOptions& options,
                                                            Backend& backend) {
  const Graph graph = SampledGraph(unsampled);
  const int varied = VariedInput(graph);
  std::vector<v1::Magnitude> magnitudes;
  if (varied < 0) return magnitudes;
  std::vector<Stratum> strata = StrataOf(graph, {.lanes = kLanes, .row_length = kRowLength});
  Stratum& stratum = strata.front();
  const FormatTraits traits = TraitsOf(format);
  const int last = std::min(kLargestExponent, static_cast<int>(std::log2(traits.max)));
  for (int exponent = std::max(-kLargestExponent, traits.min_exponent); exponent <= last;
       ++exponent) {
    const auto power = static_cast<double>(exponent);
    stratum.distributions[varied] = {
        .kind = Distribution::Kind::kLogUniform, .a = power, .b = power};
    ASSIGN_OR_RETURN(const std::vector<Aggregates> sweep,
                     backend.Run({.graph = &graph,
                                  .options = {.format = format,
                                              .device = options.device,
                                              .is_fused = options.is_fused,
                                              .rows = stratum.rows,
                                              .row_length = stratum.row_length},
                                  .stratum = &stratum,
                                  .seed = options.seed,
                                  .count = static_cast<uint64_t>(graph.HasRows() ? stratum.rows
                                                                                 : stratum.lanes()),
                                  .threads = options.threads,
                                  .control = options.control}));
    magnitudes.push_back(Summarise(exponent, sweep[0]));
  }
  return magnitudes;
}

}  // namespace allreview::numerics
