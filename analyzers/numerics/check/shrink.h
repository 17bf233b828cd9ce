#ifndef ANALYZERS_NUMERICS_CHECK_SHRINK_H_
#define ANALYZERS_NUMERICS_CHECK_SHRINK_H_

#include <optional>
#include <vector>

#include "analyzers/numerics/check/diagnose_stratum.h"
#include "analyzers/numerics/check/probe.h"

namespace allreview::numerics {

// A failing input, made as simple as it could be.
struct Shrunk {
  // For each input: one number, which every element of a row has, or the row itself.
  std::vector<std::vector<double>> inputs = {};
  int row_length = 0;  // 0: no rows.
  int lane = 0;
  LaneDiagnosis diagnosis = {};
  // No shorter row of these numbers fails.
  bool is_shortest = false;
};

// Starts from a failing sample and keeps its kind of failure: inputs become 0 or 1 where they may,
// then numbers with few digits, then as near to 0 as the failure lasts; rows become constant where
// they may, then short.
Shrunk ShrinkSample(Probe& probe, const Graph& graph, const FailingSample& sample);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_CHECK_SHRINK_H_
