// Binary cross entropy of a sigmoid's result.

#include <string>
#include <utility>

#include "analyzers/rules/numerics/phrases.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/patterns.h"

namespace allreview::rules {
namespace {

using numerics::Operation;
using python::Module;

constexpr Phrase kLossUsesIt("loss-uses-it", "the loss uses it", "loss 使用它");
constexpr Phrase kPhrases[] = {kLossUsesIt};

constexpr absl::string_view kFunction = "torch.nn.functional.binary_cross_entropy";

bool IsLoss(const Module& module, Node call) {
  const Node function = call.child(Field::kFunction);
  const absl::string_view last = function.Is(NodeKind::kAttribute)
                                     ? function.child(Field::kAttribute).text()
                                     : function.text();
  if (last == "binary_cross_entropy") return module.Calls(call, kFunction);
  const Node constructor = numerics::ConstructorOf(module, call);
  return constructor && module.Calls(constructor, "torch.nn.BCELoss");
}

std::vector<Edit> EditsFor(const Module& module, Node call, Node input, const Operation& sigmoid) {
  const Node function = call.child(Field::kFunction);
  if (!function.Is(NodeKind::kAttribute) || !module.Calls(call, kFunction)) return {};
  if (python::WithoutParentheses(input) != sigmoid.call) return {};
  const Node name = function.child(Field::kAttribute);
  return {Replace(module, name, "binary_cross_entropy_with_logits"),
          Replace(module, input, std::string(sigmoid.operand.text()))};
}

void Check(FileContext& file, Node call) {
  const Module& module = file.module();
  const Node input = python::Argument(call, 0, "input");
  if (!input) return;
  const Operation sigmoid = numerics::ValueOperation(module, input, {"sigmoid", "expit"});
  if (!sigmoid || !IsLoss(module, call)) return;
  Observation observation{.at = call, .params = {{"logits", numerics::Text(sigmoid.operand)}}};
  if (!call.Contains(sigmoid.call)) {
    observation.evidence.push_back(
        numerics::FlowOf(module, {{phrases::kTheSigmoid, sigmoid.call}, {kLossUsesIt, input}}));
  }
  observation.edits = EditsFor(module, call, input, sigmoid);
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kBceOfSigmoid = {
    .info =
        {.id = "bce-of-sigmoid",
         .title = {"Binary cross entropy of a sigmoid", "对 sigmoid 结果计算二元交叉熵"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message =
             {"The binary cross entropy gets the sigmoid of `{logits}` instead of the logits",
              "二元交叉熵的输入是 `{logits}` 的 sigmoid，而不是 logits"},
         .consequence = {"Where the sigmoid rounds to 0 or 1, the loss is capped at 100 and its "
                         "gradient vanishes; under autocast the call raises an error",
                         "sigmoid 舍入到 0 或 1 时，loss 会被截断在 100，梯度消失；在 autocast "
                         "下该调用会抛出异常"},
         .advice =
             {"Pass `{logits}` to `binary_cross_entropy_with_logits`, or to `BCEWithLogitsLoss`",
              "把 `{logits}` 传给 `binary_cross_entropy_with_logits` 或 `BCEWithLogitsLoss`"},
         .phrases = kPhrases,
         .why = "PyTorch clamps the logarithms inside binary_cross_entropy at -100 because the "
                "probabilities may be exactly 0 or 1. The variant that takes logits needs no such "
                "limit and is accurate for confident predictions.",
         .fix = "Leave the sigmoid to the loss.",
         .bad = R"py(
import torch
import torch.nn.functional as F

def loss(logits, labels):
    return F.binary_cross_entropy(torch.sigmoid(logits), labels)
)py",
         .good = R"py(
import torch
import torch.nn.functional as F

def loss(logits, labels):
    return F.binary_cross_entropy_with_logits(logits, labels)
)py",
         .references = {"https://docs.pytorch.org/docs/stable/generated/torch.nn.BCELoss.html"},
         .is_measurable = true},
    .kinds = {NodeKind::kCall},
    .file_names = "BCELoss binary_cross_entropy",
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
