// A branch of Python depends on the value of a tensor in code that runs in every step.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "analyzers/python/traits.h"
#include "analyzers/rules/performance/exchanged.h"
#include "analyzers/rules/performance/host_sync.h"
#include "analyzers/rules/performance/hot_code.h"
#include "analyzers/rules/performance/phrases.h"
#include "analyzers/rules/performance/tensor_tests.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/nodes_of_kinds.h"

namespace allreview::rules {
namespace {

using python::Definition;

std::vector<TensorTest> TestsIn(FileContext& file, const Definition& function) {
  std::vector<TensorTest> tests;
  ForEachOwnNode(function.body, kTestingKinds, [&](Node node) {
    for (const TensorTest& test : TensorTestsOf(file, node)) {
      const bool is_known = std::any_of(tests.begin(), tests.end(),
                                        [&](const TensorTest& t) { return t.test == test.test; });
      if (is_known || !file.IsChanged(test.test) || IsColdBlock(test.test)) continue;
      // unsafe-in-graph-capture speaks of those.
      if (!IsInCaptureRegion(file.module(), test.test)) tests.push_back(test);
    }
  });
  return tests;
}

void Check(FileContext& file, Node definition) {
  if (IsColdFile(file.module().path())) return;
  const Definition* function = DefinitionOf(file.module(), definition);
  if (function == nullptr) return;
  std::vector<TensorTest> tests = TestsIn(file, *function);
  // graph-break-in-compiled-function speaks of those.
  if (tests.empty() || python::TraitsOf(file.module(), *function).is_compiled) return;
  const AcknowledgedWaits waits(*function);
  const ExchangedTensors exchanged(file.module(), *function);
  std::erase_if(tests, [&](const TensorTest& test) {
    return waits.Include(test.test) || exchanged.Include(test.tensor) ||
           exchanged.Include(test.test);
  });
  if (tests.empty()) return;
  const std::optional<HotPath> path = FindHotPath(file, *function);
  if (!path) return;
  std::erase_if(tests, [&](const TensorTest& test) { return LivesOnCpu(file, test.tensor); });
  if (tests.empty()) return;

  const TensorTest& first = tests.front();
  Observation observation = ObserveHot(file, *path, first.test, Severity::kP1,
                                       {{"test", OneLine(first.test)},
                                        {"tensor", OneLine(first.tensor)},
                                        {"function", std::string(function->simple_name)}});
  for (size_t i = 1; i < tests.size(); ++i) {
    observation.related.push_back({Sentence(phrases::kWaitsToo, {{"call", OneLine(tests[i].test)}}),
                                   RangeOf(file.module(), tests[i].test)});
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kTensorInBranch = {
    .info =
        {.id = "tensor-in-branch",
         .title = {"Python branch on the value of a GPU tensor in the training step",
                   "训练 step 中 Python 按 GPU tensor 的值分支"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .confidence = Confidence::kMedium,
         .message =
             {"`{function}` branches on `{test}`, so the CPU waits for `{tensor}` on the GPU "
              "{frequency}",
              "`{function}` 按 `{test}` 分支，{frequency}都因读取 `{tensor}` 而触发 CPU–GPU 同步"},
         .consequence = {"The GPU idles while Python decides which kernels come next, and neither "
                         "a CUDA graph nor a compiled function can contain the branch",
                         "Python 决定接下来发射哪些 kernel 时 GPU 会空转，而且 CUDA graph "
                         "或编译函数都无法包含该分支"},
         .advice = {"Compute both sides on the device: clamp, torch.where, or multiply by the "
                    "condition; if the wait is intended, say so in a comment above it",
                    "在设备上同时计算两侧：使用 "
                    "clamp、torch.where，或者乘以条件；如果确实需要等待，在上方写注释说明"},
         .why = "`if` calls bool() on the tensor, which copies its value to the host and waits for "
                "everything that was launched before.",
         .fix = "Replace the branch with clamp, torch.where or a mask, which need no value on the "
                "host.",
         .bad = R"py(
import torch

class Average(torch.nn.Module):
    def forward(self, losses: torch.Tensor, mask: torch.Tensor):
        count = mask.sum()
        if count > 0:
            losses = losses / count
        return losses.sum()
)py",
         .good = R"py(
import torch

class Average(torch.nn.Module):
    def forward(self, losses: torch.Tensor, mask: torch.Tensor):
        count = mask.sum().clamp(min=1)
        return (losses / count).sum()
)py",
         .version = 2,
         .checks = {AuditCheck::kDevices, AuditCheck::kPerformance}},
    .kinds = {NodeKind::kFunctionDefinition},
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
