#include "analyzers/numerics/gradient/check_gradient.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/numerics/arithmetic/decimal.h"
#include "analyzers/numerics/check/replay.h"
#include "analyzers/numerics/cpu/evaluation.h"
#include "analyzers/numerics/cpu/interpreter.h"
#include "analyzers/numerics/cpu/sampler.h"
#include "analyzers/numerics/gradient/gradient.h"
#include "analyzers/numerics/gradient/special_points.h"
#include "analyzers/numerics/graph/composite_match.h"
#include "base/status_macros.h"

namespace allreview::numerics {
namespace {

constexpr int kGradient = 0;  // Outputs of GradientOf.
constexpr int kForward = 1;
constexpr int64_t kMaxLanes = int64_t{1} << 14;

// Nobody differentiates with respect to these; gradients and their moments belong to optimizers.
bool HasGradient(const Input& input) {
  switch (input.role) {
    case Role::kMask:
    case Role::kLabel:
    case Role::kCountOf:
    case Role::kPosition:
    case Role::kEpsilon:
    case Role::kGradient:
    case Role::kSecondMoment:
    case Role::kLossScale:
      return false;
    default:
      return input.rank != Rank::kNumber;
  }
}

// A gradient that is not finite where the results are.
struct Bad {
  int lane = 0;
  bool is_nan = false;
};

// Numbers of one evaluation, and where they come from.
struct Numbers {
  absl::Span<const double* const> inputs = {};
  const Stratum* stratum = nullptr;  // nullptr: a special point.
  int64_t row = 0;
};

class FormatCheck {
 public:
  FormatCheck(const Graph& graph, const LowerOptions& lowering, const CheckOptions& options,
              const KernelTable& kernels)
      : graph_(graph),
        lowering_(lowering),
        options_(options),
        kernels_(kernels),
        has_rows_(graph.HasRows()) {
    report_.format = lowering.format;
    lowering_.keeps_all = true;
  }

  FormatReport Run(const std::vector<Stratum>& strata) {
    TrySpecialPoints();
    for (const Stratum& stratum : strata) {
      if (report_.verdict != Failure::kNone || !options_.control.Check().ok()) break;
      if (stratum.plausibility != Plausibility::kAdversarial) TryStratum(stratum);
    }
    return std::move(report_);
  }

 private:
  void TrySpecialPoints() {
    const int lanes = has_rows_ ? kSpecialRowLength : 1;
    lowering_.rows = 1;
    lowering_.row_length = lanes;
    const Evaluation evaluation_of_formats(graph_, lowering_, lanes, kernels_);
    formats_ = evaluation_of_formats.tested().format_of_input;
    Evaluation evaluation(graph_, lowering_, lanes, kernels_);
    uint64_t samples = 0;
    for (SpecialPoint& point : SpecialPointsOf(graph_)) {
      std::vector<const double*> inputs;
      for (size_t i = 0; i < point.size(); ++i) {
        for (double& value : point[i]) value = RoundTo(formats_[i], value);
        inputs.push_back(point[i].data());
      }
      evaluation.Run(inputs, lanes);
      const std::vector<Bad> bad = BadLanes(evaluation, lanes);
      samples += static_cast<uint64_t>(LanesOf(evaluation, kGradient, lanes));
      Count(bad, evaluation, {.inputs = inputs}, lanes);
    }
    Finish("special points", Plausibility::kPlausible, samples);
  }

  void TryStratum(const Stratum& stratum) {
    const int lanes = has_rows_ ? static_cast<int>(stratum.row_length) : kBlockLanes;
    lowering_.rows = stratum.rows;
    lowering_.row_length = stratum.row_length;
    Evaluation evaluation(graph_, lowering_, lanes, kernels_);
    Sampler sampler(graph_, formats_, stratum, options_.seed, lanes, kernels_);
    const int64_t total = has_rows_ ? stratum.rows : (stratum.lanes() + lanes - 1) / lanes;
    const int64_t blocks = std::clamp<int64_t>(kMaxLanes / std::max(1, lanes), 1, total);
    uint64_t samples = 0;
    for (int64_t block = 0; block < blocks; ++block) {
      const int64_t first = has_rows_ ? 0 : block * lanes;
      const int count =
          has_rows_ ? lanes
                    : static_cast<int>(std::min<int64_t>(lanes, stratum.row_length - first));
      const auto inputs = sampler.Fill(has_rows_ ? block : 0, first, count);
      evaluation.Run(inputs, count);
      samples += static_cast<uint64_t>(LanesOf(evaluation, kGradient, count));
      Count(BadLanes(evaluation, count), evaluation,
            {.inputs = inputs, .stratum = &stratum, .row = block}, count);
    }
    Finish(stratum.name, stratum.plausibility, samples);
  }

