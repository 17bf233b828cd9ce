// Cross entropy of what already is a softmax: the loss normalises twice.

#include <string>
#include <utility>

#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/patterns.h"

namespace allreview::rules {
namespace {

using numerics::Operation;
using python::Module;

constexpr Phrase kAppliesItself("applies-itself", "applies log-softmax itself",
                                "本身就会做 log-softmax");
constexpr Phrase kExpectsLog("expects-log", "expects log-probabilities", "需要的是对数概率");
constexpr Phrase kOnlyWaste(
    "only-waste", "The result is the same, but the normalisation runs twice, forward and backward",
    "结果相同，但归一化在前向和反向都执行了两次");
constexpr Phrase kLossOfProbabilities(
    "loss-of-probabilities",
    "The loss is computed from probabilities: gradients shrink, and training converges slowly or "
    "to a worse model",
    "loss 由概率计算得到：梯度变小，训练收敛缓慢或收敛到更差的模型");
constexpr Phrase kPassScores("pass-scores", "Pass `{value}`", "传入 `{value}`");
constexpr Phrase kUseLogSoftmax("use-log-softmax", "Use `log_softmax`", "使用 `log_softmax`");
constexpr Phrase kResultOf("result-of", "`{name}` is the result of `{op}`",
                           "`{name}` 是 `{op}` 的结果");
constexpr Phrase kLossUsesIt("loss-uses-it", "`{loss}` uses it", "`{loss}` 使用它");
constexpr Phrase kPhrases[] = {kAppliesItself, kExpectsLog,    kOnlyWaste, kLossOfProbabilities,
                               kPassScores,    kUseLogSoftmax, kResultOf,  kLossUsesIt};

struct Loss {
  absl::string_view name;  // Empty: another function.
  bool takes_logits = false;
};

// The loss that a call computes: by function, or nn.CrossEntropyLoss()(x, y), also through one
// local or `self.loss`.
Loss LossOf(const Module& module, Node call) {
  const std::string name = module.Resolve(call.child(Field::kFunction));
  if (name == "torch.nn.functional.cross_entropy") return {"cross_entropy", true};
  if (name == "torch.nn.functional.nll_loss") return {"nll_loss", false};
  const Node constructor = numerics::ConstructorOf(module, call);
  if (!constructor) return {};
  if (module.Calls(constructor, "torch.nn.CrossEntropyLoss")) return {"CrossEntropyLoss", true};
  if (module.Calls(constructor, "torch.nn.NLLLoss")) return {"NLLLoss", false};
  return {};
}

// The name of the local is read at `use` and nowhere else.
bool IsOnlyUse(const Module& module, Node use) {
  int count = 0;
  for (Node node : numerics::OwnerOf(module, use).descendants()) {
    count += node.Is(NodeKind::kIdentifier) && node.text() == use.text();
  }
  return count == 2;  // Its assignment and `use`.
}

// Takes the softmax away, or for a loss of log-probabilities makes it a log_softmax.
std::vector<Edit> EditsFor(const Module& module, const Operation& softmax, Node logits,
                           bool takes_logits) {
  const Node written = python::WithoutParentheses(logits);
  const bool is_direct = written == softmax.call;
  const bool is_local = written.Is(NodeKind::kIdentifier) && IsOnlyUse(module, written) &&
                        python::WithoutParentheses(module.ReachingValue(written)) == softmax.call;
  if (!is_direct && !is_local) return {};
  if (takes_logits) {
    return {
        Replace(module, is_direct ? logits : softmax.call, std::string(softmax.operand.text()))};
  }
  const Node name = softmax.NameNode();
  if (!name || name.text() != "softmax") return {};
  return {Replace(module, name, "log_softmax")};
}

void Check(FileContext& file, Node call) {
  const Module& module = file.module();
  const Node logits = python::Argument(call, 0, "input");
  if (!logits) return;
  const Operation softmax = numerics::ValueOperation(module, logits, {"softmax", "log_softmax"});
  if (!softmax) return;
  const Loss loss = LossOf(module, call);
  if (loss.name.empty() || (!loss.takes_logits && softmax.name == "log_softmax")) return;

  // log_softmax of log_softmax changes nothing: only the work is done twice.
  const bool is_only_waste = softmax.name == "log_softmax";
  Observation observation{
      .at = call,
      .params = {{"softmax", softmax.name},
                 {"loss", std::string(loss.name)},
                 {"expectation", loss.takes_logits ? kAppliesItself : kExpectsLog},
                 {"effect", is_only_waste ? kOnlyWaste : kLossOfProbabilities},
                 {"remedy",
                  loss.takes_logits
                      ? Sentence(kPassScores, {{"value", numerics::Text(softmax.operand)}})
                      : kUseLogSoftmax}},
      .edits = EditsFor(module, softmax, logits, loss.takes_logits)};
  if (is_only_waste) {
    observation.severity = Severity::kP3;
    observation.impact = Impact::kLow;
  }
  if (!call.Contains(softmax.call)) {
    observation.evidence.push_back(DataFlowEvidence{
        {{Sentence(kResultOf, {{"name", numerics::Text(logits)}, {"op", softmax.name}}),
          RangeOf(module, softmax.call)},
         {Sentence(kLossUsesIt, {{"loss", loss.name}}), RangeOf(module, logits)}}});
    // Either statement may be the new one.
    if (!file.IsChanged(call)) observation.because = softmax.call;
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kSoftmaxBeforeCrossEntropy = {
    .info = {.id = "softmax-before-cross-entropy",
             .title = {"Softmax applied before the cross entropy loss",
                       "在交叉熵 loss 之前做了 softmax"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message = {"`{loss}` gets the result of `{softmax}`, but it {expectation}",
                         "`{loss}` 收到的是 `{softmax}` 的结果，但它{expectation}"},
             .consequence = {"{effect}", "{effect}"},
             .advice = {"{remedy} instead", "改为：{remedy}"},
             .phrases = kPhrases,
             .why =
                 "Cross entropy in PyTorch takes unnormalised scores and applies log-softmax "
                 "itself. A softmax before it squeezes the scores into [0, 1], so the loss can no "
                 "longer approach zero and its gradients are small. nll_loss takes "
                 "log-probabilities; with probabilities its result is not a log-likelihood at all.",
             .fix = "Pass the raw scores. Use softmax only to report probabilities. For nll_loss "
                    "use log_softmax.",
             .bad = R"py(
import torch.nn.functional as F

def loss(scores, labels):
    return F.cross_entropy(F.softmax(scores, dim=-1), labels)
)py",
             .good = R"py(
import torch.nn.functional as F

def loss(scores, labels):
    return F.cross_entropy(scores, labels)
)py",
             .references =
                 {"https://docs.pytorch.org/docs/stable/generated/torch.nn.CrossEntropyLoss.html"},
             .version = 2},
    .kinds = {NodeKind::kCall},
    .file_names = "CrossEntropyLoss NLLLoss cross_entropy nll_loss",
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
