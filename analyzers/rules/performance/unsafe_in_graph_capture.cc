// Something that the capture of a CUDA graph forbids, and that no other rule speaks of.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/python/values.h"
#include "analyzers/rules/performance/factories.h"
#include "analyzers/rules/performance/host_copy.h"
#include "analyzers/rules/performance/host_sync.h"
#include "analyzers/rules/performance/hot_code.h"
#include "analyzers/rules/performance/hot_path.h"
#include "analyzers/rules/performance/tensor_tests.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Value;
using python::ValueType;

constexpr Phrase kKeepOnDevice("keep-on-device",
                               "Keep the value on the device, or read it outside the capture",
                               "让该值留在设备上，或者在捕获之外读取");
constexpr Phrase kIndexOnDevice(
    "index-on-device", "Create the index once, on the device, before the capture, or use a slice",
    "在捕获之前于设备上创建一次下标，或者改用切片");
constexpr Phrase kQueriesEvent("queries-event", "queries the state of an event",
                               "查询 event 的状态");
constexpr Phrase kQueriesStream("queries-stream", "queries the state of a stream",
                                "查询 stream 的状态");
constexpr Phrase kOrderOnDevice(
    "order-on-device",
    "Order the work on the device with wait_event or wait_stream, and query after the capture",
    "用 wait_event 或 wait_stream 在设备上排序，捕获之后再查询");
constexpr Phrase kWaitsForEvent("waits-for-event", "makes the CPU wait for an event",
                                "让 CPU 等待 event");
constexpr Phrase kWaitsForStream("waits-for-stream", "makes the CPU wait for a stream",
                                 "让 CPU 等待 stream");
constexpr Phrase kWaitsForGpu("waits-for-gpu", "makes the CPU wait for the GPU",
                              "触发 CPU–GPU 同步");
constexpr Phrase kLetStreamWait("let-stream-wait",
                                "Let the stream wait instead, with wait_event or wait_stream",
                                "改用 wait_event 或 wait_stream 让 stream 等待");
constexpr Phrase kCopiesPageable("copies-pageable", "copies `{data}` from pageable memory",
                                 "从可分页内存拷贝 `{data}`");
constexpr Phrase kCopyBefore(
    "copy-before", "Copy it into a buffer on the device before the capture and each replay",
    "在捕获和每次重放之前把它拷贝到设备上的缓冲区");
constexpr Phrase kReturnsMemory("returns-memory", "returns memory to the driver",
                                "把显存归还给驱动");
constexpr Phrase kCallBefore("call-before", "Call it before the capture", "在捕获之前调用");
constexpr Phrase kCopiesToHost("copies-to-host", "copies to the host and waits for it",
                               "拷贝到主机并等待");
constexpr Phrase kIndexFromList("index-from-list", "copies the index `{index}` from a Python list",
                                "从 Python 列表拷贝下标 `{index}`");
constexpr Phrase kIndexFromCpu("index-from-cpu", "copies the index `{index}` from the CPU",
                               "从 CPU 拷贝下标 `{index}`");
constexpr Phrase kBranchesOn("branches-on", "branches on the value of `{tensor}`",
                             "按 `{tensor}` 的值分支");
constexpr Phrase kBothSides("both-sides",
                            "Compute both sides on the device: clamp, torch.where, or a mask",
                            "在设备上同时计算两侧：使用 clamp、torch.where 或 mask");
constexpr Phrase kDoesToo("does-too", "`{call}` also {does}", "`{call}` 也会{does}");
constexpr Phrase kPhrases[] = {kKeepOnDevice,  kIndexOnDevice,  kQueriesEvent,   kQueriesStream,
                               kOrderOnDevice, kWaitsForEvent,  kWaitsForStream, kWaitsForGpu,
                               kLetStreamWait, kCopiesPageable, kCopyBefore,     kReturnsMemory,
                               kCallBefore,    kCopiesToHost,   kIndexFromList,  kIndexFromCpu,
                               kBranchesOn,    kBothSides,      kDoesToo};

