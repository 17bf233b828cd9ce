#include "analyzers/numerics/graph/graph_copy.h"

#include <utility>

namespace allreview::numerics {

using enum Operation;

Axis AxisOf(const Graph& graph) {
  if (graph.dim.has_value()) return {*graph.dim};
  for (const Node& node : graph.nodes) {
    const bool is_reduction = InfoOf(node.operation).kind == OperationKind::kReduction;
    if (is_reduction && node.rank == Rank::kZeroDimensional) return Axis::All();
  }
  // Graphs that were made by hand.
  return graph.axis == RowAxis::kOuter ? Axis{-2} : Axis{-1};
}

bool IsAxisRestored(const Graph& graph, const Node& node) {
  return node.operation == kCast && node.like == node.inputs[0] && !node.is_axis_removed &&
         graph.nodes[node.inputs[0]].is_axis_removed;
}

GraphCopy::GraphCopy(const Graph& source, GraphBuilder& into, Replace replace)
    : source_(source),
      into_(into),
      replace_(std::move(replace)),
      copies_(source.nodes.size(), -1) {}

Axis GraphCopy::axis() const { return AxisOf(source_); }

void GraphCopy::CopyInputs() {
  for (size_t i = 0; i < source_.nodes.size(); ++i) {
    if (source_.nodes[i].operation == kInput) Of(static_cast<int>(i));
  }
}

int GraphCopy::Of(int node) {
  if (copies_[node] >= 0) return copies_[node];
  std::optional<int> copy;
  if (replace_ != nullptr) copy = replace_(node);
  if (!copy.has_value()) copy = Plain(node);
  copies_[node] = *copy;
  return *copy;
}

int GraphCopy::Plain(int index) {
  const Node& node = source_.nodes[index];
  // First, so that what they are copied from is not said to be this node's source.
  for (const int input : node.inputs) Of(input);
  if (node.like >= 0) Of(node.like);
  into_.SetSource(node.text, node.place);
  switch (InfoOf(node.operation).kind) {
    case OperationKind::kConversion:
      return CopyCast(node);
    case OperationKind::kReduction:
      return CopyReduction(node);
    case OperationKind::kScan:
      return into_.Scan(node.operation, Of(node.inputs[0]), axis());
    case OperationKind::kElementwise:
      return CopyOperation(node);
    case OperationKind::kLeaf:
      break;
  }
  if (node.operation == kInput) return into_.AddInput(source_.inputs[node.input]);
  if (node.operation == kConstant) return into_.Constant(node.parameters[0]);
  return into_.Position(node.parameters[0], node.parameters[1]);
}

int GraphCopy::CopyCast(const Node& node) {
  const int operand = Of(node.inputs[0]);
  if (IsAxisRestored(source_, node)) return into_.RestoreAxis(operand);
  if (node.is_widening) return into_.WidenToFp32(operand);
  if (node.format.has_value()) return into_.CastTo(operand, *node.format);
  if (node.like >= 0) return into_.CastLike(operand, Of(node.like));
  return into_.CastToTested(operand);
}

int GraphCopy::CopyReduction(const Node& node) {
  const Axis axis = node.rank == Rank::kZeroDimensional ? Axis::All() : this->axis();
  const GraphBuilder::ReduceOptions options = {.keep_axis = !node.is_axis_removed,
                                               .parameter = node.parameters[0]};
  const int first = Of(node.inputs[0]);
  if (node.inputs.size() == 1) return into_.Reduce(node.operation, {first}, axis, options);
  return into_.Reduce(node.operation, {first, Of(node.inputs[1])}, axis, options);
}

int GraphCopy::CopyOperation(const Node& node) {
  const int first = Of(node.inputs[0]);
  switch (node.inputs.size()) {
    case 1:
      return into_.Apply(node.operation, {first}, node.parameters);
    case 2:
      return into_.Apply(node.operation, {first, Of(node.inputs[1])}, node.parameters);
    default:
      return into_.Apply(node.operation, {first, Of(node.inputs[1]), Of(node.inputs[2])},
                         node.parameters);
  }
}

}  // namespace allreview::numerics
