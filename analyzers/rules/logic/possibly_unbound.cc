// A local that only one branch assigns is read behind the branches.

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/branch_effects.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using logic::Arm;
using logic::ArmsOfIf;
using logic::ArmsOfTry;
using logic::BoundName;
using logic::Effect;
using logic::EffectOf;
using logic::HasBinding;
using logic::HasCall;
using logic::IsExpectedToRaise;
using logic::IsLeaving;
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

// The use runs whenever its statement does: no operand that may be skipped, no comprehension.
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

struct Place {
  Node statement;  // Earlier statement of the same block that may bind the name.
  Node sibling;    // The statement of that block that holds the use.
};

// The only statement before the use that holds bindings, when nothing decides between the two.
// Null statement: there is none, or nobody can tell.
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

struct Gap {
  Node at;           // The arm that leaves the name unbound.
  std::string when;  // When it is.
  bool is_chain = false;
};

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

Node LastStatement(Node block) {
  Node last;
  for (Node child : block.children()) {
    if (child.IsNamed() && !child.Is(NodeKind::kComment)) last = child;
  }
  return last;
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

Gap GapIn(const Module& module, const BoundName& name, Node statement) {
  const auto line = [](Node node) { return std::to_string(node.first_line()); };
  if (statement.Is(NodeKind::kTryStatement)) {
    const std::vector<Arm> arms = ArmsOfTry(name, statement);
    if (arms[0].effect != Effect::kBinds) return {};
    if (!MayFailBefore(name, statement.child(Field::kBody))) return {};
    for (const Arm& arm : arms) {
      if (arm.effect != Effect::kNothing || EndsInGivingUp(module, arm.node)) continue;
      return {arm.node, absl::StrCat("the handler on line ", line(arm.node), " runs")};
    }
    return {};
  }
  if (!statement.Is(NodeKind::kIfStatement)) return {};
  const std::vector<Arm> arms = ArmsOfIf(name, statement);
  const bool has_else = arms.back().node.Is(NodeKind::kElseClause);
  if (arms[0].effect == Effect::kMaybe) return {};
  for (const Arm& arm : arms) {
    if (arm.effect == Effect::kMaybe) return {};
    if (arm.effect != Effect::kNothing || EndsInGivingUp(module, arm.node)) continue;
    const std::string which = arm.node.Is(NodeKind::kElseClause) ? "else" : "branch";
    return {arm.node, absl::StrCat("the ", which, " on line ", line(arm.node), " is taken"),
            arms.size() > 2};
  }
  if (has_else) return {};
  return {statement,
          arms.size() == 1
              ? absl::StrCat("the condition on line ", line(statement), " does not hold")
              : absl::StrCat("no condition from line ", line(statement), " on holds"),
          arms.size() > 1};
}

// Something around says that the ways without a value do not come here: a check before or after
// that leaves, or conditions that are constants.
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

// `except E as name`, which the grammar also takes for `E as name`.
bool IsOfHandler(const Binding& binding) {
  if (binding.kind == Binding::Kind::kExcept) return true;
  Node around = binding.node.parent();
  while (around.Is(NodeKind::kAsPatternTarget) || around.Is(NodeKind::kAsPattern)) {
    around = around.parent();
  }
  return around.Is(NodeKind::kExceptClause);
}

bool IsCandidate(const BoundName& name) {
  for (const Binding* binding : name.bindings) {
    if (IsOfHandler(*binding)) return false;
    switch (binding->kind) {
      case Binding::Kind::kImport:
      case Binding::Kind::kDefinition:
      case Binding::Kind::kWith:
        break;
      case Binding::Kind::kAssignment:
        if (binding->node.parent().Is(NodeKind::kNamedExpression)) return false;
        break;
      default:
        return false;
    }
  }
  return name.text != "_" && !name.bindings.empty();
}

void ReportGap(FileContext& file, const BoundName& name, Node use, const Gap& gap) {
  Observation observation{
      .at = use,
      .params = {{"name", std::string(name.text)},
                 {"when", gap.when},
                 {"line", std::to_string(gap.at.first_line())}},
      .related = {
          {"here it gets no value",
           RangeOf(file.module(),
                   gap.at.Is(NodeKind::kIfStatement) ? gap.at.child(Field::kCondition) : gap.at)},
          {"here it does", RangeOf(file.module(), name.bindings[0]->node)}}};
  // Which cases a chain covers is often known to those who call it.
  if (gap.is_chain) observation.kind = Kind::kQuestion;
  file.Report(std::move(observation));
}

// In a loop an `if` may have given the value in an earlier round.
bool IsOfEarlierRound(Node decider) {
  if (!decider.Is(NodeKind::kIfStatement)) return false;
  for (Node node = decider.parent(); node; node = node.parent()) {
    if (node.Is(NodeKind::kFunctionDefinition)) return false;
    if (node.Is(NodeKind::kForStatement) || node.Is(NodeKind::kWhileStatement)) return true;
  }
  return false;
}

// A statement that only binds, before the use in a block around it: no block further inside
// decides.
bool IsBoundBefore(const BoundName& name, Node use) {
  return std::any_of(name.bindings.begin(), name.bindings.end(), [&](const Binding* binding) {
    const Node statement = python::StatementOf(binding->node);
    if (statement.subtree_end() > use.index() || !statement.parent().Contains(use)) return false;
    switch (statement.kind()) {
      case NodeKind::kImportStatement:
      case NodeKind::kImportFromStatement:
      case NodeKind::kFunctionDefinition:
      case NodeKind::kClassDefinition:
      case NodeKind::kDecoratedDefinition:
        return true;
      case NodeKind::kExpressionStatement:
        return !IsLeaving(statement);
      default:
        return false;
    }
  });
}

void CheckName(FileContext& file, const Definition& function, const BoundName& name,
               const std::vector<Node>& uses) {
  for (Node use : uses) {
    if (IsBoundBefore(name, use)) continue;
    const Node statement = python::StatementOf(use);
    if (!IsCertainInStatement(use, statement)) continue;
    const Place place = FindDecider(name, use, function.body);
    if (!place.statement) continue;
    const bool is_only = std::all_of(
        name.bindings.begin(), name.bindings.end(),
        [&](const Binding* binding) { return place.statement.Contains(binding->node); });
    if (!is_only || IsOfEarlierRound(place.statement) || IsExplained(place, use)) continue;
    const Gap gap = GapIn(file.module(), name, place.statement);
    if (!gap.at || IsWaived(use, {"E0606", "possibly-used-before-assignment", "E0601",
                                  "used-before-assignment", "F821"})) {
      continue;
    }
    ReportGap(file, name, use, gap);
    return;  // The first use says it all.
  }
}

// `except E as error:` unbinds the name at its end.
void CheckHandlerName(FileContext& file, const BoundName& name, const std::vector<Node>& uses) {
  for (Node use : uses) {
    bool is_inside = false;
    for (const Binding* binding : name.bindings) {
      Node clause = binding->node;
      while (clause && !clause.Is(NodeKind::kExceptClause)) clause = clause.parent();
      is_inside = is_inside || clause.Contains(use);
    }
    if (is_inside || use.index() < name.bindings[0]->node.index()) continue;
    if (IsExpectedToRaise(use)) continue;
    file.Report(
        {.at = use,
         .params = {{"name", std::string(name.text)},
                    {"when", "the handler that names it has ended: Python unbinds it there"},
                    {"line", std::to_string(name.bindings[0]->node.first_line())}},
         .related = {{"bound here", RangeOf(file.module(), name.bindings[0]->node)}}});
    return;
  }
}

bool IsOfHandlers(const BoundName& name) {
  return std::all_of(name.bindings.begin(), name.bindings.end(),
                     [](const Binding* binding) { return IsOfHandler(*binding); });
}

struct BranchName {
  BoundName name;
  bool is_of_handlers = false;
  uint32_t end = 0;  // Uses before it, an index of a node, are of no interest.
};

// The innermost `if` or `try` of the function that holds all bindings: only what comes after it
// may find no value. Null: there is none.
Node BranchAround(const BoundName& name, Node body) {
  const Node last = name.bindings.back()->node;
  Node around = name.bindings.front()->node.parent();
  for (; around && around != body; around = around.parent()) {
    const bool is_branch = around.Is(NodeKind::kIfStatement) || around.Is(NodeKind::kTryStatement);
    if (is_branch && around.Contains(last)) return around;
  }
  return Node();
}

// Names of the function that a branch or a handler binds, and nothing else.
using BranchNames = absl::flat_hash_map<absl::string_view, BranchName>;
BranchNames BranchNamesOf(const python::Scopes& scopes, Node body) {
  const uint32_t scope = scopes.ScopeOf(body);
  const std::vector<Binding>& all = scopes.bindings();
  auto binding = std::lower_bound(all.begin(), all.end(), scope,
                                  [](const Binding& b, uint32_t s) { return b.scope < s; });
  BranchNames names;
  BoundName name;
  while (binding != all.end() && binding->scope == scope) {
    name.text = binding->name;
    name.bindings.clear();
    for (; binding != all.end() && binding->scope == scope && binding->name == name.text;
         ++binding) {
      name.bindings.push_back(&*binding);
    }
    if (IsOfHandlers(name)) {
      names[name.text] = {name, true, name.bindings[0]->node.index()};
    } else if (const Node branch = BranchAround(name, body); branch && IsCandidate(name)) {
      names[name.text] = {name, false, branch.subtree_end()};
    }
  }
  return names;
}

bool IsUse(const python::Scopes& scopes, const BoundName& name, Node identifier, uint32_t scope) {
  if (!IsVariable(identifier) || identifier.parent().Is(NodeKind::kGlobalStatement)) return false;
  const bool is_binding =
      std::any_of(name.bindings.begin(), name.bindings.end(),
                  [&](const Binding* binding) { return binding->node == identifier; });
  return !is_binding && scopes.LookUp(identifier, name.text) == static_cast<int>(scope);
}

void Check(FileContext& file, Node node) {
  const Module& module = file.module();
  const Definition* function = DefinitionOf(module, node);
  if (function == nullptr || node.HasError()) return;
  const Node body = function->body;
  if (body.descendants(NodeKind::kIfStatement).empty() &&
      body.descendants(NodeKind::kTryStatement).empty()) {
    return;
  }
  const BranchNames names = BranchNamesOf(module.scopes(), body);
  if (names.empty()) return;
  const uint32_t scope = module.scopes().ScopeOf(body);
  std::map<absl::string_view, std::vector<Node>> uses;
  ForEachOwnNode(body, NodeKind::kIdentifier, [&](Node use) {
    const auto found = names.find(use.text());
    if (found == names.end() || use.index() < found->second.end) return;
    if (IsUse(module.scopes(), found->second.name, use, scope)) uses[use.text()].push_back(use);
  });
  for (const auto& [text, name_uses] : uses) {
    const BranchName& branch = names.at(text);
    branch.is_of_handlers ? CheckHandlerName(file, branch.name, name_uses)
                          : CheckName(file, *function, branch.name, name_uses);
  }
}

}  // namespace

