// A number of the node where the job's is wanted, or the other way round: works on one node only.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/distributed/axes.h"
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
constexpr Phrase kDeviceIds("device-ids", "device in `device_ids`", "`device_ids` 中的设备");
constexpr Phrase kDeviceIndex("device-index", "index of a device", "设备编号");
constexpr Phrase kProcessesOfNode("processes-of-node", "number of processes of this node",
                                  "本节点的进程数");
constexpr Phrase kBadStart(
    "bad-start",
    "With more than one node, ranks collide or devices do not exist: the job "
    "hangs or fails at startup",
    "使用多个节点时，rank 会冲突或设备不存在：启动会挂起或失败");
constexpr Phrase kNoSuchDevice("no-such-device",
                               "On every node but the first, the device does not exist and the "
                               "call raises",
                               "除第一个节点外，其他节点上没有这个设备，调用会抛出异常");
constexpr Phrase kTooFew("too-few",
                         "With more than one node, each process gets too small a share of its "
                         "node, in the end 0",
                         "使用多个节点时，每个进程分到的本节点资源过少，最终可能为 0");
constexpr Phrase kUseLocalTwin("use-local-twin", "Use `{name}`", "使用 `{name}`");
constexpr Phrase kUseLocalSize("use-local-size",
                               "Divide by LOCAL_WORLD_SIZE or `torch.cuda.device_count()`",
                               "改为除以 LOCAL_WORLD_SIZE 或 `torch.cuda.device_count()`");
constexpr Phrase kPassRank("pass-rank",
                           "Pass the job's RANK there, and use LOCAL_RANK for the device",
                           "那里传入作业的 RANK，LOCAL_RANK 只用于选择设备");
constexpr Phrase kPassWorldSize("pass-world-size", "Pass the job's WORLD_SIZE there",
                                "那里传入作业的 WORLD_SIZE");
constexpr Phrase kUseLocalRank("use-local-rank",
                               "Use LOCAL_RANK, or the rank modulo the number of devices",
                               "使用 LOCAL_RANK，或者用 rank 对设备数取模");
constexpr Phrase kValueFromHere("value-from-here", "the value comes from here", "该值来自这里");
constexpr Phrase kPhrases[] = {kRankOfInit,    kSizeOfInit,      kDeviceOfSet,  kDeviceIds,
                               kDeviceIndex,   kProcessesOfNode, kBadStart,     kNoSuchDevice,
                               kTooFew,        kUseLocalTwin,    kUseLocalSize, kPassRank,
                               kPassWorldSize, kUseLocalRank,    kValueFromHere};

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

// Where the wrong number goes, what happens then, and what to do.
struct Fault {
  const Phrase& argument;
  const Phrase& effect;
  Words wanted;
};

void Report(FileContext& file, Node at, const Fault& fault, std::vector<Edit> edits = {}) {
  const Module& module = file.module();
  Observation observation{.at = at,
                          .params = {{"value", OneLine(at)},
                                     {"argument", fault.argument},
                                     {"effect", fault.effect},
                                     {"wanted", fault.wanted}},
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
    Report(file, rank, {kRankOfInit, kBadStart, kPassRank});
    return;
  }
  const Node size = python::KeywordArgument(call, "world_size");
  if (size && Calls(module, size, "torch.cuda.device_count")) {
    Report(file, size, {kSizeOfInit, kBadStart, kPassWorldSize});
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
  Report(file, device, {kDeviceOfSet, kBadStart, kUseLocalRank}, std::move(edits));
}

// `rank` of f"cuda:{rank}" and of torch.device("cuda", rank). Null: no such device.
Node DeviceIndex(const Module& module, Node call) {
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.positional.empty()) return {};
  const Node first = arguments.positional[0];
  if (first.Is(NodeKind::kString) && absl::StartsWith(first.text(), "f\"cuda:{")) {
    const Node index = first.child(NodeKind::kInterpolation).child(Field::kExpression);
    return first.text().size() == index.text().size() + 10 ? index : Node();
  }
  const bool is_index = arguments.positional.size() == 2 &&
                        Module::StringContent(first) == "cuda" &&
                        module.Calls(call, "torch.device");
  return is_index ? arguments.positional[1] : Node();
}

