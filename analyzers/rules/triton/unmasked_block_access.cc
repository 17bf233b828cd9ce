// A load or store of a whole block without a mask: the last block goes past the end.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"
#include "analyzers/rules/triton/kernel.h"

namespace allreview::rules {
namespace {

using Search = Kernel::Search;

constexpr Phrase kAlsoUnmasked("also-unmasked", "also has no mask", "同样没有 mask");
constexpr Phrase kMaskedElsewhere("masked-elsewhere", "masked elsewhere", "别处带有 mask");
constexpr Phrase kReadsPast("reads-past", "reads", "读取");
constexpr Phrase kWritesPast("writes-past", "writes", "写入");
constexpr Phrase kPhrases[] = {kAlsoUnmasked, kMaskedElsewhere, kReadsPast, kWritesPast};

bool IsBlockName(absl::string_view name) {
  const std::string lower = absl::AsciiStrToLower(name);
  return absl::StrContains(lower, "block") || absl::StrContains(lower, "tile");
}

// The tl.arange(0, BLOCK) behind a pointer. Null: none, or the offsets are kept in range: by a
// modulo, a minimum, or because they are data themselves.
Node BlockRangeBehind(const Kernel& kernel, Node pointer) {
  bool is_bounded = false;
  Node range;
  kernel.FindBehind(pointer, [&](Node node) {
    if (node.Is(NodeKind::kBinaryOperator) && node.child(Field::kOperator).text() == "%") {
      is_bounded = true;
    }
    if (!node.Is(NodeKind::kCall)) return Search::kGoOn;
    const absl::string_view op = TritonOp(kernel.module(), node);
    if (op == "minimum" || op == "where" || op == "clamp" || op == "make_block_ptr") {
      is_bounded = true;
    }
    if (op == "load" || op == "program_id") return Search::kPassOver;
    if (op != "arange") return Search::kGoOn;
    const Node end = python::Argument(node, 1, "end");
    if (end.Is(NodeKind::kIdentifier) && IsBlockName(end.text())) range = node;
    return Search::kPassOver;
  });
  return is_bounded ? Node() : range;
}

// More than one block lies along the range: it is shifted by a program id or a loop.
bool IsShifted(const Kernel& kernel, Node pointer, absl::string_view block) {
  return static_cast<bool>(kernel.FindBehind(pointer, [&](Node node) {
    if (node.Is(NodeKind::kCall) && TritonOp(kernel.module(), node) == "load") {
      return Search::kPassOver;
    }
    const bool is_product = node.Is(NodeKind::kBinaryOperator) &&
                            node.child(Field::kOperator).text() == "*" && Mentions(node, block);
    const bool is_stepping = node.Is(NodeKind::kCall) && CalleeName(node) == "range" &&
                             Mentions(node.child(Field::kArguments), block);
    return is_product || is_stepping ? Search::kFound : Search::kGoOn;
  }));
}

// Another branch of the same `if` reads or writes that memory with a mask: this one is for sizes
// that fit.
bool HasMaskedSibling(const Kernel& kernel, const std::vector<MemoryAccess>& accesses,
                      const MemoryAccess& access) {
  const absl::string_view base = kernel.BaseOfPointer(access.pointer);
  for (Node outer = access.call.parent(); outer && outer != kernel.definition().node;
       outer = outer.parent()) {
    if (!outer.Is(NodeKind::kIfStatement)) continue;
    for (const MemoryAccess& other : accesses) {
      if (other.mask && outer.Contains(other.call) && kernel.BaseOfPointer(other.pointer) == base) {
        return true;
      }
    }
  }
  return false;
}

// Sizes are known to be multiples of the block: asserted by the kernel or by a launcher.
bool IsDivisible(const Kernel& kernel, absl::string_view block) {
  for (Node node : kernel.nodes()) {
    if (!node.Is(NodeKind::kCall)) continue;
    const absl::string_view op = TritonOp(kernel.module(), node);
    if ((op == "static_assert" || op == "device_assert" || op == "assume") &&
        absl::StrContains(node.text(), "%")) {
      return true;
    }
  }
  for (Node launch : kernel.Launches()) {
    const python::Definition* launcher = kernel.module().EnclosingFunction(launch);
    if (launcher == nullptr) continue;
    const Node argument = kernel.ArgumentFor(launch, block);
    for (Node node : OwnNodes(launcher->body)) {
      const bool is_check = node.Is(NodeKind::kAssertStatement) || node.Is(NodeKind::kIfStatement);
      if (is_check && absl::StrContains(node.text(), "%")) return true;
      // One block holds everything.
      if (node.Is(NodeKind::kCall) && CalleeName(node) == "next_power_of_2" && argument &&
          kernel.module().Dereference(argument) == node) {
        return false;
      }
    }
  }
  return false;
}

void Check(FileContext& file, Node function) {
  const std::optional<Kernel> kernel = FindKernel(file.module(), function);
  if (!kernel) return;
  const std::vector<MemoryAccess> accesses = kernel->Accesses();
  Node first, range, masked;
  absl::string_view op;
  std::vector<Related> related;
  for (const MemoryAccess& access : accesses) {
    if (access.mask && !masked) masked = access.mask;
    if (access.mask || access.has_boundary_check) continue;
    const Node found = BlockRangeBehind(*kernel, access.pointer);
    if (!found) continue;
    const absl::string_view block = python::Argument(found, 1, "end").text();
    if (!IsShifted(*kernel, access.pointer, block) || HasMaskedSibling(*kernel, accesses, access) ||
        IsDivisible(*kernel, block)) {
      continue;
    }
    if (first) {
      related.push_back({kAlsoUnmasked, RangeOf(file.module(), access.call)});
      continue;
    }
    first = access.call;
    range = found;
    op = access.op;
  }
  if (!first) return;
  if (masked) related.push_back({kMaskedElsewhere, RangeOf(file.module(), masked)});
  const absl::string_view block = python::Argument(range, 1, "end").text();
  file.Report({.at = first,
               .params = {{"op", absl::StrCat("tl.", op)},
                          {"block", std::string(block)},
                          {"kernel", std::string(kernel->definition().simple_name)},
                          {"verb", op == "load" ? kReadsPast : kWritesPast}},
               .because = FirstChanged(file, {first, range}),
               .related = std::move(related),
               .confidence = masked ? Confidence::kHigh : Confidence::kMedium});
}

}  // namespace

extern constinit const Rule kUnmaskedBlockAccess = {
    .info =
        {.id = "unmasked-block-access",
         .title = {"Block accessed without a mask in a kernel", "kernel 的块访问没有 mask"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message =
             {"`{op}` in `{kernel}` accesses whole blocks of `{block}` elements without a mask",
              "`{kernel}` 中的 `{op}` 以 `{block}` 个元素为整块访问，没有 mask"},
         .consequence =
             {"The last block {verb} past the end of the tensor if its size is not a multiple of "
              "`{block}`: it touches other data, or the kernel faults",
              "当 tensor 大小不是 `{block}` "
              "的整数倍时，最后一个块会{verb}末尾之外的数据：访问到无关数据，或 kernel 出错"},
         .advice = {"Pass `mask=offsets < size`, or assert in the launcher that the size is a "
                    "multiple of `{block}`",
                    "传入 `mask=offsets < size`，或者在启动函数中断言大小是 `{block}` 的整数倍"},
         .phrases = kPhrases,
         .why = "A grid covers the tensor with blocks of the same size. Only a mask keeps the last "
                "one inside the tensor.",
         .fix = "Compute the mask from the same offsets as the pointer.",
         .bad = R"py(
import triton
import triton.language as tl

@triton.jit
def double_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n)
    tl.store(y_ptr + offsets, x * 2)
)py",
         .good = R"py(
import triton
import triton.language as tl

@triton.jit
def double_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n)
    tl.store(y_ptr + offsets, x * 2, mask=offsets < n)
)py",
         .references =
             {"https://triton-lang.org/main/python-api/generated/triton.language.load.html"}},
    .kinds = {NodeKind::kFunctionDefinition},
    .names = "arange",
    .file_names = kKernelNames,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
