// if store["seen"] > 0: return step(x); store["seen"] += 1: counted only once.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

constexpr Phrase kLeavesHere("leaves-here", "leaves without counting here", "在这里没有计数就离开");
constexpr Phrase kPhrases[] = {kLeavesHere};

// `x` of `x > 0` and of `x >= 1`. Null: another condition.
Node CountedIn(Node condition) {
  condition = python::WithoutParentheses(condition);
  if (!condition.Is(NodeKind::kComparisonOperator)) return Node();
  const std::vector<logic::Comparison> steps = logic::ComparisonsOf(condition);
  if (steps.size() != 1) return Node();
  const absl::string_view op = steps[0].op, number = steps[0].right.text();
  return (op == ">" && number == "0") || (op == ">=" && number == "1") ? steps[0].left : Node();
}

// `x += 1` of that x.
bool Counts(Node statement, Node counter) {
  const Node count = statement.named_child(0);
  return statement.Is(NodeKind::kExpressionStatement) && count.Is(NodeKind::kAugmentedAssignment) &&
         count.child(Field::kOperator).text() == "+=" &&
         logic::IsSameCode(count.child(Field::kLeft), counter);
}

bool IsStoredIn(Node block, Node counter) {
  for (Node node : block.descendants(counter.kind())) {
    if (node.field() == Field::kLeft && logic::IsSameCode(node, counter)) return true;
  }
  return false;
}

void Check(FileContext& file, Node statement) {
  const Node counter = CountedIn(statement.child(Field::kCondition));
  if (!counter || statement.child(Field::kAlternative)) return;
  // A counter that lives on: of an object or a store.
  if (!counter.Is(NodeKind::kAttribute) && !counter.Is(NodeKind::kSubscript)) return;
  const Node body = statement.child(Field::kConsequence);
  const Node last = LastStatement(body), next = NextStatement(statement);
  // It does the work of a step and gives its result.
  if (!last.Is(NodeKind::kReturnStatement) || !last.named_child(0) || !logic::HasCall(body)) return;
  if (!next || !Counts(next, counter) || IsStoredIn(body, counter)) return;
  file.Report({.at = next,
               .params = {{"counter", std::string(counter.text())},
                          {"line", absl::StrCat(last.first_line())}},
               .because = FirstChanged(file, {next, statement}),
               .related = {{kLeavesHere, RangeOf(file.module(), last)}}});
}

}  // namespace

extern constinit const Rule kCounterStopsAtOnce = {
    .info = {.id = "counter-stops-at-once",
             .title = {"Counter that an early return stops after one step",
                       "提前返回使计数器只计一次"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{counter}` is counted only once: from then on line {line} returns first",
                         "`{counter}` 只会计数一次：此后第 {line} 行总是先返回"},
             .consequence = {"Every later step works with the position of the first one",
                             "之后每一步使用的都是第一步的位置"},
             .advice = {"Count before the return, too", "在返回之前也要计数"},
             .phrases = kPhrases,
             .why = "The path that runs from the second call on skips what moves the counter.",
             .fix = "Count on both paths, or before they part.",
             .bad = R"py(
def forward(self, x):
    if self.offset > 0:
        return self.step(x)
    self.offset += 1
    return self.prefill(x)
)py",
             .good = R"py(
def forward(self, x):
    self.offset += 1
    if self.offset > 1:
        return self.step(x)
    return self.prefill(x)
)py"},
    .kinds = {NodeKind::kIfStatement},
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
