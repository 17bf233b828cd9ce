#include "analyzers/rules/logic/handler_imports.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/strings/match.h"
#include "analyzers/rules/logic/branch_effects.h"
#include "analyzers/rules/logic/local_names.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules::logic {

using python::Binding;
using python::Field;
using python::Kind;
using python::Module;
using python::Node;
using python::Scopes;

namespace {

Node ClauseAround(Node node) {
  while (node && !node.Is(Kind::kExceptClause)) node = node.parent();
  return node;
}

// The `try` whose handlers hold all of the bindings, and come to an end. Null: there is none.
Node TryOf(Scopes::BindingRange bindings) {
  const Binding& first = *bindings.begin();
  if (!first.is_in_handler) return Node();
  const Node statement = ClauseAround(first.node).parent();
  for (const Binding& binding : bindings) {
    const Node clause = ClauseAround(binding.node);
    const bool is_one =
        binding.kind == Binding::Kind::kImport && clause && clause.parent() == statement;
    if (!is_one) return Node();
    const Effect effect = EffectOfBlock({first.name, {}}, clause.child(Kind::kBlock));
    if (effect == Effect::kLeaves) return Node();
  }
  return statement;
}

bool BindsInto(const Module& module, Node try_statement, absl::string_view name) {
  for (const Binding& binding : module.scopes().BindingsOf(0, name)) {
    if (try_statement.Contains(binding.node)) return true;
  }
  return false;
}

bool AsksForTry(const Module& module, Node try_statement, Node condition) {
  for (uint32_t i = condition.index(); i < condition.subtree_end(); ++i) {
    const Node node = condition.tree()->node(i);
    const bool is_name = node.Is(Kind::kIdentifier) || node.Is(Kind::kString);
    const absl::string_view name =
        node.Is(Kind::kString) ? Module::StringContent(node) : node.text();
    if (is_name && BindsInto(module, try_statement, name)) return true;
  }
  return false;
}

// A flag that is True only when the body of the `try` came to its end.
bool IsFlagOfSuccess(const Module& module, Node try_statement, Node condition) {
  if (!condition.Is(Kind::kIdentifier)) return false;
  const Scopes::BindingRange bindings = module.scopes().BindingsOf(0, condition.text());
  bool is_set = false;
  for (const Binding& binding : bindings) {
    if (!binding.value || !binding.value.Is(Kind::kTrue)) {
      if (binding.value && binding.value.Is(Kind::kFalse)) continue;
      return false;
    }
    if (!try_statement.Contains(binding.node) || binding.is_in_handler) return false;
    is_set = true;
  }
  return is_set;
}

// What the `if` asks of the try; the use stands in it, below `inner`.
enum class Answer { kNothing, kWorked, kUnclear };
Answer AnswerOf(const Module& module, Node try_statement, Node outer, Node inner) {
  if (!outer.Is(Kind::kIfStatement)) {
    return AsksForTry(module, try_statement, outer) ? Answer::kUnclear : Answer::kNothing;
  }
  const Node condition = outer.child(Field::kCondition);
  if (inner.field() == Field::kConsequence && IsFlagOfSuccess(module, try_statement, condition)) {
    return Answer::kWorked;
  }
  if (AsksForTry(module, try_statement, condition)) return Answer::kUnclear;
  for (Node clause : outer.children()) {
    if (clause.Is(Kind::kElifClause) &&
        AsksForTry(module, try_statement, clause.child(Field::kCondition))) {
      return Answer::kUnclear;
    }
  }
  return Answer::kNothing;
}

bool MayLeave(Node statement) {
  for (uint32_t i = statement.index(); i < statement.subtree_end(); ++i) {
    const Node node = statement.tree()->node(i);
    if (IsLeaving(node) || node.Is(Kind::kAssertStatement)) return true;
  }
  return false;
}

// A statement above it may have left when the handler did not run.
bool IsLeftBefore(const Module& module, Node try_statement, Node statement) {
  for (Node above : statement.parent().children()) {
    if (above.index() >= statement.index()) break;
    const bool asks = above.Is(Kind::kIfStatement) || above.Is(Kind::kAssertStatement);
    if (asks && MayLeave(above) && AsksForTry(module, try_statement, above)) return true;
  }
  return false;
}

// What an import bound, or a flag beside it, decides whether it runs.
bool IsUnderQuestionOfImports(const Module& module, Node call) {
  const auto asks = [&](Node condition) {
    for (uint32_t i = condition.index(); i < condition.subtree_end(); ++i) {
      const Node node = condition.tree()->node(i);
      if (!node.Is(Kind::kIdentifier)) continue;
      for (const Binding& binding : module.scopes().BindingsOf(0, node.text())) {
        if (binding.is_in_handler) return true;
      }
    }
    return false;
  };
  for (Node outer = call.parent(); outer; outer = outer.parent()) {
    if (outer.Is(Kind::kExceptClause)) return true;
    const Node condition = outer.Is(Kind::kConditionalExpression) ? outer.named_child(1)
                                                                  : outer.child(Field::kCondition);
    if (condition && asks(condition)) return true;
  }
  return false;
}

// Some call in the file comes from where it was asked which import worked.
bool IsCalledAsFallback(const Module& module, Node use) {
  const python::Definition* const function = module.EnclosingFunction(use);
  if (function == nullptr) return false;
  const std::vector<Node> calls = module.CallsOf({function->simple_name});
  const bool is_method = function->kind == python::Definition::Kind::kMethod;
  return std::any_of(calls.begin(), calls.end(), [&](Node call) {
    const bool is_it = is_method || call.child(Field::kFunction).Is(Kind::kIdentifier);
    return is_it && IsUnderQuestionOfImports(module, call);
  });
}

}  // namespace

std::vector<HandlerImport> HandlerImportsOf(const Module& module) {
  std::vector<HandlerImport> imports;
  const Node root = module.tree().root();
  if (root.descendants(Kind::kExceptClause).empty()) return imports;
  ForEachName(module.scopes(), 0, [&](Scopes::BindingRange bindings) {
    if (!bindings.begin()->is_in_handler) return;
    if (const Node statement = TryOf(bindings)) {
      imports.push_back({bindings.begin()->name, bindings.begin()->node, statement});
    }
  });
  const bool is_dynamic =
      !module.scopes().star_imports().empty() || absl::StrContains(module.source(), "globals()");
  if (is_dynamic) imports.clear();
  return imports;
}

bool IsLeftWithout(const Module& module, const HandlerImport& import, Node use) {
  if (module.scopes().LookUp(use, import.name) != 0) return false;
  for (Node inner = use, outer = use.parent(); outer; inner = outer, outer = outer.parent()) {
    switch (outer.kind()) {
      case Kind::kTryStatement:
        // Somebody may catch the error, or it runs in the handler itself.
        if (outer == import.try_statement || inner.field() == Field::kBody) return false;
        break;
      case Kind::kIfStatement:
      case Kind::kConditionalExpression:
      case Kind::kBooleanOperator:
      case Kind::kWhileStatement: {
        const Answer answer = AnswerOf(module, import.try_statement, outer, inner);
        if (answer == Answer::kUnclear) return false;
        if (answer == Answer::kWorked) return true;
        break;
      }
      case Kind::kBlock:
        if (IsLeftBefore(module, import.try_statement, inner)) return false;
        break;
      case Kind::kDecoratedDefinition:
        for (Node decorator : outer.children()) {
          if (decorator != inner && AsksForTry(module, import.try_statement, decorator)) {
            return false;
          }
        }
        break;
      default:
        break;
    }
  }
  return !IsCalledAsFallback(module, use);
}

}  // namespace allreview::rules::logic
