#ifndef ANALYZERS_NUMERICS_GRADIENT_CHECK_GRADIENT_H_
#define ANALYZERS_NUMERICS_GRADIENT_CHECK_GRADIENT_H_

#include <vector>

#include "absl/status/statusor.h"
#include "analyzers/numerics/check/check.h"

namespace allreview::numerics {

// Looks for inputs where an expression is fine and its gradient is not: forward results finite, the
// gradient infinite or NaN. First special points (special_points.h), then the realistic and
// plausible strata, at most 16384 lanes of each: a gradient that breaks on less is of no interest.
// One report for each input that gradients flow to.
//
//   CheckGradient(graph of torch.where(x > 0, torch.log(x), 0), {})
//   // x: kNan at x = 0, from torch.log(x)
//
// Needs no reference: a gradient of NaN is wrong whatever the true one is. When the control of the
// options says stop, reports hold what is there. Fails as Check does.
absl::StatusOr<std::vector<GradientReport>> CheckGradient(const Graph& graph,
                                                          const CheckOptions& options);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_GRADIENT_CHECK_GRADIENT_H_
