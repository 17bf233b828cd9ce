// self.steps = max(2, steps); rate = 1 / log(steps): the raw value goes on beside the adjusted one.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

constexpr Phrase kAdjustedHere("adjusted-here", "adjusted here", "在此处调整");
constexpr Phrase kPhrases[] = {kAdjustedHere};

bool IsName(Node expression, absl::string_view name) {
  expression = python::WithoutParentheses(expression);
  return expression.Is(NodeKind::kIdentifier) && expression.text() == name;
}

// max(2, x), min(x, n), `x or 4`, `4 if x is None else x`: other than x only where x will not do.
bool Adjusts(Node value, absl::string_view name) {
  value = python::WithoutParentheses(value);
  if (value.Is(NodeKind::kBooleanOperator)) {
    return value.child(Field::kOperator).text() == "or" && IsName(value.child(Field::kLeft), name);
  }
  if (value.Is(NodeKind::kConditionalExpression)) {
    const std::string condition(value.named_child(1).text());
    return (condition == absl::StrCat(name, " is None") && IsName(value.named_child(2), name)) ||
           (condition == absl::StrCat(name, " is not None") && IsName(value.named_child(0), name));
  }
  if (!value.Is(NodeKind::kCall)) return false;
  const absl::string_view function = value.child(Field::kFunction).text();
  if (function != "max" && function != "min") return false;
  const std::vector<Node> arguments = python::ArgumentsOf(value).positional;
  return arguments.size() == 2 && (IsName(arguments[0], name) || IsName(arguments[1], name));
}

// It is calculated with: an operand of arithmetic, or an argument of math.f().
bool IsCalculatedWith(const python::Module& module, Node name) {
  const Node parent = name.parent();
  if (parent.Is(NodeKind::kBinaryOperator)) return parent.child(Field::kOperator).text() != "%";
  if (!parent.Is(NodeKind::kArgumentList) || !parent.parent().Is(NodeKind::kCall)) return false;
  const std::string callee = module.Resolve(parent.parent().child(Field::kFunction));
  return callee == "math.log" || callee == "math.sqrt" || callee == "math.pow" ||
         callee == "builtins.range" || callee == "math.ceil";
}

// A condition around it speaks of the name: the raw value is looked at first.
bool IsTested(Node name, Node function) {
  for (Node node = name.parent(); node && node != function; node = node.parent()) {
    Node condition;
    if (node.Is(NodeKind::kIfStatement) || node.Is(NodeKind::kWhileStatement)) {
      condition = node.child(Field::kCondition);
    } else if (node.Is(NodeKind::kConditionalExpression)) {
      condition = node.named_child(1);
    } else if (node.Is(NodeKind::kRaiseStatement) || node.Is(NodeKind::kAssertStatement) ||
               node.Is(NodeKind::kString)) {
      return true;
    }
    if (condition && Mentions(condition, name.text())) return true;
  }
  return false;
}

void Check(FileContext& file, Node assignment) {
  const Node left = assignment.child(Field::kLeft), value = assignment.child(Field::kRight);
  if (!left.Is(NodeKind::kAttribute) || !value) return;
  const python::Definition* function = file.module().EnclosingFunction(assignment);
  if (function == nullptr) return;
  const absl::string_view self = logic::SelfNameOf(*function);
  const absl::string_view name = left.child(Field::kAttribute).text();
  if (self.empty() || left.child(Field::kObject).text() != self || !Adjusts(value, name)) return;
  for (Node node : function->body.descendants(NodeKind::kIdentifier)) {
    if (node.index() < assignment.subtree_end() || node.text() != name || !IsVariable(node)) {
      continue;
    }
    if (IsRebound(node)) return;
    if (!IsCalculatedWith(file.module(), node) || IsTested(node, function->node)) continue;
    file.Report({.at = node,
                 .params = {{"name", std::string(name)},
                            {"adjusted", std::string(left.text())},
                            {"line", std::to_string(assignment.first_line())}},
                 .related = {{kAdjustedHere, RangeOf(file.module(), assignment)}},
                 .edits = {Replace(file.module(), node, std::string(left.text()))}});
    return;
  }
}

}  // namespace

extern constinit const Rule kRawValueAfterAdjustment = {
    .info = {.id = "raw-value-after-adjustment",
             .title = {"Raw value used after it was adjusted", "调整之后仍使用原始值"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{name}` is calculated with, although line {line} had to adjust it into "
                         "`{adjusted}`",
                         "计算使用了 `{name}`，而第 {line} 行已把它调整为 `{adjusted}`"},
             .consequence = {"Where the adjustment matters, the two disagree, or the raw value "
                             "fails: None, or a number that is too small",
                             "在需要调整的情况下两者不一致，或者原始值会出错：为 None 或过小"},
             .advice = {"Use `{adjusted}`", "使用 `{adjusted}`"},
             .phrases = kPhrases,
             .why = "The adjustment says that some values of the parameter will not do.",
             .fix = "Use the adjusted value everywhere below.",
             .bad = R"py(
import math

class Warmup:
    def __init__(self, steps):
        self.steps = max(2, steps)
        self.slope = 1 / math.log(steps)
)py",
             .good = R"py(
import math

class Warmup:
    def __init__(self, steps):
        self.steps = max(2, steps)
        self.slope = 1 / math.log(self.steps)
)py"},
    .kinds = {NodeKind::kAssignment},
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
