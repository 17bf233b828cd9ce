#include <optional>

#include "analyzers/rules/cpp_context.h"
#include "analyzers/rules/shared/cpp_code.h"

namespace allreview::rules {
namespace {

using cpp::Node;

constexpr size_t kMaxUses = 64;

// `cols` of `rows * (cols + 1)`. Null: the array has no such padding.
Node PaddedWidth(const cpp::Variable& variable) {
  if (!variable.is_shared || variable.extents.size() != 1) return Node();
  const Node extent = cpp::WithoutParentheses(variable.extents[0]);
  if (!IsBinary(extent, "*")) return Node();
  for (const cpp::Field side : {cpp::Field::kLeft, cpp::Field::kRight}) {
    const Node sum = cpp::WithoutParentheses(extent.child(side));
    const Node one = sum.child(cpp::Field::kRight);
    if (IsBinary(sum, "+") && one.text() == "1" &&
        sum.child(cpp::Field::kLeft).Is(cpp::Kind::kIdentifier)) {
      return sum.child(cpp::Field::kLeft);
    }
  }
  return Node();
}

// The row is multiplied by the width without padding. Null: it is not, or another one is.
Node UnpaddedProduct(Node index, absl::string_view width) {
  Node found;
  std::vector<Node> products;
  if (IsBinary(index, "*")) products.push_back(index);
  for (Node inner : index.descendants(cpp::Kind::kBinaryExpression)) {
    if (IsBinary(inner, "*")) products.push_back(inner);
  }
  for (Node product : products) {
    bool is_by_width = false;
    for (Node factor : FactorsOf(product)) is_by_width |= factor.text() == width;
    if (!is_by_width) return Node();
    found = product;
  }
  return found;
}

void Check(CppContext& file, Node declaration) {
  const cpp::Unit& unit = file.unit();
  for (Node name : declaration.descendants(cpp::Kind::kIdentifier)) {
    const cpp::Variable* const variable = unit.DeclarationOf(name);
    if (variable == nullptr || variable->name_node != name) continue;
    const Node width = PaddedWidth(*variable);
    if (!width) continue;
    Node first;
    size_t seen = 0;
    for (Node use : unit.UsesOf(*variable)) {
      const Node element = use.parent();
      if (++seen > kMaxUses || !element.Is(cpp::Kind::kSubscriptExpression)) return;
      const Node product =
          UnpaddedProduct(element.child(cpp::Field::kIndices).named_child(0), width.text());
      if (!product) return;
      if (!first) first = element;
    }
    if (!first) return;
    file.Report({.at = first,
                 .params = {{"element", OneLine(first)},
                            {"array", std::string(variable->name)},
                            {"width", std::string(width.text())}}});
  }
}

}  // namespace

extern constinit const Rule kCudaPaddedSharedArrayUnpaddedIndex = {
    .info = {.id = "cuda-padded-shared-array-unpadded-index",
             .title = {"Padding of shared memory without effect", "共享内存的填充不起作用"},
             .impact = Impact::kMedium,
             .pillar = Pillar::kMaintainability,
             .message = {"`{array}` has rows of `{width} + 1` values, but `{element}` steps by "
                         "`{width}`",
                         "`{array}` 每行有 `{width} + 1` 个值，而 `{element}` 以 `{width}` 为步长"},
             .consequence = {"Accesses down a column still hit one bank and run one after another",
                             "按列访问仍落在同一个 bank，只能逐个串行执行"},
             .advice = {"Multiply the row by `({width} + 1)`", "行号改乘 `({width} + 1)`"},
             .why = "The column of padding moves each row to another bank of shared memory. It "
                    "does so only if the index uses the padded width.",
             .fix =
                 "Use the padded width in all indices, or declare the array with two dimensions.",
             .bad = R"cu(
#define COLS 32
__global__ void transpose(const float *input, float *output) {
  __shared__ float block[32 * (COLS + 1)];
  block[threadIdx.y * COLS + threadIdx.x] = input[threadIdx.y * COLS + threadIdx.x];
  __syncthreads();
  output[threadIdx.y * COLS + threadIdx.x] = block[threadIdx.x * COLS + threadIdx.y];
}
)cu",
             .good = R"cu(
#define COLS 32
__global__ void transpose(const float *input, float *output) {
  __shared__ float block[32 * (COLS + 1)];
  block[threadIdx.y * (COLS + 1) + threadIdx.x] = input[threadIdx.y * COLS + threadIdx.x];
  __syncthreads();
  output[threadIdx.y * COLS + threadIdx.x] = block[threadIdx.x * (COLS + 1) + threadIdx.y];
}
)cu",
             .references = {"https://docs.nvidia.com/cuda/cuda-c-programming-guide/"}},
    .concern = Concern::kChangedFunctions,
    .cpp_kinds = {cpp::Kind::kDeclaration},
    .check_cpp = Check};

}  // namespace allreview::rules
