// Something that the capture of a CUDA graph forbids, and that no other rule speaks of.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
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

struct Unsafe {
  Node at;
  std::string does;  // "asks for the state of an event"
  absl::string_view advice;
  // Elsewhere host-sync-in-hot-path and tensor-in-branch speak of it.
  bool is_of_regions = false;
  Severity usual = Severity::kP1;  // Where nothing is captured; a capture raises it.
  explicit operator bool() const { return !does.empty(); }
};

constexpr absl::string_view kKeepOnDevice =
    "Keep the value on the device, or read it outside of the capture";
constexpr absl::string_view kIndexOnDevice =
    "Make the index once, on the device, before the capture; or slice";

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
  const absl::string_view what = is_event ? "an event" : "a stream";
  if (method == "query") {
    return {call, absl::StrCat("asks for the state of ", what),
            "Order the work on the device with wait_event or wait_stream, and ask after the "
            "capture"};
  }
  return {call, absl::StrCat("makes the CPU wait for ", what),
          "Let the stream wait instead, with wait_event or wait_stream"};
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
    return {call, "makes the CPU wait for the GPU", kKeepOnDevice, /*is_of_regions=*/true};
  }
  const HostCopy copy = FindHostCopy(file, call);
  if (copy && IsRuntimeData(file, copy.data)) {
    return {copy.copy, absl::StrCat("copies `", OneLine(copy.data), "` from pageable memory"),
            "Copy it into a buffer of the device before the capture and each replay",
            /*is_of_regions=*/false, Severity::kP2};
  }
  const Node callee = call.child(Field::kFunction);
  if (!callee.Is(NodeKind::kAttribute)) return {};
  const absl::string_view method = callee.child(Field::kAttribute).text();
  if (method == "empty_cache" && absl::StartsWith(file.module().Resolve(callee), "torch.cuda.")) {
    return {call, "gives memory back to the driver", "Call it before the capture"};
  }
  if (method == "to" && CopiesToCpu(file, call)) {
    return {call, "copies to the host and waits for it", kKeepOnDevice};
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
            absl::StrCat("copies the index `", OneLine(index), "` from ",
                         is_list ? "a list of Python" : "the CPU"),
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
      add({test.test, absl::StrCat("branches on the value of `", OneLine(test.tensor), "`"),
           "Compute both sides on the device: clamp, torch.where, or a mask",
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
                                        {"advice", std::string(first.advice)}});
  for (size_t i = 1; i < found.size(); ++i) {
    observation.related.push_back(
        {absl::StrCat("`", OneLine(found[i].at), "` ", found[i].does, ", too"),
         RangeOf(module, found[i].at)});
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kUnsafeInGraphCapture = {
    .info = {.id = "unsafe-in-graph-capture",
             .title = {"Operation that a CUDA graph cannot capture", "CUDA graph 无法捕获的操作"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .confidence = Confidence::kMedium,
             .message = {"`{expression}` in `{function}` {does} {frequency}",
                         "`{function}` 中的 `{expression}` {frequency}{does}"},
             .consequence =
                 {"The capture raises, or the graph replays what was true when it was captured",
                  "捕获会抛出异常，或者 graph 重放的是捕获时的状态"},
             .advice = {"{advice}", "{advice}"},
             .why = "A capture records kernels instead of running them: nothing has been computed "
                    "yet that the host could wait for or read, and what the host does is no part "
                    "of the graph.",
             .fix = "Move what involves the host out of the captured code.",
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
