#include "analyzers/numerics/rewrites/measure.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/numerics/check/diagnose_stratum.h"
#include "analyzers/numerics/check/evaluation.h"
#include "analyzers/numerics/check/sampler.h"
#include "analyzers/numerics/graph/graph_copy.h"
#include "analyzers/numerics/program/compare.h"

namespace allreview::numerics {
namespace {

// Of the references of rewrite and original: the fp64 value of an original that cancels has itself
// lost digits.
constexpr double kSameValue = 1e-3;
constexpr double kSameShare = 0.9;
constexpr double kNothing = 1e-10;
// A mean error that is larger by less is the same.
constexpr double kNoise = 0.1;
// Of an error that wider arithmetic would lower.
constexpr double kAsAccurate = 1;

// One graph that computes the rewrite, then the original, of the inputs of the original.
std::optional<Graph> Joined(const Graph& original, const Graph& rewrite) {
  GraphBuilder graph;
  GraphCopy copy(original, graph);
  copy.CopyInputs();
  std::map<std::string, int> input_of_name;
  for (size_t i = 0; i < original.nodes.size(); ++i) {
    const Node& node = original.nodes[i];
    if (node.operation != Operation::kInput) continue;
    input_of_name[original.inputs[node.input].name] = copy.Of(static_cast<int>(i));
  }
  const int first = copy.Of(original.outputs[0]);
  GraphCopy rewritten(rewrite, graph, [&](int index) -> std::optional<int> {
    const Node& node = rewrite.nodes[index];
    if (node.operation != Operation::kInput) return std::nullopt;
    return input_of_name.at(rewrite.inputs[node.input].name);
  });
  const int second = rewritten.Of(rewrite.outputs[0]);
  absl::StatusOr<Graph> joined = graph.Finish({second, first}, original.text);
  if (!joined.ok()) return std::nullopt;
  joined->axis = original.axis;
  joined->dim = original.dim;
  return SampledGraph(*joined);
}

// What the two references are for one lane.
struct References {
  double rewrite = 0;
  double original = 0;
};

struct Accuracy {
  std::vector<References> references = {};  // The finite ones.
  uint64_t good = 0;                        // Results that the original has right:
  double error = 0;                         // the sum of distances of the rewrite,
  double original_error = 0;                // and of the original.

  double mean() const { return good == 0 ? 0 : error / static_cast<double>(good); }
  double original_mean() const {
    return good == 0 ? 0 : original_error / static_cast<double>(good);
  }
};

// Whether both compute the same. A result that is small beside the others may be the rounding error
// of an fp64 original: log(sigmoid(50)).
bool IsSame(const std::vector<References>& references) {
  if (references.empty()) return true;
  std::vector<double> magnitudes;
  for (const References& it : references) magnitudes.push_back(std::fabs(it.rewrite));
  std::sort(magnitudes.begin(), magnitudes.end());
  const double typical = magnitudes[magnitudes.size() / 2];
  const auto same = std::count_if(references.begin(), references.end(), [&](const References& it) {
    const double magnitude = std::max(std::fabs(it.original), std::fabs(it.rewrite));
    return std::fabs(it.original - it.rewrite) <= kSameValue * magnitude + kNothing * typical;
  });
  return static_cast<double>(same) >= kSameShare * static_cast<double>(references.size());
}

Comparison CompareIn(Format format, double tested, double reference) {
  return Dispatch(format, [&]<Format kFormat>() { return CompareTo<kFormat>(tested, reference); });
}

// Distances count up to that where half of the digits are lost: one bad result is no mean.
double CappedDistance(Format format, const Comparison& comparison) {
  const auto lost = static_cast<double>(LostDistance(format));
  const bool has_distance = comparison.state <= LaneState::kLost;
  return has_distance ? std::min(lost, static_cast<double>(comparison.distance)) : lost;
}

// Each against its own reference, which are the same but for what fp64 loses.
void AddLane(const Evaluation& evaluation, int lane, Accuracy& sum) {
  const References references = {.rewrite = evaluation.ReferenceOutput(0, lane),
                                 .original = evaluation.ReferenceOutput(1, lane)};
  if (!std::isfinite(references.original) || !std::isfinite(references.rewrite)) return;
  sum.references.push_back(references);
  const Format format = evaluation.tested().outputs[1].format;
  const Comparison original =
      CompareIn(format, evaluation.TestedOutput(1, lane), references.original);
  if (original.state != LaneState::kGood) return;
  // A rewrite that stays in fp32 where the original does not is used as the original is.
  const double tested = RoundTo(format, evaluation.TestedOutput(0, lane));
  const Comparison rewrite = CompareIn(format, tested, references.rewrite);
  ++sum.good;
  sum.original_error += CappedDistance(format, original);
  sum.error += CappedDistance(format, rewrite);
}

Accuracy CompareAccuracy(const Graph& joined, const LowerOptions& lowering, const Stratum& stratum,
                         const MeasureRewritesOptions& options, const KernelTable& kernels) {
  const bool has_rows = joined.HasRows();
  const int lanes = has_rows ? static_cast<int>(stratum.row_length) : kBlockLanes;
  Evaluation evaluation(joined, lowering, lanes, kernels);
  Sampler sampler(joined, evaluation.tested().format_of_input, stratum, options.seed, lanes,
                  kernels);
  const int64_t blocks =
      std::max<int64_t>(1, std::min(stratum.lanes(), options.max_lanes) / std::max(1, lanes));
  const bool is_element = evaluation.tested().outputs[1].extent == Extent::kElement &&
                          evaluation.tested().outputs[0].extent == Extent::kElement;
  Accuracy sum;
  for (int64_t block = 0; block < blocks; ++block) {
    const int64_t first = has_rows ? 0 : block * lanes;
    const int count =
        has_rows ? lanes : static_cast<int>(std::min<int64_t>(lanes, stratum.row_length - first));
    evaluation.Run(sampler.Fill(has_rows ? block : 0, first, count), count);
    for (int lane = 0; lane < (is_element ? count : 1); ++lane) AddLane(evaluation, lane, sum);
  }
  return sum;
}

bool HasScan(const Graph& graph) {
  return std::any_of(graph.nodes.begin(), graph.nodes.end(), [](const Node& node) {
    return InfoOf(node.operation).kind == OperationKind::kScan;
  });
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

// Of a rewrite to its original.
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
    const Accuracy accuracy = CompareAccuracy(*joined, lowering_, stratum_, options_, kernels_);
    if (!IsSame(accuracy.references)) return {};
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

// Wider arithmetic is no advice where something narrower does as well.
void DropNeedlesslyWide(std::vector<RewriteReport>& reports) {
  const std::vector<RewriteReport> all = reports;
  std::erase_if(reports, [&](const RewriteReport& wide) {
    return std::any_of(all.begin(), all.end(), [&](const RewriteReport& other) {
      const bool is_as_good = other.report.formats.size() >= wide.report.formats.size() &&
                              FailuresOf(other) <= FailuresOf(wide) &&
                              !other.is_less_accurate_elsewhere();
      return WidthOf(other) < WidthOf(wide) && is_as_good &&
             other.mean_ulp <= wide.mean_ulp + kAsAccurate;
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
