#include "analyzers/rules/shared/gradient_flow.h"

#include <algorithm>
#include <initializer_list>
#include <string>

#include "absl/strings/match.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/python/traits.h"
#include "analyzers/python/values.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Binding;
using python::Dtype;
using python::ValueType;

constexpr int kMaxDepth = 8;

Graph Max(Graph a, Graph b) { return a > b ? a : b; }

absl::string_view MethodOf(Node call) {
  const Node function = call.child(Field::kFunction);
  return function.Is(NodeKind::kAttribute) ? function.child(Field::kAttribute).text() : "";
}

// Inputs that are looked up or compared rather than computed with.
bool IsNamedLikeData(absl::string_view name) {
  for (absl::string_view part : {"mask", "ids", "label", "target", "length", "index", "indices",
                                 "position", "token", "count", "map", "num_", "cu_seqlens"}) {
    if (absl::StrContains(name, part)) return true;
  }
  return false;
}

class GraphFinder {
 public:
  explicit GraphFinder(const FileContext& file) : file_(file), module_(file.module()) {}

  Graph Of(Node expression, int depth) const {
    expression = python::WithoutParentheses(expression);
    if (!expression) return Graph::kNo;
    if (depth > kMaxDepth) return Graph::kUnknown;
    const python::Value value = file_.values().Of(expression);
    if (!MayHaveGradient(value)) return Graph::kNo;
    switch (expression.kind()) {
      case NodeKind::kIdentifier:
        return OfIdentifier(expression, depth);
      case NodeKind::kAttribute:
        return OfAttribute(expression, depth);
      case NodeKind::kCall:
        return OfCall(expression, depth);
      case NodeKind::kSubscript:
        return Of(expression.child(Field::kValue), depth + 1);
      case NodeKind::kUnaryOperator:
        return Of(expression.child(Field::kArgument), depth + 1);
      case NodeKind::kComparisonOperator:
        return Graph::kNo;
      case NodeKind::kBinaryOperator:
      case NodeKind::kBooleanOperator:
        return Max(Of(expression.child(Field::kLeft), depth + 1),
                   Of(expression.child(Field::kRight), depth + 1));
      case NodeKind::kConditionalExpression:
        return Max(Of(expression.named_child(0), depth + 1),
                   Of(expression.named_child(2), depth + 1));
      case NodeKind::kList:
      case NodeKind::kTuple:
        return OfAll(expression, depth);
      default:
        return Graph::kUnknown;
    }
  }

 private:
  static bool MayHaveGradient(const python::Value& value) {
    switch (value.type) {
      case ValueType::kUnknown:
        return true;
      case ValueType::kTensor:
        return value.dtype != Dtype::kInteger && value.dtype != Dtype::kBool;
      case ValueType::kSequence:
        return value.element == ValueType::kTensor || value.element == ValueType::kUnknown;
      default:
        return false;
    }
  }

  Graph OfAll(Node collection, int depth) const {
    Graph graph = Graph::kNo;
    for (Node child : collection.named_children()) {
      graph = Max(graph, Of(child, depth + 1));
    }
    return graph;
  }

  Graph OfIdentifier(Node identifier, int depth) const {
    const std::vector<const Binding*> bindings =
        file_.flow(identifier).DefinitionsReaching(identifier);
    if (bindings.empty()) return Graph::kUnknown;
    Graph graph = Graph::kNo;
    for (const Binding* binding : bindings) {
      graph = Max(graph, OfBinding(*binding, depth));
      if (graph == Graph::kYes) break;
    }
    return graph;
  }

  Graph OfBinding(const Binding& binding, int depth) const {
    if (python::IsUnderNoGrad(module_, binding.node)) return Graph::kNo;
    switch (binding.kind) {
      case Binding::Kind::kParameter:
        return OfParameter(binding);
      case Binding::Kind::kAssignment:
        return binding.value ? Of(binding.value, depth + 1) : Graph::kUnknown;
      case Binding::Kind::kAugmented: {
        const Node statement = binding.node.parent();
        return Max(Of(binding.node, depth + 2), Of(statement.child(Field::kRight), depth + 1));
      }
      case Binding::Kind::kDelete:
        return Graph::kNo;
      default:
        return Graph::kUnknown;
    }
  }

