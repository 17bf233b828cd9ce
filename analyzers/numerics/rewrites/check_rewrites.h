#ifndef ANALYZERS_NUMERICS_REWRITES_CHECK_REWRITES_H_
#define ANALYZERS_NUMERICS_REWRITES_CHECK_REWRITES_H_

#include <vector>

#include "absl/status/statusor.h"
#include "analyzers/numerics/check/check.h"

namespace allreview::numerics {

// Better forms of an expression that failed, the best one first:
//
//   ASSIGN_OR_RETURN(const ExpressionReport report, Check(graph, options, backend));
//   ASSIGN_OR_RETURN(const auto rewrites, CheckRewrites(graph, report, options, backend));
//
// `report`: Check's of the same graph and options. Each rewrite was swept over all numbers of the
// stratum where the original fails, so that samples and failures compare with the original's; its
// reports are those of the formats in which it is better (rewrites/measure.h says what that is).
// Empty where nothing fails. When the control of the options says stop, the answer is empty, too.
absl::StatusOr<std::vector<RewriteReport>> CheckRewrites(const Graph& graph,
                                                         const ExpressionReport& report,
                                                         const CheckOptions& options,
                                                         Backend& backend);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_REWRITES_CHECK_REWRITES_H_
