// A branch of Python depends on the value of a tensor in code that runs in every step.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/python/traits.h"
#include "analyzers/rules/performance/exchanged.h"
#include "analyzers/rules/performance/host_sync.h"
#include "analyzers/rules/performance/hot_code.h"
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
  if (file.is_test() || IsColdFile(file.module().path())) return;
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
    observation.related.push_back({absl::StrCat("`", OneLine(tests[i].test), "` waits, too"),
                                   RangeOf(file.module(), tests[i].test)});
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kTensorInBranch = {
    .info = {.id = "tensor-in-branch",
             .title = "Python branches on the value of a GPU tensor in the training step",
             .category = "performance",
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .pillar = Pillar::kCorrectness,
             .confidence = Confidence::kMedium,
             .message =
                 "`{function}` branches on `{test}`, so that the CPU waits for `{tensor}` of the "
                 "GPU {frequency}",
             .consequence = "The GPU runs dry while Python decides which kernels come next, and a "
                            "CUDA graph or a compiled function cannot hold the branch",
             .advice = "Compute both sides on the device: clamp, torch.where, or multiply by the "
                       "condition; where the wait is meant, say so in a comment above it",
             .why = "`if` calls bool() on the tensor, which copies its value to the host and waits "
                    "for everything that was launched before.",
             .fix =
                 "Replace the branch by clamp, torch.where or a mask, which need no value on the "
                 "host.",
             .bad = "import torch\n"
                    "\n"
                    "class Average(torch.nn.Module):\n"
                    "    def forward(self, losses: torch.Tensor, mask: torch.Tensor):\n"
                    "        count = mask.sum()\n"
                    "        if count > 0:\n"
                    "            losses = losses / count\n"
                    "        return losses.sum()\n",
             .good = "import torch\n"
                     "\n"
                     "class Average(torch.nn.Module):\n"
                     "    def forward(self, losses: torch.Tensor, mask: torch.Tensor):\n"
                     "        count = mask.sum().clamp(min=1)\n"
                     "        return (losses / count).sum()\n",
             .references = {"catalogue: numerics and performance 40"},
             .version = 2},
    .kinds = {NodeKind::kFunctionDefinition},
    .check = Check};

}  // namespace allreview::rules
