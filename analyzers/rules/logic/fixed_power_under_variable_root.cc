// total += norm ** 2, and at the end total ** (1.0 / norm_type): the power is fixed, the root is
// not.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;

constexpr Phrase kRootHere("root-here", "the root is taken here", "在这里开方");
constexpr Phrase kPhrases[] = {kRootHere};

bool IsPower(Node operation) { return operation.child(Field::kOperator).text() == "**"; }

// `p` of `x ** (1.0 / p)` and of `x ** (1 / float(p))`. Null: no root, or not of a parameter.
Node RootOf(const Definition& function, Node operation) {
  const Node exponent = python::WithoutParentheses(operation.child(Field::kRight));
  if (!IsPower(operation) || !exponent.Is(NodeKind::kBinaryOperator) ||
      exponent.child(Field::kOperator).text() != "/" ||
      !logic::IsLiteral(exponent.child(Field::kLeft))) {
    return Node();
  }
  const Node order = python::WithoutParentheses(exponent.child(Field::kRight));
  const bool is_parameter =
      order.Is(NodeKind::kIdentifier) && FindParameter(function, order.text()) != nullptr;
  return is_parameter ? order : Node();
}

// A branch taken when the order is something special runs the node: `if norm_type == 2:`.
bool IsOfThatOrder(Node node, Node function, absl::string_view order) {
  for (Node inner = node; node && node != function; inner = node, node = node.parent()) {
    Node condition, taken;
    if (node.Is(NodeKind::kIfStatement) || node.Is(NodeKind::kElifClause)) {
      condition = node.child(Field::kCondition), taken = node.child(Field::kConsequence);
    } else if (node.Is(NodeKind::kConditionalExpression)) {
      condition = node.named_child(1), taken = node.named_child(0);
    }
    if (condition && inner == taken && MentionsName(condition.text(), order)) return true;
  }
  return false;
}

// It is added up: the right side of `total += x ** 2`.
bool IsAddedUp(Node operation) {
  const Node parent = operation.parent();
  return parent.Is(NodeKind::kAugmentedAssignment) && operation.field() == Field::kRight &&
         parent.child(Field::kOperator).text() == "+=";
}

void Check(FileContext& file, Node operation) {
  const Definition* function = file.module().EnclosingFunction(operation);
  if (function == nullptr) return;
  const Node order = RootOf(*function, operation);
  if (!order) return;
  ForEachOwnNode(function->body, NodeKind::kBinaryOperator, [&](Node power) {
    const Node exponent = power.child(Field::kRight);
    const bool is_fixed = IsPower(power) && logic::IsLiteral(exponent) && IsAddedUp(power) &&
                          power.index() < operation.index();
    if (!is_fixed || IsOfThatOrder(power, function->node, order.text())) return;
    file.Report({.at = power,
                 .params = {{"power", OneLine(power)},
                            {"root", OneLine(operation)},
                            {"order", std::string(order.text())}},
                 .because = FirstChanged(file, {power, operation}),
                 .related = {{kRootHere, RangeOf(file.module(), operation)}},
                 .edits = {Replace(file.module(), exponent, std::string(order.text()))}});
  });
}

}  // namespace

extern constinit const Rule kFixedPowerUnderVariableRoot = {
    .info =
        {.id = "fixed-power-under-variable-root",
         .title = {"Powers of a fixed order under a root of another one",
                   "求和用固定次幂，开方却用可变次数"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{power}` is added up, but `{root}` takes the root of order `{order}`",
                     "累加的是 `{power}`，而 `{root}` 开的是 `{order}` 次方"},
         .consequence = {"For every `{order}` but this one the norm is wrong, and so is what is "
                         "clipped by it",
                         "`{order}` 取其他值时范数都是错的，按它裁剪的结果也是"},
         .advice = {"Raise to `{order}`, and take the norm of each part with it, too",
                    "改为 `{order}` 次幂，每一部分的范数也按它计算"},
         .phrases = kPhrases,
         .why = "A norm of order p is the p-th root of a sum of p-th powers.",
         .fix = "Use the parameter in all three places: the norm, the power and the root.",
         .bad = R"py(
def total_norm(grads, norm_type=2.0):
    total = 0.0
    for grad in grads:
        total += grad.norm(2) ** 2
    return total ** (1.0 / norm_type)
)py",
         .good = R"py(
def total_norm(grads, norm_type=2.0):
    total = 0.0
    for grad in grads:
        total += grad.norm(norm_type) ** norm_type
    return total ** (1.0 / norm_type)
)py"},
    .kinds = {NodeKind::kBinaryOperator},
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