extern constinit const Rule kPossiblyUnbound = {
    .info = {.id = "possibly-unbound",
             .title = "Variable that may have no value yet",
             .category = "logic",
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .pillar = Pillar::kCorrectness,
             .confidence = Confidence::kHigh,
             .message = "`{name}` has no value when {when}",
             .consequence = "The line raises UnboundLocalError, or in a loop uses the value of an "
                            "earlier round",
             .advice = "Give `{name}` a value before line {line}, or return or raise there",
             .why = "A variable that only some branches assign is unbound after the others. In a "
                    "handler that logs and goes on, the error then surfaces far from its cause. "
                    "Loops count as running at least once; conditions that are repeated or "
                    "checked elsewhere are passed over.",
             .fix = "Assign a default before the branches, or leave the branch that has no value.",
             .bad = "def load(path, log):\n"
                    "    try:\n"
                    "        state = path.read_bytes()\n"
                    "    except OSError:\n"
                    "        log(\"cannot read\")\n"
                    "    return len(state)\n",
             .good = "def load(path, log):\n"
                     "    try:\n"
                     "        state = path.read_bytes()\n"
                     "    except OSError:\n"
                     "        log(\"cannot read\")\n"
                     "        return 0\n"
                     "    return len(state)\n",
             .references = {"catalogue: general L-MAYBE-UNBOUND", "pylint E0606"}},
    .kinds = {NodeKind::kFunctionDefinition},
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
