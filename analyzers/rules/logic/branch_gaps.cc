#include "analyzers/rules/logic/branch_gaps.h"

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/logic/phrases.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules::logic {
namespace {

using python::Binding;
using python::Definition;
using python::Module;

// What in a block before a place may explain that the name is bound after all.
bool MentionsAnyOf(Node node, const std::vector<absl::string_view>& names) {
  for (absl::string_view name : names) {
    if (MentionsName(node.text(), name)) return true;
  }
  return false;
}

std::vector<absl::string_view> NamesIn(Node condition) {
  std::vector<absl::string_view> names;
  for (uint32_t i = condition.index(); i < condition.subtree_end(); ++i) {
    const Node node = condition.tree()->node(i);
    if (node.Is(NodeKind::kIdentifier) && node.text() != "self") names.push_back(node.text());
  }
  return names;
}

bool HasJumpOrAssert(Node statement) {
  for (uint32_t i = statement.index(); i < statement.subtree_end(); ++i) {
    const Node node = statement.tree()->node(i);
    if (node.Is(NodeKind::kAssertStatement) || IsLeaving(node)) return true;
  }
  return false;
}

// The value is computed by what may fail, and nothing in the body raises on purpose: then the
// handler is for the case without a value.
bool MayFailBefore(const BoundName& name, Node body) {
  for (Node node : body.descendants()) {
    if (node.Is(NodeKind::kRaiseStatement)) return false;
  }
  for (const Binding* binding : name.bindings) {
    if (!body.Contains(binding->node)) continue;
    if (!HasCall(python::StatementOf(binding->node))) return false;
  }
  return true;
}

// The arm ends in a call of a function of this file that does not return: it ends in raise or exit.
bool EndsInGivingUp(const Module& module, Node arm) {
  const Node last = LastStatement(arm.child(NodeKind::kBlock));
  const Node call = last.named_child(0);
  if (!last.Is(NodeKind::kExpressionStatement) || !call.Is(NodeKind::kCall)) return false;
  const absl::string_view callee = CalleeName(call);
  for (const Definition& definition : module.definitions()) {
    if (definition.simple_name != callee || definition.kind == Definition::Kind::kClass) continue;
    if (IsLeaving(LastStatement(definition.body))) return true;
  }
  return false;
}

Words AtLine(const Phrase& phrase, Node node) {
  return Sentence(phrase, {{"line", std::to_string(node.first_line())}});
}

// `a < b`: both outcomes happen. Tests whether something was given, or of a kind, often leave no
// other case, and who calls the function knows.
bool ComparesSizes(Node condition) {
  const std::vector<Comparison> parts = condition.Is(NodeKind::kComparisonOperator)
                                            ? ComparisonsOf(condition)
                                            : std::vector<Comparison>();
  return parts.size() == 1 &&
         (parts[0].op == "<" || parts[0].op == "<=" || parts[0].op == ">" || parts[0].op == ">=");
}

// The only statement of the arm that may bind the name, when it is an `if` without further arms
// that compares sizes.
Node OnlyIfIn(const BoundName& name, Node arm) {
  const Node block =
      arm.Is(NodeKind::kElseClause) ? arm.child(Field::kBody) : arm.child(Field::kConsequence);
  Node found;
  for (Node statement : block.children()) {
    if (EffectOf(name, statement) == Effect::kNothing) continue;
    if (found || !statement.Is(NodeKind::kIfStatement)) return Node();
    found = statement;
  }
  const bool is_plain = found && !found.child(NodeKind::kElifClause);
  return is_plain && ComparesSizes(found.child(Field::kCondition)) ? found : Node();
}

Gap GapInIf(const Module& module, const BoundName& name, Node statement, bool looks_inside) {
  const std::vector<Arm> arms = ArmsOfIf(name, statement);
  const bool has_else = arms.back().node.Is(NodeKind::kElseClause);
  Node open;  // The arm that binds it on some ways.
  for (const Arm& arm : arms) {
    if (arm.effect != Effect::kMaybe) continue;
    if (open || !looks_inside || !has_else) return {};
    open = arm.node;
  }
  for (const Arm& arm : arms) {
    if (arm.effect != Effect::kNothing || EndsInGivingUp(module, arm.node)) continue;
    if (open) return {};
    const Phrase& taken =
        arm.node.Is(NodeKind::kElseClause) ? phrases::kElseTaken : phrases::kBranchTaken;
    return {arm.node, AtLine(taken, arm.node), arms.size() > 2};
  }
  if (open) {
    const Node inner = OnlyIfIn(name, open);
    Gap gap = inner ? GapInIf(module, name, inner, false) : Gap();
    gap.inner = inner;
    return gap;
  }
  if (has_else) return {};
  return {
      statement,
      AtLine(arms.size() == 1 ? phrases::kConditionFails : phrases::kNoConditionHolds, statement),
      arms.size() > 1};
}

}  // namespace

bool IsCertainInStatement(Node use, Node statement) {
  for (Node inner = use, node = use.parent(); node && inner != statement;
       inner = node, node = node.parent()) {
    switch (node.kind()) {
      case NodeKind::kConditionalExpression:
        if (node.named_child(1) != inner) return false;
        break;
      case NodeKind::kBooleanOperator:
        if (inner.field() == Field::kRight) return false;
        break;
      case NodeKind::kListComprehension:
      case NodeKind::kSetComprehension:
      case NodeKind::kDictionaryComprehension:
      case NodeKind::kGeneratorExpression:
      case NodeKind::kElifClause:
        return false;
      default:
        break;
    }
  }
  return true;
}

Place FindDecider(const BoundName& name, Node use, Node body) {
  Place place;
  for (Node sibling = python::StatementOf(use); sibling;
       sibling = python::StatementOf(sibling.parent())) {
    const Node block = sibling.parent();
    for (Node statement : block.children()) {
      if (statement.index() >= sibling.index()) break;
      const Effect effect = EffectOf(name, statement);
      if (effect == Effect::kBinds || effect == Effect::kLeaves) return {};
      if (effect != Effect::kMaybe) continue;
      if (place.statement) return {};
      place = {statement, sibling};
    }
    if (place.statement) return place;
    if (block == body) return {};
    // Only `with` and the body of a `for` lie between the use and the block of the decider.
    const Node around = block.parent();
    if (!around.Is(NodeKind::kWithStatement) && !around.Is(NodeKind::kForStatement)) return {};
    if (HasBinding(name, around)) {
      // Bound in an earlier round of the loop, or by the header.
      for (const Binding* binding : name.bindings) {
        if (around.Contains(binding->node)) return {};
      }
    }
  }
  return {};
}

Gap GapIn(const Module& module, const BoundName& name, Node statement) {
  if (statement.Is(NodeKind::kTryStatement)) {
    const std::vector<Arm> arms = ArmsOfTry(name, statement);
    if (arms[0].effect != Effect::kBinds) return {};
    if (!MayFailBefore(name, statement.child(Field::kBody))) return {};
    for (const Arm& arm : arms) {
      if (arm.effect != Effect::kNothing || EndsInGivingUp(module, arm.node)) continue;
      return {arm.node, AtLine(phrases::kHandlerRuns, arm.node)};
    }
    return {};
  }
  return statement.Is(NodeKind::kIfStatement) ? GapInIf(module, name, statement, true) : Gap();
}

bool IsExplained(const Place& place, Node use) {
  std::vector<absl::string_view> names;
  for (Node node : place.statement.children()) {
    if (node.Is(NodeKind::kElifClause)) {
      for (absl::string_view one : NamesIn(node.child(Field::kCondition))) names.push_back(one);
    }
  }
  if (const Node condition = place.statement.child(Field::kCondition)) {
    const std::vector<absl::string_view> first = NamesIn(condition);
    if (first.empty() || absl::StrContains(condition.text(), "TYPE_CHECKING")) return true;
    names.insert(names.end(), first.begin(), first.end());
  }
  const Node block = place.statement.parent();
  for (Node statement : block.children()) {
    if (statement == place.sibling) break;
    if (statement == place.statement || !HasJumpOrAssert(statement)) continue;
    const bool is_behind = statement.index() > place.statement.index();
    if (is_behind || MentionsAnyOf(statement, names)) return true;
  }
  // An assertion about the name itself, or the condition again in the statement of the use.
  return place.sibling.Is(NodeKind::kAssertStatement) ||
         (!names.empty() && use.parent().Is(NodeKind::kAssertStatement));
}

}  // namespace allreview::rules::logic
