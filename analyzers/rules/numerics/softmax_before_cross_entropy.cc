// Cross entropy of what already is a softmax: the loss normalises twice.

#include <string>

#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace {

using python::Module;

// "softmax", "log_softmax", or "" for another expression.
std::string SoftmaxName(const Module& module, Node expression) {
  if (!expression.Is(NodeKind::kCall)) return "";
  const Node function = expression.child(Field::kFunction);
  const std::string name = module.Resolve(function);
  for (absl::string_view op : {"softmax", "log_softmax"}) {
    for (absl::string_view prefix : {"torch.", "torch.nn.functional.", "torch.special."}) {
      if (name.size() == prefix.size() + op.size() && name.substr(0, prefix.size()) == prefix &&
          name.substr(prefix.size()) == op) {
        return std::string(op);
      }
    }
    // x.softmax(-1): a method of a tensor, when the object is no module that we know.
    if (name.empty() && function.Is(NodeKind::kAttribute) &&
        function.child(Field::kAttribute).text() == op) {
      return std::string(op);
    }
  }
  return "";
}

// The name of the loss that `call` computes, or "".
std::string LossName(const Module& module, Node call) {
  const Node function = call.child(Field::kFunction);
  if (module.Resolve(function) == "torch.nn.functional.cross_entropy") return "cross_entropy";
  // nn.CrossEntropyLoss()(x, y), also through one local or `self.loss`.
  Node maker = module.Dereference(function);
  if (maker.Is(NodeKind::kAttribute) && maker.child(Field::kObject).text() == "self") {
    const python::Definition* a_class = module.EnclosingClass(call);
    if (a_class == nullptr) return "";
    const auto values = module.SelfAttributeValues(*a_class, maker.child(Field::kAttribute).text());
    if (values.size() != 1) return "";
    maker = values[0];
  }
  if (maker.Is(NodeKind::kCall) && module.Calls(maker, "torch.nn.CrossEntropyLoss")) {
    return "CrossEntropyLoss";
  }
  return "";
}

void Check(FileContext& file, Node call) {
  const Module& module = file.module();
  const Node logits = python::Argument(call, 0, "input");
  if (!logits) return;
  const Node value = module.Dereference(logits);
  const std::string softmax = SoftmaxName(module, value);
  if (softmax.empty()) return;
  const std::string loss = LossName(module, call);
  if (loss.empty()) return;

  Observation observation{.at = call, .params = {{"softmax", softmax}, {"loss", loss}}};
  if (value != python::WithoutParentheses(logits)) {
    observation.evidence.push_back(DataFlowEvidence{
        {{"`" + std::string(logits.text()) + "` is the result of `" + softmax + "`",
          RangeOf(module, value)},
         {"`" + loss + "` takes it", RangeOf(module, logits)}}});
    // Either statement may be the new one.
    if (!file.IsChanged(call)) observation.because = value;
  } else {
    const Node function = value.child(Field::kFunction);
    const bool is_method = module.Resolve(function).empty();
    const Node input =
        is_method ? function.child(Field::kObject) : python::Argument(value, 0, "input");
    if (input) observation.edits = {Replace(module, logits, std::string(input.text()))};
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kSoftmaxBeforeCrossEntropy = {
    .info = {.id = "softmax-before-cross-entropy",
             .title = "Softmax applied before the cross entropy loss",
             .category = "numerics",
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .pillar = Pillar::kCorrectness,
             .confidence = Confidence::kHigh,
             .message =
                 "`{loss}` gets the result of `{softmax}`, but it applies log-softmax itself",
             .consequence = "The loss is computed of probabilities instead of logits: gradients "
                            "shrink and training converges slowly or to a worse model",
             .advice = "Pass the logits to `{loss}` without `{softmax}`",
             .why = "Cross entropy in PyTorch takes unnormalised scores and applies log-softmax "
                    "itself. A softmax before it squeezes the scores into [0, 1], so that the loss "
                    "can no longer go near zero and its gradient is flat.",
             .fix = "Pass the scores as they are. Keep the softmax only for reporting "
                    "probabilities.",
             .bad = "import torch.nn.functional as F\n"
                    "\n"
                    "def loss(scores, labels):\n"
                    "    return F.cross_entropy(F.softmax(scores, dim=-1), labels)\n",
             .good = "import torch.nn.functional as F\n"
                     "\n"
                     "def loss(scores, labels):\n"
                     "    return F.cross_entropy(scores, labels)\n",
             .references = {"PyTorch documentation of torch.nn.CrossEntropyLoss"}},
    .kinds = {NodeKind::kCall},
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
