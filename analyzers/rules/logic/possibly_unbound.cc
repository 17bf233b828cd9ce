// A local that only one branch assigns is read behind the branches.

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "analyzers/paths/paths.h"
#include "analyzers/rules/logic/branch_gaps.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/logic/handler_imports.h"
#include "analyzers/rules/logic/local_names.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "analyzers/rules/shared/variables.h"
#include "base/name_hash.h"

namespace allreview::rules {
namespace {

using logic::BoundName;
using logic::Gap;
using logic::IsCertainInStatement;
using logic::IsExpectedToRaise;
using logic::IsLeaving;
using logic::Place;
using python::Binding;
using python::Definition;
using python::Module;

constexpr Phrase kNoValueHere("no-value-here", "it gets no value here", "这里没有给它赋值");
constexpr Phrase kValueHere("value-here", "it gets a value here", "这里有赋值");
constexpr Phrase kHandlerEnded(
    "handler-ended", "the handler that binds it has ended, because Python unbinds it there",
    "绑定它的异常处理结束（Python 会在那里解除绑定）");
constexpr Phrase kBoundHere("bound-here", "bound here", "在这里绑定");
constexpr Phrase kReadHere("name-read-here", "it is read here", "在这里被读取");
constexpr Phrase kNothingFails(
    "nothing-fails", "nothing in the `try` on line {line} fails, as only its handler imports it",
    "第 {line} 行的 `try` 中没有异常（只有异常处理才导入它）");
constexpr Phrase kPhrases[] = {kNoValueHere, kValueHere, kHandlerEnded,
                               kBoundHere,   kReadHere,  kNothingFails};

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
  // Deep inside, the missing value is easier to see where it is missing than where it is read.
  Observation observation{
      .at = gap.inner ? gap.inner.child(Field::kCondition) : use,
      .params = {{"name", std::string(name.text)},
                 {"when", gap.when},
                 {"line", std::to_string(gap.at.first_line())},
                 {"error", "UnboundLocalError"}},
      .related = {{kNoValueHere, RangeOf(file.module(), gap.at.Is(NodeKind::kIfStatement)
                                                            ? gap.at.child(Field::kCondition)
                                                            : gap.at)},
                  {kValueHere, RangeOf(file.module(), name.bindings[0]->node)}}};
  if (gap.inner) {
    observation.because = use;
    observation.related.push_back({kReadHere, RangeOf(file.module(), use)});
  }
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
    if (gap.inner && IsExplained(Place{gap.inner, place.sibling}, use)) continue;
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
    file.Report({.at = use,
                 .params = {{"name", std::string(name.text)},
                            {"when", kHandlerEnded},
                            {"line", std::to_string(name.bindings[0]->node.first_line())},
                            {"error", "UnboundLocalError"}},
                 .related = {{kBoundHere, RangeOf(file.module(), name.bindings[0]->node)}}});
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
using BranchNames = absl::flat_hash_map<absl::string_view, BranchName, NameHash>;
BranchNames BranchNamesOf(const python::Scopes& scopes, Node body) {
  BranchNames names;
  logic::ForEachName(scopes, scopes.ScopeOf(body), [&](python::Scopes::BindingRange bindings) {
    BoundName name{bindings.begin()->name, {}};
    for (const Binding& binding : bindings) name.bindings.push_back(&binding);
    if (IsOfHandlers(name)) {
      names[name.text] = {name, true, name.bindings[0]->node.index()};
    } else if (const Node branch = BranchAround(name, body); branch && IsCandidate(name)) {
      names[name.text] = {name, false, branch.subtree_end()};
    }
  });
  return names;
}

bool IsUse(const python::Scopes& scopes, const BoundName& name, Node identifier, uint32_t scope) {
  if (!IsVariable(identifier) || identifier.parent().Is(NodeKind::kGlobalStatement)) return false;
  const bool is_binding =
      std::any_of(name.bindings.begin(), name.bindings.end(),
                  [&](const Binding* binding) { return binding->node == identifier; });
  return !is_binding && scopes.LookUp(identifier, name.text) == static_cast<int>(scope);
}

// `try: import apex; except ImportError: import warnings`, and the function uses `warnings`.
void CheckHandlerImports(FileContext& file, const Definition& function) {
  const std::vector<logic::HandlerImport> imports = logic::HandlerImportsOf(file.module());
  if (imports.empty()) return;
  std::vector<absl::string_view> seen;  // The first use says it all.
  ForEachOwnNode(function.body, NodeKind::kIdentifier, [&](Node use) {
    for (const logic::HandlerImport& import : imports) {
      if (import.name != use.text() || !IsVariable(use)) continue;
      if (std::find(seen.begin(), seen.end(), import.name) != seen.end()) continue;
      if (!logic::IsLeftWithout(file.module(), import, use) || IsWaived(use, {"F821"})) continue;
      seen.push_back(import.name);
      const std::string line = std::to_string(import.try_statement.first_line());
      file.Report({.at = use,
                   .params = {{"name", std::string(import.name)},
                              {"when", Sentence(kNothingFails, {{"line", line}})},
                              {"line", line},
                              {"error", "NameError"}},
                   .because = file.IsChanged(use) ? use : import.at,
                   .related = {{kValueHere, RangeOf(file.module(), import.at)}}});
    }
  });
}

void Check(FileContext& file, Node node) {
  const Module& module = file.module();
  const Definition* function = DefinitionOf(module, node);
  if (function == nullptr || node.HasError()) return;
  const Node body = function->body;
  if (!file.is_test()) CheckHandlerImports(file, *function);
  // Tests, benchmarks and scripts are run with the settings that their branches are written for.
  if (!paths::IsProductSource(file.changed().path)) return;
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
             .title = {"Variable that may have no value yet", "变量可能尚未赋值"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{name}` has no value when {when}", "{when}时 `{name}` 没有值"},
             .consequence = {"The line that reads it raises {error}, or in a loop uses the value "
                             "of an earlier iteration",
                             "读取它的那一行会抛出 {error}；在循环中则可能用到上一轮的值"},
             .advice = {"Give `{name}` a value before line {line}, or return or raise there",
                        "在第 {line} 行之前给 `{name}` 赋值，或者在那里返回或抛出异常"},
             .phrases = kPhrases,
             .why = "A variable that only some branches assign is unbound after the others. After "
                    "a handler that logs and continues, the error then surfaces far from its "
                    "cause. A module that only `except ImportError` imports is there only when "
                    "that import fails. Loops count as running at least once; conditions that are "
                    "repeated or checked elsewhere are not reported.",
             .fix = "Assign a default before the branches, or leave the branch that has no value.",
             .bad = R"py(
def load(path, log):
    try:
        state = path.read_bytes()
    except OSError:
        log("cannot read")
    return len(state)
)py",
             .good = R"py(
def load(path, log):
    try:
        state = path.read_bytes()
    except OSError:
        log("cannot read")
        return 0
    return len(state)
)py",
             .references = {"https://pylint.readthedocs.io/en/stable/user_guide/messages/error/"
                            "possibly-used-before-assignment.html"},
             .version = 3},
    .kinds = {NodeKind::kFunctionDefinition},
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
