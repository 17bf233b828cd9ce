// self.bias = self.bias + delta for a registered buffer: others still hold the old tensor.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kRegistered("registered", "registered as a buffer", "注册为 buffer");
constexpr Phrase kPhrases[] = {kRegistered};

// The call that registers the buffer in the class, if the state dict holds it. Null: none does.
Node RegistrationOf(const Module& module, const Definition& a_class, absl::string_view name) {
  for (Node call : module.CallsOf({"register_buffer"})) {
    if (!a_class.node.Contains(call)) continue;
    const Node persistent = python::Argument(call, 2, "persistent");
    if (persistent && !persistent.Is(NodeKind::kTrue)) continue;
    if (Module::StringContent(python::Argument(call, 0, "name")) == name) return call;
  }
  return Node();
}

// The methods that make a module anew, where nobody holds the tensor yet.
bool MakesBuffers(absl::string_view method) {
  return absl::StartsWith(method, "__") || absl::StrContains(method, "init") ||
         absl::StrContains(method, "reset") || absl::StrContains(method, "load") ||
         method == "_apply" || method == "to" || absl::StrContains(method, "setup") ||
         absl::StrContains(method, "build");
}

// `+` of `self.bias + delta`, in which the buffer itself is an operand. "": another value.
absl::string_view OperatorOn(Node value, absl::string_view target) {
  value = python::WithoutParentheses(value);
  if (!value.Is(NodeKind::kBinaryOperator)) return "";
  const bool is_operand =
      value.child(Field::kLeft).text() == target || value.child(Field::kRight).text() == target;
  return is_operand ? value.child(Field::kOperator).text() : "";
}

void Check(FileContext& file, Node assignment) {
  const Node target = assignment.child(Field::kLeft);
  if (!target.Is(NodeKind::kAttribute) || target.child(Field::kObject).text() != "self") return;
  const absl::string_view op = OperatorOn(assignment.child(Field::kRight), target.text());
  if (op.empty()) return;
  const Module& module = file.module();
  const Definition* method = module.EnclosingFunction(assignment);
  const Definition* a_class = module.EnclosingClass(assignment);
  if (method == nullptr || a_class == nullptr || MakesBuffers(method->simple_name)) return;
  const absl::string_view name = target.child(Field::kAttribute).text();
  const Node registration = RegistrationOf(module, *a_class, name);
  if (!registration) return;
  file.Report({.at = assignment,
               .params = {{"target", std::string(target.text())},
                          {"code", OneLine(assignment)},
                          {"method", std::string(method->simple_name)}},
               .related = {{kRegistered, RangeOf(module, registration)}}});
}

}  // namespace

extern constinit const Rule kRegisteredBufferRebound = {
    .info = {.id = "registered-buffer-rebound",
             .title = {"Registered buffer replaced by another tensor",
                       "已注册的 buffer 被换成了另一个 tensor"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{method}` binds the buffer `{target}` to a new tensor each time it runs",
                         "`{method}` 每次运行都把 buffer `{target}` 绑定到一个新的 tensor"},
             .consequence =
                 {"Code that took hold of the buffer before, such as a state dict that a "
                  "checkpoint loads into, a captured CUDA graph or DDP, keeps the old values",
                  "之前拿到该 buffer 的代码（例如 checkpoint 载入所用的 state dict、捕获的 "
                  "CUDA graph 或 DDP）仍持有旧值"},
             .advice = {"Change it in place, for example with `{target}.add_(...)` or "
                        "`{target}.copy_(...)`",
                        "原地修改，例如 `{target}.add_(...)` 或 `{target}.copy_(...)`"},
             .phrases = kPhrases,
             .why =
                 "State dicts, DTensor, DDP and CUDA graphs hold the tensor, not the name. After "
                 "`self.b = self.b + d` the module computes with one tensor, and they save, "
                 "broadcast or replay with another.",
             .fix = "Use an in-place operation under torch.no_grad().",
             .bad = R"py(
import torch
from torch import nn

class Router(nn.Module):
    def __init__(self, experts):
        super().__init__()
        self.register_buffer("bias", torch.zeros(experts))

    def update(self, delta):
        self.bias = self.bias + delta
)py",
             .good = R"py(
import torch
from torch import nn

class Router(nn.Module):
    def __init__(self, experts):
        super().__init__()
        self.register_buffer("bias", torch.zeros(experts))

    def update(self, delta):
        self.bias.add_(delta)
)py",
             .references = {"https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html"
                            "#torch.nn.Module.register_buffer"}},
    .kinds = {NodeKind::kAssignment},
    .file_names = "register_buffer",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
