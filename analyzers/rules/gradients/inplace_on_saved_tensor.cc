// forward changes a tensor in place after it was saved for backward.

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/gradients/autograd_function.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;

// Block or module whose statement holds the node.
Node BlockOf(Node node) { return python::StatementOf(node).parent(); }

struct Saving {
  Node call;
  std::vector<Node> changes = {};
};

// By the name of the saved tensor.
using Savings = std::map<absl::string_view, Saving>;

void Remember(Node call, Savings* savings) {
  for (Node argument : python::ArgumentsOf(call).positional) {
    if (argument.Is(NodeKind::kIdentifier))
      savings->insert_or_assign(argument.text(), Saving{call});
  }
}

// One walk: a saved name is watched from its save_for_backward to where it gets another tensor.
void CheckMethod(FileContext& file, const AutogradFunction& function, const Definition& method,
                 const std::vector<ContextUse>& uses) {
  std::vector<Node> saves;
  for (const ContextUse& use : uses) {
    if (use.method != &method) continue;
    if (use.attribute == "mark_dirty") return;  // Autograd knows what changes.
    if (use.attribute == "save_for_backward" && use.call) saves.push_back(use.call);
  }
  if (saves.empty()) return;
  Savings watched;
  std::vector<std::pair<absl::string_view, Saving>> found;
  const auto finish = [&](Savings::iterator it) {
    if (!it->second.changes.empty()) found.push_back(*it);
    return watched.erase(it);
  };
  for (Node node : OwnNodes(method.body)) {
    if (std::find(saves.begin(), saves.end(), node) != saves.end()) Remember(node, &watched);
    if (node.Is(NodeKind::kIdentifier) && IsRebound(node)) {
      if (const auto it = watched.find(node.text()); it != watched.end()) finish(it);
      continue;
    }
    const Node target = watched.empty() ? Node() : InplaceTarget(node);
    if (!target) continue;
    const auto it = watched.find(target.text());
    // In another branch than the save it may never follow it.
    if (it != watched.end() && BlockOf(it->second.call).Contains(node)) {
      it->second.changes.push_back(node);
    }
  }
  for (auto it = watched.begin(); it != watched.end();) it = finish(it);

  for (const auto& [name, saving] : found) {
    const Node change = saving.changes.front();
    Observation observation{
        .at = change,
        .params = {{"tensor", std::string(name)},
                   {"class", std::string(function.definition->simple_name)},
                   {"line", absl::StrCat(saving.call.first_line())}},
        .because = FirstChanged(file, {change, saving.call}),
        .related = {{absl::StrCat("Saves `", name, "`"), RangeOf(file.module(), saving.call)}}};
    for (size_t i = 1; i < saving.changes.size(); ++i) {
      observation.related.push_back(
          {absl::StrCat("Changes `", name, "`, too"), RangeOf(file.module(), saving.changes[i])});
    }
    file.Report(std::move(observation));
  }
}

void Check(FileContext& file, Node class_definition) {
  const auto function = FindAutogradFunction(file.module(), class_definition);
  if (!function) return;
  const std::vector<ContextUse> uses = function->UsesOfContext();
  for (const Definition* method : {function->forward, function->setup_context}) {
    if (method != nullptr) CheckMethod(file, *function, *method, uses);
  }
}

}  // namespace

extern constinit const Rule kInplaceOnSavedTensor = {
    .info = {.id = "inplace-on-saved-tensor",
             .title = "Tensor changed in place after it was saved for backward",
             .category = "gradients",
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .pillar = Pillar::kCorrectness,
             .confidence = Confidence::kHigh,
             .message = "`{tensor}` is changed in place after line {line} saved it for the "
                        "backward of `{class}`",
             .consequence = "Backward computes gradients from the changed values, or autograd "
                            "raises because the version of the tensor moved on",
             .advice = "Compute into a new tensor, save `{tensor}` after the change if backward "
                       "wants the result, or declare it with `mark_dirty`",
             .why = "save_for_backward keeps a reference, not a copy: what happens to the tensor "
                    "later is what backward sees.",
             .fix = "Use the out-of-place form of the operation after save_for_backward.",
             .bad = "import torch\n"
                    "\n"
                    "class Square(torch.autograd.Function):\n"
                    "    @staticmethod\n"
                    "    def forward(ctx, x):\n"
                    "        ctx.save_for_backward(x)\n"
                    "        return x.mul_(x)\n"
                    "\n"
                    "    @staticmethod\n"
                    "    def backward(ctx, grad):\n"
                    "        (x,) = ctx.saved_tensors\n"
                    "        return 2 * x * grad\n",
             .good = "import torch\n"
                     "\n"
                     "class Square(torch.autograd.Function):\n"
                     "    @staticmethod\n"
                     "    def forward(ctx, x):\n"
                     "        ctx.save_for_backward(x)\n"
                     "        return x * x\n"
                     "\n"
                     "    @staticmethod\n"
                     "    def backward(ctx, grad):\n"
                     "        (x,) = ctx.saved_tensors\n"
                     "        return 2 * x * grad\n",
             .references = {"catalogue: numerics and performance 29"}},
    .kinds = {NodeKind::kClassDefinition},
    .names = kAutogradFunctionNames,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
