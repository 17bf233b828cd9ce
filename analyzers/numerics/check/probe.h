#ifndef ANALYZERS_NUMERICS_CHECK_PROBE_H_
#define ANALYZERS_NUMERICS_CHECK_PROBE_H_

#include <memory>
#include <vector>

#include "analyzers/numerics/check/diagnosis.h"
#include "analyzers/numerics/cpu/kernel_table.h"
#include "analyzers/numerics/graph/graph.h"

namespace allreview::numerics {

// Tries single inputs, for search and shrinking. Values are rounded to the formats of their inputs.
class Probe {
 public:
  // `graph` comes from SampledGraph; it and `kernels` are borrowed.
  Probe(const Graph& graph, LowerOptions lowering, const KernelTable& kernels);

  // Samples of their own, for a graph without rows: inputs[k][i] is input k of sample i.
  std::vector<LaneDiagnosis> TrySamples(const std::vector<std::vector<double>>& inputs);

  // One row: inputs[k] has `lanes` values, or one where the input's extent is not kElement.
  std::vector<LaneDiagnosis> TryRow(const std::vector<std::vector<double>>& inputs, int lanes);

  // As the program reads it.
  double Rounded(size_t input, double value) const;
  Format format_of_input(size_t input) const { return formats_[input]; }

 private:
  std::vector<LaneDiagnosis> Run(const std::vector<std::vector<double>>& inputs, int lanes);
  void Prepare(int lanes);

  const Graph& graph_;
  LowerOptions lowering_;
  const KernelTable& kernels_;
  std::vector<Format> formats_;
  int max_lanes_ = 0;
  std::unique_ptr<Evaluation> evaluation_;
  std::unique_ptr<Diagnostician> diagnostician_;
};

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_CHECK_PROBE_H_
