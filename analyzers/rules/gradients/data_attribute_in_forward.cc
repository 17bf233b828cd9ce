// `.data` of an activation in forward: autograd does not see what happens to it.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/traits.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

bool IsModuleClass(const Module& module, const Definition& a_class) {
  return std::any_of(a_class.bases.begin(), a_class.bases.end(), [&](Node base) {
    const std::string name = module.Resolve(base);
    return name == "torch.nn.Module" || absl::EndsWith(LastName(base), "Module") ||
           absl::EndsWith(LastName(base), "Layer");
  });
}

// Activations by annotation or, without one, by the names that they usually have.
bool IsActivation(const python::Parameter& parameter) {
  if (parameter.annotation) return absl::StrContains(parameter.annotation.text(), "Tensor");
  static constexpr absl::string_view kNames[] = {"x",      "hidden_states",  "hidden", "input",
                                                 "input_", "logits",         "query",  "key",
                                                 "value",  "attention_mask", "scores", "residual"};
  return IsOneOf(parameter.name, kNames);
}

bool IsNamedLikeParameter(absl::string_view name) {
  return name == "p" || absl::StrContains(name, "param") || absl::StrContains(name, "weight");
}

// What lies outside of the graph anyway: x.data.shape, x.data_ptr.
bool IsMetadata(Node data) {
  const Node outer = data.parent();
  if (!outer.Is(NodeKind::kAttribute)) return false;
  const absl::string_view name = LastName(outer);
  for (absl::string_view metadata : {"shape", "dtype", "device", "ndim", "size", "dim", "numel",
                                     "data_ptr", "stride", "is_cuda", "nelement"}) {
    if (name == metadata) return true;
  }
  return false;
}

void Check(FileContext& file, Node attribute) {
  if (LastName(attribute) != "data") return;
  const Node tensor = attribute.child(Field::kObject);
  if (!tensor.Is(NodeKind::kIdentifier) || IsNamedLikeParameter(tensor.text())) return;
  const Module& module = file.module();
  const Definition* function = module.EnclosingFunction(attribute);
  if (function == nullptr || function->simple_name != "forward") return;
  const Definition* a_class = module.EnclosingClass(attribute);
  if (a_class == nullptr || !IsModuleClass(module, *a_class)) return;
  const auto is_it = [&](const python::Parameter& parameter) {
    return parameter.name == tensor.text() && IsActivation(parameter);
  };
  if (std::none_of(function->parameters.begin(), function->parameters.end(), is_it)) return;
  if (IsMetadata(attribute) || python::IsUnderNoGrad(module, attribute)) return;

  Observation observation{.at = attribute,
                          .params = {{"tensor", std::string(tensor.text())},
                                     {"class", std::string(a_class->simple_name)}}};
  // What is written to is meant to be the tensor itself.
  const bool is_written =
      attribute.field() == Field::kLeft || InplaceTarget(attribute.parent()) ||
      (attribute.parent().Is(NodeKind::kAttribute) && InplaceTarget(attribute.parent().parent()));
  if (!is_written) {
    observation.edits = {Replace(module, attribute, absl::StrCat(tensor.text(), ".detach()"))};
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kDataAttributeInForward = {
    .info =
        {.id = "data-attribute-in-forward",
         .title = {"`.data` of an activation in forward", "在 forward 中使用激活的 `.data`"},
         .confidence = Confidence::kMedium,
         .message = {"`{class}.forward` reads or writes `{tensor}.data`, which bypasses autograd",
                     "`{class}.forward` 绕过 autograd 读写 `{tensor}.data`"},
         .consequence = {"No gradient flows through it, and autograd does not notice in-place "
                         "changes to tensors saved for backward: gradients are silently wrong",
                         "梯度不会从这里经过，autograd 也察觉不到对已保存 tensor "
                         "的原地修改：梯度错误却没有报错"},
         .advice = {"Use `{tensor}` itself, or `{tensor}.detach()` where the gradient should stop",
                    "直接使用 `{tensor}`；如果确实要在这里截断梯度，使用 `{tensor}.detach()`"},
         .why = "`.data` shares memory with the tensor but not its version counter, so autograd "
                "cannot tell that saved values were overwritten. detach() shares both.",
         .fix = "Replace .data with detach(), or use the tensor under no_grad.",
         .bad = R"py(
import torch

class Norm(torch.nn.Module):
    def forward(self, x):
        return x / x.data.norm()
)py",
         .good = R"py(
import torch

class Norm(torch.nn.Module):
    def forward(self, x):
        return x / x.detach().norm()
)py",
         .tier = Tier::kHint},
    .kinds = {NodeKind::kAttribute},
    .names = "data",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
