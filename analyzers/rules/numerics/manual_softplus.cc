// log(1 + exp(x)) overflows where softplus(x) is just x.

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/numerics/phrases.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/patterns.h"

namespace allreview::rules {
namespace {

using numerics::Operation;
using python::Module;

// exp(x) of log(1 + exp(x)), log(exp(x) + 1) and log1p(exp(x)).
Operation ExpIn(const Module& module, const Operation& log) {
  if (log.name == "log1p") return numerics::ValueOperation(module, log.operand, {"exp"});
  const numerics::Binary sum = numerics::BinaryOf(numerics::ValueOf(module, log.operand));
  if (sum.op != "+") return {};
  if (numerics::LiteralOf(sum.left) == 1) {
    return numerics::ValueOperation(module, sum.right, {"exp"});
  }
  if (numerics::LiteralOf(sum.right) == 1) {
    return numerics::ValueOperation(module, sum.left, {"exp"});
  }
  return {};
}

// The argument of exp is never large: -|x|, a clamp, smaller minus larger.
bool IsBounded(const Module& module, Node exponent) {
  const Node value = numerics::ValueOf(module, exponent);
  if (numerics::OperationOf(module, value,
                            {"clamp", "clip", "clamp_max", "minimum", "logsigmoid", "tanh",
                             "log_softmax", "sigmoid"})) {
    return true;
  }
  if (value.Is(NodeKind::kUnaryOperator)) {
    const Node inner = value.child(Field::kArgument);
    if (numerics::ValueOperation(module, inner, {"abs", "relu", "square"}) ||
        numerics::SquaredOperand(module, numerics::ValueOf(module, inner))) {
      return true;
    }
  }
  return numerics::MentionsWord(value, {"max", "min", "amax", "amin", "maximum", "minimum", "hi",
                                        "lo", "abs", "larger", "smaller"});
}

// The hand-written threshold: torch.where(x > 20, x, log1p(exp(x))).
bool IsChosenByWhere(const Module& module, Node call) {
  for (Node around = call.parent(); around && !around.Is(NodeKind::kBlock);
       around = around.parent()) {
    if (numerics::OperationOf(module, around, {"where"})) return true;
  }
  return false;
}

void Check(FileContext& file, Node call) {
  const Module& module = file.module();
  const Operation log = numerics::OperationOf(module, call, {"log", "log1p"});
  if (!log) return;
  const Operation exp = ExpIn(module, log);
  if (!exp || IsBounded(module, exp.operand) || IsChosenByWhere(module, call)) return;

  Observation observation{
      .at = call, .params = {{"log", numerics::Text(call)}, {"x", numerics::Text(exp.operand)}}};
  if (!call.Contains(exp.call)) {
    observation.evidence.push_back(
        numerics::FlowOf(module, {{"exp", exp.call}, {phrases::kItsLogarithm, call}}));
  }
  const std::string function = numerics::SpellingOf(module, call, "torch.nn.functional.softplus");
  const bool can_repeat =
      call.Contains(exp.call) || numerics::CanRepeat(module, exp.operand, exp.call, call);
  if (!function.empty() && can_repeat) {
    observation.edits = {
        Replace(module, call, absl::StrCat(function, "(", exp.operand.text(), ")"))};
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kManualSoftplus = {
    .info =
        {.id = "manual-softplus",
         .title = {"Hand-written softplus", "手写的 softplus"},
         .message = {"`{log}` is a softplus that overflows for large `{x}`",
                     "`{log}` 是一个在 `{x}` 较大时会溢出的 softplus"},
         .consequence = {"It is inf above about 88 (bf16, fp32) or 11 (fp16), where softplus "
                         "equals its input, and its gradient is NaN",
                         "大于约 88（bf16、fp32）或 11（fp16）时结果为 inf，而此时 softplus "
                         "就等于输入本身；其梯度为 NaN"},
         .advice = {"Use `F.softplus({x})`", "使用 `F.softplus({x})`"},
         .why = "exp overflows although the softplus itself would not, and for very negative "
                "inputs `1 +` rounds the small term away. Measured with inputs from -30 to 130, "
                "about a quarter of the results in bf16 and fp32 and 76% in fp16 were infinite.",
         .fix =
             "Use torch.nn.functional.softplus(x), and torch.logaddexp for log(exp(a) + exp(b)).",
         .bad = R"py(
import torch

def step_size(dt):
    return torch.log(1 + torch.exp(dt))
)py",
         .good = R"py(
import torch.nn.functional as F

def step_size(dt):
    return F.softplus(dt)
)py",
         .references =
             {"https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.softplus.html"},
         .is_measurable = true},
    .kinds = {NodeKind::kCall},
    .names = "log log1p log1p_ log_",
    .file_names = "exp exp_",
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
