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
  if (file.is_test() || !AllocatesPinned(file, call)) return;
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
             .title = "Page-locked memory allocated in the training step",
             .category = "performance",
             .severity = Severity::kP2,
             .impact = Impact::kMedium,
             .pillar = Pillar::kCorrectness,
             .confidence = Confidence::kMedium,
             .message = "`{expression}` in `{function}` allocates page-locked memory {frequency}",
             .consequence = "The driver may stop the device to lock the pages, and the allocation "
                            "cannot be captured in a CUDA graph",
             .advice = "Allocate the buffer once, in __init__, and copy into it; or make the value "
                       "on the device with torch.full and fill_",
             .why = "cudaHostAlloc is slow, and pinning pays only for memory that is used again.",
             .fix = "Keep one pinned buffer for each size.",
             .bad = "import torch\n"
                    "\n"
                    "class Rope(torch.nn.Module):\n"
                    "    def forward(self, x: torch.Tensor, rank):\n"
                    "        index = torch.tensor([rank, 7 - rank], pin_memory=True)\n"
                    "        return x[index.cuda(non_blocking=True)]\n",
             .good = "import torch\n"
                     "\n"
                     "class Rope(torch.nn.Module):\n"
                     "    def forward(self, x: torch.Tensor, rank):\n"
                     "        index = torch.empty(2, dtype=torch.long, device=x.device)\n"
                     "        index[0].fill_(rank)\n"
                     "        index[1].fill_(7 - rank)\n"
                     "        return x[index]\n",
             .references = {"catalogue: numerics and performance 43"}},
    .kinds = {NodeKind::kCall},
    .names = "pin_memory",
    .check = Check};

}  // namespace allreview::rules
