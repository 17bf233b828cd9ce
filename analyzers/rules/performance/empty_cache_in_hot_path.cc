// The cache of the allocator is thrown away in every step.

#include <string>

#include "absl/strings/match.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/rules/performance/hot_code.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace {

void Check(FileContext& file, Node call) {
  if (!file.module().Calls(call, "torch.cuda.empty_cache") &&
      !file.module().Calls(call, "torch.cuda.memory.empty_cache")) {
    return;
  }
  const python::Definition* function = file.module().EnclosingFunction(call);
  // Before the capture of a graph it is meant; unsafe-in-graph-capture speaks of others.
  if (function == nullptr || absl::StrContains(function->body.text(), "graph")) return;
  // What a condition allows is an option, or rare.
  const python::ControlFlow& flow = file.flow(call);
  if (!flow.DecisionsOver(flow.PointOf(call)).empty()) return;
  const std::optional<HotPath> path = FindHotCode(file, call);
  if (!path || IsCaptured(file, call)) return;
  file.Report(ObserveHot(file, *path, call, Severity::kP2,
                         {{"function", std::string(function->simple_name)}}));
}

}  // namespace

extern constinit const Rule kEmptyCacheInHotPath = {
    .info = {.id = "empty-cache-in-hot-path",
             .title = {"CUDA allocator cache emptied in the training step",
                       "训练 step 中清空显存分配器的缓存"},
             .pillar = Pillar::kMaintainability,
             .confidence = Confidence::kMedium,
             .message = {"`{function}` calls torch.cuda.empty_cache() {frequency}",
                         "`{function}` {frequency}都调用 torch.cuda.empty_cache()"},
             .consequence = {"The call synchronises the device, and the next allocations must "
                             "request memory from the driver again, which is slow",
                             "该调用会同步设备，之后的分配必须重新向驱动申请显存，速度很慢"},
             .advice = {"Remove the call, or make it optional; against fragmentation, set "
                        "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True",
                        "删除该调用，或者由选项控制；如果是为了避免碎片，设置 "
                        "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True"},
             .why = "The caching allocator reuses freed memory without asking the driver. Emptying "
                    "the cache gives the process no memory that it did not already have.",
             .fix = "Call it only between phases, for example after loading a checkpoint.",
             .bad = R"py(
import torch

def train_step(model, batch):
    loss = model(batch)
    torch.cuda.empty_cache()
    return loss
)py",
             .good = R"py(
import torch

def train_step(model, batch, args):
    loss = model(batch)
    if args.empty_unused_memory:
        torch.cuda.empty_cache()
    return loss
)py",
             .references =
                 {"https://docs.pytorch.org/docs/stable/generated/torch.cuda.empty_cache.html"},
             .checks = {AuditCheck::kMemory, AuditCheck::kPerformance}},
    .kinds = {NodeKind::kCall},
    .names = "empty_cache",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
