// s / s.sum(-1): a row of zeros becomes NaN.

#include <algorithm>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/python/guards.h"
#include "analyzers/python/values.h"
#include "analyzers/rules/numerics/denominators.h"
#include "analyzers/rules/numerics/phrases.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/variables.h"
#include "base/poll.h"

namespace allreview::rules {
namespace {

using numerics::Division;
using numerics::Operation;
using python::Module;

constexpr Phrase kMakesZeros("makes-zeros", "may make elements 0", "可能使元素为 0");
constexpr Phrase kPhrases[] = {kMakesZeros};

// What may make elements 0.
constexpr absl::string_view kMakers[] = {
    "bincount",    "dropout",      "histc",      "index_add_",  "index_fill_",
    "masked_fill", "masked_fill_", "nan_to_num", "new_zeros",   "one_hot",
    "relu",        "scatter",      "scatter_",   "scatter_add", "scatter_add_",
    "tril",        "triu",         "where",      "zeros",       "zeros_like"};

bool MakesZeros(Node node) {
  switch (node.kind()) {
    case NodeKind::kComparisonOperator: {  // (x > 0).float(), not `a if n > 0 else b`.
      Node around = node.parent();
      while (around.Is(NodeKind::kParenthesizedExpression)) around = around.parent();
      return around.Is(NodeKind::kAttribute) || around.Is(NodeKind::kBinaryOperator);
    }
    case NodeKind::kBinaryOperator:
    case NodeKind::kAugmentedAssignment: {
      const absl::string_view op = node.child(Field::kOperator).text();
      return (op == "*" || op == "*=") &&
             (numerics::MentionsWord(node.child(Field::kLeft), {"mask", "masked", "valid"}) ||
              numerics::MentionsWord(node.child(Field::kRight), {"mask", "masked", "valid"}));
    }
    case NodeKind::kCall: {
      const Node function = node.child(Field::kFunction);
      const Node name =
          function.Is(NodeKind::kAttribute) ? function.child(Field::kAttribute) : function;
      return absl::c_linear_search(kMakers, name.text());
    }
    default:
      return false;
  }
}

// The place that may have made elements of the value 0, through the locals that it comes from: a
// sum of which nothing is known is not said to be 0. Null: there is none.
Node MakerOfZeros(const FileContext& file, Node value, int depth = 0) {
  constexpr int kMaxDepth = 4;
  constexpr uint32_t kMaxNodes = 64;
  const uint32_t end = std::min(value.subtree_end(), value.index() + kMaxNodes);
  for (uint32_t i = value.index(); i < end; ++i) {
    const Node node = value.tree()->node(i);
    if (MakesZeros(node)) return node;
    if (depth == kMaxDepth || !node.Is(NodeKind::kIdentifier) || !IsVariable(node)) continue;
    for (const python::Binding* binding : file.flow(node).DefinitionsReaching(node)) {
      const Node from = binding->kind == python::Binding::Kind::kAugmented ? binding->node.parent()
                                                                           : binding->value;
      if (!from || from.Contains(node)) continue;
      if (const Node maker = MakerOfZeros(file, from, depth + 1)) return maker;
    }
  }
  return {};
}

// The change took the floor away from under this division.
bool LostItsFloor(const FileContext& file, const Division& division, Node sum) {
  if (file.before() == nullptr) return false;
  for (Node node : file.before()->tree().root().descendants(NodeKind::kBinaryOperator)) {
    Poll();
    const Division old = numerics::DivisionOf(node);
    if (old && old.denominator.text() != sum.text() &&
        old.numerator.text() == division.numerator.text() &&
        absl::StrContains(old.denominator.text(), sum.text())) {
      return true;
    }
  }
  return false;
}

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
  const Node maker = MakerOfZeros(file, division.numerator);
  if (!maker && !LostItsFloor(file, division, sum.call)) return;
  Observation observation{
      .at = node,
      .params = {{"division", numerics::Text(node)},
                 {"x", numerics::Text(numerics::WithoutCasts(division.numerator))}}};
  const Node apart = node.Contains(sum.call) ? Node() : sum.call;
  if (maker || apart) {
    observation.evidence.push_back(numerics::FlowOf(
        module, {{kMakesZeros, maker}, {phrases::kTheSum, apart}, {phrases::kTheDivision, node}}));
  }
  if (!apart && division.denominator == sum.call) {
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
             .consequence = {"One all-zero row makes the output NaN",
                             "只要有一行全为零，输出就会变成 NaN"},
             .advice = {"Normalise in fp32 and keep the sum above 0: `.clamp_min(1e-10)`",
                        "在 fp32 下归一化，并让该和保持大于 0：`.clamp_min(1e-10)`"},
             .phrases = kPhrases,
             .why = "0 / 0 is NaN in every dtype. Masks, counts, one-hot rows and relu make rows "
                    "of zeros; without such a place on the way, and unless the change took "
                    "a floor away, nothing is said. The floor must be representable in the dtype: "
                    "1e-8 and smaller are 0 in fp16.",
             .fix = "Write s = s.float(); s / s.sum(-1, keepdim=True).clamp_min(1e-10).",
             .bad = R"py(
def weights(gate, mask):
    gate = gate * mask
    return gate / gate.sum(-1, keepdim=True)
)py",
             .good = R"py(
def weights(gate, mask):
    gate = gate.float() * mask
    return gate / gate.sum(-1, keepdim=True).clamp_min(1e-10)
)py",
             .version = 2},
    .kinds = {NodeKind::kBinaryOperator, NodeKind::kAugmentedAssignment},
    .file_names = "sum sum_",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
