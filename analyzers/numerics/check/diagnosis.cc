#include "analyzers/numerics/check/diagnosis.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "analyzers/numerics/program/compare.h"

namespace allreview::numerics {
namespace {

using enum Operation;

constexpr double kInfinite = std::numeric_limits<double>::infinity();

double ThresholdOf(Format format) { return std::ldexp(1.0, -(TraitsOf(format).precision / 2)); }

double ErrorOf(double tested, double reference) {
  const double error = std::fabs(tested - reference);
  return std::isnan(error) ? kInfinite : error;
}

bool IsReduction(Operation operation) {
  return InfoOf(operation).kind == OperationKind::kReduction;
}
bool IsScanning(Operation operation) { return InfoOf(operation).kind == OperationKind::kScan; }

Comparison CompareIn(Format format, double tested, double reference) {
  return Dispatch(format, [&]<Format kFormat>() { return CompareTo<kFormat>(tested, reference); });
}

}  // namespace

absl::string_view FailureName(Failure failure) {
  switch (failure) {
    case Failure::kNone:
      return "ok";
    case Failure::kOverflow:
      return "overflow";
    case Failure::kUnderflow:
      return "underflow";
    case Failure::kCancellation:
      return "cancellation";
    case Failure::kAbsorption:
      return "absorption";
    case Failure::kNan:
      return "nan";
  }
  return "";
}

Diagnostician::Diagnostician(const Graph& graph, const Evaluation& evaluation, int max_lanes)
    : graph_(graph),
      evaluation_(evaluation),
      formats_(evaluation.tested().format_of_node),
      result_format_(evaluation.tested().outputs[0].format),
      threshold_(ThresholdOf(result_format_)),
      values_(graph.nodes.size()) {
  for (size_t i = 0; i < values_.size(); ++i) {
    values_[i].resize(graph.nodes[i].extent == Extent::kElement ? max_lanes : 1);
  }
}

const Diagnostician::Value& Diagnostician::At(int node, int lane) const {
  const std::vector<Value>& values = values_[node];
  return values[values.size() == 1 ? 0 : lane];
}

bool Diagnostician::IsRight(double tested, double reference, double excess) const {
  if (tested == reference) return true;
  // What is no number for the reference cannot be judged; it is nobody's fault yet.
  if (!std::isfinite(reference)) return true;
  if (!std::isfinite(tested)) return false;
  return std::fabs(tested - reference) <= threshold_ * (std::fabs(reference) + excess);
}

Failure Diagnostician::KindOf(int node, double tested, double reference) const {
  const Operation operation = graph_.nodes[node].operation;
  const Format format = formats_[node];
  if (std::isnan(tested)) return Failure::kNan;
  if (std::isinf(tested)) return Failure::kOverflow;
  const FormatTraits traits = TraitsOf(format);
  // A saturating format.
  if (std::fabs(tested) == traits.max && std::fabs(reference) > traits.max) {
    return Failure::kOverflow;
  }
  if (std::fabs(tested) < MinNormal(format) && std::fabs(reference) < 2 * MinNormal(format)) {
    return Failure::kUnderflow;
  }
  return IsReduction(operation) || IsScanning(operation) ? Failure::kAbsorption
                                                         : Failure::kCancellation;
}

Diagnostician::Value Diagnostician::Judge(int node, double tested, double reference, double excess,
                                          Cause inherited) const {
  Value value{.tested = tested, .reference = reference, .excess = excess};
  if (IsRight(tested, reference, excess)) return value;
  value.cause = inherited.failure != Failure::kNone ? inherited
                                                    : Cause{KindOf(node, tested, reference), node};
  return value;
}

// The cause in the wrong operand that is furthest off.
Cause Diagnostician::InheritedAt(const Node& node, int lane) const {
  Cause worst;
  double worst_error = -1;
  for (const int input : node.inputs) {
    const Value& operand = At(input, lane);
    if (operand.cause.failure == Failure::kNone) continue;
    const double error =
        ErrorOf(operand.tested, operand.reference) / std::max(std::fabs(operand.reference), 1e-300);
    if (error > worst_error) {
      worst_error = error;
      worst = operand.cause;
    }
  }
  return worst;
}

// An operand of a row is to blame when the wrong elements make up at least half of the error.
Cause Diagnostician::InheritedFromRow(const Node& node, int lanes, double error) const {
  Cause worst;
  double worst_error = -1;
  double sum = 0;
  for (const int input : node.inputs) {
    const int count = values_[input].size() == 1 ? 1 : lanes;
    for (int lane = 0; lane < count; ++lane) {
      const Value& operand = values_[input][lane];
      if (operand.cause.failure == Failure::kNone) continue;
      const double of_lane = ErrorOf(operand.tested, operand.reference);
      sum += of_lane;
      if (of_lane > worst_error) {
        worst_error = of_lane;
        worst = operand.cause;
      }
    }
  }
  // Only of sums do errors of operands compare with that of the result.
  const bool is_additive = node.operation == kSum || node.operation == kMean;
  if (!is_additive || std::isinf(sum)) return worst;
  const double scale = node.operation == kMean ? lanes : 1;
  return sum / scale >= 0.5 * error ? worst : Cause{};
}

double Diagnostician::ExcessOf(const Node& node, int lane) const {
  const auto excess = [&](size_t i) { return At(node.inputs[i], lane).excess; };
  const auto magnitude = [&](size_t i) { return std::fabs(At(node.inputs[i], lane).reference); };
  switch (node.operation) {
    case kNegate:
    case kAbsolute:
    case kCast:
    case kRelu:
      return excess(0);
    case kAdd:
    case kSubtract:
      return excess(0) + excess(1);
    case kMultiply:
      return excess(0) * magnitude(1) + excess(1) * magnitude(0);
    case kDivide:
      return magnitude(1) == 0 ? 0 : excess(0) / magnitude(1);
    default:
      return 0;
  }
}

Diagnostician::Value Diagnostician::ReduceRow(int index, int lanes) const {
  const Node& node = graph_.nodes[index];
  const double tested = evaluation_.TestedNode(index, 0);
  const double reference = evaluation_.ReferenceNode(index, 0);
  double excess = 0;
  if (node.operation == kSum || node.operation == kMean || node.operation == kDot) {
    double magnitudes = 0;
    for (int lane = 0; lane < lanes; ++lane) {
      double term = 1;
      for (const int input : node.inputs) {
        const Value& operand = At(input, lane);
        term *= std::fabs(operand.reference) + operand.excess;
      }
      magnitudes += term;
    }
    if (node.operation == kMean) magnitudes /= lanes;
    excess = std::max(0.0, magnitudes - std::fabs(reference));
    if (!std::isfinite(excess)) excess = 0;
  }
  if (IsRight(tested, reference, excess)) return Judge(index, tested, reference, excess, {});
  return Judge(index, tested, reference, excess,
               InheritedFromRow(node, lanes, ErrorOf(tested, reference)));
}

void Diagnostician::DiagnoseNode(int index, int lanes) {
  const Node& node = graph_.nodes[index];
  std::vector<Value>& values = values_[index];
  if (node.operation == kConstant) {
    values[0] = {.tested = node.parameters[0], .reference = node.parameters[0]};
    return;
  }
  if (IsReduction(node.operation)) {
    values[0] = ReduceRow(index, lanes);
    return;
  }
  const bool is_scan = IsScanning(node.operation);
  const int count = node.extent == Extent::kElement ? lanes : 1;
  Cause carried;
  double magnitudes = 0;
  for (int lane = 0; lane < count; ++lane) {
    const double tested = evaluation_.TestedNode(index, lane);
    const double reference = evaluation_.ReferenceNode(index, lane);
    Cause inherited = InheritedAt(node, lane);
    double excess = 0;
    if (is_scan) {
      if (inherited.failure == Failure::kNone) inherited = carried;
      if (node.operation == kCumulativeSum) {
        magnitudes += std::fabs(At(node.inputs[0], lane).reference);
        excess = std::max(0.0, magnitudes - std::fabs(reference));
      }
    } else {
      excess = ExcessOf(node, lane);
    }
    values[lane] = Judge(index, tested, reference, excess, inherited);
    if (is_scan) carried = values[lane].cause;
  }
}

const std::vector<LaneDiagnosis>& Diagnostician::Diagnose(int lanes) {
  for (size_t i = 0; i < graph_.nodes.size(); ++i) DiagnoseNode(static_cast<int>(i), lanes);
  const int output = graph_.outputs[0];
  const std::vector<Value>& values = values_[output];
  lanes_.assign(values.size() == 1 ? 1 : lanes, {});
  for (size_t lane = 0; lane < lanes_.size(); ++lane) {
    const Value& value = values[lane];
    LaneDiagnosis& result = lanes_[lane];
    const Comparison compared = CompareIn(result_format_, value.tested, value.reference);
    result.state = compared.state;
    result.is_result_underflow = compared.is_result_underflow;
    result.cause = value.cause;
    result.tested = value.tested;
    result.reference = value.reference;
    const bool is_excused =
        result.state == LaneState::kLost || result.state == LaneState::kSpuriousZero;
    if (is_excused && value.cause.failure == Failure::kNone) result.state = LaneState::kGood;
    if (result.is_failure() && result.cause.failure == Failure::kNone) {
      result.cause = {KindOf(output, value.tested, value.reference), output};
    }
    if (result.is_result_range()) result.cause = {Failure::kOverflow, output};
  }
  return lanes_;
}

void DiagnosisCounter::Add(const std::vector<LaneDiagnosis>& lanes, Format format) {
  threshold_ = ThresholdOf(format);
  for (const LaneDiagnosis& lane : lanes) {
    ++sum_.lanes;
    if (lane.state == LaneState::kUnknown) {
      ++sum_.unknown;
      continue;
    }
    magnitudes_.push_back(std::fabs(lane.reference));
    sum_.result_underflow += lane.is_result_underflow;
    if (lane.is_result_range()) {
      ++sum_.result_overflow;
      // e4m3 has no infinity: what is too large is not a number.
      const bool is_nan = std::isnan(lane.tested);
      range_causes_[{is_nan ? Failure::kNan : Failure::kOverflow, lane.cause.node}]++;
    } else if (lane.is_failure()) {
      ++sum_.failures;
      ++sum_.by_cause[lane.cause];
      sum_.lost += lane.state == LaneState::kLost;
      const bool is_hard = lane.state == LaneState::kNan || lane.state == LaneState::kInfinite;
      wrong_.push_back({lane.cause, ErrorOf(lane.tested, lane.reference), is_hard});
    }
  }
}

namespace {

// A loss that only a result near zero shows is no defect when others are a thousand times as large:
// adding numbers of either sign always has some. It counts when it is usual, or when it is large
// beside a typical result.
constexpr double kUsualLoss = 0.1;
constexpr double kTypicalLoss = 1e-3;
// Share of results that are not 0 and become 0, which a rewrite cannot fix.
constexpr double kResultUnderflow = 0.01;

double MedianOf(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

Cause Commonest(const std::map<Cause, uint64_t>& counts) {
  // First the failure with the most lanes, then its commonest place.
  std::map<Failure, uint64_t> by_failure;
  for (const auto& [cause, count] : counts) by_failure[cause.failure] += count;
  Failure failure = Failure::kNone;
  for (const auto& [candidate, count] : by_failure) {
    if (failure == Failure::kNone || count > by_failure[failure]) failure = candidate;
  }
  Cause best;
  uint64_t most = 0;
  for (const auto& [cause, count] : counts) {
    if (cause.failure == failure && count > most) {
      most = count;
      best = cause;
    }
  }
  return best;
}

}  // namespace

Diagnosis DiagnosisCounter::Finish() const {
  Diagnosis result = sum_;
  const double judged = static_cast<double>(std::max<uint64_t>(1, sum_.lanes - sum_.unknown));
  const double typical = MedianOf(magnitudes_);
  std::map<Cause, uint64_t> weighty;  // Infinite, not a number, or large beside a typical result.
  uint64_t soft = 0;
  uint64_t large = 0;
  for (const Wrong& wrong : wrong_) {
    const bool is_large = wrong.error > threshold_ * typical;
    soft += !wrong.is_hard;
    large += !wrong.is_hard && is_large;
    if (wrong.is_hard || is_large) ++weighty[wrong.cause];
  }
  const bool is_usual = static_cast<double>(soft) >= kUsualLoss * judged;
  const bool is_typical = static_cast<double>(large) >= kTypicalLoss * judged;
  const bool has_hard = wrong_.size() > soft;
  const std::map<Cause, uint64_t> counted = has_hard || is_typical ? weighty
                                            : is_usual             ? sum_.by_cause
                                                                   : std::map<Cause, uint64_t>();
  if (!counted.empty()) {
    result.cause = Commonest(counted);
    result.is_slight = !has_hard && !is_typical;
  } else if (sum_.result_overflow > 0) {
    result.cause = Commonest(range_causes_);
    result.is_result_range = true;
  } else if (static_cast<double>(sum_.result_underflow) >= kResultUnderflow * judged) {
    result.cause = {Failure::kUnderflow, -1};
    result.is_result_range = true;
  }
  result.verdict = result.cause.failure;
  result.is_unknown = sum_.unknown * 2 > sum_.lanes;
  return result;
}

}  // namespace allreview::numerics
