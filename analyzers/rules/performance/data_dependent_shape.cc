// An operation whose result has as many elements as the data say, in code that runs in every step.

#include <string>
#include <utility>

#include "absl/strings/strip.h"
#include "analyzers/python/values.h"
#include "analyzers/rules/performance/host_sync.h"
#include "analyzers/rules/performance/hot_code.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::DeviceType;
using python::Dtype;
using python::Value;
using python::ValueType;

constexpr Phrase kKeepMask("keep-mask",
                           "Keep the full shape and multiply by the mask, or use torch.where",
                           "保持完整 shape 并乘以 mask，或者使用 torch.where");
constexpr Phrase kCountFixed(
    "count-fixed", "Count with scatter_add_ or torch.histc, whose size is fixed in advance",
    "用 scatter_add_ 或 torch.histc 计数，其大小事先给定");
constexpr Phrase kPassOutputSize("pass-output-size", "Pass output_size= if the host knows the sum",
                                 "如果主机知道总和，传入 output_size=");
constexpr Phrase kSortAndMark(
    "sort-and-mark", "Sort and mark the first of each run, so that the shape stays the same",
    "排序后标记每段的第一个元素，保持 shape 不变");
constexpr Phrase kGatherKnown(
    "gather-known",
    "Gather with a known number of indices, or keep the shape and multiply by the mask",
    "用数量已知的下标做 gather，或者保持 shape 并乘以 mask");
constexpr Phrase kKeepBound("keep-bound", "Keep the bound on the host, or mask instead of slicing",
                            "把边界留在主机上，或者用 mask 代替切片");
constexpr Phrase kSlicing("slicing", "slicing", "切片");
constexpr Phrase kIndexingByMask("indexing-by-mask", "indexing by a mask", "用 mask 索引");
constexpr Phrase kPhrases[] = {kKeepMask,    kCountFixed, kPassOutputSize, kSortAndMark,
                               kGatherKnown, kKeepBound,  kSlicing,        kIndexingByMask};

struct DataDependent {
  Words operation;  // "nonzero()"; empty: none.
  Node tensor;      // That decides the size.
  Phrase advice = kKeepMask;
  explicit operator bool() const { return !operation.is_empty(); }
};

const Phrase& AdviceFor(absl::string_view name) {
  if (name == "bincount") return kCountFixed;
  if (name == "repeat_interleave") return kPassOutputSize;
  if (name == "unique" || name == "unique_consecutive") return kSortAndMark;
  if (name == "masked_select") return kGatherKnown;
  return kKeepMask;
}

DataDependent FromCall(const FileContext& file, Node call) {
  const HostSync sync = torch::FindHostSync(file.module(), file.values(), call);
  if (!sync || sync.kind != HostSync::Kind::kSize) return {};
  return {sync.operation, sync.tensor, AdviceFor(absl::StripSuffix(sync.operation, "()"))};
}

// x[mask], x[:n]
DataDependent FromSubscript(const FileContext& file, Node subscript) {
  if (subscript.field() == Field::kLeft || subscript.parent().Is(NodeKind::kDeleteStatement)) {
    return {};
  }
  for (Node index : subscript.children()) {
    if (index.field() != Field::kSubscript) continue;
    if (index.Is(NodeKind::kSlice)) {
      for (Node bound : index.children()) {
        if (bound.IsNamed() && file.values().IsTensor(bound) &&
            file.values().IsTensor(subscript.child(Field::kValue))) {
          return {kSlicing, bound, kKeepBound};
        }
      }
      continue;
    }
    const Value value = file.values().Of(index);
    if (value.type == ValueType::kTensor && value.dtype == Dtype::kBool &&
        file.values().IsTensor(subscript.child(Field::kValue))) {
      return {kIndexingByMask, index, kKeepMask};
    }
  }
  return {};
}

void Check(FileContext& file, Node node) {
  const DataDependent found =
      node.Is(NodeKind::kCall) ? FromCall(file, node) : FromSubscript(file, node);
  if (!found || file.values().IsHost(found.tensor)) return;
  const Node source = node.Is(NodeKind::kCall) ? found.tensor : node.child(Field::kValue);
  if (file.values().IsHost(source) || IsUnderConditionOn(node, "deterministic")) return;
  const std::optional<HotPath> path = FindHotCode(file, node);
  if (!path) return;
  // Inference keeps its books on the CPU.
  if (path->is_inference && file.values().Of(found.tensor).device != DeviceType::kGpu) return;
  if (LivesOnCpu(file, found.tensor) || LivesOnCpu(file, source)) return;
  file.Report(
      ObserveHot(file, *path, node, Severity::kP2,
                 {{"expression", OneLine(node)},
                  {"operation", found.operation},
                  {"tensor", OneLine(found.tensor)},
                  {"advice", found.advice},
                  {"function", std::string(file.module().EnclosingFunction(node)->simple_name)}}));
}

}  // namespace

extern constinit const Rule kDataDependentShape = {
    .info =
        {.id = "data-dependent-shape",
         .title = {"Data-dependent shape in the training step", "训练 step 中的 shape 取决于数据"},
         .confidence = Confidence::kMedium,
         .message = {"{operation} in `{function}` makes the CPU wait for `{tensor}` {frequency}, "
                     "because the values determine how many elements `{expression}` has",
                     "`{function}` 中的{operation}{frequency}都让 CPU 等待 `{tensor}`，因为 "
                     "`{expression}` 的元素个数取决于数值"},
         .consequence = {"The kernel queue drains on every call, memory is allocated in varying "
                         "sizes, and a CUDA graph cannot capture the code",
                         "每次调用都会清空 kernel 队列，不断分配大小各异的内存，而且代码无法被 "
                         "CUDA graph 捕获"},
         .advice = {"{advice}", "{advice}"},
         .phrases = kPhrases,
         .why =
             "The host allocates memory. If the GPU computes the size, the host must wait for it.",
         .fix = "Use an operation with a fixed output size, or pass the size in advance.",
         .bad = R"py(
import torch

class Router(torch.nn.Module):
    def forward(self, experts: torch.Tensor):
        return torch.bincount(experts, minlength=8)
)py",
         .good = R"py(
import torch

class Router(torch.nn.Module):
    def forward(self, experts: torch.Tensor):
        return torch.histc(experts, bins=8, min=0, max=7)
)py",
         .checks = {AuditCheck::kMemory, AuditCheck::kPerformance}},
    .kinds = {NodeKind::kCall, NodeKind::kSubscript},
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
