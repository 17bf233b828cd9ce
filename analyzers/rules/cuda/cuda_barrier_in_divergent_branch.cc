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

constexpr Phrase kInBranch("in-branch", "under `{condition}`", "在 `{condition}` 之下");
constexpr Phrase kInLoop("in-loop", "in a loop over `{condition}`",
                         "在以 `{condition}` 为条件的循环中");
constexpr Phrase kPhrases[] = {kInBranch, kInLoop};

// Known when the kernel is compiled, or likely: `Traits::kCols`, a macro.
bool IsConstant(const cpp::Unit& unit, Node bound) {
  if (unit.ConstantOf(bound) || bound.Is(cpp::Kind::kQualifiedIdentifier)) return true;
  if (!bound.Is(cpp::Kind::kIdentifier)) return false;
  const cpp::Variable* const variable = unit.DeclarationOf(bound);
  return variable == nullptr || variable->is_constexpr ||
         variable->kind == cpp::Variable::Kind::kTemplateParameter;
}

// All threads may go round equally often: up to a constant, which may be a multiple of their
// number, or from a start of their own to an end of their own.
bool MayGoEquallyOften(const cpp::Unit& unit, Node condition) {
  int of_thread = 0;
  for (const cpp::Field side : {cpp::Field::kLeft, cpp::Field::kRight}) {
    const Node bound = cpp::WithoutCasts(condition.child(side));
    if (IsConstant(unit, bound)) return true;
    if (SpreadOf(unit, bound) != Spread::kUniform) ++of_thread;
  }
  return of_thread != 1;
}

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

// The condition differs between the threads of the block.
bool Divides(const cpp::Unit& unit, const cpp::Function& function,
             const cpp::Condition& condition) {
  switch (condition.kind) {
    case cpp::Condition::Kind::kIf:
      return LeavesThreadsOut(unit, function, condition.expression);
    case cpp::Condition::Kind::kLoop:
      return SpreadOf(unit, condition.expression) != Spread::kUniform &&
             !MayGoEquallyOften(unit, condition.expression);
    default:
      // Threads that have left the kernel are not waited for.
      return false;
  }
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
    if (!Divides(unit, *function, condition)) continue;
    if (FirstBarrierIn(unit, condition.statement) != call) return;  // That one is reported.
    const bool is_loop = condition.kind == cpp::Condition::Kind::kLoop;
    file.Report({.at = call,
                 .params = {{"barrier", OneLine(call)},
                            {"place", Sentence(is_loop ? kInLoop : kInBranch,
                                               {{"condition", OneLine(condition.expression)}})}}});
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
             .message = {"`{barrier}` stands {place}, which differs between the threads of a block",
                         "`{barrier}` 位于{place}，而同一 block 内各线程的结果并不相同"},
             .consequence = {"The other threads never arrive: the kernel hangs, or goes on before "
                             "shared memory is written",
                             "其余线程不会到达该屏障：kernel 会挂起，或在共享内存写完之前继续执行"},
             .advice = {"Let all threads of the block pass the barrier, and keep only the work "
                        "under the condition",
                        "让 block 内所有线程都经过该屏障，条件只包住实际的工作"},
             .phrases = kPhrases,
             .why = "__syncthreads() waits for all threads of the block that have not left the "
                    "kernel. In a branch or loop that only some of them take its effect is "
                    "undefined.",
             .fix = "Move the barrier out of the branch; let the loop run equally often for all "
                    "threads and test the bound inside.",
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
             .references = {"https://docs.nvidia.com/cuda/cuda-c-programming-guide/"}},
    .file_names = "__syncthreads sync",
    .concern = Concern::kChangedFunctions,
    .cpp_kinds = {cpp::Kind::kCallExpression},
    .check_cpp = Check};

}  // namespace allreview::rules
