// `x.shape == y.shape` as a statement: the result goes nowhere.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/logic/pure_expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "analyzers/understanding/value.h"

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
constexpr Phrase kAssignResult("assign-result", "Assign the result, or drop the line",
                               "把结果赋给变量，或者删除该行");
constexpr Phrase kPhrases[] = {kAssertOrAssign, kCallOrDrop, kAssignResult};

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

bool IsCallWithArguments(Node call, bool is_method(absl::string_view)) {
  return call.Is(NodeKind::kCall) &&
         is_method(call.child(Field::kFunction).child(Field::kAttribute).text()) &&
         call.child(Field::kArguments).named_child_count() > 0;
}

// A call that does nothing but give a value: a method of a tensor or a text, known by two of them
// in a row (`x.transpose(0, 1).reshape(n, -1)`) or by the value.
bool IsDroppedCall(const FileContext& file, Node call) {
  if (!call.Is(NodeKind::kCall) || file.is_test()) return false;
  if (logic::IsPureFunction(file.module(), call)) {
    const std::string name = file.module().Resolve(call.child(Field::kFunction));
    // These run an iterator to its end, or fail for what they do not take.
    for (absl::string_view runs : {"list", "tuple", "len", "int", "float", "str", "bool", "sum",
                                   "min", "max", "abs", "round", "range"}) {
      if (name == absl::StrCat("builtins.", runs)) return false;
    }
    return true;
  }
  const Node object = call.child(Field::kFunction).child(Field::kObject);
  if (IsCallWithArguments(call, logic::IsShapeMethod)) {
    if (IsCallWithArguments(object, logic::IsShapeMethod)) return true;
    return file.ValueOf(object).IsCertainly(understanding::AtomKind::kTensor);
  }
  return object &&
         logic::IsTextMethod(call.child(Field::kFunction).child(Field::kAttribute).text()) &&
         file.ValueOf(object).IsCertainly(understanding::AtomKind::kText);
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
  if (statement.named_child_count() != 1 || statement.HasError()) return;
  const bool is_call = expression.Is(NodeKind::kCall);
  if (is_call ? !IsDroppedCall(file, expression) : !IsUseless(expression)) return;
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
                     : is_call     ? kAssignResult
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
             .consequence =
                 {"An intended check never fails, an intended call never happens, or the code "
                  "below goes on with the old value",
                  "本想做的检查永远不会失败，本想做的调用永远不会发生，或者后面的代码"
                  "继续使用旧值"},
             .advice = {"{remedy}", "{remedy}"},
             .phrases = kPhrases,
             .why = "A comparison, a name or a sum as a statement computes a value and drops it. "
                    "Usually `assert` or the parentheses of a call are missing, or `==` was "
                    "written instead of `=`. `x.reshape(n, -1)` and `sorted(x)` leave `x` as it "
                    "is.",
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
