#ifndef ANALYZERS_NUMERICS_REWRITES_MEASURE_H_
#define ANALYZERS_NUMERICS_REWRITES_MEASURE_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "absl/types/span.h"
#include "analyzers/numerics/check/report.h"
#include "analyzers/numerics/cpu/kernel_table.h"
#include "analyzers/numerics/graph/stratum.h"
#include "analyzers/numerics/program/lower.h"
#include "analyzers/numerics/rewrites/rewrites.h"

namespace allreview::numerics {

struct MeasureRewritesOptions {
  uint64_t seed = 0;
  // Results that are looked at, of the original and of each rewrite.
  int64_t max_lanes = int64_t{1} << 14;
};

// Measures each rewrite on the numbers of a stratum, which the original has as well, and keeps
// those that are better: fewer failures; failures equal, a mean error that is smaller by a tenth of
// a step of the grid. The best one first. A rewrite that computes something else on these numbers
// (1 part in 1000, in 1 of 10 results) is dropped: the rule took a constant for the length of a
// row, or an eps matters here.
//
//   const std::vector<RewriteReport> better =
//       MeasureRewrites(graph, RewritesOf(graph), {.format = Format::kBf16}, stratum, {}, kernels);
//
// Reports have the format and stratum that were measured. is_less_accurate_elsewhere says that a
// rewrite pays for fewer failures with a larger error where the original does not fail.
std::vector<RewriteReport> MeasureRewrites(const Graph& graph, absl::Span<const Rewrite> rewrites,
                                           const LowerOptions& lowering, const Stratum& stratum,
                                           const MeasureRewritesOptions& options,
                                           const KernelTable& kernels);

// The verdict and failures of a graph's first output on a stratum; NaN of the reference counts as a
// failure, because a rewrite may mend it (0 * log(0)).
using FailureCounter = std::function<FormatReport(const Graph& graph, const LowerOptions& lowering,
                                                  const Stratum& stratum)>;

// The same on the failing strata of a report (`strata`: those that it was made with), for all of
// its formats that fail: each rewrite with the formats in which it is better. A rewrite that is
// worse in one of them is dropped. Results that the format cannot hold are none that a rewrite
// mends. For check_rewrites.h, which says how failures are counted.
std::vector<RewriteReport> MeasureRewrites(const Graph& graph, const ExpressionReport& report,
                                           absl::Span<const Stratum> strata,
                                           const LowerOptions& lowering,
                                           const MeasureRewritesOptions& options,
                                           const KernelTable& kernels, const FailureCounter& count);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_REWRITES_MEASURE_H_
