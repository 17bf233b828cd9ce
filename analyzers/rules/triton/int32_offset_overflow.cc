// program_id times a large stride in 32 bits, in a file that widens another id.

#include <cstdint>
#include <optional>
#include <set>
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

using python::Module;

constexpr Phrase kAlsoOverflows("also-overflows", "also overflows", "这里也会溢出");
constexpr Phrase kPhrases[] = {kAlsoOverflows};

// A stride over batches, sequences, tokens or rows, or a size that grows with the model.
bool IsLargeStride(absl::string_view name) {
  const std::string lower = absl::AsciiStrToLower(name);
  for (absl::string_view size : {"hidden", "vocab", "numel"}) {
    if (absl::StrContains(lower, size)) return true;
  }
  if (!absl::StrContains(lower, "stride")) return false;
  for (absl::string_view part : {"batch", "seq", "token", "row_stride"}) {
    if (absl::StrContains(lower, part)) return true;
  }
  for (absl::string_view end : {"_b", "_s", "_t", "_bs", "_row"}) {
    if (absl::EndsWith(lower, end)) return true;
  }
  return false;
}

// The call of tl.program_id that `pid` or tl.program_id(0) is, in 32 bits. Null: it is none.
Node ProgramId(const Kernel& kernel, Node expression) {
  const Node node = python::WithoutParentheses(expression);
  const auto is_id = [&](Node value) {
    return value.Is(NodeKind::kCall) && TritonOp(kernel.module(), value) == "program_id";
  };
  if (is_id(node)) return node;
  if (!node.Is(NodeKind::kIdentifier)) return Node();
  const std::vector<Node>& values = kernel.ValuesOf(node.text());
  return values.size() == 1 && is_id(values[0]) ? values[0] : Node();
}

// Some program id of the file is widened: whoever wrote it knows that tensors are large.
bool WidensSomewhere(const Module& module) {
  return absl::StrContains(module.source(), ".to(tl.int64)") &&
         absl::StrContains(module.source(), "program_id");
}

struct Product {
  Node factor, stride;
};

// `pid * stride_token`: the factor beside a parameter that is a large stride. Null: no such
// product.
Product StrideFactor(const Kernel& kernel, Node node) {
  if (!node.Is(NodeKind::kBinaryOperator) || node.child(Field::kOperator).text() != "*") return {};
  const Node left = node.child(Field::kLeft);
  const Node right = node.child(Field::kRight);
  for (const auto& [factor, stride] : {Product{left, right}, Product{right, left}}) {
    const python::Parameter* parameter =
        stride.Is(NodeKind::kIdentifier) ? kernel.FindParameter(stride.text()) : nullptr;
    if (parameter != nullptr && IsLargeStride(parameter->name) &&
        !absl::EndsWith(parameter->annotation.text(), "int64")) {
      return {factor, stride};
    }
  }
  return {};
}

void Check(FileContext& file, Node function) {
  const std::optional<Kernel> kernel = FindKernel(file.module(), function);
  if (!kernel || !WidensSomewhere(file.module())) return;
  Node product, id, stride;
  std::vector<Related> related;
  std::vector<Edit> edits;
  std::set<uint32_t> widened;
  for (Node node : kernel->nodes()) {
    const auto [factor, parameter] = StrideFactor(*kernel, node);
    if (!factor) continue;
    const Node call = ProgramId(*kernel, factor);
    if (!call) continue;
    if (widened.insert(call.index()).second) {
      edits.push_back(Replace(file.module(), call, absl::StrCat(call.text(), ".to(tl.int64)")));
    }
    if (product) {
      related.push_back({kAlsoOverflows, RangeOf(file.module(), node)});
    } else {
      product = node;
      id = factor;
      stride = parameter;
    }
  }
  if (!product) return;
  file.Report({.at = product,
               .params = {{"product", std::string(product.text())},
                          {"id", std::string(id.text())},
                          {"stride", std::string(stride.text())}},
               .related = std::move(related),
               .edits = std::move(edits)});
}

}  // namespace

extern constinit const Rule kInt32OffsetOverflow = {
    .info =
        {.id = "int32-offset-overflow",
         .title = {"Program offset computed in 32 bits", "程序偏移以 32 位计算"},
         .impact = Impact::kHigh,
         .confidence = Confidence::kMedium,
         .message = {"`{product}` is computed in 32 bits, while another program id in this file is "
                     "widened to 64",
                     "`{product}` 以 32 位计算，而该文件中另一个 program id 已扩展到 64 位"},
         .consequence =
             {"Past 2^31 elements the offset wraps, and the kernel reads and writes other memory",
              "元素数超过 2^31 后偏移会回绕，kernel 会读写其他内存"},
         .advice = {"Write `{id}.to(tl.int64) * {stride}`",
                    "改写为 `{id}.to(tl.int64) * {stride}`"},
         .phrases = kPhrases,
         .why = "tl.program_id is a 32-bit integer, and so is its product with a 32-bit stride. "
                "Long sequences and large vocabularies exceed 2^31 elements.",
         .fix = "Widen the program id before the multiplication.",
         .bad = R"py(
import triton
import triton.language as tl

@triton.jit
def scale_kernel(x_ptr, y_ptr, stride_x_token, stride_y_token):
    token = tl.program_id(0)
    row = tl.program_id(1).to(tl.int64)
    x = tl.load(x_ptr + token * stride_x_token + row)
    tl.store(y_ptr + row * stride_y_token, x)
)py",
         .good = R"py(
import triton
import triton.language as tl

@triton.jit
def scale_kernel(x_ptr, y_ptr, stride_x_token, stride_y_token):
    token = tl.program_id(0).to(tl.int64)
    row = tl.program_id(1).to(tl.int64)
    x = tl.load(x_ptr + token * stride_x_token + row)
    tl.store(y_ptr + row * stride_y_token, x)
)py",
         .tier = Tier::kHint,
         .checks = {AuditCheck::kNumerics, AuditCheck::kScaling}},
    .kinds = {NodeKind::kFunctionDefinition},
    .names = "program_id",
    .file_names = kKernelNames,
    .check = Check};

}  // namespace allreview::rules