struct Unsafe {
  Node at;
  Words does;  // "queries the state of an event"
  Phrase advice = kKeepOnDevice;
  // Elsewhere host-sync-in-hot-path and tensor-in-branch speak of it.
  bool is_of_regions = false;
  Severity usual = Severity::kP1;  // Where nothing is captured; a capture raises it.
  explicit operator bool() const { return !does.is_empty(); }
};

// `event.query()`, `stream.synchronize()`
Unsafe OfEventOrStream(const FileContext& file, Node call, absl::string_view method) {
  if (method != "query" && method != "synchronize") return {};
  if (call.child(Field::kArguments).named_child_count() > 0) return {};
  const Node object = call.child(Field::kFunction).child(Field::kObject);
  const ValueType type = file.values().Of(object).type;
  const absl::string_view name = LastName(object);
  const bool is_event = type == ValueType::kEvent || absl::StrContains(name, "event");
  const bool is_stream = type == ValueType::kStream || absl::StrContains(name, "stream");
  if (!is_event && !is_stream) return {};
  if (method == "query") return {call, is_event ? kQueriesEvent : kQueriesStream, kOrderOnDevice};
  return {call, is_event ? kWaitsForEvent : kWaitsForStream, kLetStreamWait};
}

// x.to("cpu")
bool CopiesToCpu(const FileContext& file, Node call) {
  const Node object = call.child(Field::kFunction).child(Field::kObject);
  const Node device = python::Argument(call, 0, "device");
  if (!device || !IsGpuTensor(file, object)) return false;
  const Value value = file.values().Of(device);
  return value.type != ValueType::kTensor && value.type != ValueType::kDtype &&
         value.device == python::DeviceType::kCpu;
}

Unsafe OfCall(const FileContext& file, Node call) {
  if (const HostSync sync = FindHostSync(file, call)) {
    return {call, kWaitsForGpu, kKeepOnDevice, /*is_of_regions=*/true};
  }
  const HostCopy copy = FindHostCopy(file, call);
  if (copy && IsRuntimeData(file, copy.data)) {
    return {copy.copy, Sentence(kCopiesPageable, {{"data", OneLine(copy.data)}}), kCopyBefore,
            /*is_of_regions=*/false, Severity::kP2};
  }
  const Node callee = call.child(Field::kFunction);
  if (!callee.Is(NodeKind::kAttribute)) return {};
  const absl::string_view method = callee.child(Field::kAttribute).text();
  if (method == "empty_cache" && absl::StartsWith(file.module().Resolve(callee), "torch.cuda.")) {
    return {call, kReturnsMemory, kCallBefore};
  }
  if (method == "to" && CopiesToCpu(file, call)) {
    return {call, kCopiesToHost, kKeepOnDevice};
  }
  return OfEventOrStream(file, call, method);
}

// `torch.arange(n)` of torch.arange(n).view(1, -1): missing-device speaks of it.
bool ComesFromFactory(const FileContext& file, Node index) {
  Node value = file.module().Dereference(index);
  while (value.Is(NodeKind::kCall)) {
    if (CpuFactoryAt(file, value)) return true;
    value = file.module().Dereference(value.child(Field::kFunction).child(Field::kObject));
  }
  return false;
}

// x[[0, 2]], x[self.index_cpu]
Unsafe OfSubscript(const FileContext& file, Node subscript) {
  const Node tensor = subscript.child(Field::kValue);
  for (Node index : subscript.children()) {
    if (index.field() != Field::kSubscript || index.Is(NodeKind::kSlice)) continue;
    const Value value = file.values().Of(index);
    const bool is_list = value.type == ValueType::kSequence && !index.Is(NodeKind::kTuple) &&
                         (value.element == ValueType::kNumber || value.element == ValueType::kBool);
    const bool is_host = value.type == ValueType::kTensor && file.values().IsHost(index) &&
                         !ComesFromFactory(file, index);
    if ((!is_list && !is_host) || !IsGpuTensor(file, tensor)) continue;
    return {subscript,
            Sentence(is_list ? kIndexFromList : kIndexFromCpu, {{"index", OneLine(index)}}),
            kIndexOnDevice};
  }
  return {};
}

