#ifndef ANALYZERS_NUMERICS_CHECK_DIAGNOSE_STRATUM_H_
#define ANALYZERS_NUMERICS_CHECK_DIAGNOSE_STRATUM_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "analyzers/numerics/check/diagnosis.h"
#include "analyzers/numerics/cpu/kernel_table.h"
#include "analyzers/numerics/graph/stratum.h"

namespace allreview::numerics {

// A wrong result of a stratum.
struct FailingSample {
  int64_t row = 0;
  int64_t lane = 0;  // In the row.
  LaneDiagnosis diagnosis = {};
  // The numbers of each input: the whole row, or one for a sample of its own.
  std::vector<std::vector<double>> inputs = {};
};

struct StratumDiagnosis {
  Diagnosis diagnosis;
  // Wrong results of the verdict's cause, the lowest index first; a few only.
  std::vector<FailingSample> samples = {};
};

struct DiagnoseOptions {
  uint64_t seed = 0;
  // Lanes that are looked at, from the first of the stratum on.
  int64_t max_lanes = int64_t{1} << 20;
  // Rows (of graphs without rows: blocks of kBlockLanes) that are looked at besides.
  absl::Span<const int64_t> more_blocks = {};
  int max_samples = 12;
};

// Judges every result of a stratum, value by value. Slower than a sweep by an order of magnitude:
// for small strata, and for those where a sweep found failures. `graph` comes from SampledGraph.
StratumDiagnosis DiagnoseStratum(const Graph& graph, LowerOptions lowering, const Stratum& stratum,
                                 const DiagnoseOptions& options, const KernelTable& kernels);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_CHECK_DIAGNOSE_STRATUM_H_
