// self.module.forward(x) in a class that registers hooks on the module: they do not run.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kHook("forward-hook", "registers a hook that runs only when a module is called",
                       "注册的 hook 只在调用模块时才会执行");
constexpr Phrase kPhrases[] = {kHook};

// A hook on a module that the class registers. Null: it registers none.
Node HookOf(const Module& module, const Definition& a_class) {
  for (Node call : module.CallsOf({"register_forward_pre_hook", "register_forward_hook"})) {
    const Node object = call.child(Field::kFunction).child(Field::kObject);
    if (a_class.node.Contains(call) && object && object.text() != "self") return call;
  }
  return Node();
}

void Check(FileContext& file, Node call) {
  const Node function = call.child(Field::kFunction);
  if (!function.Is(NodeKind::kAttribute) || CalleeName(call) != "forward") return;
  const Node object = function.child(Field::kObject);
  if (!object.Is(NodeKind::kAttribute) || object.child(Field::kObject).text() != "self") return;
  const absl::string_view name = object.child(Field::kAttribute).text();
  if (!absl::StrContains(name, "module") && !absl::StrContains(name, "model")) return;
  const Module& module = file.module();
  const Definition* a_class = module.EnclosingClass(call);
  const Definition* method = module.EnclosingFunction(call);
  if (a_class == nullptr || method == nullptr) return;
  const Node hook = HookOf(module, *a_class);
  if (!hook) return;
  file.Report({.at = function,
               .params = {{"object", std::string(object.text())}},
               .related = {{kHook, RangeOf(module, hook)}},
               .edits = {Replace(module, function, std::string(object.text()))}});
}

}  // namespace

extern constinit const Rule kForwardCalledDirectly = {
    .info =
        {.id = "forward-called-directly",
         .title = {"forward() called directly, past the hooks of the module",
                   "直接调用 forward()，绕过模块的 hook"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{object}.forward()` runs none of the hooks of `{object}`, and this class "
                     "registers hooks on modules",
                     "`{object}.forward()` 不会执行 `{object}` 的任何 hook，而这个类会在模块上"
                     "注册 hook"},
         .consequence = {"What a hook does before the forward pass, such as gathering the "
                         "module's own parameters, does not happen",
                         "hook 在前向计算之前要做的事（例如收集该模块自己的参数）不会发生"},
         .advice = {"Call `{object}(...)`", "改为调用 `{object}(...)`"},
         .phrases = kPhrases,
         .why = "Hooks run in nn.Module.__call__. A wrapper that calls forward() itself works "
                "for all submodules, which are called, but not for the root.",
         .fix = "Call the module.",
         .bad = R"py(
from torch import nn

class Sharded(nn.Module):
    def __init__(self, module):
        super().__init__()
        self.module = module
        for part in module.modules():
            part.register_forward_pre_hook(self.gather)

    def forward(self, x):
        return self.module.forward(x)
)py",
         .good = R"py(
from torch import nn

class Sharded(nn.Module):
    def __init__(self, module):
        super().__init__()
        self.module = module
        for part in module.modules():
            part.register_forward_pre_hook(self.gather)

    def forward(self, x):
        return self.module(x)
)py",
         .references = {"https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html"
                        "#torch.nn.Module.register_forward_pre_hook"}},
    .kinds = {NodeKind::kCall},
    .names = "forward",
    .file_names = "register_forward_hook register_forward_pre_hook",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
