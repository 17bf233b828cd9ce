// Data of Python are copied to the GPU in every step.

#include <optional>
#include <string>

#include "analyzers/rules/performance/host_copy.h"
#include "analyzers/rules/performance/host_sync.h"
#include "analyzers/rules/performance/hot_code.h"
#include "analyzers/rules/performance/hot_path.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

void Check(FileContext& file, Node call) {
  if (file.is_test()) return;
  const HostCopy copy = FindHostCopy(file, call);
  if (!copy || !IsRuntimeData(file, copy.data)) return;
  const std::optional<HotPath> path = FindHotCode(file, call);
  // unsafe-in-graph-capture speaks of the copies that a capture forbids.
  if (!path || IsCaptured(file, call)) return;
  file.Report(
      ObserveHot(file, *path, copy.copy, Severity::kP3,
                 {{"expression", OneLine(copy.copy)},
                  {"data", OneLine(copy.data)},
                  {"function", std::string(file.module().EnclosingFunction(call)->simple_name)}}));
}

}  // namespace

extern constinit const Rule kPythonDataCopiedFromHost = {
    .info = {.id = "python-data-copied-from-host",
             .title = "Python data copied to the GPU in the training step",
             .category = "performance",
             .severity = Severity::kP3,
             .impact = Impact::kLow,
             .pillar = Pillar::kCorrectness,
             .confidence = Confidence::kMedium,
             .message = "`{expression}` in `{function}` copies `{data}` to the GPU {frequency}",
             .consequence = "The copy comes from pageable memory, so that the CPU waits for it, "
                            "and the code cannot be captured in a CUDA graph",
             .advice = "Compute it on the device, keep it between steps, or copy it with "
                       "non_blocking=True from a pinned buffer that is allocated once",
             .why = "Lists of Python are first made a tensor of the CPU. Copying that one waits "
                    "until the data have left its memory.",
             .fix = "Build the tensor on the device, or copy from a pinned buffer.",
             .bad = "import torch\n"
                    "\n"
                    "class Pack(torch.nn.Module):\n"
                    "    def forward(self, x: torch.Tensor, rows: list[int]):\n"
                    "        return x[torch.tensor(rows, device=x.device)]\n",
             .good = "import torch\n"
                     "\n"
                     "class Pack(torch.nn.Module):\n"
                     "    def forward(self, x: torch.Tensor, rows: torch.Tensor):\n"
                     "        return x[rows]\n",
             .references = {"catalogue: numerics and performance 42"},
             .tier = Tier::kOff},
    .kinds = {NodeKind::kCall},
    .names = kHostCopyNames,
    .check = Check};

}  // namespace allreview::rules
