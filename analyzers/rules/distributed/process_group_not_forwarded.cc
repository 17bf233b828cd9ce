// The callee falls back to the global group although the caller holds one.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/distributed/held_groups.h"
#include "analyzers/rules/distributed/phrases.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;
using repository::Found;
using repository::ParameterFacts;
using repository::Project;

constexpr Phrase kFromGlobalState(
    "from-global-state", "`{name}` takes the group from global state without `{parameter}`",
    "没有 `{parameter}` 时 `{name}` 从全局状态获取组");
constexpr Phrase kPhrases[] = {kFromGlobalState};

bool MayHoldGroup(absl::string_view name) { return IsGroupName(name) || IsCollectionName(name); }

// What the call runs: a function, a method of this class or its bases, a constructor. The name is
// that of the class for a constructor. Not certain: nothing.
struct Callee {
  std::string name;
  Found function;
  bool is_bound = false;  // The first parameter is not among the arguments.
};
Callee CalleeOf(FileContext& file, Node call) {
  const Module& module = file.module();
  const Node function = call.child(Field::kFunction);
  std::string name = module.Resolve(function);
  const bool is_own =
      function.Is(NodeKind::kAttribute) && function.child(Field::kObject).text() == "self";
  Project& project = file.project();
  if (name.empty() && is_own) {
    const Definition* a_class = module.EnclosingClass(call);
    if (a_class == nullptr) return {};
    const Found method =
        project.FindMethod(file.AbsoluteName(*a_class), function.child(Field::kAttribute).text());
    return method ? Callee{method.name, method, true} : Callee{};
  }
  if (name.empty() || absl::StartsWith(name, "torch.") || absl::StartsWith(name, "builtins.")) {
    return {};
  }
  Found found = project.FindDefinition(name);
  if (!found) return {};
  if (found.definition->kind == Definition::Kind::kClass) {
    const Found init = project.FindMethod(found.name, "__init__");
    return init ? Callee{std::move(found.name), init, true} : Callee{};
  }
  return {found.name, std::move(found), is_own};
}

bool MayTakeGroup(const Callee& callee) {
  const std::vector<ParameterFacts>& parameters = callee.function.definition->parameters;
  return std::any_of(parameters.begin(), parameters.end(),
                     [](const ParameterFacts& each) { return MayHoldGroup(each.name); });
}

// The argument that the call leaves out; null: all are given, or stars hide it.
bool IsLeftOut(const Callee& callee, const ParameterFacts& parameter, int position,
               const python::Arguments& arguments, Node call) {
  if (!parameter.has_default || python::KeywordArgument(call, parameter.name)) return false;
  const bool is_positional = parameter.kind == python::Parameter::Kind::kPositional;
  const int given = static_cast<int>(arguments.positional.size());
  return !is_positional || position - (callee.is_bound ? 1 : 0) >= given;
}

// The function also hands this very group to a collective: both belong together.
bool IsUsedByCollective(const Module& module, const Definition& function, absl::string_view group) {
  return AnyOwnNode(function.body, NodeKind::kCall, [&](Node node) {
    const Collective* op = FindCollective(module, node);
    if (op == nullptr || !op->Has("group")) return false;
    return python::Argument(node, op->PositionOf("group"), "group").text() == group;
  });
}

// Calls of one function that leave the same group out: one finding.
struct Gap {
  Callee callee;
  std::string parameter, held;
  std::vector<Node> calls;
};

// What the call leaves out although the function holds it. `parameter` empty: nothing.
Gap GapOf(FileContext& file, const HeldGroups& held, Node call) {
  const Callee callee = CalleeOf(file, call);
  if (!callee.function || !MayTakeGroup(callee)) return {};
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.has_star || arguments.has_double_star) return {};
  int position = -1;
  for (const ParameterFacts& parameter : callee.function.definition->parameters) {
    ++position;
    if (!MayHoldGroup(parameter.name) || !IsLeftOut(callee, parameter, position, arguments, call)) {
      continue;
    }
    const std::string text = held.FindForParameter(parameter.name, call);
    if (text.empty() ||
        !file.project().FallsBackToGlobalGroup(callee.function.name, parameter.name)) {
      continue;
    }
    return IsFallback(file, call) ? Gap() : Gap{callee, parameter.name, text, {call}};
  }
  return {};
}

