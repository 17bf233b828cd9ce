// `a.shape == a.shape`, `ready and ready`: both sides are the same.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "analyzers/rules/shared/patterns.h"

namespace allreview::rules {
namespace {

using logic::Comparison;
using logic::ComparisonsOf;
using logic::HasCall;
using logic::IsLiteral;
using logic::IsSameCode;
using logic::OperandsOf;

constexpr Phrase kBothSides("both-sides", "Both sides", "两侧");
constexpr Phrase kBothOperands("both-operands", "Both operands", "两个操作数");
constexpr Phrase kTwoOperands("two-operands", "Two operands", "其中两个操作数");
constexpr Phrase kAlwaysSame("always-same", "The condition is always the same and checks nothing",
                             "该条件恒定不变，没有检查任何东西");
constexpr Phrase kOneUnchecked("one-unchecked",
                               "One of them was meant to be something else, which is not checked",
                               "其中一个本应是别的内容，现在没有被检查");
constexpr Phrase kSameOperand("same-operand", "the same operand", "相同的操作数");
constexpr Phrase kPhrases[] = {kBothSides,  kBothOperands, kTwoOperands,
                               kAlwaysSame, kOneUnchecked, kSameOperand};

// What a property of a tensor or a list is compared for; a number can be NaN, which differs from
// itself.
bool CannotBeNan(Node operand) {
  if (!operand.Is(NodeKind::kAttribute)) return false;
  const absl::string_view name = operand.child(Field::kAttribute).text();
  for (absl::string_view property :
       {"shape", "dtype", "device", "ndim", "rank", "size", "keys", "name", "group", "names"}) {
    if (name == property) return true;
  }
  return false;
}

// `x != x` and `x == x` ask whether x is NaN.
bool MayTestForNan(const Comparison& part) {
  if (part.op != "==" && part.op != "!=") return false;
  const Node operand = python::WithoutParentheses(part.left);
  if (CannotBeNan(operand)) return false;
  if (part.op == "!=") return true;
  return !operand.Is(NodeKind::kAttribute) ||
         numerics::MentionsWord(operand, {"loss", "grad", "norm", "value", "data", "score", "x"});
}

void CheckComparison(FileContext& file, Node node) {
  for (const Comparison& part : ComparisonsOf(node)) {
    if (part.op == "in" || part.op == "not in" || !IsSameCode(part.left, part.right)) continue;
    if (HasCall(part.left) || IsLiteral(part.left) || MayTestForNan(part) ||
        IsWaived(node, {"PLR0124", "R0124"})) {
      continue;
    }
    file.Report({.at = node,
                 .params = {{"operator", std::string(part.op)},
                            {"operand", OneLine(part.left)},
                            {"what", kBothSides},
                            {"effect", kAlwaysSame}}});
    return;
  }
}

void CheckBoolean(FileContext& file, Node node) {
  const absl::string_view op = node.child(Field::kOperator).text();
  const Node parent = node.parent();
  if (parent.Is(NodeKind::kBooleanOperator) && parent.child(Field::kOperator).text() == op) return;
  const std::vector<Node> operands = OperandsOf(node);
  for (size_t i = 1; i < operands.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (!IsSameCode(operands[i], operands[j]) || HasCall(operands[i])) continue;
      if (IsWaived(node, {"PLR0124", "R0124", "SIM"})) return;
      file.Report({.at = operands[i],
                   .params = {{"operator", std::string(op)},
                              {"operand", OneLine(operands[i])},
                              {"what", operands.size() == 2 ? kBothOperands : kTwoOperands},
                              {"effect", kOneUnchecked}},
                   .because = node,
                   .related = {{kSameOperand, RangeOf(file.module(), operands[j])}}});
      return;
    }
  }
}

void Check(FileContext& file, Node node) {
  node.Is(NodeKind::kBooleanOperator) ? CheckBoolean(file, node) : CheckComparison(file, node);
}

}  // namespace

extern constinit const Rule kSelfComparison = {
    .info = {.id = "self-comparison",
             .title = {"Both sides of an operator are the same", "运算符两侧相同"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"{what} of `{operator}` are `{operand}`",
                         "`{operator}` 的{what}都是 `{operand}`"},
             .consequence = {"{effect}", "{effect}"},
             .advice = {"Write the intended operand, or drop the duplicate",
                        "写上本想使用的操作数，或者去掉重复的部分"},
             .phrases = kPhrases,
             .why = "An operand compared with itself, or repeated in a condition, is a copy that "
                    "was not finished. `x != x`, which tests for NaN, is not reported.",
             .fix = "Correct one of the two operands.",
             .bad = R"py(
def same_shape(query, key):
    return query.shape == query.shape
)py",
             .good = R"py(
def same_shape(query, key):
    return query.shape == key.shape
)py",
             .references = {"https://docs.astral.sh/ruff/rules/comparison-with-itself/",
                            "https://rules.sonarsource.com/python/RSPEC-1764/"}},
    .kinds = {NodeKind::kComparisonOperator, NodeKind::kBooleanOperator},
    .skips_tests = true,  // They compare an object with itself to test the comparison.
    .check = Check};

}  // namespace allreview::rules
