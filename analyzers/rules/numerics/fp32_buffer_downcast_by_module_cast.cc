// A buffer that is meant to be fp32 and is updated, in a module that is cast as a whole.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/listed_names.h"
#include "analyzers/rules/shared/patterns.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kNewValue("new-value", "`{buffer}` gets a new value here",
                           "`{buffer}` 在这里更新");
constexpr Phrase kPhrases[] = {kNewValue};

bool IsFloat32(const Module& module, Node tensor) {
  const Node value = module.Dereference(tensor);
  if (!value.Is(NodeKind::kCall)) return false;
  const Node dtype = python::KeywordArgument(value, "dtype");
  const std::string name = dtype ? module.Resolve(dtype) : "";
  return name == "torch.float32" || name == "torch.float";
}

// What the class does with `self.<name>` outside of __init__.
struct Uses {
  Node update;           // First place that computes a new value of it.
  bool is_fp32 = false;  // It is kept in fp32, or brought back.
};

// The use of an attribute as target of an update or object of an in-place method.
Node UpdateAround(Node attribute) {
  Node target = attribute;
  while (target.parent().Is(NodeKind::kSubscript) || target.parent().Is(NodeKind::kAttribute)) {
    const Node parent = target.parent();
    if (parent.Is(NodeKind::kAttribute)) {
      const absl::string_view name = parent.child(Field::kAttribute).text();
      if (parent.parent().Is(NodeKind::kCall)) {
        return IsOneOf(name, {"copy_", "add_", "sub_", "mul_", "div_", "lerp_", "clamp_",
                              "index_add_", "scatter_add_", "addcmul_", "sign_"})
                   ? parent.parent()
                   : Node();
      }
      if (name != "data") return Node();
    }
    target = parent;
  }
  const Node statement = target.parent();
  const bool is_assigned =
      statement.Is(NodeKind::kAugmentedAssignment) || statement.Is(NodeKind::kAssignment);
  return is_assigned && statement.child(Field::kLeft) == target ? statement : Node();
}

bool RestoresFloat32(Node statement) {
  const absl::string_view text = statement.text();
  return absl::StrContains(text, "float32") || absl::StrContains(text, ".float()");
}

Uses UsesOf(const Module& module, const python::Definition& a_class, absl::string_view name) {
  Uses uses;
  for (Node node : a_class.body.descendants()) {
    if (node.Is(NodeKind::kFunctionDefinition)) {
      const absl::string_view method = node.child(Field::kName).text();
      uses.is_fp32 = uses.is_fp32 || method == "_apply";
    }
    if (!node.Is(NodeKind::kAttribute) || node.child(Field::kAttribute).text() != name ||
        node.child(Field::kObject).text() != "self") {
      continue;
    }
    const python::Definition* function = module.EnclosingFunction(node);
    if (function == nullptr || function->simple_name == "__init__") continue;
    const Node statement = python::StatementOf(node);
    if (RestoresFloat32(statement)) uses.is_fp32 = true;
    if (!uses.update) uses.update = UpdateAround(node);
  }
  return uses;
}

void Check(FileContext& file, Node call) {
  const Node function = call.child(Field::kFunction);
  if (!function.Is(NodeKind::kAttribute) ||
      function.child(Field::kAttribute).text() != "register_buffer" ||
      function.child(Field::kObject).text() != "self") {
    return;
  }
  const Module& module = file.module();
  const absl::string_view name = Module::StringContent(python::Argument(call, 0, "name"));
  const Node tensor = python::Argument(call, 1, "tensor");
  const python::Definition* a_class = module.EnclosingClass(call);
  if (name.empty() || !tensor || a_class == nullptr || !IsFloat32(module, tensor)) return;
  const Uses uses = UsesOf(module, *a_class, name);
  if (!uses.update || uses.is_fp32) return;
  file.Report(
      {.at = call,
       .params = {{"buffer", std::string(name)}, {"line", absl::StrCat(uses.update.first_line())}},
       .related = {{Sentence(kNewValue, {{"buffer", absl::StrCat("self.", name)}}),
                    RangeOf(module, uses.update)}}});
}

}  // namespace

extern constinit const Rule kFp32BufferDowncastByModuleCast = {
    .info =
        {.id = "fp32-buffer-downcast-by-module-cast",
         .title = {"fp32 buffer that casting the module converts",
                   "fp32 buffer 会被模块的类型转换降精度"},
         .confidence = Confidence::kMedium,
         .message = {"Buffer `{buffer}` is created in fp32 and updated on line {line}, but "
                     "`.half()` or `.bfloat16()` on the model converts it",
                     "buffer `{buffer}` 以 fp32 创建并在第 {line} 行更新，但对模型调用 `.half()` "
                     "或 `.bfloat16()` 会把它一起转换"},
         .consequence =
             {"Updates smaller than the resolution of the half-precision type (1/256 of the value "
              "in bf16) are lost: statistics and biases stop changing",
              "小于半精度分辨率的更新（bf16 下为数值的 1/256）会丢失：统计量和偏置不再变化"},
         .advice = {"Cast `self.{buffer}` back to fp32 before using it, or override `_apply`",
                    "使用前把 `self.{buffer}` 转回 fp32，或者重写 `_apply`"},
         .phrases = kPhrases,
         .why = "Casting a module converts its floating-point buffers as well as its parameters, "
                "whatever dtype they were created with. Accumulators need more precision than "
                "activations.",
         .fix = "At the start of forward: if self.ema.dtype != torch.float32: self.ema.data = "
                "self.ema.data.to(torch.float32).",
         .bad = R"py(
import torch

class Router(torch.nn.Module):
    def __init__(self, experts):
        super().__init__()
        self.register_buffer("load", torch.zeros(experts, dtype=torch.float32))

    def forward(self, counts):
        self.load += counts
        return self.load
)py",
         .good = R"py(
import torch

class Router(torch.nn.Module):
    def __init__(self, experts):
        super().__init__()
        self.register_buffer("load", torch.zeros(experts, dtype=torch.float32))

    def forward(self, counts):
        self.load = self.load.float() + counts
        return self.load
)py",
         .tier = Tier::kHint},
    .kinds = {NodeKind::kCall},
    .names = "register_buffer",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
