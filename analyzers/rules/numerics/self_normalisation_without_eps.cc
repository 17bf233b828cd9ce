// s / s.sum(-1): a row of zeros becomes NaN.

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/python/guards.h"
#include "analyzers/python/values.h"
#include "analyzers/rules/numerics/denominators.h"
#include "analyzers/rules/numerics/phrases.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace {

using numerics::Division;
using numerics::Operation;
using python::Module;

// Its sum is never 0, or has a rule of its own.
bool IsPositive(const Module& module, Node numerator) {
  const Node value = numerics::ValueOf(module, numerator);
  if (numerics::OperationOf(module, value,
                            {"softmax", "exp", "sigmoid", "softplus", "ones", "ones_like", "rand",
                             "clamp_min", "clamp", "var", "std"})) {
    return true;
  }
  const numerics::Binary sum = numerics::BinaryOf(value);
  return sum.op == "+" && (numerics::LiteralOf(sum.right).value_or(0) > 0 ||
                           numerics::MentionsWord(sum.right, {"eps", "epsilon"}));
}

void Check(FileContext& file, Node node) {
  const Division division = numerics::DivisionOf(node);
  if (!division) return;
  const Module& module = file.module();
  const Operation sum = numerics::ValueOperation(module, division.denominator, {"sum"});
  if (!sum || !numerics::HasSameValue(module, sum.operand, division.numerator)) return;
  if (numerics::LiteralOf(division.numerator) || IsPositive(module, division.numerator)) return;
  if (python::FindZeroGuard(module, division.denominator) ||
      numerics::IsNumpy(file.values(), division.numerator)) {
    return;
  }
  Observation observation{
      .at = node,
      .params = {{"division", numerics::Text(node)},
                 {"x", numerics::Text(numerics::WithoutCasts(division.numerator))}}};
  if (!node.Contains(sum.call)) {
    observation.evidence.push_back(
        numerics::FlowOf(module, {{phrases::kTheSum, sum.call}, {phrases::kTheDivision, node}}));
  } else if (division.denominator == sum.call) {
    observation.edits = {
        Replace(module, division.denominator, absl::StrCat(sum.call.text(), ".clamp_min(1e-6)"))};
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kSelfNormalisationWithoutEps = {
    .info = {.id = "self-normalisation-without-eps",
             .title = {"Tensor divided by its own sum without a floor",
                       "tensor 除以自身之和而没有下限保护"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{division}` gives NaN for a row of `{x}` that sums to 0",
                         "当 `{x}` 的某一行之和为 0 时，`{division}` 会得到 NaN"},
             .consequence = {"One all-zero row, caused by masking, dropped experts or underflow, "
                             "makes the output NaN",
                             "只要有一行因掩码、专家被丢弃或下溢而全为零，输出就会变成 NaN"},
             .advice = {"Normalise in fp32 and keep the sum above 0: `.clamp_min(1e-10)`",
                        "在 fp32 下归一化，并让该和保持大于 0：`.clamp_min(1e-10)`"},
             .why = "0 / 0 is NaN in every dtype. The floor must be representable in the dtype: "
                    "1e-8 and smaller are 0 in fp16.",
             .fix = "Write s = s.float(); s / s.sum(-1, keepdim=True).clamp_min(1e-10).",
             .bad = R"py(
def weights(gate):
    return gate / gate.sum(-1, keepdim=True)
)py",
             .good = R"py(
def weights(gate):
    gate = gate.float()
    return gate / gate.sum(-1, keepdim=True).clamp_min(1e-10)
)py"},
    .kinds = {NodeKind::kBinaryOperator, NodeKind::kAugmentedAssignment},
    .file_names = "sum sum_",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