  Graph OfParameter(const Binding& binding) const {
    if (IsNamedLikeData(binding.name)) return Graph::kNo;
    const python::Definition* function = module_.EnclosingFunction(binding.node);
    const bool is_forward = function != nullptr && function->simple_name == "forward" &&
                            function->kind == python::Definition::Kind::kMethod;
    return is_forward ? Graph::kYes : Graph::kUnknown;
  }

  Graph OfAttribute(Node attribute, int depth) const {
    const absl::string_view name = attribute.child(Field::kAttribute).text();
    if (IsOneOf(name, {"data", "grad", "shape", "main_grad"})) return Graph::kNo;
    const Node object = attribute.child(Field::kObject);
    if (IsOneOf(name, {"T", "mT", "real", "values"})) return Of(object, depth + 1);
    const python::Definition* a_class = module_.EnclosingClass(attribute);
    if (object.text() != "self" || a_class == nullptr) return Graph::kUnknown;
    for (Node value : module_.SelfAttributeValues(*a_class, name)) {
      if (value.Is(NodeKind::kCall) && module_.Calls(value, "torch.nn.Parameter")) {
        return Graph::kYes;
      }
    }
    return Graph::kUnknown;
  }

  Graph OfCall(Node call, int depth) const {
    const Node function = call.child(Field::kFunction);
    const absl::string_view method = MethodOf(call);
    if (IsOneOf(method, {"detach", "detach_", "item", "tolist", "numpy"})) return Graph::kNo;
    if (method == "requires_grad_") return Graph::kYes;
    if (python::KeywordArgument(call, "requires_grad").Is(NodeKind::kTrue)) return Graph::kYes;
    const std::string name = module_.Resolve(function);
    if (absl::StartsWith(name, "torch.distributed.")) return Graph::kUnknown;
    const bool is_of_torch = absl::StartsWith(name, "torch.");
    if (is_of_torch) {
      const absl::string_view last = absl::string_view(name).substr(name.rfind('.') + 1);
      if (absl::EndsWith(last, "_like")) return Graph::kNo;
      return OfArguments(call, depth);
    }
    const Node object = function.child(Field::kObject);
    if (object && file_.values().IsTensor(object)) {
      if (absl::StartsWith(method, "new_")) return Graph::kNo;
      return Max(Of(object, depth + 1), OfArguments(call, depth));
    }
    if (file_.values().Of(function).type == ValueType::kModule) return Graph::kYes;
    // A method that only tensors have, of what nobody knows.
    if (object && file_.values().IsTensor(call)) {
      return Max(Of(object, depth + 1), OfArguments(call, depth));
    }
    return object && Of(object, depth + 1) == Graph::kYes && IsReduction(method) ? Graph::kYes
                                                                                 : Graph::kUnknown;
  }

  static bool IsReduction(absl::string_view method) {
    return IsOneOf(method, {"sum", "mean", "max", "min", "amax", "amin", "norm", "abs", "square",
                            "float", "view", "reshape", "flatten", "clone", "squeeze"});
  }

  Graph OfArguments(Node call, int depth) const {
    Graph graph = Graph::kNo;
    for (Node argument : python::ArgumentsOf(call).positional) {
      graph = Max(graph, Of(argument, depth + 1));
    }
    for (Node keyword : python::ArgumentsOf(call).keywords) {
      const absl::string_view name = keyword.child(Field::kName).text();
      if (IsOneOf(name, {"dtype", "device", "dim", "keepdim", "reduction"})) continue;
      graph = Max(graph, Of(keyword.child(Field::kValue), depth + 1));
    }
    return graph;
  }

  const FileContext& file_;
  const python::Module& module_;
};

bool IsSameTarget(Node a, Node b) { return python::WithoutParentheses(a).text() == b.text(); }

