// A size that changes from step to step is a compile-time constant of a kernel.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/variables.h"
#include "analyzers/rules/triton/kernel.h"

namespace allreview::rules {
namespace {

bool IsDynamicSize(absl::string_view name) {
  const std::string lower = absl::AsciiStrToLower(name);
  for (absl::string_view part : {"block", "tile", "group", "pad", "max", "chunk"}) {
    if (absl::StrContains(lower, part)) return false;
  }
  for (absl::string_view size : {"batch_size", "num_tokens", "seq_len", "seqlen", "num_requests",
                                 "total_tokens", "n_elements", "num_elements"}) {
    if (absl::EndsWith(lower, size)) return true;
  }
  return false;
}

// A shape or an unrolled loop needs it at compile time.
bool IsNeededAtCompileTime(const Kernel& kernel, absl::string_view name) {
  for (Node node : kernel.nodes()) {
    if (!node.Is(NodeKind::kCall)) continue;
    const absl::string_view op = TritonOp(kernel.module(), node);
    for (absl::string_view shape : {"arange", "zeros", "full", "static_range", "reshape", "view",
                                    "broadcast_to", "static_assert"}) {
      if (op == shape && Mentions(node.child(Field::kArguments), name)) return true;
    }
    // Another kernel may want it as its constant.
    if (op.empty() && Mentions(node.child(Field::kArguments), name)) return true;
  }
  return false;
}

void Check(FileContext& file, Node function) {
  const std::optional<Kernel> kernel = FindKernel(file.module(), function);
  if (!kernel) return;
  for (const python::Parameter& parameter : kernel->definition().parameters) {
    if (!IsDynamicSize(parameter.name) || !kernel->IsConstexpr(parameter.name) ||
        IsNeededAtCompileTime(*kernel, parameter.name)) {
      continue;
    }
    Observation observation{.at = parameter.node,
                            .params = {{"parameter", std::string(parameter.name)},
                                       {"kernel", std::string(kernel->definition().simple_name)}}};
    if (!parameter.default_value) {
      observation.edits = {Replace(file.module(), parameter.node, std::string(parameter.name))};
    }
    file.Report(std::move(observation));
  }
}

}  // namespace

extern constinit const Rule kDynamicSizeAsConstexpr = {
    .info =
        {.id = "dynamic-size-as-constexpr",
         .title = {"Size that changes between steps declared as tl.constexpr",
                   "每个 step 都变化的大小被声明为 tl.constexpr"},
         .message =
             {"`{parameter}` of `{kernel}` is a `tl.constexpr`, so each new value recompiles the "
              "kernel",
              "`{kernel}` 的 `{parameter}` 是 `tl.constexpr`，每个新值都会重新编译该 kernel"},
         .consequence = {"Steps with a new size stall for the compilation, and the cache of "
                         "compiled kernels grows without bound",
                         "遇到新大小的 step 会停下来等待编译，已编译 kernel 的缓存也会无限增长"},
         .advice = {"Make `{parameter}` a regular argument; nothing in `{kernel}` needs it at "
                    "compile time",
                    "把 `{parameter}` 改为普通参数；`{kernel}` 中没有地方需要在编译期知道它"},
         .why = "Triton compiles one kernel for each combination of constexpr values. Batch and "
                "token counts take many values in a run.",
         .fix = "Keep tl.constexpr for tile sizes and flags.",
         .bad = R"py(
import triton
import triton.language as tl

@triton.jit
def copy_kernel(x_ptr, y_ptr, num_tokens: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < num_tokens)
    tl.store(y_ptr + offsets, x, mask=offsets < num_tokens)
)py",
         .good = R"py(
import triton
import triton.language as tl

@triton.jit
def copy_kernel(x_ptr, y_ptr, num_tokens, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < num_tokens)
    tl.store(y_ptr + offsets, x, mask=offsets < num_tokens)
)py"},
    .kinds = {NodeKind::kFunctionDefinition},
    .file_names = kKernelNames,
    .check = Check};

}  // namespace allreview::rules
