#include "analyzers/numerics/check/check.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/numerics/arithmetic/decimal.h"
#include "analyzers/numerics/check/diagnose_stratum.h"
#include "analyzers/numerics/check/exhaust_unary.h"
#include "analyzers/numerics/check/replay.h"
#include "analyzers/numerics/check/shrink.h"
#include "analyzers/numerics/cpu/interpreter.h"
#include "analyzers/numerics/cpu/sampler.h"
#include "analyzers/numerics/program/compare.h"
#include "analyzers/numerics/referee/referee.h"
#include "base/status_macros.h"

namespace allreview::numerics {
namespace {

// Results of a stratum that are judged value by value when a sweep found failures.
constexpr int64_t kDiagnosedLanes = 8192;

// Operations on numbers that the referee is asked for at most, some microseconds each.
constexpr int64_t kRefereeSteps = 20000;

// Results that are 0 and should not be, in a stratum, before they are worth a look.
bool IsWorthDiagnosis(const Aggregates& sweep) {
  return sweep.failures() > 0 || sweep.result_overflow > 0 || sweep.result_underflow > 0 ||
         sweep.unknown > 0;
}

struct StratumResult {
  const Stratum* stratum = nullptr;
  Aggregates sweep;
  StratumDiagnosis found;
};

// A failure outranks a result that the format cannot hold, and that outranks none. That unusual
// inputs have results too small for the format is what a format is for.
int RankOf(const StratumResult& result) {
  const Diagnosis& diagnosis = result.found.diagnosis;
  if (diagnosis.verdict == Failure::kNone) return 0;
  if (!diagnosis.is_result_range) return diagnosis.is_slight ? 1 : 2;
  const bool is_usual = result.stratum->plausibility == Plausibility::kRealistic;
  return diagnosis.verdict == Failure::kUnderflow && !is_usual ? 0 : 1;
}

class FormatCheck {
 public:
  FormatCheck(const Graph& graph, const CheckOptions& options, Format format,
              const std::vector<Stratum>& strata, Backend& backend, const KernelTable& kernels)
      : graph_(graph), options_(options), strata_(strata), backend_(backend), kernels_(kernels) {
    lowering_ = {.format = format, .device = options.device, .is_fused = options.is_fused};
    report_.format = format;
  }

  absl::StatusOr<FormatReport> Run() {
    std::optional<StratumResult> worst;
    uint64_t unknown = 0;
    uint64_t total = 0;
    for (const Stratum& stratum : strata_) {
      ASSIGN_OR_RETURN(StratumResult result, RunStratum(stratum));
      unknown += result.sweep.unknown;
      total += result.sweep.total();
      if (stratum.plausibility == Plausibility::kRealistic) {
        Merge(report_.realistic, result.sweep);
      }
      if (!worst.has_value() || RankOf(result) > RankOf(*worst)) worst = std::move(result);
      // The most usual inputs that fail say enough.
      if (RankOf(*worst) == 2) break;
    }
    report_.is_reference_unknown = unknown * 2 > total;
    if (worst.has_value() && RankOf(*worst) > 0) {
      Describe(*worst);
    } else {
      report_.samples = report_.realistic.total();
      report_.failures = report_.realistic.failures();
    }
    return std::move(report_);
  }

 private:
  absl::StatusOr<StratumResult> RunStratum(const Stratum& stratum) {
    lowering_.rows = stratum.rows;
    lowering_.row_length = stratum.row_length;
    const bool has_rows = graph_.HasRows();
    ASSIGN_OR_RETURN(
        std::vector<Aggregates> sweeps,
        backend_.Run({.graph = &graph_,
                      .options = lowering_,
                      .stratum = &stratum,
                      .seed = options_.seed,
                      .count = static_cast<uint64_t>(has_rows ? stratum.rows : stratum.lanes()),
                      .threads = options_.threads,
                      .control = options_.control}));
    StratumResult result{.stratum = &stratum, .sweep = sweeps[0], .found = {}};
    if (IsWorthDiagnosis(result.sweep)) result.found = DiagnoseAt(stratum, result.sweep);
    return result;
  }

  StratumDiagnosis DiagnoseAt(const Stratum& stratum, const Aggregates& sweep) const {
    std::vector<int64_t> blocks;
    for (const uint64_t index : {sweep.first_failure_index, sweep.max_index}) {
      if (index != kNoIndex) blocks.push_back(BlockOf(stratum, index));
    }
    return DiagnoseStratum(
        graph_, lowering_, stratum,
        {.seed = options_.seed, .max_lanes = kDiagnosedLanes, .more_blocks = blocks}, kernels_);
  }

