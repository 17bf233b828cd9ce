// a or b and c: which belongs together?

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace {

using logic::OperandsOf;

bool IsOperator(Node node, absl::string_view op) {
  return node.Is(NodeKind::kBooleanOperator) && node.child(Field::kOperator).text() == op;
}

// Each alternative has lines of its own: the layout says what belongs together.
bool IsLaidOut(const std::vector<Node>& operands) {
  for (size_t i = 1; i < operands.size(); ++i) {
    if (operands[i].first_line() <= operands[i - 1].last_line()) return false;
  }
  return true;
}

void Check(FileContext& file, Node node) {
  if (!IsOperator(node, "or") || IsOperator(node.parent(), "or") || node.HasError()) return;
  const std::vector<Node> operands = OperandsOf(node);
  Node mixed;
  std::vector<Edit> edits;
  std::string written;
  for (Node operand : operands) {
    const bool is_and = IsOperator(operand, "and");
    absl::StrAppend(&written, written.empty() ? "" : " or ", is_and ? "(" : "", OneLine(operand),
                    is_and ? ")" : "");
    if (!is_and) continue;
    if (!mixed) mixed = operand;
    edits.push_back(Replace(file.module(), operand, absl::StrCat("(", operand.text(), ")")));
  }
  if (!mixed || IsLaidOut(operands) || IsWaived(node, {"RUF021"})) return;
  file.Report({.at = node, .params = {{"reading", written}}, .edits = std::move(edits)});
}

}  // namespace

extern constinit const Rule kUnparenthesisedAndOr = {
    .info = {.id = "unparenthesised-and-or",
             .title = {"`and` and `or` mixed without parentheses", "`and` 与 `or` 混用而没有括号"},
             .pillar = Pillar::kReadability,
             .message = {"`and` binds tighter than `or`: this is `{reading}`",
                         "`and` 的优先级高于 `or`，因此这里等价于 `{reading}`"},
             .consequence =
                 {"Readers may assume the other grouping, and the next edit may introduce it",
                  "读者可能理解成另一种分组，下一次修改也可能真的改成那样"},
             .advice = {"Add the parentheses that you mean", "按本意加上括号"},
             .why = "Few readers are sure of the precedence, and missing parentheses are a common "
                    "mistake in conditions that have grown.",
             .fix =
                 "Put the operands of `and` in parentheses, or those of `or` if that was intended.",
             .bad = R"py(
def is_last(stage, stages, interleaved):
    return stage == stages - 1 or interleaved and stage == 0
)py",
             .good = R"py(
def is_last(stage, stages, interleaved):
    return stage == stages - 1 or (interleaved and stage == 0)
)py",
             .references = {"https://docs.astral.sh/ruff/rules/parenthesize-chained-operators/"}},
    .kinds = {NodeKind::kBooleanOperator},
    .check = Check};

}  // namespace allreview::rules
