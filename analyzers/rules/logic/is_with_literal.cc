// `x is "adam"`: asks for the same object, not for the same value.

#include <string>
#include <utility>

#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace {

using logic::Comparison;
using logic::ComparisonsOf;
using logic::IsLiteral;

// A new object each time it is evaluated, or one that only the interpreter decides to share.
bool IsFresh(Node operand) {
  operand = python::WithoutParentheses(operand);
  switch (operand.kind()) {
    case NodeKind::kList:
    case NodeKind::kDictionary:
    case NodeKind::kSet:
      return true;
    case NodeKind::kTuple:
      return operand.named_child_count() > 0;
    case NodeKind::kString:
      return true;
    default:
      return IsLiteral(operand);
  }
}

void Check(FileContext& file, Node node) {
  for (const Comparison& part : ComparisonsOf(node)) {
    if (part.op != "is" && part.op != "is not") continue;
    const Node literal = IsFresh(part.right) ? part.right : part.left;
    if (!IsFresh(literal) || IsWaived(node, {"F632", "R0123"})) continue;
    const std::string replacement = part.op == "is" ? "==" : "!=";
    file.Report({.at = node,
                 .params = {{"operator", std::string(part.op)},
                            {"literal", OneLine(literal)},
                            {"replacement", replacement}},
                 .edits = {Replace(file.module(), part.op_node, replacement)}});
    return;
  }
}

}  // namespace

extern constinit const Rule kIsWithLiteral = {
    .info =
        {.id = "is-with-literal",
         .title = {"Identity compared with a literal", "用 is 与字面量比较"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{operator}` tests whether both sides are the same object, and `{literal}` "
                     "may be an equal but different one",
                     "`{operator}` 判断两侧是否为同一个对象，而 `{literal}` "
                     "可能与另一侧相等却不是同一个对象"},
         .consequence = {"The result depends on how the interpreter shares objects: a value read "
                         "from a file or a flag may not match",
                         "比较的真假取决于解释器的偶然行为：从文件或命令行读到的值可能匹配不上"},
         .advice = {"Compare with `{replacement}`", "改用 `{replacement}` 比较"},
         .why = "CPython shares short strings and small integers within a source file, so the "
                "comparison works in a test and fails with a value from elsewhere. Python 3.8 and "
                "later warn about it.",
         .fix = "Use == or !=. Keep `is` for None, True, False and sentinel objects.",
         .bad = R"py(
def is_adam(name):
    return name is "adam"
)py",
         .good = R"py(
def is_adam(name):
    return name == "adam"
)py",
         .references = {"https://docs.astral.sh/ruff/rules/is-literal/",
                        "https://pylint.readthedocs.io/en/stable/user_guide/messages/refactor/"
                        "literal-comparison.html"}},
    .kinds = {NodeKind::kComparisonOperator},
    .check = Check};

}  // namespace allreview::rules