  // The row of a lane, or its block of kBlockLanes.
  int64_t BlockOf(const Stratum& stratum, uint64_t index) const {
    const auto lane = static_cast<int64_t>(index);
    if (!graph_.HasRows()) return lane / kBlockLanes;
    const bool is_by_element = graph_.nodes[graph_.outputs[0]].extent == Extent::kElement;
    return is_by_element ? lane / stratum.row_length : lane;
  }

  void Describe(const StratumResult& worst) {
    const Diagnosis& diagnosis = worst.found.diagnosis;
    report_.verdict = diagnosis.verdict;
    report_.is_result_range = diagnosis.is_result_range;
    // The tails of a gelu lose digits that no sum would see: right for who asks, nothing to report.
    report_.plausibility =
        diagnosis.is_slight ? Plausibility::kAdversarial : worst.stratum->plausibility;
    report_.stratum = worst.stratum->name;
    report_.samples = worst.sweep.total();
    report_.failures = diagnosis.is_result_range ? RangeFailures(worst.sweep, diagnosis.verdict)
                                                 : worst.sweep.failures();
    report_.node = diagnosis.cause.node;
    if (report_.node >= 0) {
      const Node& node = graph_.nodes[report_.node];
      report_.operation = std::string(InfoOf(node.operation).name);
      report_.text = node.text;
    }
    if (!worst.found.samples.empty()) AddWitness(worst);
  }

  static uint64_t RangeFailures(const Aggregates& sweep, Failure verdict) {
    return verdict == Failure::kUnderflow ? sweep.result_underflow : sweep.result_overflow;
  }

  // The first sample whose reference a second arithmetic confirms. Where it refutes all of them,
  // fp64 was wrong and the expression may be right: no verdict.
  void AddWitness(const StratumResult& worst) {
    lowering_.rows = worst.stratum->rows;
    lowering_.row_length = worst.stratum->row_length;
    Probe probe(graph_, lowering_, kernels_);
    for (const FailingSample& sample : worst.found.samples) {
      Shrunk shrunk = ShrinkSample(probe, graph_, sample);
      const Ruling ruling = Rule(probe, shrunk);
      if (ruling == Ruling::kRefuted) continue;
      report_.exhausted = ExhaustUnary(graph_, probe);
      report_.witness = WitnessOf(worst, probe, sample, shrunk);
      report_.witness->is_confirmed = ruling == Ruling::kConfirmed;
      report_.witness->is_exact_boundary = IsBoundary(*report_.witness);
      if (shrunk.is_shortest) report_.smallest_length = shrunk.row_length;
      return;
    }
    report_.verdict = Failure::kNone;
    report_.is_reference_unknown = true;
  }

  enum class Ruling : uint8_t { kConfirmed, kRefuted, kUnknown };

  Ruling Rule(const Probe& probe, const Shrunk& shrunk) const {
    const int lanes = std::max(1, shrunk.row_length);
    if (static_cast<int64_t>(lanes) * static_cast<int64_t>(graph_.nodes.size()) > kRefereeSteps) {
      return Ruling::kUnknown;
    }
    std::vector<std::vector<double>> inputs = shrunk.inputs;
    for (size_t i = 0; i < inputs.size(); ++i) {
      for (double& value : inputs[i]) value = probe.Rounded(i, value);
    }
    const Format format = lowering_.format;
    const RefereeAnswer answer =
        AskReferee(graph_, inputs, {.format = Format::kFp64, .lanes = lanes})[0];
    const size_t lane = std::min(answer.values.size() - 1, static_cast<size_t>(shrunk.lane));
    if (!answer.values[lane].has_value()) return Ruling::kUnknown;
    const Comparison compared = Dispatch(format, [&]<Format kFormat>() {
      return CompareTo<kFormat>(shrunk.diagnosis.tested, *answer.values[lane]);
    });
    const bool is_wrong =
        compared.state != LaneState::kGood && compared.state != LaneState::kUnknown;
    return is_wrong || compared.is_result_underflow ? Ruling::kConfirmed : Ruling::kRefuted;
  }

  Witness WitnessOf(const StratumResult& worst, const Probe& probe, const FailingSample& sample,
                    const Shrunk& shrunk) const {
    Witness witness{.row_length = shrunk.row_length,
                    .lane = shrunk.lane,
                    .tested = shrunk.diagnosis.tested,
                    .reference = shrunk.diagnosis.reference};
    ReplayRecord record{.graph = graph_,
                        .lowering = lowering_,
                        .row_length = shrunk.row_length,
                        .lane = shrunk.lane};
    const bool is_simple = std::all_of(shrunk.inputs.begin(), shrunk.inputs.end(),
                                       [](const auto& values) { return values.size() == 1; });
    for (size_t i = 0; is_simple && i < shrunk.inputs.size(); ++i) {
      const double value = probe.Rounded(i, shrunk.inputs[i][0]);
      record.values.push_back(value);
      witness.values.push_back(
          {.name = graph_.inputs[i].name,
           .text = ShortestDecimal(probe.format_of_input(i), value),
           .value = value,
           .is_whole_row = shrunk.row_length > 0 && graph_.inputs[i].extent == Extent::kElement});
    }
    if (!is_simple) {
      record.stratum = *worst.stratum;
      record.seed = options_.seed;
      record.row = sample.row;
    }
    witness.replay = ReplayText(record);
    return witness;
  }

