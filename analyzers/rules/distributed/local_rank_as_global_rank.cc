// A per-node number where the job's is wanted: works on one node only.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kRankOfInit("rank-of-init", "rank of `init_process_group`",
                             "`init_process_group` 的 rank");
constexpr Phrase kSizeOfInit("size-of-init", "world_size of `init_process_group`",
                             "`init_process_group` 的 world_size");
constexpr Phrase kDeviceOfSet("device-of-set", "device of `set_device`", "`set_device` 的设备");
constexpr Phrase kPassRank("pass-rank",
                           "Pass the job's RANK there, and use LOCAL_RANK for the device",
                           "那里传入作业的 RANK，LOCAL_RANK 只用于选择设备");
constexpr Phrase kPassWorldSize("pass-world-size", "Pass the job's WORLD_SIZE there",
                                "那里传入作业的 WORLD_SIZE");
constexpr Phrase kUseLocalRank("use-local-rank",
                               "Use LOCAL_RANK, or the rank modulo the number of devices",
                               "使用 LOCAL_RANK，或者用 rank 对设备数取模");
constexpr Phrase kValueFromHere("value-from-here", "the value comes from here", "该值来自这里");
constexpr Phrase kPhrases[] = {kRankOfInit,    kSizeOfInit,   kDeviceOfSet,  kPassRank,
                               kPassWorldSize, kUseLocalRank, kValueFromHere};

// os.environ["LOCAL_RANK"], int(os.getenv("LOCAL_RANK", 0)), args.local_rank.
bool IsLocalRank(const Module& module, Node value) {
  value = module.Dereference(value);
  if (absl::StrContains(value.text(), "%") || absl::StrContains(value.text(), "//")) return false;
  return absl::StrContains(value.text(), "\"LOCAL_RANK\"") ||
         absl::StrContains(value.text(), "'LOCAL_RANK'") || LastName(value) == "local_rank";
}

bool Calls(const Module& module, Node value, absl::string_view function) {
  value = module.Dereference(value);
  return value.Is(NodeKind::kCall) && module.Calls(value, function);
}

// Made for one node: its processes are spawned right here, or the file's name says so.
bool IsForOneNode(const Module& module) {
  return absl::StrContains(module.path(), "single_") ||
         absl::StrContains(module.source(), "mp.spawn(") ||
         absl::StrContains(module.source(), "multiprocessing.spawn(");
}

void Report(FileContext& file, Node at, const Phrase& argument, const Phrase& wanted,
            std::vector<Edit> edits = {}) {
  const Module& module = file.module();
  Observation observation{
      .at = at,
      .params = {{"value", std::string(at.text())}, {"argument", argument}, {"wanted", wanted}},
      .edits = std::move(edits)};
  const Node value = module.Dereference(at);
  if (value != at) {
    observation.related = {{kValueFromHere, RangeOf(module, value)}};
    if (!file.IsChanged(at)) observation.because = value;
  }
  file.Report(std::move(observation));
}

void CheckInit(FileContext& file, Node call) {
  const Module& module = file.module();
  const Node rank = python::KeywordArgument(call, "rank");
  if (rank && IsLocalRank(module, rank)) {
    Report(file, rank, kRankOfInit, kPassRank);
    return;
  }
  const Node size = python::KeywordArgument(call, "world_size");
  if (size && Calls(module, size, "torch.cuda.device_count")) {
    Report(file, size, kSizeOfInit, kPassWorldSize);
  }
}

void CheckDevice(FileContext& file, Node call) {
  const Module& module = file.module();
  const Node device = python::Argument(call, 0, "device");
  if (!device || !Calls(module, device, "torch.distributed.get_rank")) return;
  const Node function = call.child(Field::kFunction);
  std::vector<Edit> edits;
  if (function.Is(NodeKind::kAttribute)) {
    edits = {Replace(module, device,
                     absl::StrCat(device.text(), " % ", function.child(Field::kObject).text(),
                                  ".device_count()"))};
  }
  Report(file, device, kDeviceOfSet, kUseLocalRank, std::move(edits));
}

void Check(FileContext& file, Node call) {
  const absl::string_view name = CalleeName(call);
  const bool is_init = name == "init_process_group";
  if (!is_init && name != "set_device") return;
  const Module& module = file.module();
  if (IsForOneNode(module)) return;
  if (is_init && module.Calls(call, "torch.distributed.init_process_group")) CheckInit(file, call);
  if (!is_init && module.Calls(call, "torch.cuda.set_device")) CheckDevice(file, call);
}

}  // namespace

extern constinit const Rule kLocalRankAsGlobalRank = {
    .info =
        {.id = "local-rank-as-global-rank",
         .title = {"Local rank used as the global rank", "把节点内 rank 当成作业内 rank"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{value}` is used as the {argument}, which is correct only on a single node",
                     "`{value}` 被用作 {argument}，这只在单机时才正确"},
         .consequence = {"With more than one node, ranks collide or devices do not exist: the job "
                         "hangs or fails at startup",
                         "使用多个节点时，rank 会冲突或设备不存在：启动会挂起或失败"},
         .advice = {"{wanted}", "{wanted}"},
         .phrases = kPhrases,
         .why = "LOCAL_RANK and torch.cuda.device_count() count within one machine, RANK and "
                "WORLD_SIZE across the job. On one node they agree, so the mistake appears only on "
                "the first multi-node run.",
         .fix = "Initialise with RANK and WORLD_SIZE; choose the device with LOCAL_RANK.",
         .bad = R"py(
import os
import torch
import torch.distributed as dist

def start():
    dist.init_process_group(
        rank=int(os.environ["LOCAL_RANK"]),
        world_size=torch.cuda.device_count(),
    )
)py",
         .good = R"py(
import os
import torch
import torch.distributed as dist

def start():
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    dist.init_process_group(
        rank=int(os.environ["RANK"]),
        world_size=int(os.environ["WORLD_SIZE"]),
    )
)py",
         .references = {"https://docs.pytorch.org/docs/stable/distributed.html"},
         .checks = {AuditCheck::kDevices, AuditCheck::kDistributed}},
    .kinds = {NodeKind::kCall},
    .names = "init_process_group set_device",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
