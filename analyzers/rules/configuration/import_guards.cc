#include "analyzers/rules/configuration/import_guards.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "analyzers/rules/shared/exception_handlers.h"

namespace allreview::rules::configuration {
namespace {

// HAVE_TE, _has_apex, is_wandb_available
bool LooksLikeFlag(absl::string_view name) {
  constexpr absl::string_view kWords[] = {"have_", "has_", "available", "installed"};
  for (size_t at = 0; at < name.size(); ++at) {
    for (absl::string_view word : kWords) {
      if (absl::StartsWithIgnoreCase(name.substr(at), word)) return true;
    }
  }
  return false;
}

// Some name in the nodes from `where` up to `end` tells whether the import worked.
bool AsksInside(const OptionalImport& import, Node where, uint32_t end) {
  for (uint32_t i = where.index(); i < end; ++i) {
    const Node node = where.tree()->node(i);
    if (node.Is(NodeKind::kAssertStatement) || node.Is(NodeKind::kIfStatement)) {
      const Node condition =
          node.Is(NodeKind::kIfStatement) ? node.child(Field::kCondition) : node.named_child(0);
      if (IsAboutIt(import, condition)) return true;
    }
    if (!node.Is(NodeKind::kIdentifier)) continue;
    if (import.flags.count(node.text()) || LooksLikeFlag(node.text())) return true;
  }
  return false;
}

bool Asks(const OptionalImport& import, Node where) {
  return where && (AsksInside(import, where, where.subtree_end()) || IsAboutIt(import, where));
}

// Made of what the import binds: without it there is nothing behind the definition.
bool NeedsIt(const OptionalImport& import, Node expressions) {
  for (Node node : expressions.descendants()) {
    if (import.names.count(node.text()) || import.fallbacks.count(node.text())) return true;
  }
  return false;
}

// Some method of the class asks, or the class inherits from the import.
bool ClassAsks(const OptionalImport& import, Node a_class) {
  if (NeedsIt(import, a_class.child(Field::kSuperclasses))) return true;
  return AsksInside(import, a_class, a_class.subtree_end());
}

bool DecoratorAsks(const OptionalImport& import, Node decorated) {
  for (Node child : decorated.children()) {
    if (!child.Is(NodeKind::kDecorator)) continue;
    if (NeedsIt(import, child) || AsksInside(import, child, child.subtree_end())) return true;
  }
  return false;
}

// A failure inside of the try statement's body is taken care of.
bool IsCaught(Node try_statement, Node node) {
  if (!try_statement.child(Field::kBody).Contains(node)) return false;
  for (Node child : try_statement.children()) {
    if (!child.Is(NodeKind::kExceptClause)) continue;
    const Node caught = CaughtBy(child);
    if (HandlerKindOf(child) != HandlerKind::kOther ||
        absl::StrContains(caught.text(), "NameError")) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool IsGuarded(const OptionalImport& import, Node node) {
  for (Node around = node.parent(); around; around = around.parent()) {
    switch (around.kind()) {
      case NodeKind::kIfStatement:
      case NodeKind::kElifClause:
      case NodeKind::kWhileStatement:
        if (Asks(import, around.child(Field::kCondition))) return true;
        break;
      case NodeKind::kConditionalExpression:
      case NodeKind::kBooleanOperator:
        if (Asks(import, around)) return true;
        break;
      case NodeKind::kTryStatement:
        if (IsCaught(around, node)) return true;
        break;
      case NodeKind::kFunctionDefinition:
        if (AsksInside(import, around, node.index())) return true;
        break;
      case NodeKind::kDecoratedDefinition:
        if (DecoratorAsks(import, around)) return true;
        break;
      case NodeKind::kClassDefinition:
        if (ClassAsks(import, around)) return true;
        break;
      default:
        break;
    }
  }
  return false;
}

}  // namespace allreview::rules::configuration