Edit Forwarded(const Module& module, const Gap& gap, Node call) {
  const ArgumentSlot slot = EndOfArguments(call);
  return {.path = module.path(),
          .first_byte = slot.byte,
          .end_byte = slot.byte,
          .replacement = absl::StrCat(slot.separator, gap.parameter, "=", gap.held)};
}

void Report(FileContext& file, const Definition& function, const Gap& gap) {
  const Module& module = file.module();
  const absl::string_view simple = CalleeName(gap.calls[0]);
  Observation observation{
      .at = gap.calls[0],
      .params = {{"callee", std::string(simple)}, {"parameter", gap.parameter}, {"held", gap.held}},
      .related = {{Sentence(kFromGlobalState, {{"name", simple}, {"parameter", gap.parameter}}),
                   RangeOf(gap.callee.function.path, gap.callee.function.definition->place)}},
      .identity = absl::StrCat(function.name, ":", gap.callee.name, ":", gap.parameter)};
  for (Node call : gap.calls) {
    observation.edits.push_back(Forwarded(module, gap, call));
    if (call != gap.calls[0])
      observation.related.push_back({phrases::kHereToo, RangeOf(module, call)});
  }
  if (IsUsedByCollective(module, function, gap.held)) {
    observation.severity = Severity::kP1;
    observation.impact = Impact::kHigh;
  }
  file.Report(std::move(observation));
}

void Check(FileContext& file, Node node) {
  const Module& module = file.module();
  if (absl::StartsWith(module.path(), "examples/")) return;
  const Definition* function = DefinitionOf(module, node);
  if (function == nullptr) return;
  const HeldGroups held(file, *function);
  if (held.empty()) return;
  std::vector<Gap> gaps;
  ForEachOwnNode(function->body, NodeKind::kCall, [&](Node call) {
    if (!file.IsChanged(call)) return;
    Gap gap = GapOf(file, held, call);
    if (gap.parameter.empty()) return;
    const auto known = std::find_if(gaps.begin(), gaps.end(), [&](const Gap& other) {
      return other.callee.name == gap.callee.name && other.parameter == gap.parameter;
    });
    if (known == gaps.end()) {
      gaps.push_back(std::move(gap));
    } else {
      known->calls.push_back(call);
    }
  });
  for (const Gap& gap : gaps) Report(file, *function, gap);
}

}  // namespace

extern constinit const Rule kProcessGroupNotForwarded = {
    .info =
        {.id = "process-group-not-forwarded",
         .title = {"Callee falls back to a global group although the caller holds one",
                   "调用方持有进程组，被调用方却退回到全局组"},
         .message = {"`{callee}` gets no `{parameter}` and falls back to the global group, "
                     "although `{held}` is available",
                     "`{callee}` 没有收到 `{parameter}`，会退回到全局组，而手头就有 `{held}`"},
         .consequence =
             {"If the groups are not the global ones, as in multi-module models, the callee "
              "communicates with the wrong ranks or fails",
              "当使用的组不是全局组时（例如多模块模型），被调用方会与错误的 rank 通信或直接失败"},
         .advice = {"Pass `{parameter}={held}`", "传入 `{parameter}={held}`"},
         .phrases = kPhrases,
         .why = "An optional group that defaults to global state keeps old callers working. A "
                "caller that receives a group and does not pass it on mixes both, and they agree "
                "only in the default configuration.",
         .fix = "Pass the group on.",
         .bad = R"py(
from megatron.core import parallel_state

def pack_sizes(batch, tp_group=None):
    if tp_group is None:
        tp_group = parallel_state.get_tensor_model_parallel_group()
    return batch, tp_group.size()

def ship(batch, tp_group):
    return pack_sizes(batch)
)py",
         .good = R"py(
from megatron.core import parallel_state

def pack_sizes(batch, tp_group=None):
    if tp_group is None:
        tp_group = parallel_state.get_tensor_model_parallel_group()
    return batch, tp_group.size()

def ship(batch, tp_group):
    return pack_sizes(batch, tp_group=tp_group)
)py"},
    .kinds = {NodeKind::kFunctionDefinition},
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kNewOccurrences};

}  // namespace allreview::rules
