#include "analyzers/numerics/rewrites/accuracy.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "analyzers/numerics/cpu/evaluation.h"
#include "analyzers/numerics/cpu/sampler.h"
#include "analyzers/numerics/graph/graph_copy.h"
#include "analyzers/numerics/program/compare.h"

namespace allreview::numerics {
namespace {

// Tolerance between the references of rewrite and original: the fp64 value of an original that
// cancels has itself lost digits.
constexpr double kSameValue = 1e-3;
constexpr double kSameShare = 0.9;
constexpr double kNothing = 1e-10;

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

}  // namespace

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

bool Accuracy::is_same() const {
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

Accuracy CompareAccuracy(const Graph& joined, const LowerOptions& lowering, const Stratum& stratum,
                         AccuracyOptions options, const KernelTable& kernels) {
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

}  // namespace allreview::numerics
