// The operand of a collective may still be the number that it started as.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Binding;
using python::ControlFlow;
using python::Module;
using Point = ControlFlow::Point;

constexpr Phrase kNumberFromHere("number-from-here", "`{name}` is a number from here on",
                                 "从这里起 `{name}` 是 Python 数值");
constexpr Phrase kSetToNumber("set-to-number", "`{name}` is {value}", "`{name}` 为 {value}");
constexpr Phrase kMayStay("may-stay", "on some path to here nothing replaces it",
                          "有一条路径到达这里时它没有被替换");
constexpr Phrase kPhrases[] = {kNumberFromHere, kSetToNumber, kMayStay};

bool IsNumber(Node value) {
  value = python::WithoutParentheses(value);
  if (value.Is(NodeKind::kUnaryOperator)) value = value.child(Field::kArgument);
  return value.Is(NodeKind::kInteger) || value.Is(NodeKind::kFloat);
}

// Some decision that leads here looks at the variable's type: `if torch.is_tensor(x)`.
bool IsTypeChecked(const std::vector<ControlFlow::Decision>& decisions, absl::string_view name) {
  for (const ControlFlow::Decision& decision : decisions) {
    if (MentionsName(decision.condition.text(), name)) return true;
  }
  return false;
}

// A loop that certainly has an iteration: over a list that is not empty, or range(8).
bool CertainlyRuns(Node loop) {
  const Node items = python::WithoutParentheses(loop.child(Field::kRight));
  if (items.Is(NodeKind::kList) || items.Is(NodeKind::kTuple)) {
    return items.named_child_count() > 0;
  }
  const Node stop = items.child(Field::kArguments).named_child(0);
  return CalleeName(items) == "range" && stop.Is(NodeKind::kInteger) && stop.text() != "0" &&
         items.child(Field::kArguments).named_child_count() == 1;
}

// The other value comes in a loop that certainly runs, whatever else happens in it.
bool CertainlyReplaces(Node binding) {
  for (Node node = python::StatementOf(binding); node; node = node.parent()) {
    const Node around = node.parent();
    if (around.Is(NodeKind::kForStatement)) return CertainlyRuns(around);
    if (!around.Is(NodeKind::kBlock) && !around.Is(NodeKind::kWithStatement)) return false;
  }
  return false;
}

bool SharesNames(Node condition, Node other) {
  if (condition.Is(NodeKind::kIdentifier)) return MentionsName(other.text(), condition.text());
  for (Node name : condition.descendants()) {
    if (name.Is(NodeKind::kIdentifier) && name.text() != "self" &&
        MentionsName(other.text(), name.text())) {
      return true;
    }
  }
  return false;
}

using Decisions = std::vector<ControlFlow::Decision>;

Decisions Without(const Decisions& decisions, const Decisions& known) {
  Decisions rest;
  for (const ControlFlow::Decision& decision : decisions) {
    if (std::find(known.begin(), known.end(), decision) == known.end()) rest.push_back(decision);
  }
  return rest;
}

// A condition about the same names decides over the other value and over the collective: both may
// always come together. A branch that holds both says nothing, as the number gets through it.
bool GoTogether(const ControlFlow& flow, Point literal, Point other, Point collective) {
  const Decisions given = flow.DecisionsOver(literal);
  const Decisions of_other = Without(flow.DecisionsOver(other), given);
  const Decisions of_collective = Without(flow.DecisionsOver(collective), given);
  for (const ControlFlow::Decision& decision : Without(of_other, of_collective)) {
    for (const ControlFlow::Decision& needed : Without(of_collective, of_other)) {
      if (SharesNames(decision.condition, needed.condition)) return true;
    }
  }
  return false;
}

// Some binding of the name is a number: worth a look at the paths.
bool IsEverNumber(const Module& module, Node name) {
  const python::Scopes::Meaning meaning = module.scopes().MeaningOf(name, name.text());
  if (meaning.scope <= 0) return false;
  for (const Binding& binding : meaning.bindings) {
    if (binding.value && IsNumber(binding.value)) return true;
  }
  return false;
}