// "local_rank" for `self.rank` that is the job's rank, in a class that also has `self.local_rank`.
// Empty: not so.
std::string LocalTwin(const Module& module, Node rank) {
  if (!rank.Is(NodeKind::kAttribute) || rank.child(Field::kObject).text() != "self") return "";
  const python::Definition* a_class = module.EnclosingClass(rank);
  if (a_class == nullptr) return "";
  const absl::string_view name = rank.child(Field::kAttribute).text();
  const std::string twin = absl::StrCat("local_", name);
  if (module.SelfAttributeValues(*a_class, twin).empty()) return "";
  for (Node value : module.SelfAttributeValues(*a_class, name)) {
    if (Calls(module, value, "torch.distributed.get_rank")) return twin;
  }
  return "";
}

// barrier(device_ids=[dist.get_rank()])
void CheckDeviceIds(FileContext& file, Node keyword) {
  const Module& module = file.module();
  const Node list = keyword.child(Field::kValue);
  if (!list.Is(NodeKind::kList) || list.named_child_count() != 1) return;
  const Node device = list.named_child(0);
  if (Calls(module, device, "torch.distributed.get_rank")) {
    Report(file, device, {kDeviceIds, kNoSuchDevice, kUseLocalRank});
  } else if (const std::string twin = LocalTwin(module, device); !twin.empty()) {
    Report(file, device,
           {kDeviceIds, kNoSuchDevice,
            Sentence(kUseLocalTwin, {{"name", absl::StrCat("self.", twin)}})},
           {Replace(module, device, absl::StrCat("self.", twin))});
  }
}

// What one node has, for all its processes.
bool IsOfOneNode(const Module& module, Node expression) {
  if (!expression.Is(NodeKind::kCall)) return false;
  const std::string name = module.Resolve(expression.child(Field::kFunction));
  if (name == "builtins.len") return IsOfOneNode(module, python::Argument(expression, 0, "obj"));
  return name == "os.cpu_count" || name == "os.sched_getaffinity" ||
         name == "multiprocessing.cpu_count" || name == "psutil.cpu_count";
}

// `get_world_size()`, also where it is asked only if there is a group.
Node WorldSize(const Module& module, Node expression) {
  expression = python::WithoutParentheses(module.Dereference(expression));
  if (expression.Is(NodeKind::kConditionalExpression)) {
    expression = python::WithoutParentheses(expression.named_child(0));
  }
  if (!expression.Is(NodeKind::kCall)) return {};
  const Group size = SizeOf(module, expression);
  return size.is_world() ? expression : Node();
}

// os.cpu_count() // dist.get_world_size()
void CheckShare(FileContext& file, Node division) {
  const absl::string_view op = division.child(Field::kOperator).text();
  if (op != "//" && op != "/") return;
  const Module& module = file.module();
  const Node node = python::WithoutParentheses(module.Dereference(division.child(Field::kLeft)));
  if (!IsOfOneNode(module, node)) return;
  const Node size = WorldSize(module, division.child(Field::kRight));
  if (size) Report(file, size, {kProcessesOfNode, kTooFew, kUseLocalSize});
}

void Check(FileContext& file, Node node) {
  const Module& module = file.module();
  if (IsForOneNode(module)) return;
  if (node.Is(NodeKind::kBinaryOperator)) return CheckShare(file, node);
  if (node.Is(NodeKind::kKeywordArgument)) {
    if (node.child(Field::kName).text() == "device_ids") CheckDeviceIds(file, node);
    return;
  }
  const absl::string_view name = CalleeName(node);
  const bool is_init = name == "init_process_group";
  if (name == "device" || name == "to") {
    const Node index = DeviceIndex(module, node);
    if (index && Calls(module, index, "torch.distributed.get_rank")) {
      Report(file, index, {kDeviceIndex, kNoSuchDevice, kUseLocalRank});
    }
    return;
  }
  if (!is_init && name != "set_device") return;
  if (is_init && module.Calls(node, "torch.distributed.init_process_group")) CheckInit(file, node);
  if (!is_init && module.Calls(node, "torch.cuda.set_device")) CheckDevice(file, node);
}

}  // namespace

extern constinit const Rule kLocalRankAsGlobalRank = {
    .info =
        {.id = "local-rank-as-global-rank",
         .title = {"Number of the node and of the job confused",
                   "混淆了节点内与整个作业的编号或数量"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{value}` is used as the {argument}, which is correct only on a single node",
                     "`{value}` 被用作 {argument}，这只在单机时才正确"},
         .consequence = {"{effect}", "{effect}"},
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
    .kinds = {NodeKind::kCall, NodeKind::kKeywordArgument, NodeKind::kBinaryOperator},
    .names = "cpu_count device device_ids init_process_group sched_getaffinity set_device to",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
