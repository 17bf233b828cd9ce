// rank = None before anybody reads the parameter `rank`: what was handed over or computed is lost.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/python/traits.h"
#include "analyzers/rules/logic/local_names.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

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

// `name = value` as a statement of its own. Null: the binding is something else.
Node PlainAssignment(const Binding& binding) {
  if (binding.kind != Binding::Kind::kAssignment || !binding.value) return Node();
  const Node assignment = binding.node.parent();
  const bool is_plain = assignment.Is(NodeKind::kAssignment) &&
                        assignment.parent().Is(NodeKind::kExpressionStatement) &&
                        assignment.child(Field::kRight) == binding.value;
  return is_plain ? assignment : Node();
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

// A local name of the function that some constant is assigned to, and its uses there.
struct Local {
  Scopes::BindingRange bindings;
  std::vector<Node> reads = {};  // In source order, the name's own bindings left out.
  bool is_shared = false;        // Inner functions use it, too.
};

bool IsBinding(Scopes::BindingRange bindings, Node identifier) {
  const Binding* found = std::lower_bound(
      bindings.begin(), bindings.end(), identifier.index(),
      [](const Binding& binding, uint32_t index) { return binding.node.index() < index; });
  return found != bindings.end() && found->node == identifier &&
         found->kind != Binding::Kind::kAugmented;
}

std::vector<Local> LocalsOf(const Module& module, Node body) {
  std::vector<Local> locals;
  logic::ForEachName(
      module.scopes(), module.scopes().ScopeOf(body), [&](Scopes::BindingRange bindings) {
        if (bindings.size() < 2 || absl::StartsWith(bindings.begin()->name, "_")) return;
        if (std::any_of(bindings.begin(), bindings.end(), [](const Binding& binding) {
              return PlainAssignment(binding) && IsConstant(binding.value);
            })) {
          locals.push_back({bindings});
        }
      });
  if (locals.empty()) return locals;
  const python::Identifiers& identifiers = module.identifiers();
  absl::flat_hash_map<uint32_t, Local*> by_number;
  for (Local& local : locals) {
    by_number[identifiers.NumberOf(local.bindings.begin()->name)] = &local;
  }
  NestedCode nested(body,
                    {NodeKind::kFunctionDefinition, NodeKind::kClassDefinition, NodeKind::kLambda});
  identifiers.ForEachIn(body, [&](Node node, uint32_t number) {
    const auto found = by_number.find(number);
    if (found == by_number.end() || !IsVariable(node)) return;
    Local& local = *found->second;
    local.is_shared |= nested.Holds(node) || node.parent().Is(NodeKind::kNonlocalStatement) ||
                       node.parent().Is(NodeKind::kGlobalStatement);
    if (!IsBinding(local.bindings, node)) local.reads.push_back(node);
  });
  std::erase_if(locals, [](const Local& local) { return local.is_shared; });
  return locals;
}

void Report(FileContext& file, const Binding& killer, Words lost, Words effect, Related related) {
  if (IsWaived(killer.node, {"W0642", "F841"})) return;
  file.Report({.at = killer.node.parent(),
               .params = {{"name", std::string(killer.name)},
                          {"value", OneLine(killer.value)},
                          {"lost", std::move(lost)},
                          {"effect", std::move(effect)}},
               .related = {std::move(related)}});
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

constexpr int kMaxSteps = 100'000;  // Over the graph, for all values of one function.

// What becomes of a value on the paths behind its assignment.
struct Fate {
  bool is_read = false, is_kept = false;  // Kept: the function ends with it.
  std::vector<ControlFlow::Point> killers;
};

Fate FateOf(const ControlFlow& flow, ControlFlow::Point from,
            const std::vector<ControlFlow::Point>& reads,
            const std::vector<ControlFlow::Point>& stores, int& steps) {
  Fate fate;
  std::vector<bool> is_seen(static_cast<size_t>(flow.size()), false);
  std::vector<ControlFlow::Point> open = {from};
  while (!open.empty() && !fate.is_read) {
    if (--steps < 0) fate.is_read = true;  // Nobody knows.
    const ControlFlow::Point point = open.back();
    open.pop_back();
    for (const ControlFlow::Edge& edge : flow.From(point)) {
      if (is_seen[static_cast<size_t>(edge.to)]) continue;
      is_seen[static_cast<size_t>(edge.to)] = true;
      if (edge.to == ControlFlow::kRaised) continue;
      fate.is_kept |= edge.to == ControlFlow::kExit;
      fate.is_read |= std::binary_search(reads.begin(), reads.end(), edge.to);
      if (std::binary_search(stores.begin(), stores.end(), edge.to)) {
        fate.killers.push_back(edge.to);
      } else {
        open.push_back(edge.to);
      }
    }
  }
  return fate;
}

std::vector<ControlFlow::Point> PointsOf(const ControlFlow& flow, const std::vector<Node>& nodes) {
  std::vector<ControlFlow::Point> points;
  for (Node node : nodes) points.push_back(flow.PointOf(node));
  std::sort(points.begin(), points.end());
  return points;
}

// A computed value that one constant replaces on every path before anybody reads it.
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
      if (!PlainAssignment(killer) || !IsConstant(killer.value)) break;
      Report(file, killer,
             Sentence(kComputed,
                      {{"name", killer.name}, {"line", absl::StrCat(computed.node.first_line())}}),
             Sentence(kLost, {{"value", OneLine(killer.value)}}),
             {kSetHere, RangeOf(file.module(), computed.node)});
      return;
    }
  }
}

// Decorators that nobody knows may give assignments a meaning of their own, as languages for
// kernels do.
bool IsPlainPython(const Module& module, const Definition& function) {
  for (const Definition* around = &function; around != nullptr;
       around = around->parent < 0 ? nullptr : &module.definitions()[around->parent]) {
    for (Node decorator : around->decorators) {
      const std::string name = module.Resolve(
          decorator.Is(NodeKind::kCall) ? decorator.child(Field::kFunction) : decorator);
      if (!absl::StartsWith(name, "builtins.") && !absl::StartsWith(name, "torch.") &&
          !absl::StartsWith(name, "contextlib.") && !absl::StartsWith(name, "functools.") &&
          !absl::StartsWith(name, "abc.") && !absl::StartsWith(name, "typing.")) {
        return false;
      }
    }
  }
  return true;
}

void Check(FileContext& file, Node node) {
  const Module& module = file.module();
  const Definition* function = DefinitionOf(module, node);
  if (function == nullptr || !IsPlainPython(module, *function)) return;
  int steps = kMaxSteps;
  for (const Local& local : LocalsOf(module, function->body)) {
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
             .advice = {"Delete the assignment, or give the constant a name of its own",
                        "删除这行赋值，或为该常量另起一个名字"},
             .phrases = kPhrases,
             .why = "A constant that stands between where a value is made and where it is read "
                    "takes the value's place on every call. What callers ask for, or what the "
                    "lines above computed, has no effect.",
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
