// The CPU waits for the GPU in code that runs in every step.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "analyzers/rules/file_facts.h"
#include "analyzers/rules/performance/element_read.h"
#include "analyzers/rules/performance/exchanged.h"
#include "analyzers/rules/performance/host_sync.h"
#include "analyzers/rules/performance/hot_code.h"
#include "analyzers/rules/performance/hot_path.h"
#include "analyzers/rules/performance/phrases.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {

extern const Rule kHostSyncInHotPath;

namespace {

using python::Definition;
using python::Module;

constexpr size_t kMaxExpressionBytes = 80;

// The wait is an option: `if config.batch_p2p_sync: torch.cuda.synchronize()`.
bool IsOption(Node node) {
  for (Node around = node.parent(); around && !around.Is(NodeKind::kFunctionDefinition);
       around = around.parent()) {
    if (around.Is(NodeKind::kIfStatement) &&
        absl::StrContains(around.child(Field::kCondition).text(), "sync")) {
      return true;
    }
  }
  return false;
}

struct Sync {
  Node node;
  HostSync what;
};

enum class Lines { kChanged, kAll };

// Those that may run in each step, the ones that are meant too.
std::vector<Sync> AllSyncsOf(const FileContext& file, const Definition& function, Lines lines) {
  std::vector<Sync> syncs;
  const Module& module = file.module();
  for (Node node : function.body.descendants(NodeKind::kCall)) {
    if (lines == Lines::kChanged && !file.IsChanged(node)) continue;
    const HostSync sync = FindHostSync(file, node);
    if (!sync || module.EnclosingFunction(node) != &function || IsColdBlock(node)) continue;
    // host-sync-per-element and unsafe-in-graph-capture speak of those.
    if (FindElementRead(file, node, sync) || IsInCaptureRegion(module, node)) continue;
    syncs.push_back({node, sync});
  }
  return syncs;
}

std::vector<Sync> NewSyncsOf(const FileContext& file, const Definition& function) {
  std::vector<Sync> syncs = AllSyncsOf(file, function, Lines::kChanged);
  if (syncs.empty()) return syncs;
  const Module& module = file.module();
  const AcknowledgedWaits waits(function);
  const ExchangedTensors exchanged(module, function);
  const bool captures = absl::StrContains(function.body.text(), "CUDAGraph") ||
                        absl::StrContains(function.body.text(), "cuda.graph(");
  const auto is_meant = [&](const Sync& sync) {
    if (waits.Include(sync.node)) return true;
    // Before a capture the device must be idle.
    if (!sync.what.tensor) return captures || IsOption(sync.node);
    return exchanged.Include(sync.what.tensor);
  };
  syncs.erase(std::remove_if(syncs.begin(), syncs.end(), is_meant), syncs.end());
  return syncs;
}

// The version before the change waited as often in the function: each wait is another one at most.
bool WaitedAsOften(const FileContext& file, const Definition& function) {
  const Module* const module = file.before();
  const Definition* const before =
      module == nullptr ? nullptr : module->FindDefinition(function.name);
  if (before == nullptr) return false;
  const change::AnalysedFile old = {.changed = &file.changed(),
                                    .after = module,
                                    .project = &file.project(),
                                    .reach = &file.reach()};
  FileFacts facts(*module);
  const FileContext old_file(old, facts, kHostSyncInHotPath, nullptr);
  return AllSyncsOf(old_file, *before, Lines::kAll).size() >=
         AllSyncsOf(file, function, Lines::kAll).size();
}

void Check(FileContext& file, Node definition) {
  const Module& module = file.module();
  const Definition* function = module.EnclosingFunction(definition);
  if (function == nullptr) return;
  std::vector<Sync> syncs = NewSyncsOf(file, *function);
  if (syncs.empty() || WaitedAsOften(file, *function)) return;
  std::optional<HotPath> path = FindHotPath(file, *function);
  if (!path) return;
  std::erase_if(syncs, [&](const Sync& sync) {
    return !RunsOn(*path, file, sync.node) || LivesOnCpu(file, sync.what.tensor) ||
           IsOnlyForTests(file, sync.node);
  });
  if (syncs.empty()) return;

  const auto& [node, what] = syncs.front();
  Observation observation =
      ObserveHot(file, *path, node, Severity::kP1,
                 {{"expression", std::string(node.text().substr(0, kMaxExpressionBytes))},
                  {"function", std::string(function->simple_name)}});
  for (size_t i = 1; i < syncs.size(); ++i) {
    observation.related.push_back(
        {Sentence(phrases::kWaitsToo, {{"call", syncs[i].what.operation}}),
         RangeOf(module, syncs[i].node)});
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kHostSyncInHotPath = {
    .info =
        {.id = "host-sync-in-hot-path",
         .title = {"CPU waits for the GPU in the training step", "训练 step 中触发 CPU–GPU 同步"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .confidence = Confidence::kMedium,
         .message = {"`{expression}` in `{function}` makes the CPU wait for the GPU {frequency}",
                     "`{function}` 中的 `{expression}` {frequency}都触发 CPU–GPU 同步"},
         .consequence =
             {"The GPU idles while the CPU waits and then launches kernels again, and a CUDA graph "
              "cannot capture the code",
              "CPU 等待并重新发射 kernel 期间 GPU 会空转，而且代码无法被 CUDA graph 捕获"},
         .advice =
             {"Keep the value on the device, or read it only at the logging interval; if the wait "
              "is intended, say so in a comment above it",
              "让该值留在设备上，或者只在打日志的间隔读取；如果确实需要等待，在上方写注释说明"},
         .why = "The CPU launches kernels ahead of their execution. Reading a value on the host "
                "drains that queue, and every rank pays for it in every step.",
         .fix = "Accumulate on the device and transfer once per logging interval; replace branches "
                "on values with clamp, where or masks.",
         .bad = R"py(
import torch

class Loss(torch.nn.Module):
    def forward(self, losses, mask):
        count = mask.sum().item()
        return losses.sum() / count
)py",
         .good = R"py(
import torch

class Loss(torch.nn.Module):
    def forward(self, losses, mask):
        count = mask.sum().clamp(min=1)
        return losses.sum() / count
)py",
         .references = {"https://docs.pytorch.org/docs/stable/notes/cuda.html"},
         .version = 5,
         .checks = {AuditCheck::kDevices, AuditCheck::kPerformance}},
    .kinds = {NodeKind::kFunctionDefinition},
    .names = kHostSyncNames,
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
