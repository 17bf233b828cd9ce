// rank = None before anybody reads the parameter `rank`: what was handed over or computed is lost.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/python/traits.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/logic/value_fate.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace {

using logic::Fate;
using logic::FateOf;
using logic::IsPlainPython;
using logic::Local;
using logic::LocalsOf;
using logic::PlainAssignment;
using logic::PointsOf;
using python::Binding;
using python::ControlFlow;
using python::Definition;
using python::Module;
using python::Scopes;

constexpr Phrase kParameter("parameter", "the argument `{name}`", "参数 `{name}` 传入的值");
constexpr Phrase kComputed("computed", "the value that line {line} gives `{name}`",
                           "第 {line} 行赋给 `{name}` 的值");
constexpr Phrase kDecidedBy("decided-by",
                            "The test of `{name}` on line {line} always has the same result",
                            "第 {line} 行对 `{name}` 的判断结果永远不变");
constexpr Phrase kLost("lost", "The work is done for nothing, and code below sees `{value}`",
                       "前面的计算白做了，后面的代码看到的是 `{value}`");
constexpr Phrase kSetHere("set-here", "it gets its value here", "在这里得到值");
constexpr Phrase kTestedHere("tested-here", "tested here", "在这里被判断");
constexpr Phrase kPhrases[] = {kParameter, kComputed, kDecidedBy, kLost, kSetHere, kTestedHere};

// The same whenever it is evaluated: None, a literal, an empty container.
bool IsConstant(Node value) {
  switch (value.kind()) {
    case NodeKind::kNone:
    case NodeKind::kTrue:
    case NodeKind::kFalse:
    case NodeKind::kInteger:
    case NodeKind::kFloat:
      return true;
    case NodeKind::kString:
      return !value.child(NodeKind::kInterpolation);
    case NodeKind::kUnaryOperator:
      return IsConstant(value.child(Field::kArgument));
    case NodeKind::kList:
    case NodeKind::kDictionary:
    case NodeKind::kTuple:
      return value.named_child_count() == 0;
    default:
      return false;
  }
}

// Somebody wanted the value: it takes work to make it.
bool TakesWork(Node value) {
  switch (value.kind()) {
    case NodeKind::kParenthesizedExpression:
      return TakesWork(python::WithoutParentheses(value));
    case NodeKind::kCall: {
      const python::Arguments arguments = python::ArgumentsOf(value);
      return !arguments.positional.empty() || !arguments.keywords.empty() ||
             value.child(Field::kFunction).Is(NodeKind::kAttribute);
    }
    case NodeKind::kSubscript:
    case NodeKind::kBinaryOperator:
    case NodeKind::kListComprehension:
    case NodeKind::kDictionaryComprehension:
      return true;
    default:
      return false;
  }
}

// The use decides something by the variable itself.
bool IsTested(Node use) {
  const Node parent = use.parent();
  switch (parent.kind()) {
    case NodeKind::kComparisonOperator:
    case NodeKind::kNotOperator:
    case NodeKind::kBooleanOperator:
      return true;
    case NodeKind::kIfStatement:
    case NodeKind::kElifClause:
    case NodeKind::kWhileStatement:
      return use.field() == Field::kCondition;
    case NodeKind::kConditionalExpression:
      return parent.named_child(1) == use;
    default:
      return false;
  }
}

Node BlockOf(const Binding& binding) {
  const Node assignment = PlainAssignment(binding);
  return assignment ? assignment.parent().parent() : Node();
}

// A constant is assigned to the name, which has another value besides, or two values stand in one
// block.
bool MayBeOverwritten(Scopes::BindingRange bindings) {
  if (bindings.size() < 2 || absl::StartsWith(bindings.begin()->name, "_")) return false;
  Node last;
  for (const Binding& binding : bindings) {
    const Node block = BlockOf(binding);
    if (block && (IsConstant(binding.value) || block == last)) return true;
    if (block) last = block;
  }
  return false;
}

// Two different values side by side; the same code twice may be a warm-up or skip a line.
bool AreSideBySide(const Binding& first, const Binding& second) {
  return BlockOf(first) == BlockOf(second) && !logic::IsSameCode(first.value, second.value);
}

void Report(FileContext& file, const Binding& killer, Words lost, Words effect, Related related) {
  if (IsWaived(killer.node, {"W0642", "F841"})) return;
  file.Report({.at = killer.node.parent(),
               .params = {{"name", std::string(killer.name)},
                          {"value", OneLine(killer.value)},
                          {"lost", std::move(lost)},
                          {"effect", std::move(effect)}},
               .related = {std::move(related)},
               .severity = IsConstant(killer.value) ? std::nullopt : std::optional(Severity::kP2)});
}

// The statement comes before all others of the body, but for the docstring.
bool IsFirst(Node statement) {
  for (Node other : statement.parent().named_children()) {
    if (other == statement) return true;
    if (!other.named_child(0).Is(NodeKind::kString)) return false;
  }
  return false;
}

