#include "analyzers/numerics/rewrites/measure.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/numerics/check/diagnose_stratum.h"
#include "analyzers/numerics/cpu/sampler.h"
#include "analyzers/numerics/rewrites/accuracy.h"

namespace allreview::numerics {
namespace {

// A mean error that is larger by less is the same.
constexpr double kNoise = 0.1;
// Limit for an error that wider arithmetic would lower.
constexpr double kAsAccurate = 1;

bool HasScan(const Graph& graph) {
  return std::any_of(graph.nodes.begin(), graph.nodes.end(), [](const Node& node) {
    return InfoOf(node.operation).kind == OperationKind::kScan;
  });
}

uint64_t SamplesOf(const RewriteReport& report) {
  uint64_t sum = 0;
  for (const FormatReport& format : report.report.formats) sum += format.samples;
  return sum;
}

uint64_t FailuresOf(const RewriteReport& report) {
  uint64_t sum = 0;
  for (const FormatReport& format : report.report.formats) sum += format.failures;
  return sum;
}

// First the formats that it mends, then failures, then an error that is larger by more than noise.
bool IsWorseThan(const RewriteReport& a, const RewriteReport& b) {
  if (a.report.formats.size() != b.report.formats.size()) {
    return a.report.formats.size() < b.report.formats.size();
  }
  if (FailuresOf(a) != FailuresOf(b)) return FailuresOf(a) > FailuresOf(b);
  if (a.is_less_accurate_elsewhere() != b.is_less_accurate_elsewhere()) {
    return a.is_less_accurate_elsewhere();
  }
  return a.mean_ulp > b.mean_ulp + kNoise;
}

// How a rewrite compares with its original.
enum class Relation : uint8_t { kWorse, kAlike, kBetter };

struct Measured {
  Relation relation = Relation::kWorse;
  RewriteReport report = {};  // Of a better one.
};

class Measurement {
 public:
  Measurement(const Graph& graph, LowerOptions lowering, const Stratum& stratum,
              const MeasureRewritesOptions& options, const KernelTable& kernels,
              const FailureCounter& count)
      : graph_(graph),
        lowering_(lowering),
        stratum_(stratum),
        options_(options),
        kernels_(kernels),
        count_(count) {
    lowering_.rows = stratum.rows;
    lowering_.row_length = stratum.row_length;
    original_ = count_(SampledGraph(graph), lowering_, stratum_);
    if (original_.verdict == Failure::kNone && HasScan(graph)) {
      // The order of a scan on the axis where PyTorch adds one by one.
      lowering_.is_sequential = true;
      original_ = count_(SampledGraph(graph), lowering_, stratum_);
    }
  }

  Measured Measure(const Rewrite& rewrite) const {
    const std::optional<Graph> joined = Joined(graph_, rewrite.graph);
    if (!joined.has_value()) return {};
    const Accuracy accuracy = CompareAccuracy(*joined, lowering_, stratum_,
                                              {options_.seed, options_.max_lanes}, kernels_);
    if (!accuracy.is_same()) return {};
    FormatReport counted = count_(*joined, lowering_, stratum_);
    if (counted.failures > original_.failures) return {};
    const bool is_better = counted.failures < original_.failures ||
                           accuracy.mean() + kNoise < accuracy.original_mean();
    if (!is_better) return {.relation = Relation::kAlike};
    RewriteReport report = {.rule = rewrite.rule,
                            .expression = rewrite.expression,
                            .why = rewrite.why,
                            .mean_ulp = accuracy.mean(),
                            .original_mean_ulp = accuracy.original_mean()};
    report.report.backend = kernels_.name;
    report.report.seed = options_.seed;
    report.report.formats = {std::move(counted)};
    return {.relation = Relation::kBetter, .report = std::move(report)};
  }

