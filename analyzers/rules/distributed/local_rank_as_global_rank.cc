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

void Report(FileContext& file, Node at, absl::string_view argument, absl::string_view wanted,
            std::vector<Edit> edits = {}) {
  const Module& module = file.module();
  Observation observation{.at = at,
                          .params = {{"value", std::string(at.text())},
                                     {"argument", std::string(argument)},
                                     {"wanted", std::string(wanted)}},
                          .edits = std::move(edits)};
  const Node value = module.Dereference(at);
  if (value != at) {
    observation.related = {{"the value comes from here", RangeOf(module, value)}};
    if (!file.IsChanged(at)) observation.because = value;
  }
  file.Report(std::move(observation));
}

void CheckInit(FileContext& file, Node call) {
  const Module& module = file.module();
  const Node rank = python::KeywordArgument(call, "rank");
  if (rank && IsLocalRank(module, rank)) {
    Report(file, rank, "rank of `init_process_group`",
           "Pass the RANK of the job there, and keep LOCAL_RANK for the device");
    return;
  }
  const Node size = python::KeywordArgument(call, "world_size");
  if (size && Calls(module, size, "torch.cuda.device_count")) {
    Report(file, size, "world_size of `init_process_group`",
           "Pass the WORLD_SIZE of the job there");
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
  Report(file, device, "device of `set_device`",
         "Use LOCAL_RANK, or the rank modulo the number of devices", std::move(edits));
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
    .info = {.id = "local-rank-as-global-rank",
             .title = {"Rank within the node taken for the rank in the job",
                       "把节点内 rank 当成作业内 rank"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{value}` becomes the {argument}, which is right on a single node only",
                         "`{value}` 被用作 {argument}，这只在单机时才正确"},
             .consequence = {"From the second node on ranks collide or devices do not exist: the "
                             "start hangs or fails",
                             "从第二个节点起，rank 会冲突或设备不存在：启动会挂起或失败"},
             .advice = {"{wanted}", "{wanted}"},
             .why = "LOCAL_RANK and torch.cuda.device_count() count within one machine, RANK and "
                    "WORLD_SIZE over the job. On one node both agree, so that the mistake shows "
                    "only on the first run over several.",
             .fix = "Initialise with RANK and WORLD_SIZE; choose the device by LOCAL_RANK.",
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
