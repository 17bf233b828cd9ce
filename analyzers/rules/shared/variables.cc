#include "analyzers/rules/shared/variables.h"

#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {

using python::Field;
using python::Node;

std::vector<Node> OwnNodes(Node body) {
  std::vector<Node> nodes;
  ForEachOwnNode(body, [&](Node node) {
    if (!node.Is(NodeKind::kToken) && !node.Is(NodeKind::kComment)) nodes.push_back(node);
  });
  return nodes;
}

bool IsVariable(Node identifier) {
  if (!identifier.Is(NodeKind::kIdentifier)) return false;
  const Node parent = identifier.parent();
  if (parent.Is(NodeKind::kAttribute)) return identifier.field() == Field::kObject;
  if (parent.Is(NodeKind::kKeywordArgument)) return identifier.field() == Field::kValue;
  return true;
}

bool Mentions(Node expression, absl::string_view name) {
  if (expression.Is(NodeKind::kIdentifier)) return expression.text() == name;
  for (Node node : expression.descendants()) {
    if (node.Is(NodeKind::kIdentifier) && node.text() == name && IsVariable(node)) return true;
  }
  return false;
}

Node BaseOf(Node expression) {
  Node base = python::WithoutParentheses(expression);
  while (true) {
    if (base.Is(NodeKind::kAttribute)) {
      base = base.child(Field::kObject);
    } else if (base.Is(NodeKind::kSubscript)) {
      base = base.child(Field::kValue);
    } else if (base.Is(NodeKind::kCall) && base.child(Field::kFunction).Is(NodeKind::kAttribute)) {
      base = base.child(Field::kFunction).child(Field::kObject);
    } else {
      return base;
    }
    base = python::WithoutParentheses(base);
  }
}

namespace {

// x.requires_grad_() and the like leave the values alone.
bool ChangesValues(absl::string_view method) {
  if (method.size() < 2 || method.back() != '_' || method.front() == '_') return false;
  for (absl::string_view harmless :
       {"requires_grad_", "detach_", "share_memory_", "rename_", "retain_grad_", "squeeze_",
        "unsqueeze_", "t_", "transpose_"}) {
    if (method == harmless) return false;
  }
  return true;
}

Node VariableOrNull(Node expression) {
  return expression.Is(NodeKind::kIdentifier) ? expression : Node();
}

// `x` of x and of x.data.
Node TensorVariable(Node expression) {
  if (expression.Is(NodeKind::kAttribute) && expression.child(Field::kAttribute).text() == "data") {
    expression = expression.child(Field::kObject);
  }
  return VariableOrNull(expression);
}

Node TargetOfCall(Node call) {
  const Node function = call.child(Field::kFunction);
  if (function.Is(NodeKind::kAttribute) &&
      ChangesValues(function.child(Field::kAttribute).text())) {
    return TensorVariable(function.child(Field::kObject));
  }
  if (const Node out = python::KeywordArgument(call, "out")) return VariableOrNull(out);
  const Node inplace = python::KeywordArgument(call, "inplace");
  if (inplace.Is(NodeKind::kTrue)) {
    const Node input = python::Argument(call, 0, "input");
    return input ? VariableOrNull(input) : Node();
  }
  return Node();
}

}  // namespace

Node InplaceTarget(Node node) {
  if (node.Is(NodeKind::kCall)) return TargetOfCall(node);
  if (!node.Is(NodeKind::kAssignment) && !node.Is(NodeKind::kAugmentedAssignment)) return Node();
  const Node left = node.child(Field::kLeft);
  if (left.Is(NodeKind::kSubscript)) return TensorVariable(left.child(Field::kValue));
  return node.Is(NodeKind::kAugmentedAssignment) ? TensorVariable(left) : Node();
}

bool IsRebound(Node identifier) {
  Node target = identifier;
  Node parent = target.parent();
  while (parent.Is(NodeKind::kPatternList) || parent.Is(NodeKind::kTuplePattern) ||
         parent.Is(NodeKind::kListPattern) || parent.Is(NodeKind::kListSplatPattern)) {
    target = parent;
    parent = target.parent();
  }
  if (parent.Is(NodeKind::kAssignment) || parent.Is(NodeKind::kForStatement) ||
      parent.Is(NodeKind::kForInClause)) {
    return target.field() == Field::kLeft;
  }
  return parent.Is(NodeKind::kAsPatternTarget) ||
         (parent.Is(NodeKind::kNamedExpression) && target.field() == Field::kName);
}

std::vector<Node> ElementsOf(Node expression) {
  std::vector<Node> elements;
  const Node bare = python::WithoutParentheses(expression);
  switch (bare.kind()) {
    case NodeKind::kTuple:
    case NodeKind::kList:
    case NodeKind::kExpressionList:
    case NodeKind::kPatternList:
    case NodeKind::kTuplePattern:
    case NodeKind::kListPattern:
      for (Node child : bare.named_children()) elements.push_back(child);
      return elements;
    default:
      return {bare};
  }
}

Node FirstChanged(const FileContext& file, const std::vector<Node>& nodes) {
  for (Node node : nodes) {
    if (node && file.IsChanged(node)) return node;
  }
  return nodes.front();
}

}  // namespace allreview::rules
