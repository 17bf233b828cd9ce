#include "analyzers/rules/performance/tensor_tests.h"

#include <utility>

#include "analyzers/python/values.h"
#include "analyzers/repository/cold.h"
#include "analyzers/rules/performance/host_sync.h"

namespace allreview::rules {
namespace {

// What the node evaluates as true or false; null: nothing.
Node ConditionOf(Node node) {
  switch (node.kind()) {
    case NodeKind::kIfStatement:
    case NodeKind::kElifClause:
    case NodeKind::kWhileStatement:
      return node.child(Field::kCondition);
    case NodeKind::kConditionalExpression:
      return node.named_child(1);
    case NodeKind::kNotOperator:
      return node.child(Field::kArgument);
    case NodeKind::kBooleanOperator:
      // `a or b` may be the value b: only a is tested for certain.
      return node.child(Field::kLeft);
    default:
      return {};
  }
}

std::vector<Node> OperandsOf(Node condition) {
  std::vector<Node> operands, open = {condition};
  while (!open.empty()) {
    const Node node = python::WithoutParentheses(open.back());
    open.pop_back();
    if (node.Is(NodeKind::kNotOperator)) {
      open.push_back(node.child(Field::kArgument));
    } else if (node.Is(NodeKind::kBooleanOperator)) {
      open.push_back(node.child(Field::kRight));
      open.push_back(node.child(Field::kLeft));
    } else if (node) {
      operands.push_back(node);
    }
  }
  return operands;
}

// `x` of `x > 0`, `0 < x < 1`. Null also for `x is None`.
Node ComparedTensor(const FileContext& file, Node comparison) {
  for (Node child : comparison.children()) {
    if (child.IsNamed()) continue;
    const absl::string_view op = child.text();
    if (op == "is" || op == "is not" || op == "in" || op == "not in") return {};
  }
  Node tensor;
  for (Node child : comparison.children()) {
    if (!child.IsNamed() || !file.values().IsTensor(child)) continue;
    if (file.values().IsHost(child)) return {};
    if (!tensor) tensor = child;
  }
  return tensor;
}

// `x` of torch.equal(x, y), x.equal(y), x.is_nonzero(); of calls that give a tensor: x.any().
Node CalledTensor(const FileContext& file, Node call) {
  const Node callee = call.child(Field::kFunction);
  const Node object = callee.child(Field::kObject);
  const Node first = python::Argument(call, 0, "input");
  for (absl::string_view name : {"torch.equal", "torch.allclose", "torch.is_nonzero"}) {
    if (file.module().Calls(call, name)) {
      return file.values().IsHost(first) || file.values().IsHost(python::Argument(call, 1, "other"))
                 ? Node()
                 : first;
    }
  }
  const absl::string_view method = callee.child(Field::kAttribute).text();
  if (method == "equal" || method == "allclose" || method == "is_nonzero") {
    return IsGpuTensor(file, object) ? object : Node();
  }
  if (!IsGpuTensor(file, call)) return {};
  return object && file.values().IsTensor(object) ? object : first;
}

// The tensor whose value decides; null: none, as far as anyone can tell. A name alone may be tested
// for being there at all.
Node TensorDeciding(const FileContext& file, Node operand) {
  const Node value = python::WithoutParentheses(file.module().Dereference(operand));
  Node tensor;
  switch (value.kind()) {
    case NodeKind::kComparisonOperator:
      tensor = ComparedTensor(file, value);
      break;
    case NodeKind::kCall:
      tensor = CalledTensor(file, value);
      break;
    case NodeKind::kBinaryOperator:
    case NodeKind::kUnaryOperator:
    case NodeKind::kSubscript:
      return IsGpuTensor(file, value) ? value : Node();
    default:
      return {};
  }
  // What torch.equal takes is a tensor, even if nobody knows more of it.
  return IsGpuTensor(file, tensor) || !file.values().IsTensor(tensor) ? tensor : Node();
}

}  // namespace

std::vector<TensorTest> TensorTestsOf(const FileContext& file, Node node) {
  const Node condition = ConditionOf(node);
  if (!condition) return {};
  std::vector<TensorTest> tests;
  for (Node operand : OperandsOf(condition)) {
    if (const Node tensor = TensorDeciding(file, operand)) tests.push_back({operand, tensor});
  }
  if (tests.empty()) return tests;
  // `if self.debug and x.isnan().any()`: the flag is asked first.
  const Node block = node.child(Field::kConsequence);
  const bool is_behind_flag =
      python::WithoutParentheses(condition).Is(NodeKind::kBooleanOperator) && block &&
      repository::StartsColdBlock(block);
  return is_behind_flag ? std::vector<TensorTest>() : tests;
}

}  // namespace allreview::rules