 private:
  const Graph& graph_;
  LowerOptions lowering_;
  const Stratum& stratum_;
  const MeasureRewritesOptions options_;
  const KernelTable& kernels_;
  const FailureCounter& count_;
  FormatReport original_;
};

// Wider arithmetic, the less wanted the wider.
int WidthOf(const RewriteReport& report) {
  if (report.rule == kSingleArithmetic) return 2;
  return report.rule == kNarrowArithmetic || absl::EndsWith(report.rule, kInFp32) ? 1 : 0;
}

bool IsAsGood(const RewriteReport& other, const RewriteReport& wide) {
  if (other.report.formats.size() < wide.report.formats.size()) return false;
  if (other.is_less_accurate_elsewhere()) return false;
  // Few would pay for fp64 to mend the last percent.
  if (wide.rule == kSingleArithmetic && FailuresOf(other) * 100 <= SamplesOf(other)) return true;
  return FailuresOf(other) <= FailuresOf(wide) && other.mean_ulp <= wide.mean_ulp + kAsAccurate;
}

// Wider arithmetic is no advice where something narrower does as well.
void DropNeedlesslyWide(std::vector<RewriteReport>& reports) {
  const std::vector<RewriteReport> all = reports;
  std::erase_if(reports, [&](const RewriteReport& wide) {
    return std::any_of(all.begin(), all.end(), [&](const RewriteReport& other) {
      return WidthOf(other) < WidthOf(wide) && IsAsGood(other, wide);
    });
  });
}

void SortBestFirst(std::vector<RewriteReport>& reports) {
  DropNeedlesslyWide(reports);
  // The noise makes the order no total one: so by insertion, which keeps the rules' own order.
  for (size_t i = 1; i < reports.size(); ++i) {
    for (size_t j = i; j > 0 && IsWorseThan(reports[j - 1], reports[j]); --j) {
      std::swap(reports[j - 1], reports[j]);
    }
  }
}

// With the same rewrite in another format.
void Merge(Measured& into, Measured from) {
  if (from.relation == Relation::kAlike) return;
  if (from.relation == Relation::kWorse || into.relation == Relation::kAlike) {
    into = std::move(from);
    return;
  }
  into.report.report.formats.push_back(from.report.report.formats[0]);
  into.report.mean_ulp = std::max(into.report.mean_ulp, from.report.mean_ulp);
  into.report.original_mean_ulp =
      std::max(into.report.original_mean_ulp, from.report.original_mean_ulp);
}

// Judges the first lanes of a stratum, value by value.
FailureCounter DiagnosingCounter(const MeasureRewritesOptions& options,
                                 const KernelTable& kernels) {
  return [options, &kernels](const Graph& graph, const LowerOptions& lowering,
                             const Stratum& stratum) {
    const Diagnosis diagnosis =
        DiagnoseStratum(graph, lowering, stratum,
                        {.seed = options.seed, .max_lanes = options.max_lanes}, kernels)
            .diagnosis;
    return FormatReport{.format = lowering.format,
                        .verdict = diagnosis.verdict,
                        .is_result_range = diagnosis.is_result_range,
                        .is_reference_unknown = diagnosis.is_unknown,
                        .plausibility = stratum.plausibility,
                        .stratum = stratum.name,
                        .samples = diagnosis.lanes,
                        .failures = diagnosis.failures + diagnosis.unknown};
  };
}

}  // namespace

std::vector<RewriteReport> MeasureRewrites(const Graph& graph, absl::Span<const Rewrite> rewrites,
                                           const LowerOptions& lowering, const Stratum& stratum,
                                           const MeasureRewritesOptions& options,
                                           const KernelTable& kernels) {
  const FailureCounter count = DiagnosingCounter(options, kernels);
  const Measurement measurement(graph, lowering, stratum, options, kernels, count);
  std::vector<RewriteReport> reports;
  for (const Rewrite& rewrite : rewrites) {
    Measured measured = measurement.Measure(rewrite);
    if (measured.relation == Relation::kBetter) reports.push_back(std::move(measured.report));
  }
  SortBestFirst(reports);
  return reports;
}

std::vector<RewriteReport> MeasureRewrites(const Graph& graph, const ExpressionReport& report,
                                           absl::Span<const Stratum> strata,
                                           const LowerOptions& lowering,
                                           const MeasureRewritesOptions& options,
                                           const KernelTable& kernels,
                                           const FailureCounter& count) {
  const std::vector<Rewrite> rewrites = RewritesOf(graph);
  std::vector<Measured> merged(rewrites.size(), {.relation = Relation::kAlike});
  for (const FormatReport& format : report.formats) {
    const auto stratum = std::find_if(strata.begin(), strata.end(),
                                      [&](const Stratum& it) { return it.name == format.stratum; });
    const bool has_failed = format.verdict != Failure::kNone && !format.is_result_range;
    if (!has_failed || stratum == strata.end()) continue;
    LowerOptions of_format = lowering;
    of_format.format = format.format;
    const Measurement measurement(graph, of_format, *stratum, options, kernels, count);
    for (size_t i = 0; i < rewrites.size(); ++i) {
      if (merged[i].relation == Relation::kWorse) continue;
      Merge(merged[i], measurement.Measure(rewrites[i]));
    }
  }
  std::vector<RewriteReport> better;
  for (Measured& it : merged) {
    if (it.relation == Relation::kBetter) better.push_back(std::move(it.report));
  }
  SortBestFirst(better);
  return better;
}

}  // namespace allreview::numerics