  static int LanesOf(const Evaluation& evaluation, int output, int lanes) {
    return evaluation.tested().outputs[output].extent == Extent::kElement ? lanes : 1;
  }

  // The results of a lane.
  bool IsForwardFinite(const Evaluation& evaluation, int lane) const {
    const int count = static_cast<int>(graph_.outputs.size());
    for (int output = kForward; output < count; ++output) {
      const int at = LanesOf(evaluation, output, lane + 1) - 1;
      if (!std::isfinite(evaluation.TestedOutput(output, at)) ||
          !std::isfinite(evaluation.ReferenceOutput(output, at))) {
        return false;
      }
    }
    return true;
  }

  // A row is judged as a whole: the loss adds its results up.
  std::vector<Bad> BadLanes(const Evaluation& evaluation, int lanes) const {
    for (int lane = 0; has_rows_ && lane < lanes; ++lane) {
      if (!IsForwardFinite(evaluation, lane)) return {};
    }
    std::vector<Bad> bad;
    const int count = LanesOf(evaluation, kGradient, lanes);
    for (int lane = 0; lane < count; ++lane) {
      const double gradient = evaluation.TestedOutput(kGradient, lane);
      if (std::isfinite(gradient)) continue;
      if (!has_rows_ && !IsForwardFinite(evaluation, lane)) continue;
      bad.push_back({.lane = lane, .is_nan = std::isnan(gradient)});
    }
    return bad;
  }

  void Count(const std::vector<Bad>& bad, const Evaluation& evaluation, const Numbers& numbers,
             int lanes) {
    if (bad.empty()) return;
    report_.failures += bad.size();
    // NaN outranks infinity: it spreads to every weight.
    const auto worst = std::find_if(bad.begin(), bad.end(), [](Bad it) { return it.is_nan; });
    const Bad shown = worst != bad.end() ? *worst : bad.front();
    const Failure verdict = shown.is_nan ? Failure::kNan : Failure::kOverflow;
    const bool is_worse = report_.verdict == Failure::kNone ||
                          (report_.verdict == Failure::kOverflow && verdict == Failure::kNan);
    if (!is_worse) return;
    report_.verdict = verdict;
    AddWitness(evaluation, numbers, shown.lane, lanes);
    AddCause(evaluation, shown.lane, lanes);
  }

  void AddWitness(const Evaluation& evaluation, const Numbers& numbers, int lane, int lanes) {
    Witness witness{.row_length = has_rows_ ? lanes : 0,
                    .lane = has_rows_ ? lane : 0,
                    .tested = evaluation.TestedOutput(kGradient, lane),
                    .reference = evaluation.ReferenceOutput(kGradient, lane)};
    report_.is_result_range = std::isfinite(witness.reference) &&
                              !std::isfinite(RoundTo(lowering_.format, witness.reference));
    bool is_simple = true;
    ReplayRecord record{.graph = graph_,
                        .lowering = lowering_,
                        .row_length = has_rows_ ? lanes : 0,
                        .lane = has_rows_ ? lane : 0};
    for (size_t i = 0; i < graph_.inputs.size(); ++i) {
      const double* values = numbers.inputs[i];
      const bool is_element = graph_.inputs[i].extent == Extent::kElement;
      const bool is_row = has_rows_ && is_element;
      const double value = values[is_element ? lane : 0];
      const auto is_same = [&](double it) { return it == value; };
      is_simple = is_simple && (!is_row || std::all_of(values, values + lanes, is_same));
      record.values.push_back(value);
      witness.values.push_back({.name = graph_.inputs[i].name,
                                .text = ShortestDecimal(formats_[i], value),
                                .value = value,
                                .is_whole_row = is_row});
    }
    // A special row of unlike elements has no name and no replay.
    if (!is_simple) witness.values.clear();
    if (!is_simple && numbers.stratum != nullptr) {
      record.values.clear();
      record.stratum = *numbers.stratum;
      record.seed = options_.seed;
      record.row = numbers.row;
      record.lane = lane;
    }
    if (is_simple || numbers.stratum != nullptr) witness.replay = ReplayText(record);
    report_.witness = std::move(witness);
  }

  // The first step of the backward that is not finite. Forward values may be infinite on purpose:
  // masks of -inf.
  void AddCause(const Evaluation& evaluation, int lane, int lanes) {
    for (int node = graph_.outputs[kForward] + 1; node < static_cast<int>(graph_.nodes.size());
         ++node) {
      const Node& it = graph_.nodes[node];
      if (it.operation == Operation::kConstant || it.operation == Operation::kInput) continue;
      const bool is_element = it.extent == Extent::kElement;
      const int first = is_element && !has_rows_ ? lane : 0;
      const int last = is_element ? (has_rows_ ? lanes - 1 : lane) : 0;
      for (int at = first; at <= last; ++at) {
        if (std::isfinite(evaluation.TestedNode(node, at))) continue;
        report_.node = node;
        report_.operation = std::string(InfoOf(it.operation).name);
        report_.text = it.text;
        return;
      }
    }
  }

