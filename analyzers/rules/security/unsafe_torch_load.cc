// torch.load without saying whether pickled objects may run code.

#include <string>
#include <utility>

#include "analyzers/rules/rule.h"
#include "analyzers/rules/security/sources.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace {

void Check(FileContext& file, Node call) {
  if (!file.module().Calls(call, "torch.load")) return;
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.has_double_star || python::KeywordArgument(call, "weights_only")) return;
  const Node source = python::Argument(call, 0, "f");
  if (!source || IsOwnBuffer(file.module(), source, "save") ||
      IsFallbackWithout(call, "weights_only") || IsWaived(call, {"S614", "B614"})) {
    return;
  }
  file.Report({.at = call, .params = {{"source", OneLine(source)}}});
}

}  // namespace

extern constinit const Rule kUnsafeTorchLoad = {
    .info =
        {.id = "unsafe-torch-load",
         .title = {"torch.load without weights_only", "torch.load 没有指定 weights_only"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`torch.load({source})` does not say whether objects may be unpickled",
                     "`torch.load({source})` 没有说明是否允许反序列化对象"},
         .consequence = {"Before PyTorch 2.6, an untrusted checkpoint can run any code; since 2.6, "
                         "the same line rejects checkpoints that contain arbitrary objects",
                         "在 PyTorch 2.6 之前，外来的 checkpoint 可以执行任意代码；从 2.6 "
                         "起，同一行会拒绝含有任意对象的 checkpoint"},
         .advice = {"Pass `weights_only=True`, or `weights_only=False` with a comment that says "
                    "why the file is trusted",
                    "传入 `weights_only=True`；或者传入 `weights_only=False` "
                    "并用注释说明为什么信任该文件"},
         .why = "torch.load unpickles, and unpickling runs code that the file names. The default "
                "of weights_only changed from False to True in PyTorch 2.6, so a call that omits "
                "it has two meanings.",
         .fix = "Pass weights_only=True. If a checkpoint contains objects, list their classes with "
                "torch.serialization.add_safe_globals, or pass weights_only=False for files that "
                "nobody else can write.",
         .bad = R"py(
import torch

def restore(path):
    return torch.load(path, map_location="cpu")
)py",
         .good = R"py(
import torch

def restore(path):
    return torch.load(path, map_location="cpu", weights_only=True)
)py",
         .references = {"https://docs.pytorch.org/docs/stable/generated/torch.load.html",
                        "https://rules.sonarsource.com/python/RSPEC-6985/"},
         .version = 2},
    .kinds = {NodeKind::kCall},
    .names = "load",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