  // Whether nothing between 0 and the witness fails.
  bool IsBoundary(const Witness& witness) const {
    if (!report_.exhausted.has_value() || witness.values.size() != 1) return false;
    const double value = witness.values[0].value;
    for (const Exhausted::Range& range : report_.exhausted->ranges) {
      const double nearest = value > 0 ? std::max(range.first, 0.0) : std::min(range.last, 0.0);
      const bool is_same_side = value > 0 ? range.last > 0 : range.first < 0;
      if (is_same_side && std::fabs(nearest) < std::fabs(value)) return false;
    }
    return report_.exhausted->ranges_left_out == 0;
  }

  const Graph& graph_;
  const CheckOptions& options_;
  const std::vector<Stratum>& strata_;
  Backend& backend_;
  const KernelTable& kernels_;
  LowerOptions lowering_;
  FormatReport report_;
};

bool IsStop(const absl::Status& status) {
  return absl::IsDeadlineExceeded(status) || absl::IsCancelled(status);
}

}  // namespace

absl::StatusOr<ExpressionReport> Check(const Graph& graph, const CheckOptions& options,
                                       Backend& backend) {
  ASSIGN_OR_RETURN(const KernelTable* kernels, UsableKernels());
  const Graph sampled = SampledGraph(graph);
  const std::vector<Stratum> strata =
      options.strata.empty() ? StrataOf(sampled, options.size) : options.strata;
  ExpressionReport report{.backend = std::string(backend.name()), .seed = options.seed};
  for (const Format format : options.formats) {
    absl::StatusOr<FormatReport> of_format =
        FormatCheck(sampled, options, format, strata, backend, *kernels).Run();
    if (IsStop(of_format.status())) {
      report.is_complete = false;
      break;
    }
    RETURN_IF_ERROR(of_format.status());
    report.formats.push_back(*std::move(of_format));
  }
  return report;
}

absl::StatusOr<Replayed> Replay(absl::string_view replay) {
  ASSIGN_OR_RETURN(const KernelTable* kernels, UsableKernels());
  ASSIGN_OR_RETURN(ReplayRecord record, ParseReplay(replay));
  const Graph graph = SampledGraph(record.graph);
  Probe probe(graph, record.lowering, *kernels);
  const int lanes = record.row_length > 0 ? record.row_length : 1;
  std::vector<std::vector<double>> inputs;
  if (!record.stratum.distributions.empty()) {
    std::vector<Format> formats;
    for (size_t i = 0; i < graph.inputs.size(); ++i) formats.push_back(probe.format_of_input(i));
    Sampler sampler(graph, formats, record.stratum, record.seed,
                    static_cast<int>(record.stratum.row_length), *kernels);
    const bool has_rows = graph.HasRows();
    const auto values = sampler.Fill(has_rows ? record.row : 0, has_rows ? 0 : record.lane / 4 * 4,
                                     has_rows ? lanes : 4);
    for (size_t i = 0; i < graph.inputs.size(); ++i) {
      const bool is_element = graph.inputs[i].extent == Extent::kElement;
      const double* first = values[i] + (has_rows || !is_element ? 0 : record.lane % 4);
      inputs.emplace_back(first, first + (is_element ? lanes : 1));
    }
  } else {
    for (size_t i = 0; i < graph.inputs.size(); ++i) {
      const bool is_element = graph.inputs[i].extent == Extent::kElement;
      inputs.emplace_back(is_element ? lanes : 1, record.values[i]);
    }
  }
  const bool has_rows = graph.HasRows();
  const std::vector<LaneDiagnosis> results =
      has_rows ? probe.TryRow(inputs, lanes) : probe.TrySamples(inputs);
  const size_t lane =
      has_rows ? std::min(results.size() - 1, static_cast<size_t>(record.lane)) : size_t{0};
  Replayed result{.format = record.lowering.format,
                  .tested = results[lane].tested,
                  .reference = results[lane].reference,
                  .state = results[lane].state,
                  .cause = results[lane].cause};
  for (size_t i = 0; i < inputs.size(); ++i) {
    const size_t element = std::min(lane, inputs[i].size() - 1);
    result.inputs.emplace_back(graph.inputs[i].name, probe.Rounded(i, inputs[i][element]));
  }
  return result;
}

}  // namespace allreview::numerics
