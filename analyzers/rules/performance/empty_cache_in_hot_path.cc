// The cache of the allocator is thrown away in every step.

#include <string>

#include "absl/strings/match.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/rules/performance/hot_code.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace {

void Check(FileContext& file, Node call) {
  if (file.is_test()) return;
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
             .title = "Cache of the GPU allocator emptied in the training step",
             .category = "performance",
             .severity = Severity::kP2,
             .impact = Impact::kMedium,
             .pillar = Pillar::kMaintainability,
             .confidence = Confidence::kMedium,
             .message = "`{function}` calls torch.cuda.empty_cache() {frequency}",
             .consequence = "The device is synchronised, and the next allocations must ask the "
                            "driver for memory again, which is slow",
             .advice = "Remove the call, or let an option decide; against fragmentation set "
                       "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True",
             .why = "The caching allocator reuses freed memory without asking the driver. Emptying "
                    "it gives the process nothing that it did not have.",
             .fix = "Call it between phases only, as after loading a checkpoint.",
             .bad = "import torch\n"
                    "\n"
                    "def train_step(model, batch):\n"
                    "    loss = model(batch)\n"
                    "    torch.cuda.empty_cache()\n"
                    "    return loss\n",
             .good = "import torch\n"
                     "\n"
                     "def train_step(model, batch, args):\n"
                     "    loss = model(batch)\n"
                     "    if args.empty_unused_memory:\n"
                     "        torch.cuda.empty_cache()\n"
                     "    return loss\n",
             .references = {"catalogue: numerics and performance 43"}},
    .kinds = {NodeKind::kCall},
    .names = "empty_cache",
    .check = Check};

}  // namespace allreview::rules
