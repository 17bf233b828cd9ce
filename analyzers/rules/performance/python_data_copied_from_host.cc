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
             .title = {"Python data copied to the GPU in the training step",
                       "训练 step 中把 Python 数据拷贝到 GPU"},
             .severity = Severity::kP3,
             .impact = Impact::kLow,
             .confidence = Confidence::kMedium,
             .message = {"`{expression}` in `{function}` copies `{data}` to the GPU {frequency}",
                         "`{function}` 中的 `{expression}` {frequency}都把 `{data}` 拷贝到 GPU"},
             .consequence = {"The copy comes from pageable memory, so the CPU waits for it, and a "
                             "CUDA graph cannot capture the code",
                             "拷贝来自可分页内存，CPU 必须等待，而且代码无法被 CUDA graph 捕获"},
             .advice = {"Compute it on the device, keep it between steps, or copy it with "
                        "non_blocking=True from a pinned buffer that is allocated once",
                        "在设备上计算它，在 step 之间保留它，或者从只分配一次的锁页缓冲区用 "
                        "non_blocking=True 拷贝"},
             .why = "A Python list first becomes a CPU tensor. Copying it from pageable memory "
                    "blocks until the data has left host memory.",
             .fix = "Build the tensor on the device, or copy from a pinned buffer.",
             .bad = R"py(
import torch

class Pack(torch.nn.Module):
    def forward(self, x: torch.Tensor, rows: list[int]):
        return x[torch.tensor(rows, device=x.device)]
)py",
             .good = R"py(
import torch

class Pack(torch.nn.Module):
    def forward(self, x: torch.Tensor, rows: torch.Tensor):
        return x[rows]
)py",
             .tier = Tier::kOff,
             .checks = {AuditCheck::kDevices, AuditCheck::kPerformance}},
    .kinds = {NodeKind::kCall},
    .names = kHostCopyNames,
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
