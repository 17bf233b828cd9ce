#include "analyzers/numerics/graph/graph_builder.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace allreview::numerics {
namespace {

std::string Describe(Axis axis) {
  return axis.dim.has_value() ? absl::StrCat("dim=", *axis.dim) : "all dimensions";
}

RowAxis KindOf(const std::optional<Axis>& axis) {
  if (!axis.has_value()) return RowAxis::kNone;
  // A flattened tensor is one long innermost axis.
  if (!axis->dim.has_value() || *axis->dim == -1) return RowAxis::kInnermost;
  return *axis->dim < -1 ? RowAxis::kOuter : RowAxis::kUnknown;
}

// Marks what the outputs need, from the back.
std::vector<bool> Needed(const Graph& graph, const std::vector<int>& outputs) {
  std::vector<bool> is_needed(graph.nodes.size());
  for (const int output : outputs) is_needed[output] = true;
  for (int i = static_cast<int>(graph.nodes.size()) - 1; i >= 0; --i) {
    if (!is_needed[i]) continue;
    for (const int input : graph.nodes[i].inputs) is_needed[input] = true;
    if (graph.nodes[i].like >= 0) is_needed[graph.nodes[i].like] = true;
  }
  return is_needed;
}

}  // namespace

int GraphBuilder::Fail(absl::Status status) {
  if (status_.ok()) status_ = std::move(status);
  return 0;
}

void GraphBuilder::SetSource(absl::string_view text, Place place) {
  text_ = std::string(text);
  place_ = place;
}

int GraphBuilder::Add(Node node) {
  if (!status_.ok()) return 0;
  if (size() == kMaxNodes) {
    return Fail(absl::ResourceExhaustedError(
        absl::StrCat("the expression has more than ", kMaxNodes, " operations")));
  }
  node.text = text_;
  node.place = place_;
  graph_.nodes.push_back(std::move(node));
  return size() - 1;
}

int GraphBuilder::AddInput(Input input) {
  if (!status_.ok()) return 0;
  if (static_cast<int>(graph_.inputs.size()) == kMaxInputs) {
    return Fail(absl::ResourceExhaustedError(absl::StrCat(
        "the expression has more than ", kMaxInputs, " inputs; the next is '", input.name, "'")));
  }
  Node node{.operation = Operation::kInput,
            .extent = input.extent,
            .rank = input.rank,
            .input = static_cast<int>(graph_.inputs.size())};
  graph_.inputs.push_back(std::move(input));
  return Add(std::move(node));
}

int GraphBuilder::Constant(double value) {
  return Add({.operation = Operation::kConstant,
              .extent = Extent::kScalar,
              .rank = Rank::kNumber,
              .parameters = {value, 0}});
}

int GraphBuilder::Position(double start, double step) {
  return Add({.operation = Operation::kPosition, .parameters = {start, step}});
}

int GraphBuilder::Apply(Operation operation, std::initializer_list<int> inputs,
                        std::array<double, 2> parameters) {
  if (!status_.ok()) return 0;
  Node node{.operation = operation,
            .inputs = inputs,
            .extent = Extent::kScalar,
            .rank = Rank::kNumber,
            .parameters = parameters};
  for (const int input : inputs) {
    const Node& from = graph_.nodes[input];
    node.extent = std::max(node.extent, from.extent);
    node.rank = std::max(node.rank, from.rank);
    node.is_axis_removed = node.is_axis_removed || from.is_axis_removed;
  }
  if (node.is_axis_removed && node.extent == Extent::kElement) {
    return Fail(absl::InvalidArgumentError(absl::StrCat(
        InfoOf(operation).name,
        ": one operand was reduced without keepdim=True and does not broadcast with the other")));
  }
  return Add(std::move(node));
}

bool GraphBuilder::TakeAxis(Axis axis) {
  if (!axis_.has_value()) axis_ = axis;
  if (axis_->dim == axis.dim) return true;
  Fail(absl::UnimplementedError(absl::StrCat("reduces along ", Describe(*axis_), " and along ",
                                             Describe(axis), "; one axis can be measured")));
  return false;
}

