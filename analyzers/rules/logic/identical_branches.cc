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

constexpr Phrase kEitherWay("either-way", "`{code}` either way", "两种情况都是 `{code}`");
constexpr Phrase kDoTheSame("do-the-same", "lines {first} and {second} do the same",
                            "第 {first} 行和第 {second} 行做的事相同");
constexpr Phrase kAlreadyTested("already-tested",
                                "line {line} already tests it, so this branch never runs",
                                "第 {line} 行已经判断过它，因此这个分支永远不会执行");
constexpr Phrase kOneArm("one-arm", "one branch", "其中一个分支");
constexpr Phrase kOtherArm("other-arm", "the other branch", "另一个分支");
constexpr Phrase kSameCondition("same-condition", "the same condition", "相同的条件");
constexpr Phrase kPhrases[] = {kEitherWay, kDoTheSame, kAlreadyTested,
                               kOneArm,    kOtherArm,  kSameCondition};

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
  Observation observation{
      .at = expression,
      .params = {{"condition", numerics::Text(condition)},
                 {"arms", Sentence(kEitherWay, {{"code", numerics::Text(first)}})}}};
  if (!HasCall(condition)) {
    observation.edits = {Replace(file.module(), expression, std::string(first.text()))};
  }
  file.Report(std::move(observation));
}

// Compares an `if` or `elif` with the `else` directly after it: an `elif` between is its own case.
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
  const Sentence arms(kDoTheSame, {{"first", absl::StrCat(first.first_line())},
                                   {"second", absl::StrCat(second.first_line())}});
  file.Report({.at = condition,
               .params = {{"condition", numerics::Text(condition)}, {"arms", arms}},
               .because = statement,
               .related = {{kOneArm, RangeOf(file.module(), first)},
                           {kOtherArm, RangeOf(file.module(), second)}}});
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
      const Sentence arms(kAlreadyTested, {{"line", absl::StrCat(earlier.first_line())}});
      file.Report({.at = condition,
                   .params = {{"condition", numerics::Text(condition)}, {"arms", arms}},
                   .because = statement,
                   .related = {{kSameCondition, RangeOf(file.module(), earlier)}}});
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
             .title = {"Branches or conditions that are the same", "各分支或各条件相同"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{condition}` has no effect: {arms}",
                         "`{condition}` 不起任何作用：{arms}"},
             .consequence = {"One of the two cases is handled like the other, probably because a "
                             "copy was not finished",
                             "两种情况中有一种被当成另一种处理，很可能是复制后没有改完"},
             .advice = {"Write what the other branch should do, or drop the condition",
                        "写出另一个分支应有的逻辑，或者去掉该条件"},
             .phrases = kPhrases,
             .why = "Nobody intentionally writes a condition that has no effect.",
             .fix = "Correct the copied branch, or remove the condition.",
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
