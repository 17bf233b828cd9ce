// error = (new - old).abs().max(); if error > tolerance: break: the loop ends while it still moves.

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Module;

// abs(a - b), (a - b).norm(), torch.norm(a - b): `a - b`. Null: it measures no difference.
Node DifferenceIn(Node value) {
  bool is_size = false;
  for (Node name : value.descendants(NodeKind::kIdentifier)) {
    is_size |= name.text() == "abs" || name.text() == "norm" || name.text() == "square" ||
               name.text() == "fabs" || name.text() == "dist";
  }
  if (!is_size) return Node();
  for (Node operation : value.descendants(NodeKind::kBinaryOperator)) {
    if (operation.child(Field::kOperator).text() == "-" &&
        operation.child(Field::kLeft).Is(NodeKind::kIdentifier) &&
        operation.child(Field::kRight).Is(NodeKind::kIdentifier)) {
      return operation;
    }
  }
  return Node();
}

// `old = new` of the two in the loop: one is the other as the last round left it.
bool IsOfLastRound(Node loop, absl::string_view a, absl::string_view b) {
  for (Node assignment : loop.descendants(NodeKind::kAssignment)) {
    absl::string_view left = assignment.child(Field::kLeft).text();
    Node value = assignment.child(Field::kRight);
    if (value.Is(NodeKind::kCall)) value = value.child(Field::kFunction).child(Field::kObject);
    if ((left == a && value.text() == b) || (left == b && value.text() == a)) return true;
  }
  return false;
}

// The statement or the header that ends the loop when `left > right`.
bool Breaks(Node statement) {
  for (Node inner : statement.child(Field::kConsequence).named_children()) {
    if (inner.Is(NodeKind::kBreakStatement)) return true;
  }
  return false;
}

Node LoopOver(Node statement) {
  for (Node node = statement.parent(); node; node = node.parent()) {
    if (node.Is(NodeKind::kForStatement) || node.Is(NodeKind::kWhileStatement)) return node;
    if (node.Is(NodeKind::kFunctionDefinition)) return Node();
  }
  return Node();
}

void Check(FileContext& file, Node statement) {
  const Node condition = python::WithoutParentheses(statement.child(Field::kCondition));
  if (!condition.Is(NodeKind::kComparisonOperator) || !Breaks(statement)) return;
  const std::vector<logic::Comparison> steps = logic::ComparisonsOf(condition);
  if (steps.size() != 1 || (steps[0].op != ">" && steps[0].op != ">=") ||
      !steps[0].left.Is(NodeKind::kIdentifier)) {
    return;
  }
  const Node loop = LoopOver(statement);
  if (!loop) return;
  Node difference;
  for (Node assignment : loop.descendants(NodeKind::kAssignment)) {
    if (assignment.child(Field::kLeft).text() != steps[0].left.text()) continue;
    difference = DifferenceIn(assignment.child(Field::kRight));
  }
  if (!difference || !IsOfLastRound(loop, difference.child(Field::kLeft).text(),
                                    difference.child(Field::kRight).text())) {
    return;
  }
  const std::string turned = absl::StrCat(
      steps[0].left.text(), steps[0].op == ">" ? " < " : " <= ", steps[0].right.text());
  file.Report({.at = condition,
               .params = {{"condition", OneLine(condition)},
                          {"difference", OneLine(difference)},
                          {"turned", turned}},
               .edits = {Replace(file.module(), condition, turned)}});
}

}  // namespace

extern constinit const Rule kLoopEndsBeforeConvergence = {
    .info =
        {.id = "loop-ends-before-convergence",
         .title = {"Iteration that stops while it still changes", "仍在变化时就停止的迭代"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"The loop ends when `{condition}`, that is while `{difference}` is still "
                     "large",
                     "循环在 `{condition}` 时结束，此时 `{difference}` 仍然很大"},
         .consequence = {"Usually it stops after the first round, and goes on only once nothing "
                         "changes any more",
                         "通常第一轮之后就停止，而不再变化时反而继续"},
         .advice = {"Turn the comparison round: `{turned}`", "把比较反过来：`{turned}`"},
         .why = "The difference between two rounds is what gets small when an iteration "
                "converges.",
         .fix = "Stop when the difference is below the tolerance.",
         .bad = R"py(
def balance(x, step, tol=1e-4):
    old = x
    for _ in range(100):
        x = step(x)
        error = (old - x).abs().mean()
        old = x
        if error > tol:
            break
    return x
)py",
         .good = R"py(
def balance(x, step, tol=1e-4):
    old = x
    for _ in range(100):
        x = step(x)
        error = (old - x).abs().mean()
        old = x
        if error < tol:
            break
    return x
)py"},
    .kinds = {NodeKind::kIfStatement},
    .check = Check};

}  // namespace allreview::rules
