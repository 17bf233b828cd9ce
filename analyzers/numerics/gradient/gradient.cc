#include "analyzers/numerics/gradient/gradient.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/numerics/gradient/backward.h"
#include "analyzers/numerics/graph/composite_match.h"
#include "analyzers/numerics/graph/graph_copy.h"

namespace allreview::numerics {
namespace {

using enum Operation;

// Runs a graph forward, then backward, into one graph.
class Autograd {
 public:
  Autograd(const Graph& source, int input)
      : source_(source),
        composites_(source),
        copy_(source, graph_, [this](int node) { return KeepAxis(node); }),
        gradients_(source.nodes.size(), -1),
        has_formats_(HasFormats()) {
    FindDependents(input);
  }

  absl::StatusOr<Graph> Run() {
    if (input_node_ < 0) {
      return absl::InvalidArgumentError("the gradient's input is not in the graph");
    }
    copy_.CopyInputs();
    std::vector<int> outputs = {0};
    for (const int output : source_.outputs) outputs.push_back(copy_.Of(output));
    for (const int output : source_.outputs) {
      if (depends_[output]) AddGradient(output, graph_.Constant(1));
    }
    for (int node = static_cast<int>(source_.nodes.size()) - 1; node >= 0; --node) {
      if (gradients_[node] >= 0 && depends_[node] && node != input_node_) Backward(node);
    }
    if (graph_.status().ok() && gradients_[input_node_] < 0) {
      return absl::InvalidArgumentError(absl::StrCat(
          "no result depends on '", source_.inputs[source_.nodes[input_node_].input].name, "'"));
    }
    outputs[0] = gradients_[input_node_];
    absl::StatusOr<Graph> result = graph_.Finish(outputs, source_.text);
    if (!result.ok()) return result.status();
    result->axis = source_.axis;
    result->dim = source_.dim;
    return result;
  }

 private:
  void FindDependents(int input) {
    depends_.resize(source_.nodes.size());
    for (size_t i = 0; i < source_.nodes.size(); ++i) {
      const Node& node = source_.nodes[i];
      if (node.input == input) {
        input_node_ = static_cast<int>(i);
        depends_[i] = true;
      }
      for (const int operand : node.inputs) depends_[i] = depends_[i] || depends_[operand];
    }
  }

  // Casts and inputs of their own dtype: gradients have the dtype of what they belong to.
  bool HasFormats() const {
    return std::any_of(source_.nodes.begin(), source_.nodes.end(), [&](const Node& node) {
      const bool is_own = node.operation == kInput && source_.inputs[node.input].format.has_value();
      return is_own || (node.operation == kCast && !IsAxisRestored(source_, node));
    });
  }

  // Gradients broadcast with what they belong to, so rows keep their axis.
  std::optional<int> KeepAxis(int index) {
    const Node& node = source_.nodes[index];
    const bool is_reduction = InfoOf(node.operation).kind == OperationKind::kReduction;
    if (!is_reduction || !node.is_axis_removed) return std::nullopt;
    const int first = copy_.Of(node.inputs[0]);
    const int second = copy_.Of(node.inputs.back());
    graph_.SetSource(node.text, node.place);
    const GraphBuilder::ReduceOptions options = {.keep_axis = true,
                                                 .parameter = node.parameters[0]};
    if (node.inputs.size() == 1) {
      return graph_.Reduce(node.operation, {first}, copy_.axis(), options);
    }
    return graph_.Reduce(node.operation, {first, second}, copy_.axis(), options);
  }

  void AddGradient(int node, int gradient) {
    int& sum = gradients_[node];
    sum = sum < 0 ? gradient : Plus(graph_, sum, gradient);
  }

  void Backward(int index) {
    const Node& node = source_.nodes[index];
    const CompositeMatch* composite = composites_.At(index);
    const bool is_whole = composite != nullptr && HasBackward(composite->composite);
    const std::vector<int>& operands = is_whole ? composite->operands : node.inputs;
    BackwardCall call = {.graph = graph_,
                         .axis = copy_.axis(),
                         .gradient = gradients_[index],
                         .result = copy_.Of(index),
                         .parameters = node.parameters};
    if (is_whole) call.parameters = {composite->parameter, 0};
    for (const int operand : operands) {
      call.operands.push_back(copy_.Of(operand));
      call.is_wanted.push_back(depends_[operand]);
    }
    graph_.SetSource(node.text, node.place);
    std::vector<int> gradients;
    if (node.operation == kCast && !is_whole) {
      gradients = {call.gradient};
    } else {
      gradients =
          is_whole ? BackwardOf(composite->composite, call) : BackwardOf(node.operation, call);
    }
    if (!graph_.status().ok()) return;
    for (size_t i = 0; i < gradients.size(); ++i) {
      if (gradients[i] < 0 || !depends_[operands[i]]) continue;
      AddGradient(operands[i], Fit(gradients[i], index, operands[i], call.operands));
    }
  }

  // The gradient in the shape and dtype of the operand: sum_to_size, and the engine's casts.
  int Fit(int gradient, int consumer, int operand, const std::vector<int>& operands) {
    const Extent from = source_.nodes[consumer].extent;
    const Extent to = source_.nodes[operand].extent;
    const bool is_row_axis_lost = from == Extent::kElement && to == Extent::kRow;
    const bool is_all_lost = to == Extent::kScalar && from != Extent::kScalar;
    if (is_all_lost) {
      return graph_.Fail(absl::UnimplementedError(
          absl::StrCat(InfoOf(source_.nodes[consumer].operation).name,
                       ": the gradient of one number for all rows is a sum over all of them")));
    }
    if (is_row_axis_lost) {
      int elements = gradient;
      if (graph_.node(gradient).extent != Extent::kElement) {
        elements = Times(graph_, OnesLike(graph_, ElementOf(operands, consumer)), gradient);
      }
      gradient = graph_.Reduce(kSum, {elements}, copy_.axis(), {.keep_axis = true});
    }
    const bool is_number = graph_.status().ok() && graph_.node(gradient).rank == Rank::kNumber;
    if (!has_formats_ || is_number) return gradient;
    return graph_.CastLike(gradient, copy_.Of(operand));
  }

  int ElementOf(const std::vector<int>& operands, int consumer) {
    for (const int operand : operands) {
      if (graph_.status().ok() && graph_.node(operand).extent == Extent::kElement) return operand;
    }
    return copy_.Of(consumer);
  }

  const Graph& source_;
  const CompositeFinder composites_;
  GraphBuilder graph_;
  GraphCopy copy_;
  std::vector<int> gradients_;  // By node of the source; -1: none yet.
  std::vector<bool> depends_;   // On the input.
  const bool has_formats_;
  int input_node_ = -1;
};

}  // namespace

absl::StatusOr<Graph> GradientOf(const Graph& graph, int input) {
  return Autograd(graph, input).Run();
}

}  // namespace allreview::numerics
