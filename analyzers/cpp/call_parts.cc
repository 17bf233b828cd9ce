#include "absl/strings/str_cat.h"
#include "analyzers/cpp/calls.h"
#include "analyzers/cpp/declarators.h"
#include "analyzers/cpp/types.h"
#include "base/poll.h"

namespace allreview::cpp {
namespace {

bool IsCastName(absl::string_view name) {
  return name == "static_cast" || name == "reinterpret_cast" || name == "const_cast" ||
         name == "dynamic_cast";
}

// What a cast of any kind casts. Null: it is none.
Node CastValue(Node expression) {
  if (expression.Is(Kind::kCastExpression)) return expression.child(Field::kValue);
  if (!expression.Is(Kind::kCallExpression)) return Node();
  const Node function = expression.child(Field::kFunction);
  const std::vector<Node> arguments = ArgumentsOf(expression);
  if (arguments.size() != 1) return Node();
  if (IsCastName(LastName(function)) || function.Is(Kind::kPrimitiveType) ||
      TypeOf(function.text()).kind != TypeKind::kUnknown) {
    return arguments[0];
  }
  return Node();
}

}  // namespace

absl::string_view CalleeName(Node call) { return LastName(call.child(Field::kFunction)); }

Node ObjectOf(Node call) {
  const Node function = call.child(Field::kFunction);
  return function.Is(Kind::kFieldExpression) ? function.child(Field::kArgument) : Node();
}

std::vector<Node> ArgumentsOf(Node call_or_list) {
  Node list = call_or_list;
  if (list.Is(Kind::kCallExpression) || list.Is(Kind::kNewExpression)) {
    list = list.child(Field::kArguments);
  }
  std::vector<Node> result;
  for (Node argument : list.named_children()) {
    // Arguments that look like types: `dim3 grid(n)`.
    if (argument.Is(Kind::kParameterDeclaration) && !argument.child(Field::kDeclarator)) {
      argument = argument.child(Field::kType);
    }
    result.push_back(argument);
  }
  return result;
}

std::vector<Node> TemplateArgumentsOf(Node call_or_name) {
  Node at = call_or_name;
  if (at.Is(Kind::kCallExpression)) at = at.child(Field::kFunction);
  while (at) {
    Poll();
    switch (at.kind()) {
      case Kind::kTemplateFunction:
      case Kind::kTemplateMethod:
      case Kind::kTemplateType: {
        std::vector<Node> result;
        for (Node argument : at.child(Field::kArguments).named_children()) {
          result.push_back(argument);
        }
        return result;
      }
      case Kind::kQualifiedIdentifier:
        at = at.child(Field::kName);
        break;
      case Kind::kFieldExpression:
        at = at.child(Field::kField);
        break;
      case Kind::kDependentName:
      case Kind::kParenthesizedExpression:
        at = at.named_child(0);
        break;
      case Kind::kPointerExpression:
        at = at.child(Field::kArgument);
        break;
      default:
        return {};
    }
  }
  return {};
}

Node WithoutParentheses(Node expression) {
  while (expression.Is(Kind::kParenthesizedExpression)) expression = expression.named_child(0);
  return expression;
}

Node WithoutCasts(Node expression) {
  for (;;) {
    Poll();
    expression = WithoutParentheses(expression);
    const Node value = CastValue(expression);
    if (!value) return expression;
    expression = value;
  }
}

absl::string_view MacroOfBlock(Node compound_statement) {
  const absl::string_view text = compound_statement.text();
  if (!compound_statement.Is(Kind::kCompoundStatement) || text.empty() || text[0] == '{') return "";
  return text.substr(0, text.find_first_of("( \t\r\n"));
}

absl::string_view StringContent(Node string) {
  if (string.Is(Kind::kConcatenatedString)) string = string.named_child(0);
  if (string.Is(Kind::kRawStringLiteral)) return string.child(Kind::kRawStringContent).text();
  if (!string.Is(Kind::kStringLiteral)) return "";
  absl::string_view text = string.text();
  const size_t first = text.find('"');
  if (first == absl::string_view::npos || text.size() < first + 2) return "";
  return text.substr(first + 1, text.size() - first - 2);
}

std::string JoinedContent(Node string) {
  if (!string.Is(Kind::kConcatenatedString)) return std::string(StringContent(string));
  std::string joined;
  for (Node part : string.named_children()) {
    Poll();
    absl::StrAppend(&joined, StringContent(part));
  }
  return joined;
}

}  // namespace allreview::cpp
