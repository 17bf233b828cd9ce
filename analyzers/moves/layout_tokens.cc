#include "analyzers/moves/layout_tokens.h"

#include "absl/strings/string_view.h"

namespace allreview::moves {
namespace {

using python::Kind;
using python::Node;

// Where parentheses may be put or left out.
bool MayHaveParentheses(Node parenthesised) {
  switch (parenthesised.parent().kind()) {
    case Kind::kArgumentList:
    case Kind::kAssertStatement:
    case Kind::kAssignment:
    case Kind::kAugmentedAssignment:
    case Kind::kDefaultParameter:
    case Kind::kElifClause:
    case Kind::kExpressionStatement:
    case Kind::kForStatement:
    case Kind::kIfStatement:
    case Kind::kKeywordArgument:
    case Kind::kPair:
    case Kind::kParenthesizedExpression:
    case Kind::kReturnStatement:
    case Kind::kTypedDefaultParameter:
    case Kind::kWhileStatement:
      return true;
    default:
      return false;
  }
}

bool Closes(absl::string_view token) { return token == ")" || token == "]" || token == "}"; }

// Whether the tuple is one without parentheses, too: "a, b = x", "return a, b".
bool IsTupleWithout(Node tuple) {
  switch (tuple.parent().kind()) {
    case Kind::kAssignment:
    case Kind::kForStatement:
    case Kind::kReturnStatement:
      return tuple.named_child_count() > 0;
    default:
      return false;
  }
}

}  // namespace

bool IsLayoutToken(Node token) {
  const absl::string_view text = token.text();
  const Node parent = token.parent();
  if (text == ";") return true;
  if (text == "(" || text == ")") {
    if (parent.Is(Kind::kImportFromStatement)) return true;
    if (parent.Is(Kind::kTuple) || parent.Is(Kind::kTuplePattern)) return IsTupleWithout(parent);
    return parent.Is(Kind::kParenthesizedExpression) && MayHaveParentheses(parent);
  }
  if (text != ",") return false;
  if (parent.Is(Kind::kSubscript)) return false;
  if (parent.Is(Kind::kTuple) && parent.named_child_count() == 1) return false;
  Node next = token.next_sibling();
  while (next.Is(Kind::kComment)) next = next.next_sibling();
  return next.Is(Kind::kToken) && Closes(next.text());
}

}  // namespace allreview::moves
