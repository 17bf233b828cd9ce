#include "analyzers/rules/distributed/rng_tracker.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/nodes_of_kinds.h"

namespace allreview::rules {
namespace {

using python::Module;

bool IsRandomFill(absl::string_view name) {
  for (absl::string_view fill :
       {"normal_", "uniform_", "trunc_normal_", "xavier_uniform_", "xavier_normal_",
        "kaiming_uniform_", "kaiming_normal_", "orthogonal_", "exponential_", "random_"}) {
    if (name == fill) return true;
  }
  return false;
}

std::string ParameterText(Node expression) {
  absl::string_view text = expression.text();
  absl::ConsumeSuffix(&text, ".data");
  return std::string(text);
}

Node ForkIn(const Module& module, Node with) {
  for (Node node : with.child(NodeKind::kWithClause).descendants()) {
    if (node.Is(NodeKind::kCall) && CalleeName(node) == "fork") return node;
    if (!node.Is(NodeKind::kIdentifier)) continue;
    const Node value = module.Dereference(node);
    if (value.Is(NodeKind::kCall) && CalleeName(value) == "fork") return value;
  }
  return Node();
}

// Text of the parameter that the node marks; "": it marks none.
std::string MarkedAsTensorParallel(Node node) {
  if (node.Is(NodeKind::kAssignment)) {
    const Node left = node.child(Field::kLeft);
    const bool is_mark = left.Is(NodeKind::kAttribute) &&
                         left.child(Field::kAttribute).text() == "tensor_model_parallel" &&
                         node.child(Field::kRight).Is(NodeKind::kTrue);
    return is_mark ? ParameterText(left.child(Field::kObject)) : "";
  }
  if (!node.Is(NodeKind::kCall)) return "";
  const absl::string_view name = CalleeName(node);
  if (name == "setattr") {
    const python::Arguments arguments = python::ArgumentsOf(node);
    if (arguments.positional.size() != 3) return "";
    const bool is_mark =
        Module::StringContent(arguments.positional[1]) == "tensor_model_parallel" &&
        arguments.positional[2].Is(NodeKind::kTrue);
    return is_mark ? ParameterText(arguments.positional[0]) : "";
  }
  if (name != "set_tensor_model_parallel_attributes") return "";
  const Node is_parallel = python::Argument(node, 1, "is_parallel");
  const Node tensor = python::Argument(node, 0, "tensor");
  return tensor && is_parallel.Is(NodeKind::kTrue) ? ParameterText(tensor) : "";
}

}  // namespace

RandomInit RandomInitOf(Node call) {
  const absl::string_view name = CalleeName(call);
  const Node function = call.child(Field::kFunction);
  const bool is_init_method = name == "init_method" || absl::EndsWith(name, "_init_method");
  if (!is_init_method && !IsRandomFill(name)) return {};
  const python::Arguments arguments = python::ArgumentsOf(call);
  // torch.nn.init.normal_(w), init.normal_(w): the first argument; w.normal_(): the object.
  const bool is_function = is_init_method || !function.Is(NodeKind::kAttribute) ||
                           LastName(function.child(Field::kObject)) == "init";
  if (is_function) {
    if (arguments.positional.empty()) return {};
    return {call, ParameterText(arguments.positional[0])};
  }
  return {call, ParameterText(function.child(Field::kObject))};
}

Node ForkAround(const Module& module, Node node) {
  for (Node with = Around(node, NodeKind::kWithStatement); with;
       with = Around(with.parent(), NodeKind::kWithStatement)) {
    if (const Node fork = ForkIn(module, with)) return fork;
  }
  return Node();
}

bool MayRunUnderFork(const Module& module, Node node) {
  if (ForkAround(module, node)) return true;
  for (Node with = Around(node, NodeKind::kWithStatement); with;
       with = Around(with.parent(), NodeKind::kWithStatement)) {
    const absl::string_view text = with.child(NodeKind::kWithClause).text();
    if (absl::StrContains(text, "rng") || absl::StrContains(text, "seed") ||
        absl::StrContains(text, "context")) {
      return true;
    }
  }
  return false;
}

std::map<std::string, Node> MarksIn(Node body) {
  std::map<std::string, Node> marks;
  for (Node node : NodesOfKinds(body, {NodeKind::kAssignment, NodeKind::kCall})) {
    if (std::string marked = MarkedAsTensorParallel(node); !marked.empty()) {
      marks.emplace(std::move(marked), node);
    }
  }
  return marks;
}

}  // namespace allreview::rules
