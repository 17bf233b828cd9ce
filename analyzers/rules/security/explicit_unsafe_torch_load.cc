// torch.load(path, weights_only=False): said, and still code of whoever wrote the file.

#include <string>

#include "analyzers/rules/rule.h"
#include "analyzers/rules/security/sources.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace {

void Check(FileContext& file, Node call) {
  const Node setting = python::KeywordArgument(call, "weights_only");
  if (!setting.Is(NodeKind::kFalse) || !file.module().Calls(call, "torch.load")) return;
  const Node source = python::Argument(call, 0, "f");
  if (!source || IsConstantText(file.module(), source) ||
      IsOwnBuffer(file.module(), source, "save") || IsWaived(call, {"S614", "B614"})) {
    return;
  }
  file.Report({.at = call, .params = {{"source", OneLine(source)}}, .because = setting});
}

}  // namespace

extern constinit const Rule kExplicitUnsafeTorchLoad = {
    .info =
        {.id = "explicit-unsafe-torch-load",
         .title = {"torch.load explicitly allowed to unpickle objects",
                   "显式允许 torch.load 反序列化任意对象"},
         .message = {"`torch.load({source}, weights_only=False)` can run code that the file names, "
                     "and its path is not fixed",
                     "`torch.load({source}, weights_only=False)` "
                     "可能执行文件中指定的代码，而其路径并不固定"},
         .consequence = {"Anyone who can write or choose the checkpoint can run code in the job",
                         "任何能写入或指定该 checkpoint 的人都能在作业中执行代码"},
         .advice = {"Pass `weights_only=True` and list the classes it needs with "
                    "`torch.serialization.add_safe_globals`; otherwise say in a comment who writes "
                    "`{source}`",
                    "传入 `weights_only=True`，并用 `torch.serialization.add_safe_globals` "
                    "列出所需的类；否则用注释说明 `{source}` 由谁写入"},
         .why = "weights_only=False allows full unpickling. That is acceptable for files that the "
                "job wrote itself, but not for a path from a flag or the network.",
         .fix = "Save tensors and plain containers, and load them with weights_only=True.",
         .bad = R"py(
import torch

def restore(path):
    return torch.load(path, weights_only=False)
)py",
         .good = R"py(
import torch

def restore(path):
    return torch.load(path, weights_only=True)
)py",
         .references = {"https://rules.sonarsource.com/python/RSPEC-6985/"},
         .tier = Tier::kHint},
    .kinds = {NodeKind::kCall},
    .names = "weights_only",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
