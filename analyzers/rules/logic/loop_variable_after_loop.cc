// if xs: for x in xs: ...  and then f(x); or a loop that keeps only what its last turn made.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/branch_gaps.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/logic/first_turn.h"
#include "analyzers/rules/logic/local_names.h"
#include "analyzers/rules/logic/pure_expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using logic::BoundName;
using logic::Place;
using python::Binding;
using python::Definition;
using python::Module;

constexpr Phrase kLoopHere("loop-here", "the loop", "循环在这里");
constexpr Phrase kNoLoop(
    "no-loop",
    "`{name}` is the variable of the loop on line {line}, which does not run "
    "when the condition on line {condition} is false",
    "`{name}` 是第 {line} 行循环的变量，而第 {condition} 行的条件不成立时该循环"
    "不会执行");
constexpr Phrase kUnbound("unbound-then",
                          "This line then raises UnboundLocalError; when the loop did run, it sees "
                          "the last item only",
                          "这一行此时会抛出 UnboundLocalError；即使循环执行过，看到的也只是最后一个"
                          "元素");
constexpr Phrase kDoneOnce(
    "done-once",
    "`{name}` is the variable of the loop on line {line}, which stores "
    "`{target}` for each item; this line, after the loop, stores it again "
    "for the last one only",
    "`{name}` 是第 {line} 行循环的变量，循环为每个元素写入 `{target}`；这一行"
    "在循环之后，只为最后一个元素再次写入");
constexpr Phrase kOthersAreLeft("others-are-left",
                                "All items but the last keep what the loop stored",
                                "除最后一个元素外，其余元素仍是循环写入的值");
constexpr Phrase kOverwritten(
    "overwritten",
    "Each turn of the loop on line {line} overwrites `{name}`, and the "
    "code after the loop reads it",
    "第 {line} 行循环的每一轮都会覆盖 `{name}`，而循环之后的代码会读取它");
constexpr Phrase kOnlyLast("only-last", "Only the last item of `{target}` counts",
                           "`{target}` 中只有最后一个元素起作用");
constexpr Phrase kIntoLoop("into-loop", "Move the line into the loop on line {line}",
                           "把这一行移到第 {line} 行的循环中");
constexpr Phrase kUseItems("use-items",
                           "Use `{name}` in the loop, or collect one for each item; if there is "
                           "only one item, take it without a loop",
                           "在循环中使用 `{name}`，或者为每个元素各保留一份；如果只有一个元素，就不"
                           "要用循环");
constexpr Phrase kPhrases[] = {kLoopHere,    kNoLoop,   kUnbound,  kDoneOnce, kOthersAreLeft,
                               kOverwritten, kOnlyLast, kIntoLoop, kUseItems};

Node LoopOf(const Binding& binding) { return Around(binding.node, NodeKind::kForStatement); }

bool IsAround(const BoundName& name, Node use) {
  return std::any_of(name.bindings.begin(), name.bindings.end(),
                     [&](const Binding* binding) { return LoopOf(*binding).Contains(use); });
}

struct Said {
  Words what, effect, remedy;
};

void Report(FileContext& file, absl::string_view name, Node at, Node loop, Said said) {
  file.Report({.at = at,
               .params = {{"what", std::move(said.what)},
                          {"effect", std::move(said.effect)},
                          {"remedy", std::move(said.remedy)},
                          {"name", std::string(name)}},
               .because = FirstChanged(file, {at, loop}),
               .related = {{kLoopHere, RangeOf(file.module(), loop.child(Field::kRight))}}});
}

// A test before the use that leaves, and asks about what decides whether the loop runs.
bool IsAskedBefore(const Place& place, Node condition) {
  for (Node statement : place.statement.parent().children()) {
    if (statement == place.sibling) break;
    if (statement == place.statement) continue;
    const bool is_behind =
        statement.Is(NodeKind::kIfStatement) && statement.index() > place.statement.index();
    if (is_behind && logic::IsLeaving(LastStatement(statement.child(Field::kConsequence)))) {
      return true;
    }
    const Node asked = statement.Is(NodeKind::kAssertStatement)
                           ? statement.named_child(0)
                           : statement.child(Field::kCondition);
    if (!asked) continue;
    for (Node part : condition.descendants(NodeKind::kIdentifier)) {
      if (part.text() != "self" && MentionsName(asked.text(), part.text())) return true;
    }
  }
  return false;
}

