#include "analyzers/numerics/graph/composite_match.h"

#include <algorithm>
#include <utility>

#include "analyzers/numerics/graph/composites.h"
#include "analyzers/numerics/graph/equal_nodes.h"
#include "analyzers/numerics/graph/graph_builder.h"
#include "analyzers/numerics/graph/graph_copy.h"

namespace allreview::numerics {
namespace {

using enum Operation;

// Stands in a template for a number that is read from the graph.
constexpr double kAnyNumber = 0x1.8badcafep+300;
constexpr Axis kAxis = {-1};

struct Template {
  Composite composite;
  Graph graph;
};

// A composite of so many operands.
using Expansion = int (*)(GraphBuilder& graph, const std::vector<int>& operands);

Template Make(Composite composite, int operands, Expansion expand) {
  GraphBuilder graph;
  std::vector<int> inputs;
  for (int i = 0; i < operands; ++i) inputs.push_back(graph.AddInput({.name = "x"}));
  const int result = expand(graph, inputs);
  return {composite, *graph.Finish({result})};
}

int DeviationOf(GraphBuilder& graph, int x, double correction) {
  const int variance = graph.Reduce(kVariance, {graph.WidenToFp32(x)}, kAxis,
                                    {.keep_axis = true, .parameter = correction});
  return graph.CastLike(graph.Apply(kSqrt, {variance}), x);
}

NormOptions OptionsOf(const std::vector<int>& operands) {
  return {.eps = kAnyNumber,
          .weight = operands.size() > 1 ? operands[1] : -1,
          .bias = operands.size() > 2 ? operands[2] : -1};
}

using Nodes = const std::vector<int>&;

// The larger ones first: a softmax is a part of others.
std::vector<Template> MakeTemplates() {
  using enum Composite;
  std::vector<Template> all;
  const auto add = [&](Composite composite, int operands, Expansion expand) {
    all.push_back(Make(composite, operands, expand));
  };
  add(kSoftmax, 1, [](GraphBuilder& g, Nodes x) { return Softmax(g, x[0], kAxis); });
  add(kLogSoftmax, 1, [](GraphBuilder& g, Nodes x) { return LogSoftmax(g, x[0], kAxis); });
  add(kLogSumExp, 1, [](GraphBuilder& g, Nodes x) { return LogSumExp(g, x[0], kAxis, true); });
  add(kCosineSimilarity, 2,
      [](GraphBuilder& g, Nodes x) { return CosineSimilarity(g, x[0], x[1], kAxis, kAnyNumber); });
  add(kNormalize, 1,
      [](GraphBuilder& g, Nodes x) { return Normalize(g, x[0], kAxis, kAnyNumber); });
  add(kDeviation, 1, [](GraphBuilder& g, Nodes x) { return DeviationOf(g, x[0], kAnyNumber); });
  for (int operands = 1; operands <= 3; ++operands) {
    add(kLayerNorm, operands,
        [](GraphBuilder& g, Nodes x) { return LayerNorm(g, x[0], OptionsOf(x)); });
  }
  for (int operands = 1; operands <= 2; ++operands) {
    add(kRmsNorm, operands,
        [](GraphBuilder& g, Nodes x) { return RmsNorm(g, x[0], OptionsOf(x)); });
  }
  add(kBceWithLogits, 2, [](GraphBuilder& g, Nodes x) { return BceWithLogits(g, x[0], x[1]); });
  add(kBinaryCrossEntropy, 2,
      [](GraphBuilder& g, Nodes x) { return BinaryCrossEntropy(g, x[0], x[1]); });
  add(kXLogY, 2, [](GraphBuilder& g, Nodes x) { return XLogY(g, x[0], x[1]); });
  add(kCube, 1, [](GraphBuilder& g, Nodes x) { return Power(g, x[0], g.Constant(3)); });
  add(kInverseSquare, 1, [](GraphBuilder& g, Nodes x) { return Power(g, x[0], g.Constant(-2)); });
  return all;
}

const std::vector<Template>& Templates() {
  static const auto* const templates = new std::vector<Template>(MakeTemplates());
  return *templates;
}

// Lays one template over the graph.
class Unifier {
 public:
  Unifier(const Graph& wanted, const Graph& graph, const std::vector<int>& equal)
      : wanted_(wanted), graph_(graph), equal_(equal), operands_(wanted.inputs.size(), -1) {}