  void Finish(const std::string& name, Plausibility plausibility, uint64_t samples) {
    report_.samples = report_.verdict == Failure::kNone ? report_.samples + samples : samples;
    if (report_.verdict == Failure::kNone) return;
    report_.stratum = name;
    report_.plausibility = plausibility;
  }

  const Graph& graph_;
  LowerOptions lowering_;
  const CheckOptions& options_;
  const KernelTable& kernels_;
  const bool has_rows_;
  std::vector<Format> formats_;  // Of the inputs.
  FormatReport report_;
};

// Operations whose autograd is the same whether they are one kernel or several.
bool IsPlain(Operation operation) {
  switch (operation) {
    case Operation::kAdd:
    case Operation::kSubtract:
    case Operation::kMultiply:
    case Operation::kNegate:
    case Operation::kAbsolute:
    case Operation::kRelu:
    case Operation::kMaximum:
    case Operation::kMinimum:
    case Operation::kSum:
    case Operation::kMean:
    case Operation::kWhere:
      return true;
    default:
      return operation == Operation::kCast || operation == Operation::kConstant ||
             operation == Operation::kInput ||
             (operation >= Operation::kLess && operation <= Operation::kIsInfinite);
  }
}

// A call in the source.
using Call = std::tuple<std::string, int, int>;

Call CallOf(const Node& node) { return {node.text, node.place.begin, node.place.end}; }

// Calls that were expanded to several operations, and that PyTorch differentiates by a formula that
// is not known here: what goes wrong inside of the expansion need not go wrong there.
std::set<Call> OpaqueCalls(const Graph& graph) {
  const CompositeFinder composites(graph);
  std::map<Call, int> operations;
  std::set<Call> opaque;
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const Node& node = graph.nodes[i];
    const int index = static_cast<int>(i);
    const bool is_known = composites.At(index) != nullptr || composites.IsInside(index);
    const OperationKind kind = InfoOf(node.operation).kind;
    if (node.text.empty() || is_known || kind == OperationKind::kLeaf ||
        kind == OperationKind::kConversion) {
      continue;
    }
    ++operations[CallOf(node)];
    if (!IsPlain(node.operation)) opaque.insert(CallOf(node));
  }
  std::erase_if(opaque, [&](const Call& call) { return operations[call] < 2; });
  return opaque;
}

ExpressionReport CheckOne(const Graph& gradient, const CheckOptions& options,
                          const KernelTable& kernels) {
  const std::vector<Stratum> strata =
      options.strata.empty() ? StrataOf(gradient, options.size) : options.strata;
  ExpressionReport report{.backend = absl::StrCat("cpu-", kernels.name), .seed = options.seed};
  for (const Format format : options.formats) {
    report.is_complete = options.control.Check().ok();
    if (!report.is_complete) break;
    const LowerOptions lowering = {
        .format = format, .device = options.device, .is_fused = options.is_fused};
    report.formats.push_back(FormatCheck(gradient, lowering, options, kernels).Run(strata));
  }
  return report;
}

// Takes back what only an expansion may have done.
void DropOpaque(const Graph& gradient, const std::set<Call>& opaque, GradientReport& report) {
  std::erase_if(report.report.formats, [&](const FormatReport& format) {
    if (format.node < 0 || opaque.count(CallOf(gradient.nodes[format.node])) == 0) return false;
    report.not_measured = absl::StrCat(format.text, ": its backward is not measured");
    return true;
  });
}

}  // namespace

absl::StatusOr<std::vector<GradientReport>> CheckGradient(const Graph& graph,
                                                          const CheckOptions& options) {
  ASSIGN_OR_RETURN(const KernelTable* kernels, UsableKernels());
  const std::set<Call> opaque = OpaqueCalls(graph);
  std::vector<GradientReport> reports;
  for (size_t input = 0; input < graph.inputs.size(); ++input) {
    if (!HasGradient(graph.inputs[input])) continue;
    GradientReport report{.input = graph.inputs[input].name};
    const absl::StatusOr<Graph> gradient = GradientOf(graph, static_cast<int>(input));
    if (gradient.ok()) {
      report.report = CheckOne(SampledGraph(*gradient), options, *kernels);
      DropOpaque(*gradient, opaque, report);
    } else {
      report.not_measured = std::string(gradient.status().message());
    }
    reports.push_back(std::move(report));
  }
  return reports;
}

}  // namespace allreview::numerics
