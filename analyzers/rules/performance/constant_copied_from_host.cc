// A constant is copied from the host to the GPU in every step.

#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/performance/host_copy.h"
#include "analyzers/rules/performance/hot_code.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

void Check(FileContext& file, Node call) {
  const HostCopy found = FindHostCopy(file, call);
  if (!found || !IsConstantData(file, found.data)) return;
  const auto& [copy, data] = found;
  const std::optional<HotPath> path = FindHotCode(file, call);
  if (!path) return;
  Observation observation =
      ObserveHot(file, *path, copy, Severity::kP2,
                 {{"expression", OneLine(copy)},
                  {"function", std::string(file.module().EnclosingFunction(call)->simple_name)}});
  const Node attribute = call.child(Field::kFunction).child(Field::kAttribute);
  const bool is_scalar = !data.Is(NodeKind::kList) && !data.Is(NodeKind::kTuple);
  if (copy == call && is_scalar && attribute.text() == "tensor" && data.field() != Field::kValue) {
    observation.edits = {Replace(file.module(), attribute, "full"),
                         Replace(file.module(), data, absl::StrCat("(), ", data.text()))};
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kConstantCopiedFromHost = {
    .info =
        {.id = "constant-copied-from-host",
         .title = {"Constant copied from the host in the training step",
                   "训练 step 中从主机拷贝常量"},
         .confidence = Confidence::kMedium,
         .message = {"`{expression}` in `{function}` copies a constant from the host {frequency}",
                     "`{function}` 中的 `{expression}` {frequency}都从主机拷贝一个常量"},
         .consequence = {"The copy comes from pageable memory, so the CPU waits for it, and a CUDA "
                         "graph cannot capture it",
                         "拷贝来自可分页内存，CPU 必须等待，而且无法被 CUDA graph 捕获"},
         .advice =
             {"Fill it on the device with torch.full, zeros or ones, or create it once, as a "
              "buffer of the module",
              "用 torch.full、zeros 或 ones 直接在设备上填充，或者只创建一次并作为模块的 buffer"},
         .why = "torch.tensor creates the tensor on the CPU and copies it; torch.full launches one "
                "kernel.",
         .fix = "Use a factory function that fills on the device, or a buffer.",
         .bad = R"py(
import torch

class Scale(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        return x * torch.tensor(0.5, device=x.device)
)py",
         .good = R"py(
import torch

class Scale(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        return x * torch.full((), 0.5, device=x.device)
)py",
         .version = 2,
         .checks = {AuditCheck::kDevices, AuditCheck::kPerformance}},
    .kinds = {NodeKind::kCall},
    .names = kHostCopyNames,
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
