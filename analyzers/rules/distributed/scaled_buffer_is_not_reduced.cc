// op = prepare(a.data, factor); all_reduce(b.data, op=op): the factor went to another buffer.

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kReducedHere("other-reduced-here", "the reduction", "归约处");
constexpr Phrase kPhrases[] = {kReducedHere};

// A tensor that an object keeps: `bucket.data`. Locals may be views of anything.
bool IsField(Node tensor) {
  return tensor.Is(NodeKind::kAttribute) && tensor.child(Field::kObject).Is(NodeKind::kIdentifier);
}

// The first reduction that takes the operation by that name, and all tensors that such ones take.
struct Reductions {
  Node first;
  std::vector<std::string> tensors;
};
Reductions ReductionsBy(const Module& module, const Definition& function, Node operation,
                        uint32_t after) {
  Reductions reductions;
  uint32_t end = function.node.end_byte();  // Where the name gets another value.
  ForEachOwnNode(function.body, NodeKind::kAssignment, [&](Node other) {
    const bool is_next = other.first_byte() > after && other.first_byte() < end;
    if (is_next && other.child(Field::kLeft).text() == operation.text()) end = other.first_byte();
  });
  ForEachOwnNode(function.body, NodeKind::kCall, [&](Node call) {
    if (call.first_byte() < after || call.first_byte() >= end) return;
    const Collective* op = FindCollective(module, call);
    if (op == nullptr || !op->Has("op")) return;
    if (op->ArgumentOf(call, "op").text() != operation.text()) return;
    if (!reductions.first) reductions.first = call;
    for (int position : {op->input, op->output}) {
      if (position < 0) continue;
      reductions.tensors.emplace_back(op->ArgumentOf(call, position).text());
    }
  });
  return reductions;
}

// One of the reductions takes it, or something cut from it.
bool IsAmong(const Reductions& reductions, Node scaled) {
  for (const std::string& tensor : reductions.tensors) {
    if (absl::StartsWith(tensor, scaled.text())) return true;
  }
  return false;
}

bool AreFields(const Module& module, Node call) {
  const Collective* op = FindCollective(module, call);
  return IsField(op->ArgumentOf(call, op->input));
}

void Check(FileContext& file, Node assignment) {
  const Node operation = assignment.child(Field::kLeft), call = assignment.child(Field::kRight);
  if (!operation.Is(NodeKind::kIdentifier) || !call.Is(NodeKind::kCall)) return;
  const Node scaled = python::Argument(call, 0, "tensor");
  if (!IsField(scaled)) return;
  const Module& module = file.module();
  const Definition* function = module.EnclosingFunction(assignment);
  if (function == nullptr) return;
  const Reductions reductions = ReductionsBy(module, *function, operation, assignment.end_byte());
  if (!reductions.first || IsAmong(reductions, scaled) || !AreFields(module, reductions.first)) {
    return;
  }
  Observation observation{.at = scaled,
                          .params = {{"scaled", std::string(scaled.text())},
                                     {"reduced", reductions.tensors[0]},
                                     {"operation", std::string(operation.text())},
                                     {"callee", std::string(CalleeName(call))}},
                          .related = {{kReducedHere, RangeOf(module, reductions.first)}}};
  if (!file.IsChanged(scaled)) observation.because = reductions.first;
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kScaledBufferIsNotReduced = {
    .info =
        {.id = "scaled-buffer-is-not-reduced",
         .title = {"Buffer prepared for a reduction that takes another one",
                   "为归约做准备的 buffer 与实际归约的不是同一个"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{callee}` prepares `{scaled}` and returns `{operation}`, but the reduction "
                     "with `{operation}` takes `{reduced}`",
                     "`{callee}` 处理的是 `{scaled}` 并返回 `{operation}`，但使用 `{operation}` "
                     "的归约处理的是 `{reduced}`"},
         .consequence = {"Where the two are different memory, what is reduced was never scaled: "
                         "gradients are summed, not averaged",
                         "如果二者是不同的内存，被归约的数据从未缩放：梯度被求和而不是求平均"},
         .advice = {"Pass `{reduced}` to `{callee}`", "把 `{reduced}` 传给 `{callee}`"},
         .phrases = kPhrases,
         .why =
             "A scale that belongs to a reduction must be applied to the tensor that is reduced. "
             "A second field of the buffer may be a view of it in one mode and a copy in "
             "another.",
         .fix = "Prepare the tensor that is reduced.",
         .bad = R"py(
import torch.distributed as dist

def reduce(store, factor, prepare, group):
    bucket = store.fetch()
    op = prepare(store.data, factor)
    dist.all_reduce(bucket.data, op=op, group=group)
)py",
         .good = R"py(
import torch.distributed as dist

def reduce(store, factor, prepare, group):
    bucket = store.fetch()
    op = prepare(bucket.data, factor)
    dist.all_reduce(bucket.data, op=op, group=group)
)py"},
    .kinds = {NodeKind::kAssignment},
    .file_names = "all_reduce reduce_scatter_tensor reduce_scatter reduce",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
