#ifndef ANALYZERS_NUMERICS_CPU_SAMPLER_H_
#define ANALYZERS_NUMERICS_CPU_SAMPLER_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "analyzers/numerics/cpu/kernel_table.h"
#include "analyzers/numerics/graph/graph.h"
#include "analyzers/numerics/graph/stratum.h"

namespace allreview::numerics {

// The graph as it is sampled: where no value depends on a row, every input has an element for each
// lane, so that each lane is a sample of its own.
Graph SampledGraph(const Graph& graph);

// The inputs of a graph, block by block, each rounded to the format of its input. A number depends
// on the seed, the stratum, the input and the index alone.
class Sampler {
 public:
  // `formats`: of the inputs (Program::format_of_input). `graph` and `kernels` are borrowed.
  Sampler(const Graph& graph, std::vector<Format> formats, const Stratum& stratum, uint64_t seed,
          int max_lanes, const KernelTable& kernels);

  // Lanes first … first + lanes - 1 of `row`. Arrays are valid until the next call.
  absl::Span<const double* const> Fill(int64_t row, int64_t first, int lanes);

 private:
  void FillElements(size_t input, int64_t row, int64_t first, int lanes);
  void FillOne(size_t input, int64_t row);

  const Graph& graph_;
  const std::vector<Format> formats_;
  const Stratum& stratum_;
  const PhiloxKey key_;
  const KernelTable& kernels_;
  const int64_t row_stride_;  // The row length, up to a multiple of 4.
  std::vector<std::vector<double>> values_;
  std::vector<const double*> pointers_;
};

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_CPU_SAMPLER_H_
