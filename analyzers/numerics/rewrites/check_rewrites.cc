#include "analyzers/numerics/rewrites/check_rewrites.h"

#include <algorithm>
#include <utility>

#include "analyzers/numerics/check/diagnose_stratum.h"
#include "analyzers/numerics/cpu/interpreter.h"
#include "analyzers/numerics/cpu/sampler.h"
#include "analyzers/numerics/rewrites/measure.h"
#include "base/status_macros.h"

namespace allreview::numerics {
namespace {

// Results that are judged value by value when a sweep found failures.
constexpr int64_t kDiagnosedLanes = 4096;

// Sweeps whole strata; the first error ends it.
class Sweeper {
 public:
  Sweeper(const CheckOptions& options, Backend& backend, const KernelTable& kernels)
      : options_(options), backend_(backend), kernels_(kernels) {}

  FormatReport Count(const Graph& graph, const LowerOptions& lowering, const Stratum& stratum) {
    FormatReport report = {
        .format = lowering.format, .plausibility = stratum.plausibility, .stratum = stratum.name};
    if (!status_.ok()) return report;
    const int64_t count = graph.HasRows() ? stratum.rows : stratum.lanes();
    absl::StatusOr<std::vector<Aggregates>> sweeps =
        backend_.Run({.graph = &graph,
                      .options = lowering,
                      .stratum = &stratum,
                      .seed = options_.seed,
                      .count = static_cast<uint64_t>(count),
                      .threads = options_.threads,
                      .control = options_.control});
    if (!sweeps.ok()) {
      status_ = sweeps.status();
      return report;
    }
    const Aggregates& sweep = sweeps->front();
    report.realistic = sweep;
    report.samples = sweep.total();
    report.failures = sweep.failures() + sweep.unknown;
    if (report.failures > 0) Diagnose(graph, lowering, stratum, report);
    return report;
  }

  const absl::Status& status() const { return status_; }

 private:
  void Diagnose(const Graph& graph, const LowerOptions& lowering, const Stratum& stratum,
                FormatReport& report) const {
    std::vector<int64_t> blocks;
    if (report.realistic.first_failure_index != kNoIndex) {
      const auto lane = static_cast<int64_t>(report.realistic.first_failure_index);
      const bool is_by_element = graph.nodes[graph.outputs[0]].extent == Extent::kElement;
      blocks.push_back(!graph.HasRows() ? lane / kBlockLanes
                       : is_by_element  ? lane / stratum.row_length
                                        : lane);
    }
    const Diagnosis diagnosis =
        DiagnoseStratum(
            graph, lowering, stratum,
            {.seed = options_.seed, .max_lanes = kDiagnosedLanes, .more_blocks = blocks}, kernels_)
            .diagnosis;
    report.verdict = diagnosis.verdict;
    report.is_result_range = diagnosis.is_result_range;
    report.is_reference_unknown = diagnosis.is_unknown;
  }

  const CheckOptions& options_;
  Backend& backend_;
  const KernelTable& kernels_;
  absl::Status status_;
};

}  // namespace

absl::StatusOr<std::vector<RewriteReport>> CheckRewrites(const Graph& graph,
                                                         const ExpressionReport& report,
                                                         const CheckOptions& options,
                                                         Backend& backend) {
  ASSIGN_OR_RETURN(const KernelTable* kernels, UsableKernels());
  const std::vector<Stratum> strata =
      options.strata.empty() ? StrataOf(SampledGraph(graph), options.size) : options.strata;
  Sweeper sweeper(options, backend, *kernels);
  std::vector<RewriteReport> rewrites = MeasureRewrites(
      graph, report, strata, {.device = options.device, .is_fused = options.is_fused},
      {.seed = options.seed}, *kernels,
      [&](const Graph& of, const LowerOptions& lowering, const Stratum& stratum) {
        return sweeper.Count(of, lowering, stratum);
      });
  const bool is_stop =
      absl::IsDeadlineExceeded(sweeper.status()) || absl::IsCancelled(sweeper.status());
  if (is_stop) return std::vector<RewriteReport>();
  if (!sweeper.status().ok()) return sweeper.status();
  for (RewriteReport& rewrite : rewrites) rewrite.report.backend = std::string(backend.name());
  return rewrites;
}

}  // namespace allreview::numerics