int GraphBuilder::Reduce(Operation operation, std::initializer_list<int> inputs, Axis axis,
                         ReduceOptions options) {
  if (!status_.ok()) return 0;
  const bool is_reduced_before = std::all_of(inputs.begin(), inputs.end(), [&](int input) {
    return graph_.nodes[input].extent != Extent::kElement;
  });
  if (is_reduced_before) {
    return Fail(absl::UnimplementedError(absl::StrCat(InfoOf(operation).name,
                                                      ": its operand has no elements along ",
                                                      Describe(axis), " any more")));
  }
  if (!TakeAxis(axis)) return 0;
  return Add({.operation = operation,
              .inputs = inputs,
              .extent = Extent::kRow,
              .rank = axis.dim.has_value() ? Rank::kDimensional : Rank::kZeroDimensional,
              .is_axis_removed = !options.keep_axis && axis.dim.has_value(),
              .parameters = {options.parameter, 0}});
}

int GraphBuilder::Scan(Operation operation, int input, Axis axis) {
  if (!status_.ok()) return 0;
  if (graph_.nodes[input].extent != Extent::kElement) {
    return Fail(absl::UnimplementedError(
        absl::StrCat(InfoOf(operation).name, ": its operand was reduced before")));
  }
  if (!TakeAxis(axis)) return 0;
  return Add({.operation = operation, .inputs = {input}, .extent = Extent::kElement});
}

int GraphBuilder::CastTo(int node, Format format) {
  const int cast = Apply(Operation::kCast, {node});
  if (status_.ok()) graph_.nodes[cast].format = format;
  return cast;
}

int GraphBuilder::CastLike(int node, int like) {
  const int cast = Apply(Operation::kCast, {node});
  if (status_.ok()) graph_.nodes[cast].like = like;
  return cast;
}

int GraphBuilder::CastToTested(int node) { return Apply(Operation::kCast, {node}); }

int GraphBuilder::WidenToFp32(int node) {
  const int cast = CastTo(node, Format::kFp32);
  if (status_.ok()) graph_.nodes[cast].is_widening = true;
  return cast;
}

int GraphBuilder::RestoreAxis(int node) {
  if (!status_.ok() || !graph_.nodes[node].is_axis_removed) return node;
  // A cast to its own format: a rename, so that the reduced value stays what it is elsewhere.
  const int renamed = CastLike(node, node);
  graph_.nodes[renamed].is_axis_removed = false;
  return renamed;
}

std::optional<double> GraphBuilder::ConstantValue(int node) const {
  const Node& it = graph_.nodes[node];
  if (it.operation == Operation::kConstant) return it.parameters[0];
  if (it.operation == Operation::kNegate) {
    const std::optional<double> value = ConstantValue(it.inputs[0]);
    return value.has_value() ? std::optional(-*value) : std::nullopt;
  }
  return std::nullopt;
}

absl::StatusOr<Graph> GraphBuilder::Finish(const std::vector<int>& outputs, std::string text) {
  if (!status_.ok()) return status_;
  if (outputs.empty()) return absl::InvalidArgumentError("the expression has no result");
  const std::vector<bool> is_needed = Needed(graph_, outputs);
  Graph result{.axis = KindOf(axis_), .text = std::move(text)};
  if (axis_.has_value()) result.dim = axis_->dim;
  std::vector<int> index_of(graph_.nodes.size(), -1);
  std::vector<int> input_of(graph_.inputs.size(), -1);
  for (size_t i = 0; i < graph_.nodes.size(); ++i) {
    if (!is_needed[i]) continue;
    Node node = std::move(graph_.nodes[i]);
    for (int& input : node.inputs) input = index_of[input];
    if (node.like >= 0) node.like = index_of[node.like];
    if (node.input >= 0) {
      input_of[node.input] = static_cast<int>(result.inputs.size());
      result.inputs.push_back(graph_.inputs[node.input]);
      node.input = input_of[node.input];
    }
    index_of[i] = static_cast<int>(result.nodes.size());
    result.nodes.push_back(std::move(node));
  }
  for (const int output : outputs) result.outputs.push_back(index_of[output]);
  return result;
}

}  // namespace allreview::numerics