// `if xs: for x in xs: ...`, and x behind the `if`.
bool CheckBranch(FileContext& file, const Definition& function, const BoundName& name, Node use) {
  if (!logic::IsCertainInStatement(use, python::StatementOf(use))) return false;
  const Place place = logic::FindDecider(name, use, function.body);
  if (!place.statement.Is(NodeKind::kIfStatement) || logic::LoopAround(place.statement))
    return false;
  if (place.statement.child(Field::kAlternative)) return false;
  const Node loop = LoopOf(*name.bindings.front()),
             condition = place.statement.child(Field::kCondition);
  const bool is_only =
      std::all_of(name.bindings.begin(), name.bindings.end(),
                  [&](const Binding* binding) { return place.statement.Contains(binding->node); });
  const bool asks =
      condition.Is(NodeKind::kIdentifier) || !condition.descendants(NodeKind::kIdentifier).empty();
  if (!is_only || !asks || IsAskedBefore(place, condition)) return false;
  const std::string line = absl::StrCat(loop.first_line());
  Report(file, name.text, use, loop,
         {Sentence(kNoLoop, {{"name", name.text},
                             {"line", line},
                             {"condition", absl::StrCat(condition.first_line())}}),
          kUnbound, Sentence(kIntoLoop, {{"line", line}})});
  return true;
}

// for k in keys: a[k] = f(k)   a[k] = g(a[k])
bool CheckRepeatedStore(FileContext& file, const BoundName& name, Node use) {
  Node target = use;
  while (target && target.field() != Field::kLeft && !target.Is(NodeKind::kBlock)) {
    target = target.parent();
  }
  if (!target.Is(NodeKind::kSubscript) || !target.parent().Is(NodeKind::kAssignment)) return false;
  for (const Binding* binding : name.bindings) {
    const Node loop = LoopOf(*binding);
    if (loop.index() > use.index()) break;
    if (FindOwnNode(loop, NodeKind::kBreakStatement, [](Node) { return true; })) continue;
    const Node stored =
        FindOwnNode(loop.child(Field::kBody), NodeKind::kAssignment,
                    [&](Node node) { return logic::IsSameCode(node.child(Field::kLeft), target); });
    if (!stored) continue;
    const std::string line = absl::StrCat(loop.first_line());
    Report(file, name.text, target, loop,
           {Sentence(kDoneOnce, {{"name", name.text}, {"line", line}, {"target", OneLine(target)}}),
            kOthersAreLeft, Sentence(kIntoLoop, {{"line", line}})});
    return true;
  }
  return false;
}

void CheckVariables(FileContext& file, const Definition& function) {
  const Module& module = file.module();
  const uint32_t scope = module.scopes().ScopeOf(function.body);
  logic::ForEachName(module.scopes(), scope, [&](python::Scopes::BindingRange bindings) {
    BoundName name{bindings.begin()->name, {}};
    for (const Binding& binding : bindings) {
      if (binding.kind != Binding::Kind::kLoop || !LoopOf(binding)) return;
      name.bindings.push_back(&binding);
    }
    const Node use = FindOwnNode(function.body, NodeKind::kIdentifier, [&](Node node) {
      return node.text() == name.text && node.index() > name.bindings[0]->node.index() &&
             IsVariable(node) && !IsRebound(node) && !IsAround(name, node) &&
             module.scopes().LookUp(node, name.text) == static_cast<int>(scope);
    });
    if (!use || logic::IsExpectedToRaise(use) ||
        IsWaived(use, {"W0631", "undefined-loop-variable"})) {
      return;
    }
    if (!CheckBranch(file, function, name, use)) CheckRepeatedStore(file, name, use);
  });
}

