// if cache is not None: kwargs["cache"] = cache; kwargs["states"] = states: `states` has its own
// None.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;

// `x` of `x is not None` and of `x`. Null: the condition is something else.
Node AskedFor(Node condition) {
  condition = python::WithoutParentheses(condition);
  if (condition.Is(NodeKind::kIdentifier)) return condition;
  if (!condition.Is(NodeKind::kComparisonOperator)) return Node();
  const std::vector<logic::Comparison> steps = logic::ComparisonsOf(condition);
  const bool is_test = steps.size() == 1 && steps[0].op == "is not" &&
                       steps[0].right.Is(NodeKind::kNone) &&
                       steps[0].left.Is(NodeKind::kIdentifier);
  return is_test ? steps[0].left : Node();
}

// kwargs["x"] = x, by the name itself.
struct Passed {
  Node assignment, options, name;
};
Passed PassedBy(Node statement) {
  const Node assignment = statement.named_child(0);
  const Node left = assignment.child(Field::kLeft), name = assignment.child(Field::kRight);
  if (!statement.Is(NodeKind::kExpressionStatement) || !assignment.Is(NodeKind::kAssignment) ||
      !left.Is(NodeKind::kSubscript) || !name.Is(NodeKind::kIdentifier) ||
      python::Module::StringContent(left.child(Field::kSubscript)) != name.text()) {
    return {};
  }
  return {assignment, left.child(Field::kValue), name};
}

bool IsOptional(const Definition& function, absl::string_view name) {
  const python::Parameter* parameter = FindParameter(function, name);
  return parameter != nullptr && parameter->default_value.Is(NodeKind::kNone);
}

// mask and mask_type: one speaks of the other.
bool AreRelated(absl::string_view a, absl::string_view b) {
  const std::vector<absl::string_view> words = absl::StrSplit(a, '_');
  const std::vector<absl::string_view> others = absl::StrSplit(b, '_');
  return words.front() == others.front();
}

void Check(FileContext& file, Node statement) {
  const Node asked = AskedFor(statement.child(Field::kCondition));
  if (!asked || statement.child(Field::kAlternative)) return;
  const Definition* function = file.module().EnclosingFunction(statement);
  if (function == nullptr || !IsOptional(*function, asked.text())) return;
  Passed first;
  for (Node inner : statement.child(Field::kConsequence).named_children()) {
    const Passed passed = PassedBy(inner);
    if (!passed.assignment) return;  // The condition decides more than what is passed on.
    if (passed.name.text() == asked.text()) {
      first = passed;
      continue;
    }
    if (!first.assignment || !logic::IsSameCode(first.options, passed.options) ||
        !IsOptional(*function, passed.name.text()) ||
        AreRelated(passed.name.text(), asked.text())) {
      continue;
    }
    file.Report({.at = passed.assignment,
                 .params = {{"name", std::string(passed.name.text())},
                            {"guard", std::string(asked.text())},
                            {"options", OneLine(passed.options)}}});
  }
}

}  // namespace

extern constinit const Rule kPassedOnUnderAnotherGuard = {
    .info = {.id = "passed-on-under-another-guard",
             .title = {"Optional argument passed on only when another one is given",
                       "只有给出另一个参数时才传递可选参数"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{name}` goes into `{options}` only when `{guard}` is given",
                         "只有给出 `{guard}` 时，`{name}` 才会放进 `{options}`"},
             .consequence = {"A caller that passes `{name}` alone gets the result without it",
                             "调用方只传 `{name}` 时，得到的是没有它的结果"},
             .advice = {"Give `{name}` a test of its own", "为 `{name}` 单独判断"},
             .why = "Both parameters are optional on their own, and each of them has None for "
                    "\"not given\".",
             .fix = "Test each of the two before it is passed on.",
             .bad = R"py(
def forward(attention, x, cache=None, states=None):
    extra = {}
    if cache is not None:
        extra["cache"] = cache
        extra["states"] = states
    return attention(x, **extra)
)py",
             .good = R"py(
def forward(attention, x, cache=None, states=None):
    extra = {}
    if cache is not None:
        extra["cache"] = cache
    if states is not None:
        extra["states"] = states
    return attention(x, **extra)
)py"},
    .kinds = {NodeKind::kIfStatement},
    .check = Check};

}  // namespace allreview::rules