// `x = f(x, y)` and `x = f([x, y])`.
std::vector<Node> OtherOperands(const FileContext& file, Node call, Node target) {
  const std::string name = file.module().Resolve(call.child(Field::kFunction));
  if (!absl::StartsWith(name, "torch.") ||
      !IsOneOf(name.substr(6), {"max", "maximum", "min", "minimum", "fmax", "fmin", "add", "cat",
                                "concat", "stack", "hstack", "vstack", "logaddexp", "lerp"})) {
    return {};
  }
  std::vector<Node> operands = python::ArgumentsOf(call).positional;
  if (!operands.empty() && (operands[0].Is(NodeKind::kList) || operands[0].Is(NodeKind::kTuple))) {
    operands = ElementsOf(operands[0]);
  }
  const auto own = std::find_if(operands.begin(), operands.end(),
                                [&](Node operand) { return IsSameTarget(operand, target); });
  if (own == operands.end()) return {};
  operands.erase(own);
  return operands;
}

Accumulation OfAssignment(const FileContext& file, Node assignment) {
  const Node target = assignment.child(Field::kLeft);
  const Node value = python::WithoutParentheses(assignment.child(Field::kRight));
  Accumulation result{.statement = assignment, .target = target};
  if (value.Is(NodeKind::kBinaryOperator) && value.child(Field::kOperator).text() == "+") {
    // x + a + b is (x + a) + b.
    Node left = value;
    while (left.Is(NodeKind::kBinaryOperator) && left.child(Field::kOperator).text() == "+") {
      result.addends.push_back(left.child(Field::kRight));
      left = python::WithoutParentheses(left.child(Field::kLeft));
    }
    if (IsSameTarget(left, target)) return result;
    if (result.addends.size() == 1 && IsSameTarget(result.addends[0], target)) {
      result.addends = {left};
      return result;
    }
    return {};
  }
  if (!value.Is(NodeKind::kCall)) return {};
  result.is_of_tensors = true;
  result.addends = OtherOperands(file, value, target);
  return result.addends.empty() ? Accumulation() : result;
}

}  // namespace

Graph CarriesGraph(const FileContext& file, Node expression) {
  if (python::IsUnderNoGrad(file.module(), expression)) return Graph::kNo;
  return GraphFinder(file).Of(expression, 0);
}

Accumulation AccumulationAt(const FileContext& file, Node node) {
  if (node.Is(NodeKind::kAugmentedAssignment)) {
    if (node.child(Field::kOperator).text() != "+=") return {};
    return {.statement = node,
            .target = node.child(Field::kLeft),
            .addends = {node.child(Field::kRight)}};
  }
  if (node.Is(NodeKind::kAssignment)) return OfAssignment(file, node);
  if (!node.Is(NodeKind::kCall)) return {};
  const absl::string_view method = MethodOf(node);
  if (method != "append" && method != "add_") return {};
  const std::vector<Node> arguments = python::ArgumentsOf(node).positional;
  if (arguments.size() != 1) return {};
  return {.statement = node,
          .target = node.child(Field::kFunction).child(Field::kObject),
          .addends = arguments,
          .is_list = method == "append",
          .is_of_tensors = method == "add_"};
}

std::vector<Node> LoopsAround(Node node) {
  std::vector<Node> loops;
  for (Node around = node.parent(); around; around = around.parent()) {
    if (around.Is(NodeKind::kFunctionDefinition) || around.Is(NodeKind::kLambda)) break;
    if (around.Is(NodeKind::kForStatement) || around.Is(NodeKind::kWhileStatement)) {
      loops.push_back(around);
    }
  }
  return loops;
}

std::vector<Node> BackwardOperandsIn(Node code) {
  std::vector<Node> operands;
  ForEachOwnNode(code, NodeKind::kCall, [&](Node call) {
    if (MethodOf(call) != "backward") return;
    const std::vector<Node> arguments = python::ArgumentsOf(call).positional;
    const Node object = call.child(Field::kFunction).child(Field::kObject);
    // `engine.backward(loss)` against `loss.backward(gradient)`.
    operands.push_back(object);
    operands.insert(operands.end(), arguments.begin(), arguments.end());
  });
  return operands;
}

}  // namespace allreview::rules
