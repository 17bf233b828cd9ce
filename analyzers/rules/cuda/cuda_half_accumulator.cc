#include "absl/strings/match.h"
#include "analyzers/cpp/conditions.h"
#include "analyzers/rules/cpp_context.h"
#include "analyzers/rules/cuda/device_code.h"
#include "analyzers/rules/shared/cpp_code.h"

namespace allreview::rules {
namespace {

using cpp::Field;

using cpp::Node;

// `sum` of `sum += x` and `sum = __hadd(sum, x)`. Null: nothing is added up.
Node AddedTo(Node assignment) {
  const Node left = assignment.child(Field::kLeft);
  if (!left.Is(cpp::Kind::kIdentifier)) return Node();
  const absl::string_view op = assignment.child(Field::kOperator).text();
  if (op == "+=") return left;
  const Node right = cpp::WithoutParentheses(assignment.child(Field::kRight));
  if (op != "=") return Node();
  if (IsBinary(right, "+")) {
    const bool is_own = right.child(Field::kLeft).text() == left.text() ||
                        right.child(Field::kRight).text() == left.text();
    return is_own ? left : Node();
  }
  if (!right.Is(cpp::Kind::kCallExpression)) return Node();
  const absl::string_view callee = cpp::CalleeName(right);
  const bool is_sum = absl::StartsWith(callee, "__hadd") || absl::StartsWith(callee, "__hfma");
  if (!is_sum) return Node();
  for (Node argument : cpp::ArgumentsOf(right)) {
    if (argument.text() == left.text()) return left;
  }
  return Node();
}

// The innermost loop that the variable is declared outside of, so that it keeps its value.
Node LoopOver(Node assignment, const cpp::Variable& variable) {
  for (Node loop : cpp::LoopsAround(assignment)) {
    if (!loop.Contains(variable.name_node)) return loop;
  }
  return Node();
}

void Check(CppContext& file, Node assignment) {
  const cpp::Unit& unit = file.unit();
  const Node sum = AddedTo(assignment);
  if (!sum || DeviceFunctionAt(unit, assignment) == nullptr) return;
  const cpp::Variable* const variable = unit.DeclarationOf(sum);
  if (variable == nullptr || variable->kind != cpp::Variable::Kind::kLocal) return;
  if (!variable->type.IsHalf() || variable->type.is_pointer()) return;
  const Node loop = LoopOver(assignment, *variable);
  if (!loop) return;
  file.Report({.at = assignment,
               .params = {{"sum", std::string(variable->name)}, {"type", variable->type.text}}});
}

}  // namespace

extern constinit const Rule kCudaHalfAccumulator = {
    .info =
        {.id = "cuda-half-accumulator",
         .title = {"Sum kept in half precision", "以半精度累加"},
         .impact = Impact::kHigh,
         .confidence = Confidence::kMedium,
         .message = {"`{sum}` is `{type}` and is added to in a loop",
                     "`{sum}` 的类型为 `{type}`，却在循环中累加"},
         .consequence = {"Each addition rounds to 8 or 11 bits: once the sum is some hundred "
                         "times a summand, further ones are lost",
                         "每次加法都只保留 8 或 11 位有效位：和达到加数的数百倍后，后续加数会丢失"},
         .advice = {"Keep `{sum}` in float and convert the result",
                    "以 float 累加 `{sum}`，最后再转换结果"},
         .why = "A sum in bf16 stands still once it is 256 times a summand, one in fp16 from "
                "2048 times on, and fp16 overflows at 65504.",
         .fix = "Accumulate in float.",
         .bad = R"cu(
__global__ void sum(const __half *input, __half *output, int n) {
  __half total = 0;
  for (int i = 0; i < n; ++i) total += input[i];
  output[0] = total;
}
)cu",
         .good = R"cu(
__global__ void sum(const __half *input, __half *output, int n) {
  float total = 0;
  for (int i = 0; i < n; ++i) total += __half2float(input[i]);
  output[0] = __float2half(total);
}
)cu",
         .references = {"https://docs.nvidia.com/cuda/cuda-c-programming-guide/"},
         .checks = {AuditCheck::kNumerics}},
    .concern = Concern::kChangedFunctions,
    .cpp_kinds = {cpp::Kind::kAssignmentExpression},
    .check_cpp = Check};

}  // namespace allreview::rules
