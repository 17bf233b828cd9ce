// kernel[grid](x.transpose(0, 1), n): the kernel gets a pointer, and nobody tells it the strides.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/known_values.h"

namespace allreview::rules {
namespace {

using python::Module;

// kernel[grid](...)
bool IsLaunch(Node call) {
  const Node callee = call.child(Field::kFunction);
  return callee.Is(NodeKind::kSubscript) &&
         (callee.child(Field::kValue).Is(NodeKind::kIdentifier) ||
          callee.child(Field::kValue).Is(NodeKind::kAttribute));
}

// Strides of some tensor are handed over, or asked for before.
bool AsksForStrides(const Module& module, Node call) {
  const python::Definition* const function = module.EnclosingFunction(call);
  const absl::string_view text = function == nullptr ? call.text() : function->body.text();
  return absl::StrContains(text, "stride(") || absl::StrContains(text, "is_contiguous");
}

void Check(FileContext& file, Node call) {
  if (!IsLaunch(call) || AsksForStrides(file.module(), call)) return;
  for (Node tensor : python::ArgumentsOf(call).positional) {
    const std::string strides = StridesOfReordered(file, tensor);
    if (strides.empty()) continue;
    Observation observation = {
        .at = tensor,
        .params = {{"tensor", OneLine(tensor)},
                   {"kernel", OneLine(call.child(Field::kFunction).child(Field::kValue))},
                   {"strides", strides}},
        .because = file.IsChanged(tensor) ? tensor : call};
    file.Report(std::move(observation));
  }
}

}  // namespace

extern constinit const Rule kReorderedTensorInKernel = {
    .info =
        {.id = "reordered-tensor-in-kernel",
         .title = {"Kernel gets a tensor that is not contiguous, without its strides",
                   "kernel 收到非 contiguous 的 tensor，却没有它的步长"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{kernel}` gets `{tensor}`, whose strides are {strides}, and is told no "
                     "strides",
                     "`{kernel}` 收到的 `{tensor}` 步长为 {strides}，但没有得到任何步长参数"},
         .consequence = {"The kernel takes elements for contiguous: it reads and writes those of "
                         "other rows, or past the end of the memory",
                         "kernel 会按 contiguous "
                         "方式访问元素：读写到其他行的元素，甚至越过内存末尾"},
         .advice = {"Pass `{tensor}.contiguous()`, or the strides",
                    "传入 `{tensor}.contiguous()`，或者把步长传给 kernel"},
         .why = "A launch hands over a pointer. Where a view has other strides than its sizes say, "
                "only the strides tell where its elements lie.",
         .fix = "Make the tensor contiguous before the launch.",
         .bad = R"py(
import torch
from kernels import scale_kernel

def scale(n):
    x = torch.ones(64, 128)
    scale_kernel[(n,)](x.transpose(0, 1), n)
)py",
         .good = R"py(
import torch
from kernels import scale_kernel

def scale(n):
    x = torch.ones(64, 128)
    scale_kernel[(n,)](x.transpose(0, 1).contiguous(), n)
)py",
         .references = {"https://docs.pytorch.org/docs/stable/tensor_view.html"}},
    .kinds = {NodeKind::kCall},
    .file_names = "triton kernels",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
