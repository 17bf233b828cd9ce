// A condition that decides nothing: both of its arms are the same, or it was asked before.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/patterns.h"

namespace allreview::rules {
namespace {

using logic::HasCall;
using logic::IsLiteral;
using logic::IsSameCode;
using python::Module;

// `pass` and `...`: places to be filled.
bool IsPlaceholder(Node block) {
  if (block.named_child_count() != 1) return false;
  const Node only = block.named_child(0);
  return only.Is(NodeKind::kPassStatement) ||
         (only.Is(NodeKind::kExpressionStatement) && only.named_child(0).Is(NodeKind::kEllipsis));
}

// Comments of their own say that the arms are two cases, and meant to be.
bool AreExplained(Node statement, Node last, Node alternative) {
  std::vector<absl::string_view> first, second;
  for (Node node : statement.descendants(NodeKind::kComment)) {
    if (node.first_byte() < last.first_byte()) continue;
    (node.first_byte() < alternative.first_byte() ? first : second).push_back(node.text());
  }
  return first != second;
}

void CheckExpression(FileContext& file, Node expression) {
  const Node first = expression.named_child(0), condition = expression.named_child(1),
             second = expression.named_child(2);
  if (!first || !second || !IsSameCode(first, second) || IsLiteral(condition)) return;
  Observation observation{.at = expression,
                          .params = {{"condition", numerics::Text(condition)},
                                     {"arms", "`" + numerics::Text(first) + "` either way"}}};
  if (!HasCall(condition)) {
    observation.edits = {Replace(file.module(), expression, std::string(first.text()))};
  }
  file.Report(std::move(observation));
}

// Of an `if` or `elif` directly before `else`: an `elif` between would be a case of its own.
void CheckStatement(FileContext& file, Node statement) {
  Node last = statement, alternative;
  for (Node child : statement.children()) {
    if (child.Is(NodeKind::kElifClause)) last = child;
    if (child.Is(NodeKind::kElseClause)) alternative = child;
  }
  const Node first = last.child(Field::kConsequence), second = alternative.child(Field::kBody);
  if (!first || !second || IsPlaceholder(first) || !IsSameCode(first, second) ||
      AreExplained(statement, last, alternative)) {
    return;
  }
  const Node condition = last.child(Field::kCondition);
  const std::string arms =
      absl::StrCat("lines ", first.first_line(), " and ", second.first_line(), " do the same");
  file.Report({.at = condition,
               .params = {{"condition", numerics::Text(condition)}, {"arms", arms}},
               .because = statement,
               .related = {{"one arm", RangeOf(file.module(), first)},
                           {"the other", RangeOf(file.module(), second)}}});
}

bool IsPure(absl::string_view callee) {
  for (absl::string_view pure :
       {"isinstance", "issubclass", "hasattr", "callable", "len", "startswith", "endswith", "lower",
        "upper", "strip", "dim", "size", "numel", "keys", "get", "getattr", "type", "str"}) {
    if (callee == pure) return true;
  }
  return false;
}

// Asking again may give another answer: a queue, a stream, a clock.
bool MayChange(Node condition) {
  for (uint32_t i = condition.index(); i < condition.subtree_end(); ++i) {
    const Node node = condition.tree()->node(i);
    if (node.Is(NodeKind::kAwait) || node.Is(NodeKind::kNamedExpression)) return true;
    if (node.Is(NodeKind::kCall) && !IsPure(CalleeName(node))) return true;
  }
  return false;
}

// Each condition is compared with so many earlier ones.
constexpr size_t kMaxConditions = 200;

// if a: ... elif b: ... elif a: the last arm is never taken.
void CheckRepeatedCondition(FileContext& file, Node statement) {
  std::vector<Node> conditions = {statement.child(Field::kCondition)};
  for (Node child : statement.children()) {
    if (!child.Is(NodeKind::kElifClause)) continue;
    const Node condition = child.child(Field::kCondition);
    for (Node earlier : conditions) {
      if (!IsSameCode(earlier, condition) || MayChange(condition) || IsLiteral(condition)) continue;
      const std::string arms = absl::StrCat("line ", earlier.first_line(),
                                            " asked for it already, so that this arm never runs");
      file.Report({.at = condition,
                   .params = {{"condition", numerics::Text(condition)}, {"arms", arms}},
                   .because = statement,
                   .related = {{"the same condition", RangeOf(file.module(), earlier)}}});
      break;
    }
    if (conditions.size() < kMaxConditions) conditions.push_back(condition);
  }
}

void Check(FileContext& file, Node node) {
  if (node.Is(NodeKind::kConditionalExpression)) return CheckExpression(file, node);
  CheckStatement(file, node);
  CheckRepeatedCondition(file, node);
}

}  // namespace

extern constinit const Rule kIdenticalBranches = {
    .info = {.id = "identical-branches",
             .title = {"Arms or conditions of a branch are the same", "分支的各个臂或条件相同"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{condition}` decides nothing: {arms}",
                         "`{condition}` 不起任何作用：{arms}"},
             .consequence = {"One of the two cases is handled as the other, most likely by a copy "
                             "that was not finished",
                             "两种情况中有一种被当成另一种处理，很可能是复制后没有改完"},
             .advice = {"Write what the other arm should do, or drop the condition",
                        "写出另一个臂应有的逻辑，或者去掉该条件"},
             .why = "Nobody writes a condition that has no effect on purpose.",
             .fix = "Correct the arm that was copied, or remove the condition.",
             .bad = R"py(
def first_step(args, step):
    return 0 if args.reset else 0
)py",
             .good = R"py(
def first_step(args, step):
    return 0 if args.reset else step
)py",
             .references = {"https://rules.sonarsource.com/python/RSPEC-3923/",
                            "https://rules.sonarsource.com/python/RSPEC-1862/"},
             .version = 2},
    .kinds = {NodeKind::kIfStatement, NodeKind::kConditionalExpression},
    .check = Check};

}  // namespace allreview::rules