// The number that the operand may still be. Null: certainly none.
const Binding* NumberReaching(const ControlFlow& flow, Node operand) {
  const std::vector<const Binding*> bindings = flow.DefinitionsReaching(operand);
  const Point collective = flow.PointOf(operand);
  const Binding* number = nullptr;
  for (const Binding* binding : bindings) {
    if (binding->kind == Binding::Kind::kAssignment && binding->value && IsNumber(binding->value)) {
      number = binding;
    }
  }
  if (number == nullptr) return nullptr;
  if (IsTypeChecked(flow.DecisionsOver(collective), operand.text())) return nullptr;
  for (const Binding* binding : bindings) {
    if (binding == number) continue;
    const Point point = flow.PointOf(binding->node);
    if (CertainlyReplaces(binding->node) ||
        GoTogether(flow, flow.PointOf(number->node), point, collective)) {
      return nullptr;
    }
  }
  return number;
}

void Check(FileContext& file, Node call) {
  const Module& module = file.module();
  const Collective* op = FindCollective(module, call);
  if (op == nullptr ||
      (op->kind != Collective::Kind::kTensor && op->kind != Collective::Kind::kPointToPoint)) {
    return;
  }
  if (op->name == "P2POp" || module.EnclosingFunction(call) == nullptr) return;
  for (int position : {op->output, op->input}) {
    const Node operand = python::WithoutParentheses(op->ArgumentOf(call, position));
    if (!operand.Is(NodeKind::kIdentifier) || !IsEverNumber(module, operand)) continue;
    const Binding* number = NumberReaching(file.flow(call), operand);
    if (number == nullptr) continue;
    file.Report(
        {.at = operand,
         .params = {{"name", std::string(operand.text())},
                    {"value", std::string(number->value.text())},
                    {"line", absl::StrCat(number->node.first_line())},
                    {"op", std::string(op->name)}},
         .related = {{Sentence(kNumberFromHere, {{"name", operand.text()}}),
                      RangeOf(module, number->node)}},
         .evidence = {DataFlowEvidence{
             {{Sentence(kSetToNumber, {{"name", operand.text()}, {"value", number->value.text()}}),
               RangeOf(module, number->node)},
              {kMayStay, RangeOf(module, operand)}}}}});
    return;
  }
}

}  // namespace

extern constinit const Rule kCollectiveOnPythonScalar = {
    .info =
        {.id = "collective-on-python-scalar",
         .title = {"Operand of a collective may still be a Python number",
                   "集合通信的操作数可能仍是 Python 数值"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{name}` can still be the number {value} from line {line} when `{op}` runs",
                     "执行 `{op}` 时，`{name}` 可能仍是第 {line} 行的数值 {value}"},
         .consequence = {"The call raises an error on this rank, and the other ranks of the group "
                         "hang in theirs",
                         "该 rank 上的调用会抛出异常，组内其他 rank 则挂在各自的调用里"},
         .advice = {"Start `{name}` as a tensor on the device, for example `torch.zeros((), "
                    "device=torch.cuda.current_device())`",
                    "一开始就把 `{name}` 建成设备上的 tensor，例如 `torch.zeros((), "
                    "device=torch.cuda.current_device())`"},
         .phrases = kPhrases,
         .why = "Collectives take tensors. A sum that starts as 0 becomes a tensor only when the "
                "first term is added, and on a rank without terms it stays a number.",
         .fix = "Initialise with a tensor of the right device and dtype.",
         .bad = R"py(
import torch.distributed as dist

def count_zeros(params):
    hits = 0
    for param in params:
        hits = hits + (param == 0).sum()
    dist.all_reduce(hits)
    return hits
)py",
         .good = R"py(
import torch
import torch.distributed as dist

def count_zeros(params, device):
    hits = torch.zeros((), device=device)
    for param in params:
        hits = hits + (param == 0).sum()
    dist.all_reduce(hits)
    return hits
)py",
         .references = {"https://docs.pytorch.org/docs/stable/distributed.html"}},
    .kinds = {NodeKind::kCall},
    .names = kCollectiveNames,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
