// A running sum in half precision.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"
#include "analyzers/rules/triton/kernel.h"

namespace allreview::rules {
namespace {

constexpr Phrase kAddsToIt("adds-to-it", "adds to it", "向它累加");
constexpr Phrase kPhrases[] = {kAddsToIt};

// The dtype argument of tl.zeros and tl.full when it has 16 bits or fewer. Null: it has more, or
// nobody knows.
Node LowPrecisionOf(const Kernel& kernel, Node call) {
  const absl::string_view op = TritonOp(kernel.module(), call);
  if (op != "zeros" && op != "full") return Node();
  const Node dtype = python::Argument(call, op == "zeros" ? 1 : 2, "dtype");
  for (absl::string_view low : {"tl.float16", "tl.bfloat16", "tl.float8e4nv", "tl.float8e5"}) {
    if (dtype.text() == low) return dtype;
  }
  return Node();
}

bool IsInLoop(const Kernel& kernel, Node node) {
  for (Node outer = node.parent(); outer && outer != kernel.definition().node;
       outer = outer.parent()) {
    if (outer.Is(NodeKind::kForStatement) || outer.Is(NodeKind::kWhileStatement)) return true;
  }
  return false;
}

// `acc += x`, `acc = acc + x`, `acc = tl.dot(a, b, acc)`.
bool Accumulates(Node node, absl::string_view name) {
  if (node.child(Field::kLeft).text() != name) return false;
  if (node.Is(NodeKind::kAugmentedAssignment)) {
    return node.child(Field::kOperator).text() == "+=";
  }
  if (!node.Is(NodeKind::kAssignment)) return false;
  const Node value = python::WithoutParentheses(node.child(Field::kRight));
  if (!Mentions(value, name)) return false;
  if (value.Is(NodeKind::kCall)) return CalleeName(value) == "dot" || CalleeName(value) == "fma";
  return value.Is(NodeKind::kBinaryOperator) && value.child(Field::kOperator).text() == "+";
}

Node AccumulationOf(const Kernel& kernel, absl::string_view name) {
  for (Node node : kernel.nodes()) {
    if ((node.Is(NodeKind::kAssignment) || node.Is(NodeKind::kAugmentedAssignment)) &&
        Accumulates(node, name) && IsInLoop(kernel, node)) {
      return node;
    }
  }
  return Node();
}

void Check(FileContext& file, Node function) {
  const std::optional<Kernel> kernel = FindKernel(file.module(), function);
  if (!kernel) return;
  for (Node node : kernel->nodes()) {
    if (!node.Is(NodeKind::kAssignment)) continue;
    const Node name = node.child(Field::kLeft);
    const Node value = node.child(Field::kRight);
    if (!name.Is(NodeKind::kIdentifier) || !value.Is(NodeKind::kCall)) continue;
    const Node dtype = LowPrecisionOf(*kernel, value);
    if (!dtype) continue;
    const Node sum = AccumulationOf(*kernel, name.text());
    if (!sum) continue;
    file.Report({.at = value,
                 .params = {{"accumulator", std::string(name.text())},
                            {"dtype", std::string(dtype.text())},
                            {"line", absl::StrCat(sum.first_line())}},
                 .because = FirstChanged(file, {value, sum}),
                 .related = {{kAddsToIt, RangeOf(file.module(), sum)}},
                 .edits = {Replace(file.module(), dtype, "tl.float32")}});
  }
}

}  // namespace

extern constinit const Rule kLowPrecisionAccumulator = {
    .info = {.id = "low-precision-accumulator",
             .title = {"Kernel accumulator in half precision", "kernel 的累加器使用半精度"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{accumulator}` is a `{dtype}`, and line {line} adds to it in a loop",
                         "`{accumulator}` 的类型是 `{dtype}`，而第 {line} 行在循环中向它累加"},
             .consequence = {"Each addition rounds to 8 (bf16) or 11 (fp16) bits; long sums stop "
                             "growing and lose most of their digits",
                             "每次加法都会舍入到 8 位（bf16）或 11 "
                             "位（fp16）；较长的求和会停止增长，丢失大部分有效数字"},
             .advice = {"Accumulate in `tl.float32` and cast once when storing",
                        "用 `tl.float32` 累加，只在写回时转换一次类型"},
             .phrases = kPhrases,
             .why =
                 "A sum of many terms needs more bits than its terms. Tensor cores accumulate in "
                 "fp32 at no extra cost.",
             .fix = "Make the accumulator tl.float32.",
             .bad = R"py(
import triton
import triton.language as tl

@triton.jit
def sum_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    cols = tl.arange(0, BLOCK)
    acc = tl.zeros([BLOCK], dtype=tl.bfloat16)
    for start in range(0, n, BLOCK):
        acc += tl.load(x_ptr + start + cols, mask=start + cols < n, other=0.0)
    tl.store(out_ptr, tl.sum(acc, axis=0))
)py",
             .good = R"py(
import triton
import triton.language as tl

@triton.jit
def sum_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    cols = tl.arange(0, BLOCK)
    acc = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n, BLOCK):
        acc += tl.load(x_ptr + start + cols, mask=start + cols < n, other=0.0)
    tl.store(out_ptr, tl.sum(acc, axis=0))
)py",
             .references =
                 {"https://triton-lang.org/main/python-api/generated/triton.language.dot.html"},
             .checks = {AuditCheck::kNumerics}},
    .kinds = {NodeKind::kFunctionDefinition},
    .names = "bfloat16 float16 float8e4nv float8e5",
    .file_names = kKernelNames,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
