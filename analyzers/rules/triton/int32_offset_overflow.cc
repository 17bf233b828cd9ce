// A row index times a large stride in 32 bits, in a file that widens another one, or in a kernel
// that gathers rows.

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
constexpr Phrase kIsWidened("is-widened", "while another program id in this file is widened to 64",
                            "而该文件中另一个程序编号已扩展到 64 位");
constexpr Phrase kIsGathered("is-gathered",
                             "and the kernel takes its rows from an array of indices",
                             "而该 kernel 的行由下标数组选取");
constexpr Phrase kPhrases[] = {kAlsoOverflows, kIsWidened, kIsGathered};

constexpr size_t kMaxParts = 24;  // Of one row index.

// A stride over batches, sequences, tokens or rows, or a size that grows with the model.
bool IsLargeStride(absl::string_view name) {
  const std::string lower = absl::AsciiStrToLower(name);
  if (!absl::StrContains(lower, "stride")) {
    for (absl::string_view size : {"hidden", "vocab", "numel"}) {
      if (absl::StrContains(lower, size)) return true;
    }
    return false;
  }
  for (absl::string_view part : {"batch", "seq", "token", "row_stride"}) {
    if (absl::StrContains(lower, part)) return true;
  }
  for (absl::string_view end : {"_b", "_s", "_t", "_bs", "_be", "_row"}) {
    if (absl::EndsWith(lower, end)) return true;
  }
  return false;
}

// What a row index is made of.
struct RowIndex {
  Node id;                  // A call of tl.program_id whose value it is, in 32 bits. Null: none.
  bool is_narrow = false;   // It has 32 bits, as far as it is made here.
  bool is_widened = false;  // Some part of it has 64.
  bool is_loaded = false;   // Some part of it comes from an array.
};

bool IsWidening(Node call) {
  return absl::EndsWith(call.child(Field::kFunction).text(), ".to") ||
         absl::StrContains(call.text().substr(0, 200), "int64");
}

void LookAtCall(const Kernel& kernel, Node call, RowIndex* index) {
  const absl::string_view op = TritonOp(kernel.module(), call);
  if (op == "program_id") {
    index->is_narrow = true;
  } else if (op == "load") {
    index->is_loaded = true;
  } else if (op == "where") {  // One of several numbers, as tl.where(is_mine, group, selected).
    const bool is_loaded = absl::StrContains(call.text(), "load(");
    (is_loaded ? index->is_loaded : index->is_narrow) = true;
  } else if (IsWidening(call)) {
    index->is_widened = true;
  }
}

RowIndex RowIndexOf(const Kernel& kernel, Node factor) {
  RowIndex index;
  std::vector<Node> open = {python::WithoutParentheses(factor)};
  for (size_t i = 0; i < open.size() && i < kMaxParts; ++i) {
    const Node node = open[i];
    if (node.Is(NodeKind::kCall)) {
      LookAtCall(kernel, node, &index);
      if (TritonOp(kernel.module(), node) == "program_id" && i <= 1) index.id = node;
    } else if (node.Is(NodeKind::kSubscript)) {
      open.push_back(node.child(Field::kValue));  // `rows[:, None]`
    } else if (node.Is(NodeKind::kIdentifier)) {
      for (Node value : kernel.ValuesOf(node.text())) {
        open.push_back(python::WithoutParentheses(value));
      }
    } else if (node.Is(NodeKind::kBinaryOperator)) {
      open.push_back(python::WithoutParentheses(node.child(Field::kLeft)));
      open.push_back(python::WithoutParentheses(node.child(Field::kRight)));
    }
  }
  return index;
}

// Some program id of the file is widened: whoever wrote it knows that tensors are large.
bool WidensSomewhere(const Module& module) {
  return absl::StrContains(module.source(), ".to(tl.int64)") &&
         absl::StrContains(module.source(), "program_id");
}

// Rows are chosen by an array of indices: routed tokens or pages, of which there are more than the
// tensors of one sequence hold.
bool GathersRows(const Kernel& kernel) {
  for (Node node : kernel.nodes()) {
    if (!node.Is(NodeKind::kBinaryOperator) || node.child(Field::kOperator).text() != "*") continue;
    const Node left = node.child(Field::kLeft), right = node.child(Field::kRight);
    const bool has_stride = absl::StrContains(absl::AsciiStrToLower(right.text()), "stride");
    if (has_stride && RowIndexOf(kernel, left).is_loaded) return true;
  }
  return false;
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
  if (!kernel) return;
  const bool is_widened_elsewhere = WidensSomewhere(file.module());
  if (!is_widened_elsewhere && !GathersRows(*kernel)) return;
  Node product, id, stride;
  std::vector<Related> related;
  std::vector<Edit> edits;
  std::set<uint32_t> widened;
  for (Node node : kernel->nodes()) {
    const auto [factor, parameter] = StrideFactor(*kernel, node);
    if (!factor) continue;
    const RowIndex index = RowIndexOf(*kernel, factor);
    if (!index.is_narrow || index.is_widened) continue;
    const Node made = index.id ? index.id : factor;
    if (widened.insert(made.index()).second) {
      edits.push_back(Replace(file.module(), made, absl::StrCat(made.text(), ".to(tl.int64)")));
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
                          {"reason", is_widened_elsewhere ? kIsWidened : kIsGathered},
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
         .message = {"`{product}` is computed in 32 bits, {reason}",
                     "`{product}` 以 32 位计算，{reason}"},
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
