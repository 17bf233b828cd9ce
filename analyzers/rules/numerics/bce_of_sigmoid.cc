// Binary cross entropy of a sigmoid's result.

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/patterns.h"

namespace allreview::rules {
namespace {

using numerics::Operation;
using python::Module;

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
        numerics::FlowOf(module, {{"the sigmoid", sigmoid.call}, {"the loss takes it", input}}));
  }
  observation.edits = EditsFor(module, call, input, sigmoid);
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kBceOfSigmoid = {
    .info = {.id = "bce-of-sigmoid",
             .title = "Binary cross entropy of a sigmoid",
             .category = "numerics",
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .pillar = Pillar::kCorrectness,
             .confidence = Confidence::kHigh,
             .message = "The binary cross entropy gets the sigmoid of `{logits}` instead of the "
                        "logits",
             .consequence = "Where the sigmoid rounds to 0 or 1 the loss is cut off at 100 and its "
                            "gradient vanishes; under autocast the call raises",
             .advice = "Pass `{logits}` to `binary_cross_entropy_with_logits`, or to "
                       "`BCEWithLogitsLoss`",
             .why = "PyTorch clamps the logarithms inside binary_cross_entropy at -100 because the "
                    "probabilities it gets may be exactly 0 or 1. The form that takes logits needs "
                    "no such limit and is exact for confident predictions.",
             .fix = "Leave the sigmoid to the loss.",
             .bad = "import torch\n"
                    "import torch.nn.functional as F\n"
                    "\n"
                    "def loss(logits, labels):\n"
                    "    return F.binary_cross_entropy(torch.sigmoid(logits), labels)\n",
             .good = "import torch\n"
                     "import torch.nn.functional as F\n"
                     "\n"
                     "def loss(logits, labels):\n"
                     "    return F.binary_cross_entropy_with_logits(logits, labels)\n",
             .references = {"catalogue: num-bce-of-sigmoid",
                            "PyTorch documentation of torch.nn.BCELoss"}},
    .kinds = {NodeKind::kCall},
    .file_names = "BCELoss binary_cross_entropy",
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
