// Page-locked memory is allocated in every step.

#include <string>

#include "absl/strings/match.h"
#include "analyzers/python/values.h"
#include "analyzers/rules/performance/hot_code.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

bool AllocatesPinned(const FileContext& file, Node call) {
  if (CalleeName(call) == "pin_memory") {
    const Node object = call.child(Field::kFunction).child(Field::kObject);
    return object && file.values().IsTensor(object);
  }
  const Node option = python::KeywordArgument(call, "pin_memory");
  return option.Is(NodeKind::kTrue) && file.values().IsTensor(call) &&
         absl::StartsWith(file.module().Resolve(call.child(Field::kFunction)), "torch.");
}

// Its results are kept, so that it runs once for each argument.
bool IsCached(const python::Definition& function) {
  for (Node decorator : function.decorators) {
    if (absl::StrContains(decorator.text(), "cache")) return true;
  }
  return false;
}

void Check(FileContext& file, Node call) {
  if (!AllocatesPinned(file, call)) return;
  const python::Definition* function = file.module().EnclosingFunction(call);
  if (function == nullptr || IsCached(*function)) return;
  const std::optional<HotPath> path = FindHotCode(file, call);
  // Batches come from pageable memory, which somebody has to pin.
  if (!path || path->is_get_batch) return;
  file.Report(ObserveHot(
      file, *path, call, Severity::kP2,
      {{"expression", OneLine(call)}, {"function", std::string(function->simple_name)}}));
}

}  // namespace

extern constinit const Rule kPinnedAllocationInHotPath = {
    .info = {.id = "pinned-allocation-in-hot-path",
             .title = {"Page-locked memory allocated in the training step",
                       "训练 step 中分配锁页内存"},
             .confidence = Confidence::kMedium,
             .message = {"`{expression}` in `{function}` allocates page-locked memory {frequency}",
                         "`{function}` 中的 `{expression}` {frequency}都分配锁页内存"},
             .consequence = {"The driver may synchronise the device to lock the pages, and a CUDA "
                             "graph cannot capture the allocation",
                             "驱动可能为锁定内存页而同步设备，而且这种分配无法被 CUDA graph 捕获"},
             .advice = {"Allocate the buffer once, in __init__, and copy into it; or create the "
                        "value on the device with torch.full or fill_",
                        "在 __init__ 中只分配一次缓冲区，之后拷贝进去；或者用 torch.full 或 fill_ "
                        "在设备上生成该值"},
             .why = "cudaHostAlloc is slow, and pinning pays off only for memory that is reused.",
             .fix = "Keep one pinned buffer per size.",
             .bad = R"py(
import torch

class Rope(torch.nn.Module):
    def forward(self, x: torch.Tensor, rank):
        index = torch.tensor([rank, 7 - rank], pin_memory=True)
        return x[index.cuda(non_blocking=True)]
)py",
             .good = R"py(
import torch

class Rope(torch.nn.Module):
    def forward(self, x: torch.Tensor, rank):
        index = torch.empty(2, dtype=torch.long, device=x.device)
        index[0].fill_(rank)
        index[1].fill_(7 - rank)
        return x[index]
)py",
             .references = {"https://docs.pytorch.org/docs/stable/notes/cuda.html"},
             .checks = {AuditCheck::kMemory, AuditCheck::kPerformance}},
    .kinds = {NodeKind::kCall},
    .names = "pin_memory",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
