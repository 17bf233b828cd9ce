// `x.shape == y.shape` as a statement: the result goes nowhere.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace {

using logic::HasCall;
using logic::IsExpectedToRaise;
using logic::IsLiteral;

constexpr Phrase kAssertOrAssign("assert-or-assign",
                                 "Write `assert {code}`, or assign the value if that was intended",
                                 "改写为 `assert {code}`；如果本意是赋值，则写成赋值");
constexpr Phrase kCallOrDrop("call-or-drop", "Call it, assign it or drop the line",
                             "调用它、给它赋值，或者删除该行");
constexpr Phrase kPhrases[] = {kAssertOrAssign, kCallOrDrop};

// A value that is computed and dropped; and/or chains that end in a call are statements in
// disguise, `a >> b` is how task graphs are drawn.
bool IsUseless(Node expression) {
  expression = python::WithoutParentheses(expression);
  switch (expression.kind()) {
    case NodeKind::kComparisonOperator:
    case NodeKind::kIdentifier:
    case NodeKind::kNotOperator:
      return true;
    case NodeKind::kAttribute:
      return true;
    case NodeKind::kBinaryOperator: {
      const absl::string_view op = expression.child(Field::kOperator).text();
      // `1 / 0` raises on purpose.
      const bool is_constant =
          IsLiteral(expression.child(Field::kLeft)) && IsLiteral(expression.child(Field::kRight));
      return op != ">>" && op != "<<" && op != "|" && !is_constant;
    }
    default:
      return false;
  }
}

// A notebook in the form of a script shows the last value of a cell.
bool IsNotebook(const python::Module& module) {
  return absl::StrContains(module.source(), "# %%") || absl::StrContains(module.source(), "# In[");
}

// The first access may do something: a property, a lazy module. Names alone do nothing, but some
// are kept from an import.
bool MayBeForItsEffect(Node expression) {
  if (expression.Is(NodeKind::kIdentifier)) return expression.text() == "_";
  return expression.Is(NodeKind::kAttribute) && HasCall(expression);
}

void Check(FileContext& file, Node statement) {
  const Node expression = statement.named_child(0);
  if (statement.named_child_count() != 1 || statement.HasError() || !IsUseless(expression)) return;
  const python::Module& module = file.module();
  const Node bare = python::WithoutParentheses(expression);
  if (MayBeForItsEffect(bare) || IsExpectedToRaise(statement) || IsNotebook(module) ||
      IsWaived(statement, {"B015", "B018", "W0104", "W0106", "pointless-statement",
                           "expression-not-assigned", "W0105"})) {
    return;
  }
  const bool is_comparison = bare.Is(NodeKind::kComparisonOperator);
  const bool may_be_property = bare.Is(NodeKind::kAttribute);
  Observation observation{
      .at = expression,
      .params = {
          {"expression", OneLine(expression)},
          {"remedy", is_comparison ? Sentence(kAssertOrAssign, {{"code", OneLine(expression)}})
                                   : kCallOrDrop}}};
  if (may_be_property) observation.confidence = Confidence::kMedium;
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kUselessExpression = {
    .info = {.id = "useless-expression",
             .title = {"Expression whose result is dropped", "表达式的结果被丢弃"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"The result of `{expression}` is not used",
                         "`{expression}` 的结果没有被使用"},
             .consequence = {"An intended check never fails, or an intended call never happens",
                             "本想做的检查永远不会失败，本想做的调用永远不会发生"},
             .advice = {"{remedy}", "{remedy}"},
             .phrases = kPhrases,
             .why = "A comparison, a name or a sum as a statement computes a value and drops it. "
                    "Usually `assert` or the parentheses of a call are missing, or `==` was "
                    "written instead of `=`.",
             .fix = "Assert the comparison, add the call's parentheses, or delete the line.",
             .bad = R"py(
def check(out, ref):
    out.shape == ref.shape
    return out
)py",
             .good = R"py(
def check(out, ref):
    assert out.shape == ref.shape
    return out
)py",
             .references = {"https://docs.astral.sh/ruff/rules/useless-comparison/",
                            "https://docs.astral.sh/ruff/rules/useless-expression/",
                            "https://pylint.readthedocs.io/en/stable/user_guide/messages/warning/"
                            "pointless-statement.html"}},
    .kinds = {NodeKind::kExpressionStatement},
    .check = Check};

}  // namespace allreview::rules
