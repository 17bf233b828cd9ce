// Each element of a tensor is read from the device on its own.

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/repository/cold.h"
#include "analyzers/rules/performance/element_read.h"
#include "analyzers/rules/performance/exchanged.h"
#include "analyzers/rules/performance/host_sync.h"
#include "analyzers/rules/performance/hot_code.h"
#include "analyzers/rules/performance/hot_path.h"
#include "analyzers/rules/performance/phrases.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;

constexpr Phrase kWaitsOnce("waits-once", "once", "一次");
constexpr Phrase kWaitsTimes("waits-times", "{count} times", " {count} 次");
constexpr Phrase kPhrases[] = {kWaitsOnce, kWaitsTimes};

struct Read {
  Node call;
  ElementRead what;
};

// Written to be understood and compared with, not to be fast.
bool IsReference(const Definition& function) {
  const std::string name = absl::AsciiStrToLower(function.name);
  for (absl::string_view word : {"reference", "_ref", "naive", "slow"}) {
    if (absl::StrContains(name, word)) return true;
  }
  const Node first = function.body.named_child(0);
  if (!first.Is(NodeKind::kExpressionStatement) || !first.named_child(0).Is(NodeKind::kString)) {
    return false;
  }
  const std::string documentation = absl::AsciiStrToLower(first.text());
  for (absl::string_view word : {"reference implementation", "reference version", "naive",
                                 "for testing", "for tests", "for debugging", "slow"}) {
    if (absl::StrContains(documentation, word)) return true;
  }
  return MentionsName(documentation, "reference") && !absl::StrContains(documentation, "http");
}

std::vector<Read> ReadsIn(FileContext& file, const Definition& function) {
  std::vector<Read> reads;
  ForEachOwnNode(function.body, NodeKind::kCall, [&](Node node) {
    if (!file.IsChanged(node)) return;
    const HostSync sync = FindHostSync(file, node);
    if (!sync) return;
    const ElementRead read = FindElementRead(file, node, sync);
    if (!read || IsColdBlock(node)) return;
    // int(x[i].item()) is one read. Nodes come in source order, the outer one first.
    const bool is_known = !reads.empty() && reads.back().call.Contains(node);
    if (!is_known) reads.push_back({node, read});
  });
  if (reads.empty()) return reads;
  const AcknowledgedWaits waits(function);
  const ExchangedTensors exchanged(file.module(), function);
  std::erase_if(reads, [&](const Read& read) {
    return waits.Include(read.call) || exchanged.Include(read.what.tensor);
  });
  return reads;
}

Observation ObserveLoop(const FileContext& file, const std::optional<HotPath>& path,
                        const Definition& function, const std::vector<Read>& reads) {
  const auto& [call, what] = reads.front();
  Params params = {{"expression", OneLine(call)},
                   {"tensor", OneLine(what.tensor)},
                   {"function", std::string(function.simple_name)},
                   {"line", absl::StrCat(what.loop.first_line())},
                   {"times", reads.size() == 1
                                 ? Sentence(kWaitsOnce)
                                 : Sentence(kWaitsTimes, {{"count", absl::StrCat(reads.size())}})}};
  Observation observation = path ? ObserveHot(file, *path, call, Severity::kP1, std::move(params))
                                 : Observation{.at = call,
                                               .params = std::move(params),
                                               // Nobody knows how often it runs.
                                               .severity = Severity::kP2,
                                               .impact = Impact::kMedium};
  for (size_t i = 1; i < reads.size(); ++i) {
    observation.related.push_back({Sentence(phrases::kWaitsToo, {{"call", OneLine(reads[i].call)}}),
                                   RangeOf(file.module(), reads[i].call)});
  }
  return observation;
}

void Check(FileContext& file, Node definition) {
  if (IsColdFile(file.module().path())) return;
  const Definition* function = DefinitionOf(file.module(), definition);
  if (function == nullptr || repository::IsColdName(function->simple_name)) return;
  std::vector<Read> reads = ReadsIn(file, *function);
  if (reads.empty() || IsReference(*function)) return;
  std::erase_if(reads, [&](const Read& read) { return LivesOnCpu(file, read.what.tensor); });
  if (reads.empty()) return;
  const std::optional<HotPath> path = FindHotPath(file, *function);
  // By loop, in the order of the first read in each.
  std::vector<std::vector<Read>> groups;
  std::map<uint32_t, size_t> group_of;
  for (const Read& read : reads) {
    const auto [group, is_new] = group_of.emplace(read.what.loop.index(), groups.size());
    if (is_new) groups.emplace_back();
    groups[group->second].push_back(read);
  }
  for (const std::vector<Read>& of_loop : groups) {
    file.Report(ObserveLoop(file, path, *function, of_loop));
  }
}

}  // namespace

extern constinit const Rule kHostSyncPerElement = {
    .info =
        {.id = "host-sync-per-element",
         .title = {"CPU waits for the GPU once per element", "每个元素都触发一次 CPU–GPU 同步"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .confidence = Confidence::kMedium,
         .message = {"`{expression}` in `{function}` makes the CPU wait for the GPU {times} in "
                     "every iteration of the loop on line {line}",
                     "`{function}` 中的 `{expression}` 在第 {line} 行循环的每次迭代里触发{times} "
                     "CPU–GPU 同步"},
         .consequence = {"The loop makes one round trip to the device per element, while one copy "
                         "of all of `{tensor}` costs hardly more than a single round trip",
                         "该循环对每个元素都要与设备往返一次，而一次性拷贝整个 `{tensor}` "
                         "的代价与单次往返差不多"},
         .advice =
             {"Copy the elements once, before the loop, with `{tensor}.tolist()`, or do the work "
              "of the loop on the device; if the waits are intended, say so in a comment above "
              "them",
              "在循环之前用 `{tensor}.tolist()` "
              "一次拷贝所有元素，或者把循环放到设备上执行；如果确实需要这样等待，在上方写注释说明"},
         .phrases = kPhrases,
         .why = "Reading an element drains the kernel queue, however small the element is. A loop "
                "over requests or sequences does that hundreds of times in a row.",
         .fix = "Call .tolist() on the whole tensor and loop over the numbers, or vectorise.",
         .bad = R"py(
import torch

class Packed(torch.nn.Module):
    def forward(self, x: torch.Tensor, starts: torch.Tensor):
        rows = []
        for i in range(starts.numel() - 1):
            rows.append(x[starts[i].item()])
        return torch.stack(rows)
)py",
         .good = R"py(
import torch

class Packed(torch.nn.Module):
    def forward(self, x: torch.Tensor, starts: torch.Tensor):
        return x[starts[:-1]]
)py",
         .references = {"https://docs.pytorch.org/docs/stable/notes/cuda.html"},
         .checks = {AuditCheck::kDevices, AuditCheck::kPerformance}},
    .kinds = {NodeKind::kFunctionDefinition},
    .names = kHostSyncNames,
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
