// assert (condition, "message"): a tuple with something in it is always true.

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace {

// An expression over several lines needs brackets where the tuple's are gone.
std::string Bracketed(Node expression) {
  const bool is_one_line = expression.first_line() == expression.last_line();
  if (is_one_line || expression.Is(NodeKind::kCall)) return std::string(expression.text());
  return absl::StrCat("(", expression.text(), ")");
}

void Check(FileContext& file, Node statement) {
  if (statement.named_child_count() != 1) return;
  const Node tuple = python::WithoutParentheses(statement.named_child(0));
  if (!tuple.Is(NodeKind::kTuple) || tuple.named_child_count() == 0 ||
      IsWaived(statement, {"F631", "W0199"})) {
    return;
  }
  const Node condition = tuple.named_child(0), message = tuple.named_child(1);
  std::string remedy = absl::StrCat("assert ", OneLine(condition));
  if (message) absl::StrAppend(&remedy, ", ", OneLine(message));
  Observation observation{.at = statement,
                          .params = {{"condition", OneLine(condition)}, {"remedy", remedy}}};
  bool has_comment = false;
  for (Node child : tuple.children()) has_comment |= child.Is(NodeKind::kComment);
  if (tuple.named_child_count() == 2 && !has_comment) {
    observation.edits = {Replace(file.module(), statement.named_child(0),
                                 absl::StrCat(Bracketed(condition), ", ", Bracketed(message)))};
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kAssertOnTuple = {
    .info = {.id = "assert-on-tuple",
             .title = {"Assertion of a tuple, which is always true", "对元组做断言，恒为真"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message = {"The parentheses make a tuple of `{condition}` and its message, and a "
                         "non-empty tuple is always true",
                         "括号把 `{condition}` 和它的提示信息变成了元组，而非空元组为真"},
             .consequence = {"The assertion never fails, whatever `{condition}` is",
                             "无论 `{condition}` 是什么，断言都不会失败"},
             .advice = {"Write `{remedy}`", "改写为 `{remedy}`"},
             .why = "assert is a statement, not a function: parentheses around the condition and "
                    "the message make a tuple of two elements. A check that cannot fail is worse "
                    "than none, because readers trust it.",
             .fix = "Remove the parentheses, or put them around the message only.",
             .bad = R"py(
def split(hidden, heads):
    assert (hidden % heads == 0, "heads must divide hidden")
    return hidden // heads
)py",
             .good = R"py(
def split(hidden, heads):
    assert hidden % heads == 0, "heads must divide hidden"
    return hidden // heads
)py",
             .references = {"https://docs.astral.sh/ruff/rules/assert-tuple/",
                            "https://pylint.readthedocs.io/en/stable/user_guide/messages/warning/"
                            "assert-on-tuple.html"}},
    .kinds = {NodeKind::kAssertStatement},
    .check = Check};

}  // namespace allreview::rules
