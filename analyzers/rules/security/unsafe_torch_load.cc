// torch.load without saying whether pickled objects may run code.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyzers/paths/paths.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/security/sources.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace {

constexpr Phrase kDecides("says-weights-only", "this call says it", "这个调用写明了");
constexpr Phrase kPhrases[] = {kDecides};

bool IsUndecided(const python::Module& module, Node call) {
  if (!module.Calls(call, "torch.load")) return false;
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.has_double_star || python::KeywordArgument(call, "weights_only")) return false;
  const Node source = python::Argument(call, 0, "f");
  return source && !IsOwnBuffer(module, source, "save") &&
         !IsFallbackWithout(call, "weights_only") && !IsWaived(call, {"S614", "B614"});
}

std::vector<Node> UndecidedCalls(const python::Module& module) {
  std::vector<Node> calls;
  for (Node call : module.tree().root().descendants(NodeKind::kCall)) {
    if (IsUndecided(module, call)) calls.push_back(call);
  }
  return calls;
}

// Where the repository says it, outside of tests: it has to decide, and does. None: nowhere.
std::optional<Range> DecidedElsewhere(ChangeContext& change) {
  for (const repository::IndexedFile* file : change.index().FilesMentioning("load")) {
    if (paths::IsTestPath(file->path())) continue;
    for (const repository::CallFacts& call : file->facts().calls) {
      const bool is_load = file->Absolute(call.callee) == "torch.load";
      const bool is_decided = std::find(call.keywords.begin(), call.keywords.end(),
                                        "weights_only") != call.keywords.end();
      if (is_load && is_decided) return RangeOf(file->path(), call.place);
    }
  }
  return std::nullopt;
}

void CheckChange(ChangeContext& change) {
  for (const AnalysedFile& file : change.python_files()) {
    const std::vector<Node> calls = UndecidedCalls(*file.after);
    const size_t before = file.before == nullptr ? 0 : UndecidedCalls(*file.before).size();
    if (calls.size() <= before) continue;  // Old calls that were touched.
    for (const Node call : calls) {
      if (!file.lines.Touches(call)) continue;
      const std::optional<Range> elsewhere = DecidedElsewhere(change);
      if (!elsewhere) return;
      change.Report(file, {.at = call,
                           .params = {{"source", OneLine(python::Argument(call, 0, "f"))}},
                           .related = {{kDecides, *elsewhere}}});
    }
  }
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
         .phrases = kPhrases,
         .why =
             "torch.load unpickles, and unpickling runs code that the file names. The default "
             "of weights_only changed from False to True in PyTorch 2.6, so a call that omits "
             "it has two meanings. Said of new calls, where other code of the repository says it "
             "already.",
         .fix = "Pass weights_only=True. If a checkpoint contains objects, list their classes with "
                "torch.serialization.add_safe_globals, or pass weights_only=False for files that "
                "nobody else can write.",
         .bad = R"py(
# --- pkg/restore.py
import torch

def restore(path):
    return torch.load(path, map_location="cpu")
# --- pkg/weights.py unchanged
import torch

def weights(path):
    return torch.load(path, weights_only=True)
)py",
         .good = R"py(
import torch

def restore(path):
    return torch.load(path, map_location="cpu", weights_only=True)
)py",
         .references = {"https://docs.pytorch.org/docs/stable/generated/torch.load.html",
                        "https://rules.sonarsource.com/python/RSPEC-6985/"},
         .version = 3},
    .skips_tests = true,
    .check_change = CheckChange};

}  // namespace allreview::rules
