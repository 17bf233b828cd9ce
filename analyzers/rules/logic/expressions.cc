#include "analyzers/rules/logic/expressions.h"

#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules::logic {

using python::Field;
using python::Kind;
using python::Node;

namespace {

// Goes through what a piece of code consists of, but for comments and line breaks.
class CodeParts {
 public:
  struct Part {
    Kind kind = Kind::kNull;
    absl::string_view text;  // Text of strings and of nodes without parts.
    bool operator==(const Part&) const = default;
  };
  explicit CodeParts(Node code)
      : tree_(code.tree()), next_(code.index()), end_(code.subtree_end()) {}

  // kNull after the last.
  Part Next() {
    while (next_ < end_) {
      const Node node(tree_, next_);
      const bool is_whole = node.Is(Kind::kString) || node.subtree_end() == next_ + 1;
      next_ = is_whole ? node.subtree_end() : next_ + 1;
      if (node.Is(Kind::kComment) || node.Is(Kind::kLineContinuation)) continue;
      return {node.kind(), is_whole ? node.text() : absl::string_view()};
    }
    return {};
  }

 private:
  const python::SyntaxTree* tree_;
  uint32_t next_, end_;
};

}  // namespace

std::vector<Comparison> ComparisonsOf(Node comparison_operator) {
  std::vector<Comparison> comparisons;
  Comparison next;
  for (Node child : comparison_operator.children()) {
    if (child.Is(Kind::kComment) || child.Is(Kind::kLineContinuation)) continue;
    if (child.field() == Field::kOperators) {
      next.op_node = child;
      next.op = child.text();
      if (absl::StartsWith(next.op, "is") && next.op != "is") next.op = "is not";
      if (absl::StartsWith(next.op, "not")) next.op = "not in";
      continue;
    }
    if (!next.op_node) {
      next.left = child;
      continue;
    }
    next.right = child;
    comparisons.push_back(next);
    next = {.left = child, .right = {}, .op_node = {}, .op = {}};
  }
  return comparisons;
}

bool IsSameCode(Node a, Node b) {
  CodeParts first(python::WithoutParentheses(a)), second(python::WithoutParentheses(b));
  while (true) {
    const CodeParts::Part part = first.Next();
    if (part != second.Next()) return false;
    if (part.kind == Kind::kNull) return true;
  }
}

bool HasCall(Node node) {
  for (uint32_t i = node.index(); i < node.subtree_end(); ++i) {
    switch (node.tree()->node(i).kind()) {
      case Kind::kCall:
      case Kind::kAwait:
      case Kind::kYield:
      case Kind::kNamedExpression:
        return true;
      default:
        break;
    }
  }
  return false;
}

bool IsDottedName(Node expression) {
  while (expression.Is(Kind::kAttribute)) expression = expression.child(Field::kObject);
  return expression.Is(Kind::kIdentifier);
}

bool IsLiteral(Node expression) {
  expression = python::WithoutParentheses(expression);
  if (expression.Is(Kind::kUnaryOperator)) expression = expression.child(Field::kArgument);
  if (expression.Is(Kind::kString)) return !expression.child(Kind::kInterpolation);
  if (expression.Is(Kind::kConcatenatedString)) {
    for (Node part : expression.children()) {
      if (part.Is(Kind::kString) && part.child(Kind::kInterpolation)) return false;
    }
    return true;
  }
  return expression.Is(Kind::kInteger) || expression.Is(Kind::kFloat);
}

std::vector<Node> OperandsOf(Node boolean_operator) {
  const absl::string_view op = boolean_operator.child(Field::kOperator).text();
  // The chain leans to the left: (a and b) and c.
  std::vector<Node> reversed;
  Node node = boolean_operator;
  while (node.Is(Kind::kBooleanOperator) && node.child(Field::kOperator).text() == op) {
    reversed.push_back(node.child(Field::kRight));
    node = node.child(Field::kLeft);
  }
  reversed.push_back(node);
  return {reversed.rbegin(), reversed.rend()};
}

std::string PrefixOf(Node string) {
  const absl::string_view start = string.child(Kind::kStringStart).text();
  return absl::AsciiStrToLower(start.substr(0, start.find_first_of("'\"")));
}

bool IsExpectedToRaise(Node node) {
  for (Node inner = node; node; inner = node, node = node.parent()) {
    if (node.Is(Kind::kFunctionDefinition)) return false;
    if (node.Is(Kind::kTryStatement) && inner.field() == Field::kBody) return true;
    if (!node.Is(Kind::kWithStatement) || inner.field() != Field::kBody) continue;
    const absl::string_view header = node.child(Kind::kWithClause).text();
    for (absl::string_view word : {"raises", "Raises", "suppress", "warns", "Warns", "fails"}) {
      if (absl::StrContains(header, word)) return true;
    }
  }
  return false;
}

bool IsInNestedFunction(Node node, Node outer) {
  for (; node && node != outer; node = node.parent()) {
    if (node.Is(Kind::kFunctionDefinition) || node.Is(Kind::kLambda) ||
        node.Is(Kind::kClassDefinition)) {
      return true;
    }
  }
  return false;
}

absl::string_view SelfNameOf(const python::Definition& function) {
  if (function.kind != python::Definition::Kind::kMethod || function.parameters.empty()) return "";
  const absl::string_view name = function.parameters[0].name;
  return name == "self" || name == "cls" ? name : "";
}

}  // namespace allreview::rules::logic
