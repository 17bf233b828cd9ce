// Statements, arguments: questions about nodes that need no names.

#include <algorithm>

#include "analyzers/python/module.h"

namespace allreview::python {
namespace {

bool IsBlock(Node node) { return node.Is(Kind::kBlock) || node.Is(Kind::kModule); }

// What a child of a list of arguments is. kNone: punctuation, a comment.
enum class Role { kNone, kValue, kKeyword, kStar, kDoubleStar };
Role RoleOf(Node child) {
  switch (child.kind()) {
    case Kind::kToken:
    case Kind::kComment:
    case Kind::kLineContinuation:
      return Role::kNone;
    case Kind::kKeywordArgument:
      return Role::kKeyword;
    case Kind::kListSplat:
    case Kind::kParenthesizedListSplat:
      return Role::kStar;
    case Kind::kDictionarySplat:
      return Role::kDoubleStar;
    default:
      return Role::kValue;
  }
}

}  // namespace

Node StatementOf(Node node) {
  while (node && !IsBlock(node.parent())) node = node.parent();
  return node;
}

int HeaderLastLine(Node statement) {
  Node inner = statement;
  if (Node definition = statement.child(Field::kDefinition)) inner = definition;
  for (Node child : inner.children()) {
    if (child.Is(Kind::kBlock)) {
      // The token before the block is the colon.
      const int block_line = child.first_line();
      int line = inner.first_line();
      for (Node before : inner.children()) {
        if (before == child) break;
        if (!before.Is(Kind::kComment)) line = std::max(line, before.last_line());
      }
      return std::min(line, block_line);
    }
  }
  return statement.last_line();
}

Arguments ArgumentsOf(Node call) {
  Arguments arguments;
  const Node list = call.child(Field::kArguments);
  if (list.Is(Kind::kGeneratorExpression)) {
    arguments.positional.push_back(list);
    return arguments;
  }
  for (Node child : list.children()) {
    switch (RoleOf(child)) {
      case Role::kNone:
        break;
      case Role::kValue:
        (arguments.has_star ? arguments.after_star : arguments.positional).push_back(child);
        break;
      case Role::kKeyword:
        arguments.keywords.push_back(child);
        break;
      case Role::kStar:
        arguments.has_star = true;
        break;
      case Role::kDoubleStar:
        arguments.has_double_star = true;
        break;
    }
  }
  return arguments;
}

Node KeywordArgument(Node call, absl::string_view name) {
  for (Node child : call.child(Field::kArguments).children()) {
    if (child.Is(Kind::kKeywordArgument) && child.child(Field::kName).text() == name) {
      return child.child(Field::kValue);
    }
  }
  return Node();
}

Node Argument(Node call, int position, absl::string_view name) {
  const Node list = call.child(Field::kArguments);
  if (list.Is(Kind::kGeneratorExpression)) return position == 0 ? list : Node();
  for (Node child : list.children()) {
    const Role role = RoleOf(child);
    if (role == Role::kStar) break;  // What comes later has no certain position.
    if (role == Role::kValue && position-- == 0) return child;
  }
  return KeywordArgument(call, name);
}

}  // namespace allreview::python
