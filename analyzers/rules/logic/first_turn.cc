#include "analyzers/rules/logic/first_turn.h"

#include <algorithm>

#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules::logic {

using python::Binding;
using python::Field;
using python::Kind;
using python::Module;
using python::Node;

namespace {

bool IsLoop(Node node) { return node.Is(Kind::kForStatement) || node.Is(Kind::kWhileStatement); }

// It counts turns: `for i, x in enumerate(xs)`, `for i in range(n)`.
bool IsCounter(const Binding& binding) {
  if (binding.kind == Binding::Kind::kAugmented) return true;
  if (binding.kind != Binding::Kind::kLoop) return false;
  const Node loop = LoopAround(binding.node);
  const Node iterated = loop.child(Field::kRight);
  const absl::string_view callee = iterated.Is(Kind::kCall) ? CalleeName(iterated) : "";
  return callee != "zip" && !callee.empty() && callee != "items" && callee != "values";
}

// Bound anew on each turn before the condition, or never in the loop.
bool IsOfThisTurn(const Module& module, Node name, Node loop) {
  const python::Scopes::Meaning meaning = module.scopes().MeaningOf(name, name.text());
  const auto is_inside = [&](const Binding& binding) { return loop.Contains(binding.node); };
  const python::Scopes::BindingRange all = meaning.bindings;
  if (std::none_of(all.begin(), all.end(), is_inside)) return true;
  return std::all_of(all.begin(), all.end(), is_inside) &&
         std::none_of(all.begin(), all.end(), IsCounter) &&
         all.begin()->node.index() < name.index();
}

// An attribute that the loop stores in is handed on from turn to turn.
bool IsStoredIn(Node attribute, Node loop) {
  for (Node assignment : loop.descendants(Kind::kAssignment)) {
    if (assignment.child(Field::kLeft).text() == attribute.text()) return true;
  }
  return false;
}

bool SaysNothingOfTurns(const Module& module, Node condition, Node loop) {
  for (uint32_t i = condition.index(); i < condition.subtree_end(); ++i) {
    const Node node = condition.tree()->node(i);
    switch (node.kind()) {
      case Kind::kCall:
      case Kind::kNamedExpression:
      case Kind::kLambda:
      case Kind::kAwait:
        return false;
      case Kind::kComparisonOperator:
        for (const Comparison& one : ComparisonsOf(node)) {
          const bool is_of_none =
              (one.op == "is" || one.op == "is not") && one.right.Is(Kind::kNone);
          if (!is_of_none) return false;
        }
        break;
      case Kind::kIdentifier:
        if (IsVariable(node) && !IsOfThisTurn(module, node, loop)) return false;
        break;
      case Kind::kAttribute:
        if (IsStoredIn(node, loop)) return false;
        break;
      default:
        break;
    }
  }
  return true;
}

// The conditions of an `if` decide nothing about turns, whichever of its arms it is.
bool DecidesNothing(const Module& module, Node statement, Node loop) {
  if (!SaysNothingOfTurns(module, statement.child(Field::kCondition), loop)) return false;
  for (Node clause : statement.children()) {
    if (clause.Is(Kind::kElifClause) &&
        !SaysNothingOfTurns(module, clause.child(Field::kCondition), loop)) {
      return false;
    }
  }
  return true;
}

// A statement above may end the turn, or the loop.
bool MayLeaveBefore(Node statement) {
  for (Node above : statement.parent().children()) {
    if (above.index() >= statement.index()) break;
    for (Node node : above.descendants()) {
      if (node.Is(Kind::kContinueStatement) || node.Is(Kind::kBreakStatement)) return true;
    }
  }
  return false;
}

}  // namespace

Node LoopAround(Node statement) {
  for (Node node = statement.parent(); node; node = node.parent()) {
    if (node.Is(Kind::kFunctionDefinition) || IsLoop(node)) return IsLoop(node) ? node : Node();
  }
  return Node();
}

bool MayRunOnFirstTurn(const Module& module, Node node, Node loop) {
  for (Node inner = node, outer = node.parent(); outer != loop;
       inner = outer, outer = outer.parent()) {
    switch (outer.kind()) {
      case Kind::kIfStatement:
        if (inner.field() == Field::kCondition || !DecidesNothing(module, outer, loop)) {
          return false;
        }
        break;
      case Kind::kBlock:
        if (MayLeaveBefore(inner)) return false;
        break;
      case Kind::kBooleanOperator:
      case Kind::kConditionalExpression:
      case Kind::kListComprehension:
      case Kind::kSetComprehension:
      case Kind::kDictionaryComprehension:
      case Kind::kGeneratorExpression:
      case Kind::kLambda:
      case Kind::kForStatement:
      case Kind::kWhileStatement:
      case Kind::kTryStatement:
      case Kind::kExceptClause:
      case Kind::kMatchStatement:
      case Kind::kFunctionDefinition:
        return false;
      default:
        break;
    }
  }
  return true;
}

}  // namespace allreview::rules::logic
