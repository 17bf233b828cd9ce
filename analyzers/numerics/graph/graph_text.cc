#include "analyzers/numerics/graph/graph_text.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/numerics/arithmetic/format_names.h"
#include "analyzers/numerics/graph/distribution_text.h"

namespace allreview::numerics {
namespace {

// In the order of the enumerations.
constexpr absl::string_view kRoles[] = {
    "activation", "logit",       "log-probability", "probability", "gradient",
    "position",   "norm weight", "weight",          "loss scale",  "second moment",
    "variance",   "mask",        "epsilon",         "count",       "label"};
static_assert(std::size(kRoles) == static_cast<size_t>(Role::kLabel) + 1);
constexpr absl::string_view kExtents[] = {"scalar", "row", "element"};
absl::string_view ExtentName(Extent extent) { return kExtents[static_cast<int>(extent)]; }

std::string InputText(const Input& input) {
  std::string text = absl::StrCat("input ", input.name, ": ", RoleName(input.role), "[",
                                  ExtentName(input.extent), "]");
  if (input.rank == Rank::kNumber) absl::StrAppend(&text, " number");
  if (input.format.has_value()) absl::StrAppend(&text, " ", FormatName(*input.format));
  if (input.distribution.has_value()) {
    absl::StrAppend(&text, " ~", DistributionText(*input.distribution));
  }
  if (input.minimum.has_value()) absl::StrAppend(&text, " >=", *input.minimum);
  if (input.maximum.has_value()) absl::StrAppend(&text, " <=", *input.maximum);
  return text;
}

template <typename Operand>
std::string CastText(const Node& node, const Operand& operand) {
  const std::string value = operand(node.inputs[0]);
  if (node.is_widening) return absl::StrCat("widen(", value, ")");
  if (node.format.has_value()) return absl::StrCat(FormatName(*node.format), "(", value, ")");
  if (node.like >= 0) return absl::StrCat("cast(", value, ", like ", operand(node.like), ")");
  return absl::StrCat("cast(", value, ", tested)");
}

// `operand` writes an operand by its index.
template <typename Operand>
std::string CallText(const Node& node, const Operand& operand) {
  const OperationInfo& info = InfoOf(node.operation);
  if (node.operation == Operation::kConstant) return absl::StrCat(node.parameters[0]);
  if (node.operation == Operation::kCast) return CastText(node, operand);
  std::vector<std::string> arguments;
  for (const int input : node.inputs) arguments.push_back(operand(input));
  for (int i = 0; i < info.parameter_count(); ++i) {
    arguments.push_back(absl::StrCat("=", node.parameters[i]));
  }
  return absl::StrCat(info.name, "(", absl::StrJoin(arguments, ", "), ")");
}

std::string NodeText(const Node& node, const Graph& graph) {
  if (node.operation == Operation::kInput) return InputText(graph.inputs[node.input]);
  return CallText(node, [](int operand) { return absl::StrCat(operand); });
}

std::string FormulaOf(const Graph& graph, int index) {
  const Node& node = graph.nodes[index];
  if (node.operation == Operation::kInput) return graph.inputs[node.input].name;
  return CallText(node, [&](int operand) { return FormulaOf(graph, operand); });
}

// What a reader could not tell from the operands.
std::string Change(const Node& node, const Graph& graph) {
  if (node.inputs.empty()) return "";
  Extent widest = Extent::kScalar;
  bool was_removed = false;
  for (const int input : node.inputs) {
    widest = std::max(widest, graph.nodes[input].extent);
    was_removed = was_removed || graph.nodes[input].is_axis_removed;
  }
  if (node.extent == widest && node.is_axis_removed == was_removed) return "";
  return absl::StrCat(" [", ExtentName(node.extent),
                      node.is_axis_removed ? ", axis removed]" : "]");
}

}  // namespace

absl::string_view RoleName(Role role) { return kRoles[static_cast<int>(role)]; }

std::string ToText(const Graph& graph) {
  std::string text;
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    absl::StrAppend(&text, i, " = ", NodeText(graph.nodes[i], graph), Change(graph.nodes[i], graph),
                    "\n");
  }
  absl::StrAppend(&text, "outputs ", absl::StrJoin(graph.outputs, ", "), "\n");
  return text;
}

std::string ToFormula(const Graph& graph) { return FormulaOf(graph, graph.outputs.front()); }

}  // namespace allreview::numerics
