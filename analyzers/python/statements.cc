// Statements, arguments: questions about nodes that need no names.

#include <algorithm>

#include "analyzers/python/module.h"

namespace allreview::python {
namespace {

bool IsBlock(Node node) { return node.Is(Kind::kBlock) || node.Is(Kind::kModule); }

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
    if (!child.IsNamed() || child.Is(Kind::kComment) || child.Is(Kind::kLineContinuation)) continue;
    if (child.Is(Kind::kKeywordArgument)) {
      arguments.keywords.push_back(child);
    } else if (child.Is(Kind::kListSplat) || child.Is(Kind::kParenthesizedListSplat)) {
      arguments.has_star = true;
    } else if (child.Is(Kind::kDictionarySplat)) {
      arguments.has_double_star = true;
    } else {
      (arguments.has_star ? arguments.after_star : arguments.positional).push_back(child);
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
  const Arguments arguments = ArgumentsOf(call);
  if (position < static_cast<int>(arguments.positional.size())) {
    return arguments.positional[position];
  }
  return KeywordArgument(call, name);
}

}  // namespace allreview::python
