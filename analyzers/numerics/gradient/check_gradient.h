#ifndef ANALYZERS_NUMERICS_GRADIENT_CHECK_GRADIENT_H_
#define ANALYZERS_NUMERICS_GRADIENT_CHECK_GRADIENT_H_

#include <cstdint>
#include <vector>

#include "analyzers/numerics/check/report.h"
#include "analyzers/numerics/check/stratum.h"
#include "analyzers/numerics/cpu/kernel_table.h"
#include "analyzers/numerics/graph/graph_builder.h"

namespace allreview::numerics {

struct CheckGradientOptions {
  std::vector<Format> formats = {Format::kBf16, Format::kFp16, Format::kFp32};
  SampleSize size = {.lanes = int64_t{1} << 14};  // Of each stratum.
  uint64_t seed = 0;
  Semantics::Device device = Semantics::Device::kCuda;
  bool is_fused = false;
  // Numbers of the caller instead of the strata of the roles.
  std::vector<Stratum> strata = {};
};

// Looks for inputs where an expression is fine and its gradient is not: forward results finite, the
// gradient infinite or NaN. First special points (special_points.h), then the realistic and
// plausible strata; for each input that gradients flow to one report.
//
//   CheckGradient(graph of torch.where(x > 0, torch.log(x), 0), {}, kernels)
//   // x: kNan at x = 0, from torch.log(x)
//
// Needs no reference: a gradient of NaN is wrong whatever the true one is.
std::vector<GradientReport> CheckGradient(const Graph& graph, const CheckGradientOptions& options,
                                          const KernelTable& kernels);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_GRADIENT_CHECK_GRADIENT_H_
