// torch.utils.checkpoint without use_reentrant: what it does depends on the version of PyTorch.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

// `, use_reentrant=False` after the last argument.
std::vector<Edit> EditsFor(const python::Module& module, Node call) {
  const Node arguments = call.child(Field::kArguments);
  const Node last = arguments.last_named_child();
  if (!arguments.Is(NodeKind::kArgumentList) || !last) return {};
  return {Replace(module, last, absl::StrCat(last.text(), ", use_reentrant=False"))};
}

void Check(FileContext& file, Node call) {
  const std::string resolved = file.module().Resolve(call.child(Field::kFunction));
  if (resolved != "torch.utils.checkpoint.checkpoint" &&
      resolved != "torch.utils.checkpoint.checkpoint_sequential") {
    return;
  }
  if (python::ArgumentsOf(call).has_double_star || python::KeywordArgument(call, "use_reentrant")) {
    return;
  }
  file.Report({.at = call,
               .params = {{"function", resolved.substr(resolved.rfind('.') + 1)}},
               .edits = EditsFor(file.module(), call),
               .identity = resolved});
}

}  // namespace

extern constinit const Rule kCheckpointWithoutUseReentrant = {
    .info =
        {.id = "checkpoint-without-use-reentrant",
         .title = {"Activation checkpoint without use_reentrant",
                   "激活重计算没有指定 use_reentrant"},
         .message = {"`{function}` is called without `use_reentrant`, whose default changes "
                     "between versions of PyTorch",
                     "调用 `{function}` 时没有传 `use_reentrant`，而它的默认值随 PyTorch 版本变化"},
         .consequence =
             {"The same code may behave differently after an upgrade; the reentrant variant loses "
              "gradients of tensors nested in containers, and of segments whose inputs do not "
              "require a gradient",
              "升级后同样的代码可能有不同的行为；reentrant "
              "版本会丢掉嵌套在容器中的输入的梯度，以及所有输入都不需要梯度的片段的梯度"},
         .advice =
             {"Pass `use_reentrant=False`, or `True` where the code relies on the old variant",
              "传入 `use_reentrant=False`；如果代码依赖旧行为，则传入 `True`"},
         .why = "PyTorch warns if the argument is missing and plans to change the default. The two "
                "variants differ in what they support and in how hooks and random state behave.",
         .fix = "Choose the variant explicitly at each call.",
         .bad = R"py(
from torch.utils.checkpoint import checkpoint

def run(layer, hidden):
    return checkpoint(layer, hidden)
)py",
         .good = R"py(
from torch.utils.checkpoint import checkpoint

def run(layer, hidden):
    return checkpoint(layer, hidden, use_reentrant=False)
)py",
         .references = {"TorchFix TOR003"},
         .checks = {AuditCheck::kMemory, AuditCheck::kGradients}},
    .kinds = {NodeKind::kCall},
    .names = "checkpoint checkpoint_sequential",
    .check = Check,
    .concern = Concern::kNewOccurrences};

}  // namespace allreview::rules
