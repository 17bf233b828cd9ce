// log(softmax(x)): what underflows in between cannot come back.

#include <string>
#include <utility>

#include "analyzers/rules/numerics/phrases.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/patterns.h"

namespace allreview::rules {
namespace {

using numerics::Floored;
using numerics::Operation;
using python::Module;

constexpr Phrase kFloorHides(
    "floor-hides",
    "the floor hides the -inf, but biases every small probability and cuts its gradient",
    "下限掩盖了 -inf，但会使所有小概率产生偏差并切断其梯度");
constexpr Phrase kUnderflowsToInf("underflows-to-inf",
                                  "it is -inf wherever the softmax underflows to 0",
                                  "softmax 下溢为 0 的地方结果为 -inf");
constexpr Phrase kPhrases[] = {kFloorHides, kUnderflowsToInf};

// The softmax's own text with `softmax` made `log_softmax`. Empty: an import would be missing, or
// the arguments may mean something else here.
std::string LogSoftmaxFor(const Module& module, const Operation& softmax, Node log) {
  const Node name = softmax.NameNode();
  if (!name || name.text() != "softmax") return "";
  const Node statement = python::StatementOf(softmax.call);
  if (!statement.Contains(log) &&
      !numerics::CanRepeat(module, softmax.operand, softmax.call, log)) {
    return "";
  }
  std::string text(softmax.call.text());
  return text.insert(name.first_byte() - softmax.call.first_byte(), "log_");
}

void Check(FileContext& file, Node call) {
  const Module& module = file.module();
  const Operation log = numerics::OperationOf(module, call, {"log"});
  if (!log) return;
  const Floored found = numerics::FindFloored(module, log.operand, {"softmax"});
  if (!found.operation) return;
  const bool is_floored = static_cast<bool>(found.floor);
  // The references of tests are written like that on purpose.
  if (is_floored && file.is_test()) return;
  Observation observation{.at = call,
                          .params = {{"log", numerics::Text(call)},
                                     {"logits", numerics::Text(found.operation.operand)},
                                     {"effect", is_floored ? kFloorHides : kUnderflowsToInf}}};
  if (is_floored) {
    observation.severity = Severity::kP2;
    observation.impact = Impact::kMedium;
  }
  if (!call.Contains(found.operation.call)) {
    observation.evidence.push_back(numerics::FlowOf(
        module,
        {{phrases::kTheSoftmax, found.operation.call}, {phrases::kItsLogarithm, log.operand}}));
  }
  const bool has_cast = python::WithoutParentheses(log.operand) != found.operation.call &&
                        call.Contains(found.operation.call);
  if (!is_floored && !has_cast) {
    const std::string text = LogSoftmaxFor(module, found.operation, call);
    if (!text.empty()) observation.edits = {Replace(module, call, text)};
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kLogOfSoftmax = {
    .info =
        {.id = "log-of-softmax",
         .title = {"Logarithm of a softmax", "对 softmax 取对数"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{log}` takes the logarithm of a softmax: {effect}",
                     "`{log}` 对 softmax 取对数：{effect}"},
         .consequence = {"A logit about 17 (fp16) or 88 (bf16, fp32) or more below the largest "
                         "gives -inf, and then a NaN loss or gradient",
                         "某个 logit 比最大值低约 17（fp16）或 88（bf16、fp32）以上时会得到 "
                         "-inf，进而使 loss 或梯度变成 NaN"},
         .advice = {"Compute log_softmax of `{logits}` in one step, in fp32",
                    "在 fp32 下一步计算 `{logits}` 的 log_softmax"},
         .phrases = kPhrases,
         .why =
             "A softmax flushes small probabilities to 0, whose logarithm is -inf. Measured with "
             "logits from -60 to 60, 10% of the trials in fp32, 19% in bf16 and 83% in fp16 were "
             "not finite. log_softmax subtracts the log-sum-exp instead and has no such limit.",
         .fix = "Use torch.nn.functional.log_softmax of the logits; drop the epsilon.",
         .bad = R"py(
import torch

def token_log_probs(logits):
    return torch.log(torch.softmax(logits, dim=-1))
)py",
         .good = R"py(
import torch

def token_log_probs(logits):
    return torch.log_softmax(logits, dim=-1)
)py",
         .references = {"https://docs.pytorch.org/docs/stable/generated/"
                        "torch.nn.functional.log_softmax.html"},
         .is_measurable = true},
    .kinds = {NodeKind::kCall},
    .names = "log log_",
    .file_names = "softmax softmax_",
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
