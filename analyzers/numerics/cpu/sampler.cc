#include "analyzers/numerics/cpu/sampler.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace allreview::numerics {
namespace {

SampleSpec SpecOf(const Distribution& distribution) {
  return {
      .kind = static_cast<SampleKind>(distribution.kind), .a = distribution.a, .b = distribution.b};
}

}  // namespace

Graph SampledGraph(const Graph& graph) {
  Graph result = graph;
  if (graph.HasRows()) return result;
  for (Node& node : result.nodes) {
    if (node.operation == Operation::kInput) {
      result.inputs[node.input].extent = Extent::kElement;
      node.extent = Extent::kElement;
      continue;
    }
    for (const int input : node.inputs) {
      node.extent = std::max(node.extent, result.nodes[input].extent);
    }
  }
  return result;
}

Sampler::Sampler(const Graph& graph, std::vector<Format> formats, const Stratum& stratum,
                 uint64_t seed, int max_lanes, const KernelTable& kernels)
    : graph_(graph),
      formats_(std::move(formats)),
      stratum_(stratum),
      key_{static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)},
      kernels_(kernels),
      row_stride_((stratum.row_length + 3) / 4 * 4),
      // Four lanes share a block of random words.
      values_(graph.inputs.size(), std::vector<double>(static_cast<size_t>(max_lanes) + 4)),
      pointers_(graph.inputs.size()) {
  for (size_t i = 0; i < values_.size(); ++i) pointers_[i] = values_[i].data();
}

absl::Span<const double* const> Sampler::Fill(int64_t row, int64_t first, int lanes) {
  for (size_t i = 0; i < graph_.inputs.size(); ++i) {
    if (graph_.inputs[i].extent == Extent::kElement) {
      FillElements(i, row, first, lanes);
    } else {
      FillOne(i, row);
    }
  }
  return pointers_;
}

void Sampler::FillElements(size_t input, int64_t row, int64_t first, int lanes) {
  double* values = values_[input].data();
  kernels_.sample({.spec = SpecOf(stratum_.distributions[input]),
                   .first = static_cast<uint64_t>(row * row_stride_ + first),
                   .position = static_cast<double>(first),
                   .slot = static_cast<uint32_t>(input),
                   .stratum = stratum_.id,
                   .key = key_,
                   .lanes = lanes,
                   .result = values});
  kernels_.round_double[static_cast<int>(formats_[input])](
      {.result = values, .operands = {values}, .lanes = lanes});
}

void Sampler::FillOne(size_t input, int64_t row) {
  double group[4];
  kernels_.sample({.spec = SpecOf(stratum_.distributions[input]),
                   .first = static_cast<uint64_t>(row / 4 * 4),
                   .position = 0,
                   .slot = static_cast<uint32_t>(input),
                   .stratum = stratum_.id,
                   .key = key_,
                   .lanes = 4,
                   .result = group});
  values_[input][0] = RoundTo(formats_[input], group[row % 4]);
}

}  // namespace allreview::numerics
