#include "analyzers/rules/logic/branch_effects.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules::logic {

using python::Binding;
using python::Field;
using python::Kind;
using python::Node;

namespace {

// Functions that are called to give up: fail(), self.abort(), parser.error().
bool IsGivingUp(Node statement) {
  const Node call = statement.named_child(0);
  if (!statement.Is(Kind::kExpressionStatement) || !call.Is(Kind::kCall)) return false;
  const absl::string_view callee = CalleeName(call);
  for (absl::string_view word : {"fail", "abort", "exit", "raise", "die", "fatal", "skip", "usage",
                                 "invalid", "terminate", "quit", "throw", "panic", "execv"}) {
    if (absl::StrContains(callee, word)) return true;
  }
  return callee == "error" && absl::StrContains(call.text().substr(0, 20), "parser");
}

// The effect of several branches, one of which runs.
Effect Either(const std::vector<Effect>& ways) {
  const auto count = [&](Effect effect) { return std::count(ways.begin(), ways.end(), effect); };
  if (count(Effect::kLeaves) == static_cast<long>(ways.size())) return Effect::kLeaves;
  if (count(Effect::kBinds) + count(Effect::kLeaves) == static_cast<long>(ways.size())) {
    return Effect::kBinds;
  }
  return count(Effect::kNothing) == static_cast<long>(ways.size()) ? Effect::kNothing
                                                                   : Effect::kMaybe;
}

Effect Combined(const std::vector<Arm>& arms, bool is_complete) {
  std::vector<Effect> effects;
  for (const Arm& arm : arms) effects.push_back(arm.effect);
  if (!is_complete) effects.push_back(Effect::kNothing);
  return Either(effects);
}

}  // namespace

bool HasBinding(const BoundName& name, Node node) {
  return std::any_of(name.bindings.begin(), name.bindings.end(),
                     [&](const Binding* binding) { return node.Contains(binding->node); });
}

bool IsLeaving(Node statement) {
  switch (statement.kind()) {
    case Kind::kReturnStatement:
    case Kind::kRaiseStatement:
    case Kind::kBreakStatement:
    case Kind::kContinueStatement:
      return true;
    case Kind::kAssertStatement: {
      const Node condition = statement.named_child(0);
      return condition.Is(Kind::kFalse) || condition.text() == "0";
    }
    default:
      return IsGivingUp(statement);
  }
}

Effect EffectOfBlock(const BoundName& name, Node block) {
  Effect effect = Effect::kNothing;
  for (Node statement : block.children()) {
    const Effect one = EffectOf(name, statement);
    if (one == Effect::kBinds || one == Effect::kLeaves) return one;
    if (one == Effect::kMaybe) effect = one;
  }
  return effect;
}

std::vector<Arm> ArmsOfIf(const BoundName& name, Node statement) {
  std::vector<Arm> arms = {{statement, EffectOfBlock(name, statement.child(Field::kConsequence))}};
  for (Node child : statement.children()) {
    if (child.Is(Kind::kElifClause)) {
      arms.push_back({child, EffectOfBlock(name, child.child(Field::kConsequence))});
    } else if (child.Is(Kind::kElseClause)) {
      arms.push_back({child, EffectOfBlock(name, child.child(Field::kBody))});
    }
  }
  return arms;
}

// First the body with its `else`, then each handler.
std::vector<Arm> ArmsOfTry(const BoundName& name, Node statement) {
  Effect body = EffectOfBlock(name, statement.child(Field::kBody));
  std::vector<Arm> arms = {{statement, body}};
  for (Node child : statement.children()) {
    if (child.Is(Kind::kElseClause) && body != Effect::kBinds && body != Effect::kLeaves) {
      arms[0].effect = EffectOfBlock(name, child.child(Field::kBody));
    } else if (child.Is(Kind::kExceptClause)) {
      arms.push_back({child, EffectOfBlock(name, child.child(Kind::kBlock))});
    }
  }
  return arms;
}

Effect EffectOf(const BoundName& name, Node statement) {
  if (IsLeaving(statement)) return Effect::kLeaves;
  switch (statement.kind()) {
    case Kind::kIfStatement: {
      const std::vector<Arm> arms = ArmsOfIf(name, statement);
      return Combined(arms, arms.back().node.Is(Kind::kElseClause));
    }
    case Kind::kTryStatement: {
      const Node last = statement.child(Kind::kFinallyClause);
      if (last && EffectOfBlock(name, last.child(Kind::kBlock)) == Effect::kBinds) {
        return Effect::kBinds;
      }
      return Combined(ArmsOfTry(name, statement), true);
    }
    case Kind::kWithStatement: {
      if (HasBinding(name, statement.child(Kind::kWithClause))) return Effect::kBinds;
      return EffectOfBlock(name, statement.child(Field::kBody));
    }
    // Loops and match: who knows how often they run and what they cover.
    default:
      return HasBinding(name, statement) ? Effect::kBinds : Effect::kNothing;
  }
}

}  // namespace allreview::rules::logic
