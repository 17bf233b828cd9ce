#include "analyzers/python/reaching.h"

#include <algorithm>

#include "analyzers/python/module.h"

namespace allreview::python {
namespace {

constexpr size_t kMaxDefinitions = 32;

bool IsLoop(Node node) { return node.Is(Kind::kForStatement) || node.Is(Kind::kWhileStatement); }

bool IsBlock(Node node) { return node.Is(Kind::kBlock) || node.Is(Kind::kModule); }

// The binding takes effect only after the use: `x = f(x)`.
bool IsComputedFrom(const Binding& binding, Node use) {
  for (Node around = binding.node.parent(); around && !IsBlock(around); around = around.parent()) {
    if (around.Is(Kind::kAssignment) || around.Is(Kind::kAugmentedAssignment)) {
      return around.Contains(use);
    }
    if (around.Is(Kind::kForStatement)) return around.child(Field::kRight).Contains(use);
  }
  return false;
}

// Whenever the use runs, the binding ran before it, after all earlier bindings.
bool Dominates(const Binding& binding, Node use) {
  const Node statement = StatementOf(binding.node);
  switch (binding.kind) {
    case Binding::Kind::kParameter:
      return true;
    case Binding::Kind::kLoop:
      return statement.Is(Kind::kForStatement) && statement.child(Field::kBody).Contains(use);
    case Binding::Kind::kWith:
      return statement.parent().Contains(use);
    case Binding::Kind::kExcept:
    case Binding::Kind::kPattern:
      return false;
    default:
      return !statement.Contains(use) && statement.parent().Contains(use) &&
             !binding.node.parent().Is(Kind::kNamedExpression);
  }
}

// Scope in which a use runs together with the code around it.
uint32_t OutsideOfComprehensions(const Scopes& scopes, uint32_t scope, uint32_t wanted) {
  while (scope != wanted && scopes.scopes()[scope].kind == Scope::Kind::kComprehension) {
    scope = scopes.scopes()[scope].parent;
  }
  return scope;
}

}  // namespace

std::vector<const Binding*> DefinitionsThatMayReach(const Scopes& scopes, Node identifier) {
  const Scopes::Meaning meaning = scopes.MeaningOf(identifier, identifier.text());
  if (meaning.scope < 0) return {};
  const uint32_t scope = static_cast<uint32_t>(meaning.scope);
  const Scopes::BindingRange& bindings = meaning.bindings;
  if (bindings.size() > kMaxDefinitions) return {};
  std::vector<const Binding*> reaching;
  const bool is_same = OutsideOfComprehensions(scopes, meaning.use_scope, scope) == scope;
  if (!is_same || scopes.scopes()[scope].kind == Scope::Kind::kComprehension) {
    for (const Binding& binding : bindings) {
      if (binding.kind != Binding::Kind::kDelete) reaching.push_back(&binding);
    }
    return reaching;
  }

  const Binding* after = bindings.begin();
  while (after != bindings.end() && after->node.index() < identifier.index()) ++after;
  const Binding* certain = nullptr;
  for (const Binding* binding = after; binding != bindings.begin() && certain == nullptr;) {
    --binding;
    if (IsComputedFrom(*binding, identifier)) continue;
    if (binding->kind != Binding::Kind::kDelete) reaching.push_back(binding);
    if (Dominates(*binding, identifier)) certain = binding;
  }
  std::reverse(reaching.begin(), reaching.end());
  // Loops bring around what comes later in their bodies, unless `certain` replaces it first.
  Node outermost;
  for (Node around = identifier.parent(); around; around = around.parent()) {
    if (around == scopes.scopes()[scope].owner) break;
    if (!IsLoop(around)) continue;
    if (certain != nullptr && around.Contains(certain->node)) break;
    outermost = around;
  }
  if (!outermost) return reaching;
  for (const Binding& binding : bindings) {
    const bool is_later =
        binding.node.index() >= identifier.index() || IsComputedFrom(binding, identifier);
    if (is_later && outermost.Contains(binding.node) && binding.kind != Binding::Kind::kDelete) {
      reaching.push_back(&binding);
    }
  }
  return reaching;
}

}  // namespace allreview::python