// The first statement that mentions the parameter sets it to a constant, and a test below is
// decided by that. Further down, only right before the test: elsewhere an author may say so that
// the parameter is not supported.
void CheckParameter(FileContext& file, const Definition& function, const Local& local) {
  const Binding& killer = local.bindings.begin()[1];
  const Node assignment = PlainAssignment(killer);
  if (!assignment || !IsConstant(killer.value)) return;
  if (assignment.parent().parent() != function.body) return;
  // The author explains it.
  if (python::CommentEnding(file.module().tree(), assignment.last_line())) return;
  if (local.reads.empty() || local.reads[0].index() < assignment.index()) return;
  const ControlFlow& flow = file.flow(assignment);
  for (Node use : local.reads) {
    if (!IsTested(use)) continue;
    const Node statement = assignment.parent();
    if (!IsFirst(statement) && !NextStatement(statement).Contains(use)) return;
    const std::vector<const Binding*> reaching = flow.DefinitionsReaching(use);
    if (reaching.size() != 1 || reaching[0]->node != killer.node) continue;
    Report(file, killer, Sentence(kParameter, {{"name", killer.name}}),
           Sentence(kDecidedBy, {{"name", killer.name}, {"line", absl::StrCat(use.first_line())}}),
           {kTestedHere, RangeOf(file.module(), use)});
    return;
  }
}

// A computed value that one constant, or the next value in its block, replaces on every path
// before anybody reads it.
void CheckLocal(FileContext& file, const Local& local, int& steps) {
  const Scopes::BindingRange bindings = local.bindings;
  std::vector<Node> stored;
  for (const Binding& binding : bindings) {
    if (binding.kind != Binding::Kind::kAssignment) return;
    stored.push_back(binding.node);
  }
  const ControlFlow& flow = file.flow(stored[0]);
  const std::vector<ControlFlow::Point> reads = PointsOf(flow, local.reads);
  const std::vector<ControlFlow::Point> stores = PointsOf(flow, stored);
  for (const Binding& computed : bindings) {
    if (!PlainAssignment(computed) || !TakesWork(computed.value)) continue;
    const Fate fate = FateOf(flow, flow.PointOf(computed.node), reads, stores, steps);
    if (fate.is_read || fate.is_kept || fate.killers.size() != 1) continue;
    for (const Binding& killer : bindings) {
      if (flow.PointOf(killer.node) != fate.killers[0] || killer.node == computed.node) continue;
      if (!PlainAssignment(killer)) break;
      if (!IsConstant(killer.value) && !AreSideBySide(computed, killer)) break;
      Report(file, killer,
             Sentence(kComputed,
                      {{"name", killer.name}, {"line", absl::StrCat(computed.node.first_line())}}),
             Sentence(kLost, {{"value", OneLine(killer.value)}}),
             {kSetHere, RangeOf(file.module(), computed.node)});
      return;
    }
  }
}

void Check(FileContext& file, Node node) {
  const Module& module = file.module();
  const Definition* function = DefinitionOf(module, node);
  if (function == nullptr || !IsPlainPython(module, *function)) return;
  int steps = logic::kMaxFateSteps;
  for (const Local& local : LocalsOf(module, function->body, MayBeOverwritten)) {
    if (local.bindings.begin()->kind != Binding::Kind::kParameter) {
      CheckLocal(file, local, steps);
    } else if (function->simple_name != "backward") {
      CheckParameter(file, *function, local);
    }
  }
}

}  // namespace

extern constinit const Rule kValueOverwrittenBeforeUse = {
    .info = {.id = "value-overwritten-before-use",
             .title = {"Value overwritten before anything reads it", "值在被读取之前就被覆盖"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{name} = {value}` replaces {lost} before anything reads it",
                         "`{name} = {value}` 在任何代码读取之前就覆盖了{lost}"},
             .consequence = {"{effect}", "{effect}"},
             .advice = {"Delete the assignment that is not meant, or give the two values names of "
                        "their own",
                        "删除并非本意的那个赋值，或为两个值分别命名"},
             .phrases = kPhrases,
             .why = "A constant or another result between where a value is made and where it is "
                    "read takes the value's place on every call. What callers ask for, or what "
                    "the lines above computed, has no effect.",
             .fix = "Delete the assignment, or move it to where a default is needed.",
             .bad = R"py(
def reduce_bucket(bucket, comm, rank=None):
    rank = None
    if rank is None:
        comm.all_reduce(bucket)
    else:
        comm.reduce(bucket, rank)
)py",
             .good = R"py(
def reduce_bucket(bucket, comm, rank=None):
    if rank is None:
        comm.all_reduce(bucket)
    else:
        comm.reduce(bucket, rank)
)py",
             .references = {"https://cwe.mitre.org/data/definitions/563.html"}},
    .kinds = {NodeKind::kFunctionDefinition},
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