// The code asks whether a graph is captured, or used at all: it knows.
bool IsChosenByCapture(const FileContext& file, Node node) {
  const python::ControlFlow& flow = file.flow(node);
  const auto decisions = flow.DecisionsOver(flow.PointOf(node));
  return std::any_of(decisions.begin(), decisions.end(), [](const auto& decision) {
    const std::string text = absl::AsciiStrToLower(decision.condition.text());
    return absl::StrContains(text, "captur") || absl::StrContains(text, "graph");
  });
}

std::vector<Unsafe> UnsafeIn(const FileContext& file, const Definition& function) {
  std::vector<Unsafe> found;
  const auto add = [&](Unsafe unsafe) {
    if (!unsafe || !file.IsChanged(unsafe.at) || IsColdBlock(unsafe.at)) return;
    // What decides whether a region runs at all speaks of graphs, too.
    const bool is_in_region = IsInCaptureRegion(file.module(), unsafe.at);
    if (!is_in_region && (unsafe.is_of_regions || IsChosenByCapture(file, unsafe.at))) return;
    const bool is_known = std::any_of(found.begin(), found.end(), [&](const Unsafe& other) {
      return other.at.Contains(unsafe.at);
    });
    if (!is_known) found.push_back(std::move(unsafe));
  };
  ForEachOwnNode(function.body, [&](Node node) {
    if (node.Is(NodeKind::kToken) || node.Is(NodeKind::kIdentifier)) return;  // Two thirds of them.
    if (node.Is(NodeKind::kCall)) add(OfCall(file, node));
    if (node.Is(NodeKind::kSubscript) && node.field() != Field::kLeft) add(OfSubscript(file, node));
    for (const TensorTest& test : TensorTestsOf(file, node)) {
      add({test.test, Sentence(kBranchesOn, {{"tensor", OneLine(test.tensor)}}), kBothSides,
           /*is_of_regions=*/true});
    }
  });
  return found;
}

void Check(FileContext& file, Node definition) {
  const python::Module& module = file.module();
  if (IsColdFile(module.path())) return;
  const Definition* function = DefinitionOf(module, definition);
  if (function == nullptr) return;
  std::vector<Unsafe> found = UnsafeIn(file, *function);
  if (found.empty()) return;
  const AcknowledgedWaits waits(*function);
  std::erase_if(found, [&](const Unsafe& unsafe) {
    return waits.Include(unsafe.at) || !IsCaptured(file, unsafe.at);
  });
  if (found.empty()) return;

  const Unsafe& first = found.front();
  Observation observation = ObserveHot(file, CapturePath(module, *function), first.at, first.usual,
                                       {{"expression", OneLine(first.at)},
                                        {"function", std::string(function->simple_name)},
                                        {"does", first.does},
                                        {"advice", first.advice}});
  for (size_t i = 1; i < found.size(); ++i) {
    observation.related.push_back(
        {Sentence(kDoesToo, {{"call", OneLine(found[i].at)}, {"does", found[i].does}}),
         RangeOf(module, found[i].at)});
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kUnsafeInGraphCapture = {
    .info =
        {.id = "unsafe-in-graph-capture",
         .title = {"Operation that a CUDA graph cannot capture", "CUDA graph 无法捕获的操作"},
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .confidence = Confidence::kMedium,
         .message = {"`{expression}` in `{function}` {does} {frequency}",
                     "`{function}` 中的 `{expression}` {frequency}{does}"},
         .consequence = {"The capture raises an error, or the graph replays what was true when it "
                         "was captured",
                         "捕获会抛出异常，或者 graph 重放的是捕获时的状态"},
         .advice = {"{advice}", "{advice}"},
         .phrases = kPhrases,
         .why =
             "A capture records kernels instead of running them: there is no result yet that the "
             "host could wait for or read, and the graph does not include what the host does.",
         .fix = "Move work that involves the host out of the captured code.",
         .bad = R"py(
import torch

def record(model, x: torch.Tensor, done: torch.cuda.Event):
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        y = model(x)
        done.record()
        done.synchronize()
    return graph, y
)py",
         .good = R"py(
import torch

def record(model, x: torch.Tensor, done: torch.cuda.Event):
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        y = model(x)
        done.record()
    return graph, y
)py",
         .references = {"NVIDIA: CUDA graphs in PyTorch, quick checklist"}},
    .kinds = {NodeKind::kFunctionDefinition},
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
