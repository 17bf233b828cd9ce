// count = 0.0 at the end of a function that took `count`: nobody reads the new value.

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/rules/logic/pure_expressions.h"
#include "analyzers/rules/logic/value_fate.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using logic::Fate;
using logic::Local;
using python::Binding;
using python::ControlFlow;
using python::Definition;
using python::Module;
using python::Scopes;

constexpr Phrase kOfParameter("of-parameter",
                              "The caller keeps its own value: assigning to the parameter `{name}` "
                              "does not reach it",
                              "调用方仍保留自己的值：给参数 `{name}` 赋值不会传回去");
constexpr Phrase kOfItem("of-item",
                         "The collection keeps its items as they were: `{name}` only names one",
                         "集合中的元素保持原样：`{name}` 只是指向其中一个元素的变量");
constexpr Phrase kOfLocal("of-local",
                          "The work is done for nothing; code that was to see the new value has "
                          "the old one, or none",
                          "这次计算白做了；本应看到新值的代码用的是旧值，或者根本没有这样的代码");
constexpr Phrase kPhrases[] = {kOfParameter, kOfItem, kOfLocal};

bool Has(Scopes::BindingRange bindings, Binding::Kind kind) {
  return std::any_of(bindings.begin(), bindings.end(),
                     [kind](const Binding& binding) { return binding.kind == kind; });
}

// Names whose every value is known to end in this function.
bool IsFollowed(Scopes::BindingRange bindings) {
  if (absl::StartsWith(bindings.begin()->name, "_")) return false;
  return std::all_of(bindings.begin(), bindings.end(), [](const Binding& binding) {
    return binding.kind == Binding::Kind::kParameter || binding.kind == Binding::Kind::kAugmented ||
           binding.kind == Binding::Kind::kLoop ||
           (binding.kind == Binding::Kind::kAssignment && !binding.is_in_handler);
  });
}

bool IsPlainConstant(Node value) {
  switch (value.kind()) {
    case NodeKind::kTrue:
    case NodeKind::kFalse:
    case NodeKind::kInteger:
    case NodeKind::kFloat:
      return true;
    case NodeKind::kString:
      return !value.child(NodeKind::kInterpolation);
    default:
      return false;
  }
}

// [None for x in xs]: so that nothing holds what was in it.
bool GivesMemoryBack(Node value) {
  return value.Is(NodeKind::kListComprehension) && value.named_child(0).Is(NodeKind::kNone);
}

// A new value of the name in place of the old one: made of it, or a parameter set back.
bool IsUpdate(const Module& module, const Local& local, const Binding& binding) {
  if (!logic::PlainAssignment(binding)) return false;
  if (IsPlainConstant(binding.value)) {
    return Has(local.bindings, Binding::Kind::kParameter) &&
           !Has(local.bindings, Binding::Kind::kLoop) && !local.reads.empty() &&
           local.reads[0].index() < binding.node.index();
  }
  return Mentions(binding.value, binding.name) && !GivesMemoryBack(binding.value) &&
         logic::IsPure(module, binding.value);
}

bool IsReadInFinally(const Local& local) {
  return std::any_of(local.reads.begin(), local.reads.end(), [](Node read) {
    return static_cast<bool>(Around(read, NodeKind::kFinallyClause));
  });
}

Sentence EffectOn(const Local& local) {
  const Phrase& phrase = Has(local.bindings, Binding::Kind::kLoop)        ? kOfItem
                         : Has(local.bindings, Binding::Kind::kParameter) ? kOfParameter
                                                                          : kOfLocal;
  return Sentence(phrase, {{"name", local.bindings.begin()->name}});
}

void CheckLocal(FileContext& file, const Local& local, int& steps) {
  const Module& module = file.module();
  std::vector<const Binding*> updates;
  for (const Binding& binding : local.bindings) {
    if (IsUpdate(module, local, binding)) updates.push_back(&binding);
  }
  if (updates.empty() || IsReadInFinally(local)) return;
  const ControlFlow& flow = file.flow(updates[0]->node);
  std::vector<Node> stored;
  for (const Binding& binding : local.bindings) {
    const bool is_store =
        binding.kind == Binding::Kind::kAssignment || binding.kind == Binding::Kind::kLoop;
    if (is_store) stored.push_back(binding.node);
  }
  const std::vector<ControlFlow::Point> reads = logic::PointsOf(flow, local.reads);
  const std::vector<ControlFlow::Point> stores = logic::PointsOf(flow, stored);
  for (const Binding* update : updates) {
    const ControlFlow::Point point = flow.PointOf(update->node);
    if (steps < 0 || point == ControlFlow::kNone || !flow.IsReachable(point)) continue;
    const Fate fate = logic::FateOf(flow, point, reads, stores, steps);
    const bool is_lost = !fate.is_read && (fate.is_kept || !fate.killers.empty());
    if (!is_lost || IsWaived(update->node, {"F841", "W0612", "PLW2901", "W2901"})) continue;
    file.Report({.at = update->node.parent(),
                 .params = {{"name", std::string(update->name)},
                            {"statement", OneLine(update->node.parent())},
                            {"effect", EffectOn(local)}}});
  }
}

void Check(FileContext& file, Node node) {
  const Module& module = file.module();
  const Definition* function = DefinitionOf(module, node);
  if (function == nullptr || node.HasError() || !logic::IsPlainPython(module, *function)) return;
  for (absl::string_view name : {"locals", "exec", "eval", "vars"}) {
    for (Node use : module.identifiers().Of({name})) {
      if (function->body.Contains(use)) return;
    }
  }
  int steps = logic::kMaxFateSteps;
  for (const Local& local : logic::LocalsOf(module, function->body, IsFollowed)) {
    CheckLocal(file, local, steps);
  }
}

}  // namespace

extern constinit const Rule kLostUpdate = {
    .info = {.id = "lost-update",
             .title = {"New value of a variable that nothing reads", "变量的新值没有任何代码读取"},
             .message = {"Nothing reads `{name}` after `{statement}`",
                         "`{statement}` 之后没有任何代码读取 `{name}`"},
             .consequence = {"{effect}", "{effect}"},
             .advice = {"Return the new value, store it where it is read, or delete the line",
                        "返回这个新值，把它存到会被读取的地方，或者删除这一行"},
             .phrases = kPhrases,
             .why = "A parameter and the variable of a loop are names of their own: a number that "
                    "is reset or a text that is replaced under such a name changes nothing for "
                    "anybody else. Where the function ends without reading the new value, it is "
                    "gone.",
             .fix = "Return the value and let the caller store it, or assign it to the attribute "
                    "or the element that is read later.",
             .bad = R"py(
def log_throughput(timer, flops, step):
    if step % 10 == 0:
        timer.report(flops)
        flops = 0.0
)py",
             .good = R"py(
def log_throughput(timer, flops, step):
    if step % 10 == 0:
        timer.report(flops)
        flops = 0.0
    return flops
)py",
             .references = {"https://cwe.mitre.org/data/definitions/563.html"}},
    .kinds = {NodeKind::kFunctionDefinition},
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