  std::optional<CompositeMatch> At(Composite composite, int node) {
    if (!Unify(wanted_.outputs[0], node)) return std::nullopt;
    CompositeMatch match = {
        .composite = composite, .operands = operands_, .parameter = number_.value_or(0)};
    for (const int visited : visited_) {
      const bool is_operand =
          std::find(operands_.begin(), operands_.end(), visited) != operands_.end();
      if (visited != node && !is_operand) match.inside.push_back(visited);
    }
    return match;
  }

 private:
  bool Unify(int wanted_index, int index) {
    const Node& wanted = wanted_.nodes[wanted_index];
    if (wanted.operation == kInput) return Bind(operands_[wanted.input], index);
    while (IsAxisRestored(graph_, graph_.nodes[index])) index = graph_.nodes[index].inputs[0];
    const Node& node = graph_.nodes[index];
    const bool is_alike = wanted.operation == node.operation && wanted.format == node.format &&
                          wanted.is_widening == node.is_widening &&
                          (wanted.like < 0) == (node.like < 0);
    if (!is_alike || !UnifyNumber(wanted.parameters[0], node.parameters[0])) return false;
    visited_.push_back(index);
    for (size_t i = 0; i < wanted.inputs.size(); ++i) {
      if (!Unify(wanted.inputs[i], node.inputs[i])) return false;
    }
    return wanted.like < 0 || Unify(wanted.like, node.like);
  }

  bool Bind(int& operand, int index) {
    if (operand < 0) operand = index;
    return equal_[operand] == equal_[index];
  }

  bool UnifyNumber(double wanted, double found) {
    if (wanted != kAnyNumber) return wanted == found;
    if (!number_.has_value()) number_ = found;
    return *number_ == found;
  }

  const Graph& wanted_;
  const Graph& graph_;
  const std::vector<int>& equal_;
  std::vector<int> operands_;
  std::vector<int> visited_;
  std::optional<double> number_;
};

constexpr std::pair<Composite, absl::string_view> kNames[] = {
    {Composite::kSoftmax, "softmax"},
    {Composite::kLogSoftmax, "log_softmax"},
    {Composite::kLogSumExp, "logsumexp"},
    {Composite::kNormalize, "normalize"},
    {Composite::kDeviation, "std"},
    {Composite::kLayerNorm, "layer_norm"},
    {Composite::kRmsNorm, "rms_norm"},
    {Composite::kBceWithLogits, "binary_cross_entropy_with_logits"},
    {Composite::kBinaryCrossEntropy, "binary_cross_entropy"},
    {Composite::kXLogY, "xlogy"},
    {Composite::kCosineSimilarity, "cosine_similarity"},
    {Composite::kCube, "cube"},
    {Composite::kInverseSquare, "inverse_square"},
};

}  // namespace

absl::string_view NameOf(Composite composite) {
  return kNames[static_cast<size_t>(composite)].second;
}

std::optional<Composite> CompositeByName(absl::string_view name) {
  for (const auto& [composite, known] : kNames) {
    if (known == name) return composite;
  }
  return std::nullopt;
}

CompositeFinder::CompositeFinder(const Graph& graph)
    : matches_(graph.nodes.size()), is_inside_(graph.nodes.size()) {
  const std::vector<int> equal = EqualNodes(graph);
  for (int node = static_cast<int>(graph.nodes.size()) - 1; node >= 0; --node) {
    for (const Template& it : Templates()) {
      matches_[node] = Unifier(it.graph, graph, equal).At(it.composite, node);
      if (matches_[node].has_value()) break;
    }
    if (!matches_[node].has_value()) continue;
    for (const int inside : matches_[node]->inside) is_inside_[inside] = true;
  }
}

}  // namespace allreview::numerics