// `question = {...}` in the body of a loop: the name, when each turn only makes such values of its
// item. Null: it does something else.
Node OverwrittenBy(const Module& module, Node loop) {
  std::vector<absl::string_view> made;
  Node found;
  for (Node statement : loop.child(Field::kBody).named_children()) {
    if (statement.Is(NodeKind::kComment)) continue;
    const Node assignment = statement.named_child(0);
    const Node target = assignment.child(Field::kLeft), value = assignment.child(Field::kRight);
    if (!statement.Is(NodeKind::kExpressionStatement) || !assignment.Is(NodeKind::kAssignment) ||
        !target.Is(NodeKind::kIdentifier) || !logic::IsPure(module, value)) {
      return Node();
    }
    // Nothing goes from turn to turn.
    for (Node name : loop.child(Field::kBody).descendants(NodeKind::kIdentifier)) {
      if (name.text() != target.text() || !IsVariable(name) || name == target) continue;
      if (name.index() < statement.subtree_end()) return Node();
    }
    // `last = item` takes the last one on purpose.
    const bool is_made = !logic::IsDottedName(value) && !value.Is(NodeKind::kSubscript);
    bool takes_item = false;
    for (Node item : value.descendants(NodeKind::kIdentifier)) {
      takes_item = takes_item || Mentions(loop.child(Field::kLeft), item.text()) ||
                   std::find(made.begin(), made.end(), item.text()) != made.end();
    }
    if (takes_item) made.push_back(target.text());
    if (takes_item && is_made && !found) found = target;
  }
  return found;
}

void CheckLoop(FileContext& file, const Definition& function, Node loop) {
  const Module& module = file.module();
  const Node items = loop.child(Field::kRight);
  if (loop.child(Field::kAlternative) || !logic::IsPure(module, items)) return;
  if (items.Is(NodeKind::kCall) &&
      (CalleeName(items) == "sorted" || CalleeName(items) == "range")) {
    return;
  }
  const Node target = OverwrittenBy(module, loop);
  if (!target) return;
  const Node next = FindOwnNode(function.body, NodeKind::kIdentifier, [&](Node node) {
    return node.index() >= loop.subtree_end() && node.text() == target.text() && IsVariable(node);
  });
  if (!next || IsRebound(next) || logic::LoopAround(next) != logic::LoopAround(loop)) return;
  Report(
      file, target.text(), target, loop,
      {Sentence(kOverwritten, {{"line", absl::StrCat(loop.first_line())}, {"name", target.text()}}),
       Sentence(kOnlyLast, {{"target", OneLine(items)}}),
       Sentence(kUseItems, {{"name", target.text()}})});
}

void Check(FileContext& file, Node node) {
  const Definition* function = DefinitionOf(file.module(), node);
  if (function == nullptr || node.HasError()) return;
  if (function->body.descendants(NodeKind::kForStatement).empty()) return;
  CheckVariables(file, *function);
  ForEachOwnNode(function->body, NodeKind::kForStatement,
                 [&](Node loop) { CheckLoop(file, *function, loop); });
}

}  // namespace

extern constinit const Rule kLoopVariableAfterLoop = {
    .info = {.id = "loop-variable-after-loop",
             .title = {"Only the last item of a loop is used after it",
                       "循环之后只用到最后一个元素"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"{what}", "{what}"},
             .consequence = {"{effect}", "{effect}"},
             .advice = {"{remedy}", "{remedy}"},
             .phrases = kPhrases,
             .why = "A loop variable keeps its last value after the loop, and has none when the "
                    "loop never ran. Code behind the loop that still uses it was usually meant to "
                    "stand in the loop.",
             .fix = "Move the code into the loop, or collect the values.",
             .bad = R"py(
def rescale(states, names, scale):
    for name in names:
        states[name] = scale(states[name])
    states[name] = states[name].flatten()
    return states
)py",
             .good = R"py(
def rescale(states, names, scale):
    for name in names:
        states[name] = scale(states[name])
        states[name] = states[name].flatten()
    return states
)py",
             .references = {"https://pylint.readthedocs.io/en/stable/user_guide/messages/warning/"
                            "undefined-loop-variable.html"}},
    .kinds = {NodeKind::kFunctionDefinition},
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
