#include <string>
#include <vector>

#include "analyzers/cpp/conditions.h"
#include "analyzers/rules/cpp_context.h"
#include "analyzers/rules/cuda/device_code.h"
#include "analyzers/rules/shared/cpp_code.h"

namespace allreview::rules {
namespace {

using cpp::Node;

constexpr size_t kMaxParts = 16;  // Of one condition.

bool IsLessOrMore(Node condition) {
  return IsBinary(condition, "<") || IsBinary(condition, "<=") || IsBinary(condition, ">") ||
         IsBinary(condition, ">=");
}

// The number of the parameter that the expression names. -1: it names none.
int ParameterOf(const cpp::Function& function, Node expression) {
  for (size_t i = 0; i < function.parameters.size(); ++i) {
    if (function.parameters[i].name == expression.text()) return static_cast<int>(i);
  }
  return -1;
}

// `i < n` holds for all threads of a launch with n of them. Which it is, this file does not tell if
// it has no launch.
bool MayHoldForAll(const cpp::Unit& unit, const cpp::Function& kernel, Node condition) {
  const Node bound = cpp::WithoutCasts(condition.child(cpp::Field::kRight));
  const int parameter = IsLessOrMore(condition) ? ParameterOf(kernel, bound) : -1;
  if (parameter < 0) return false;
  for (const cpp::Launch& launch : unit.launches()) {
    if (launch.kernel_name != kernel.simple_name) continue;
    const bool is_given = static_cast<size_t>(parameter) < launch.arguments.size();
    if (!is_given || launch.arguments[parameter].text() != launch.block.text()) return false;
  }
  return true;
}

// Some part of the condition leaves threads out.
bool LeavesThreadsOut(const cpp::Unit& unit, const cpp::Function& kernel, Node condition) {
  std::vector<Node> open = {condition};
  for (size_t i = 0; i < open.size() && i < kMaxParts; ++i) {
    const Node part = cpp::WithoutParentheses(open[i]);
    if (IsBinary(part, "&&")) {
      open.push_back(part.child(cpp::Field::kLeft));
      open.push_back(part.child(cpp::Field::kRight));
    } else if (SpreadOf(unit, part) != Spread::kUniform && !MayHoldForAll(unit, kernel, part)) {
      return true;
    }
  }
  return false;
}

Node FirstBarrierIn(const cpp::Unit& unit, Node statement) {
  for (Node call : statement.descendants(cpp::Kind::kCallExpression)) {
    if (IsBlockBarrier(unit, call)) return call;
  }
  return Node();
}

void Check(CppContext& file, Node call) {
  const cpp::Unit& unit = file.unit();
  const cpp::Function* const function = DeviceFunctionAt(unit, call);
  if (function == nullptr || !IsBlockBarrier(unit, call)) return;
  for (const cpp::Condition& condition : cpp::ConditionsAt(call)) {
    // Threads that have left the kernel are not waited for. A loop may go equally often for all: up
    // to a multiple of their number.
    if (condition.kind != cpp::Condition::Kind::kIf ||
        !LeavesThreadsOut(unit, *function, condition.expression)) {
      continue;
    }
    if (FirstBarrierIn(unit, condition.statement) != call) return;  // That one is reported.
    file.Report(
        {.at = call,
         .params = {{"barrier", OneLine(call)}, {"condition", OneLine(condition.expression)}}});
    return;
  }
}

}  // namespace

extern constinit const Rule kCudaBarrierInDivergentBranch = {
    .info = {.id = "cuda-barrier-in-divergent-branch",
             .title = {"Barrier that not all threads reach", "并非所有线程都会到达的同步屏障"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .confidence = Confidence::kMedium,
             .message =
                 {"`{barrier}` stands under `{condition}`, which differs between the threads of a "
                  "block",
                  "`{barrier}` 位于 `{condition}` 之下，而同一 block 内各线程的结果并不相同"},
             .consequence = {"The other threads never arrive: the kernel hangs, or goes on before "
                             "shared memory is written",
                             "其余线程不会到达该屏障：kernel 会挂起，或在共享内存写完之前继续执行"},
             .advice = {"Let all threads of the block pass the barrier, and keep only the work "
                        "under the condition",
                        "让 block 内所有线程都经过该屏障，条件只包住实际的工作"},
             .why = "__syncthreads() waits for all threads of the block that have not left the "
                    "kernel. In a branch that only some of them take its effect is undefined. "
                    "Loops are passed over: their bounds may be multiples of the block.",
             .fix = "Move the barrier out of the branch.",
             .bad = R"cu(
__global__ void sum(const float *input, float *output, int n) {
  __shared__ float part[256];
  if (threadIdx.x < n) {
    part[threadIdx.x] = input[threadIdx.x];
    __syncthreads();
    output[threadIdx.x] = part[n - 1 - threadIdx.x];
  }
}

void launch(const float *input, float *output, int n) { sum<<<1, 256>>>(input, output, n); }
)cu",
             .good = R"cu(
__global__ void sum(const float *input, float *output, int n) {
  __shared__ float part[256];
  if (threadIdx.x < n) {
    part[threadIdx.x] = input[threadIdx.x];
  }
  __syncthreads();
  if (threadIdx.x < n) {
    output[threadIdx.x] = part[n - 1 - threadIdx.x];
  }
}

void launch(const float *input, float *output, int n) { sum<<<1, 256>>>(input, output, n); }
)cu",
             .references = {"https://docs.nvidia.com/cuda/cuda-c-programming-guide/"},
             .version = 2},
    .file_names = "__syncthreads sync",
    .concern = Concern::kChangedFunctions,
    .cpp_kinds = {cpp::Kind::kCallExpression},
    .check_cpp = Check};

}  // namespace allreview::rules
