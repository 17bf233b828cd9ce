#include <string>
#include <vector>

#include "analyzers/rules/cpp_context.h"
#include "analyzers/rules/cuda/launch_sizes.h"
#include "analyzers/rules/shared/cpp_code.h"

namespace allreview::rules {
namespace {

using cpp::Field;
using cpp::Node;

constexpr int kMaxDivisions = 8;

// `n / threads`, where the divisor is or comes from the size of the block. Null: there is none.
Node DivisionByBlock(const cpp::Unit& unit, const cpp::Launch& launch, Node size) {
  Node node = ValueOf(unit, size);
  for (int i = 0; i < kMaxDivisions && IsBinary(node, "/"); ++i) {
    const Node above = ValueOf(unit, node.child(Field::kLeft));
    if (IsBinary(above, "+") || IsBinary(above, "-") || unit.ConstantOf(above)) return Node();
    std::vector<Node> widths = SizesOf(unit, launch.block);
    widths.push_back(launch.block);
    for (Node block : widths) {
      const Node width = cpp::WithoutCasts(block);
      if (!width.Is(cpp::Kind::kIdentifier)) continue;
      if (IsComputedFrom(unit, node.child(Field::kRight), width.text())) return node;
    }
    node = above;
  }
  return Node();
}

// An earlier launch of the function has the same grid, and is reported.
bool IsRepeated(const cpp::Unit& unit, const cpp::Function& function, const cpp::Launch& launch) {
  for (const cpp::Launch& other : unit.launches()) {
    if (other.node == launch.node) return false;
    if (!function.node.Contains(other.node) || !other.grid) continue;
    if (other.grid.text() == launch.grid.text()) return true;
  }
  return false;
}

void Check(CppContext& file, Node node) {
  const cpp::Unit& unit = file.unit();
  for (const cpp::Launch& launch : unit.launches()) {
    if (launch.node != node || launch.kind != cpp::Launch::Kind::kChevrons) continue;
    const cpp::Function* const function = unit.EnclosingFunction(node);
    if (function == nullptr || node.HasError() || !launch.grid || !launch.block) return;
    for (Node size : SizesOf(unit, launch.grid)) {
      const Node division = DivisionByBlock(unit, launch, size);
      if (!division || IsRoundedUp(unit, size)) continue;
      if (MayStrideOverGrid(unit, launch) || IsRepeated(unit, *function, launch)) return;
      const Node above = division.child(Field::kLeft), below = division.child(Field::kRight);
      if (AsksForRemainder(unit, cpp::WithoutCasts(above).text()) ||
          AsksForRemainder(unit, cpp::WithoutCasts(below).text())) {
        return;
      }
      file.Report({.at = division,
                   .params = {{"division", OneLine(division)},
                              {"above", OneLine(above)},
                              {"below", OneLine(below)},
                              {"kernel", std::string(launch.kernel_name)}}});
      return;
    }
  }
}

}  // namespace

extern constinit const Rule kCudaGridRoundedDown = {
    .info = {.id = "cuda-grid-rounded-down",
             .title = {"Grid rounded down: the last elements get no block",
                       "grid 向下取整：末尾元素没有对应的 block"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .confidence = Confidence::kMedium,
             .message = {"The grid of `{kernel}` is `{division}`, which rounds down",
                         "`{kernel}` 的 grid 为 `{division}`，会向下取整"},
             .consequence = {"What is left over is never computed, and a small input launches an "
                             "empty grid, which CUDA refuses",
                             "余下的部分不会被计算；输入较小时 grid 为空，CUDA 会拒绝启动"},
             .advice = {"Round up and test the bound in the kernel: `({above} + {below} - 1) / "
                        "{below}`",
                        "向上取整，并在 kernel 中检查边界：`({above} + {below} - 1) / {below}`"},
             .why = "Integer division drops the remainder, so up to a block of elements is "
                    "skipped unless the size is a multiple.",
             .fix = "Round up, or check that the size is a multiple.",
             .bad = R"cu(
__global__ void scale(float *data) { data[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }

void launch(float *data, int n, cudaStream_t stream) {
  const int threads = 256;
  scale<<<n / threads, threads, 0, stream>>>(data);
}
)cu",
             .good = R"cu(
__global__ void scale(float *data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= 2;
}

void launch(float *data, int n, cudaStream_t stream) {
  const int threads = 256;
  scale<<<(n + threads - 1) / threads, threads, 0, stream>>>(data, n);
}
)cu",
             .references = {"https://docs.nvidia.com/cuda/cuda-c-programming-guide/"},
             // Callers in other files may only hand over multiples: 8 of 12 were right.
             .tier = Tier::kHint},
    .concern = Concern::kChangedFunctions,
    .cpp_kinds = {cpp::Kind::kCallExpression},
    .check_cpp = Check};

}  // namespace allreview::rules
