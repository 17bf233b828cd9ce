#include <algorithm>
#include <string>
#include <vector>

#include "analyzers/rules/cpp_context.h"
#include "analyzers/rules/cuda/launch_sizes.h"
#include "analyzers/rules/shared/cpp_code.h"

namespace allreview::rules {
namespace {

using cpp::Field;

using cpp::Node;

constexpr size_t kMaxValues = 64;  // That are computed from one index.
constexpr size_t kMaxUses = 256;
constexpr int kMaxClimb = 16;

// `blockIdx.x * blockDim.x + threadIdx.x`
bool IsFlatIndex(const cpp::Unit& unit, Node expression) {
  return IsBinary(cpp::WithoutCasts(expression), "+") &&
         IsComputedFrom(unit, expression, "blockIdx") &&
         IsComputedFrom(unit, expression, "blockDim") &&
         IsComputedFrom(unit, expression, "threadIdx");
}

enum class Use { kOther, kIndexesMemory, kMayBeBound };

bool Compares(Node node) {
  for (absl::string_view op : {"<", ">", "<=", ">=", "==", "!=", "&&", "||"}) {
    if (IsBinary(node, op)) return true;
  }
  return false;
}

// What becomes of the value: up to the statement around it.
Use UseOf(Node name) {
  Node below = name;
  for (int i = 0; i < kMaxClimb; ++i) {
    const Node outer = below.parent();
    if (outer.Is(cpp::Kind::kSubscriptExpression)) {
      return outer.child(Field::kArgument) == below ? Use::kOther : Use::kIndexesMemory;
    }
    if (Compares(outer)) return Use::kMayBeBound;
    switch (outer.kind()) {
      case cpp::Kind::kArgumentList:  // A function may test it.
      case cpp::Kind::kConditionalExpression:
      case cpp::Kind::kIfStatement:
      case cpp::Kind::kConditionClause:
      case cpp::Kind::kForStatement:
      case cpp::Kind::kWhileStatement:
      case cpp::Kind::kAssignmentExpression:
      case cpp::Kind::kUpdateExpression:
      case cpp::Kind::kLambdaExpression:
        return Use::kMayBeBound;
      case cpp::Kind::kInitDeclarator:
      case cpp::Kind::kExpressionStatement:
      case cpp::Kind::kCompoundStatement:
        return Use::kOther;
      default:
        below = outer;
    }
  }
  return Use::kMayBeBound;
}

// The local that is declared with the value.
const cpp::Variable* DeclaredWith(const cpp::Unit& unit, Node name) {
  Node at = name;
  for (int i = 0; i < kMaxClimb && !at.Is(cpp::Kind::kInitDeclarator); ++i) at = at.parent();
  const Node declarator = at.child(Field::kDeclarator);
  return declarator.Is(cpp::Kind::kIdentifier) ? unit.DeclarationOf(declarator) : nullptr;
}

// The index or what is computed from it indexes memory, and none of them is compared with anything.
bool IsUsedUnbounded(const cpp::Unit& unit, const cpp::Variable& index) {
  std::vector<const cpp::Variable*> values = {&index};
  bool indexes = false;
  size_t seen = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    for (Node use : unit.UsesOf(*values[i])) {
      if (++seen > kMaxUses) return false;
      const Use of = UseOf(use);
      if (of == Use::kMayBeBound) return false;
      indexes |= of == Use::kIndexesMemory;
      const cpp::Variable* const next = of == Use::kOther ? DeclaredWith(unit, use) : nullptr;
      if (next != nullptr && std::find(values.begin(), values.end(), next) == values.end()) {
        if (values.size() == kMaxValues) return false;
        values.push_back(next);
      }
    }
  }
  return indexes;
}

// A launch of the kernel rounds the grid up, and nobody has asked whether anything is left over.
Node RoundedUpSize(const cpp::Unit& unit, const cpp::Function& kernel) {
  for (const cpp::Launch& launch : unit.launches()) {
    if (launch.kernel_name != kernel.simple_name || !launch.grid) continue;
    const cpp::Function* const function = unit.EnclosingFunction(launch.node);
    const std::vector<Node> grid = SizesOf(unit, launch.grid);
    if (function == nullptr || grid.empty() || !IsRoundedUp(unit, grid[0])) continue;
    const std::vector<Node> block = SizesOf(unit, launch.block);
    if (block.empty()) continue;
    if (AsksForRemainder(unit, block[0].text())) continue;
    if (AsksForRemainder(unit, launch.block.text())) continue;
    return grid[0];
  }
  return Node();
}

void Check(CppContext& file, Node definition) {
  const cpp::Unit& unit = file.unit();
  const cpp::Function* const kernel = unit.EnclosingFunction(definition);
  if (kernel == nullptr || kernel->node != definition || !kernel->body || !kernel->is_kernel)
    return;
  if (unit.FindFunction(kernel->simple_name) != kernel) return;  // One of several of the name.
  for (const cpp::Variable& variable : unit.variables()) {
    if (variable.kind != cpp::Variable::Kind::kLocal || !variable.initializer) continue;
    if (!kernel->body.Contains(variable.name_node)) continue;
    if (!IsFlatIndex(unit, variable.initializer)) continue;
    const Node size = RoundedUpSize(unit, *kernel);
    if (!size || !IsUsedUnbounded(unit, variable)) return;
    file.Report({.at = variable.declaration,
                 .params = {{"index", std::string(variable.name)},
                            {"size", OneLine(size)},
                            {"kernel", std::string(kernel->simple_name)}}});
    return;
  }
}

}  // namespace

extern constinit const Rule kCudaThreadIndexUnbounded = {
    .info =
        {.id = "cuda-thread-index-unbounded",
         .title = {"Threads of the last block are out of bounds", "最后一个 block 的线程越界"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .confidence = Confidence::kMedium,
         .message = {"The grid of `{kernel}` is rounded up to `{size}`, but `{index}` is never "
                     "compared with how many elements there are",
                     "`{kernel}` 的 grid 向上取整为 `{size}`，但 `{index}` 从未与元素个数比较"},
         .consequence = {"The last block reads and writes beyond the end of the data unless "
                         "the size is a multiple of the block",
                         "除非元素个数恰为 block 大小的整数倍，最后一个 block 会越过数据末尾读写"},
         .advice = {"Pass the number of elements and leave threads out that have none: `if "
                    "({index} >= n) return;`",
                    "传入元素个数，让没有元素的线程退出：`if ({index} >= n) return;`"},
         .why = "A grid that is rounded up has more threads than there are elements.",
         .fix = "Compare the index with the number of elements before the first access.",
         .bad = R"cu(
__global__ void scale(float *data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] *= 2;
}

void launch(float *data, int n) { scale<<<(n + 255) / 256, 256>>>(data); }
)cu",
         .good = R"cu(
__global__ void scale(float *data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= 2;
}

void launch(float *data, int n) { scale<<<(n + 255) / 256, 256>>>(data, n); }
)cu",
         .references = {"https://docs.nvidia.com/cuda/cuda-c-programming-guide/"}},
    .file_names = "blockDim",
    .concern = Concern::kChangedFunctions,
    .cpp_kinds = {cpp::Kind::kFunctionDefinition},
    .check_cpp = Check};

}  // namespace allreview::rules
