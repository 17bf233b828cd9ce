// for x in xs: if fits(x): return x, else: raise: only the first item is ever looked at.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

constexpr Phrase kBothLeave(
    "both-leave",
    "Both branches leave the loop on line {line}, so it ends with its first "
    "item whatever `{test}` is",
    "两个分支都会离开第 {line} 行的循环，因此无论 `{test}` 的结果如何，它在"
    "第一个元素处就结束");
constexpr Phrase kGivesUp(
    "gives-up",
    "The search on line {line} gives up at the first item that does not fit; "
    "line {after} raises the same when no item does",
    "第 {line} 行的查找遇到第一个不符合的元素就放弃，而第 {after} 行会在没有任何"
    "元素符合时抛出同样的异常");
constexpr Phrase kSameAfter("same-after", "raised here when nothing was found",
                            "没有找到时在这里抛出");
constexpr Phrase kPhrases[] = {kBothLeave, kGivesUp, kSameAfter};

// Every way through the block leaves the loop around it.
bool AlwaysLeaves(Node block, int depth) {
  const Node last = LastStatement(block);
  switch (last.kind()) {
    case NodeKind::kReturnStatement:
    case NodeKind::kRaiseStatement:
    case NodeKind::kBreakStatement:
      return true;
    case NodeKind::kIfStatement:
      break;
    default:
      return false;
  }
  if (depth == 0 || !AlwaysLeaves(last.child(Field::kConsequence), depth - 1)) return false;
  bool has_else = false;
  for (Node arm : last.named_children()) {
    if (arm.Is(NodeKind::kElifClause) && !AlwaysLeaves(arm.child(Field::kConsequence), depth - 1)) {
      return false;
    }
    if (!arm.Is(NodeKind::kElseClause)) continue;
    has_else = true;
    if (!AlwaysLeaves(arm.child(Field::kBody), depth - 1)) return false;
  }
  return has_else;
}

// The `else` of an `if` without `elif`. Null: there is none.
Node ElseOf(Node statement) {
  for (Node arm : statement.named_children()) {
    if (arm.Is(NodeKind::kElifClause)) return Node();
    if (arm.Is(NodeKind::kElseClause)) return arm;
  }
  return Node();
}

// The condition asks about the item, or about what the turn made of it.
bool AsksAboutItem(Node condition, Node loop) {
  std::vector<Node> names = {loop.child(Field::kLeft)};
  for (Node statement : loop.child(Field::kBody).named_children()) {
    if (statement.Contains(condition)) break;
    names.push_back(statement.named_child(0).child(Field::kLeft));
  }
  for (Node name : condition.descendants(NodeKind::kIdentifier)) {
    for (Node bound : names) {
      if (bound && IsVariable(name) && Mentions(bound, name.text())) return true;
    }
  }
  return condition.Is(NodeKind::kIdentifier) && Mentions(names[0], condition.text());
}

// Behind the loop, in an `if`, the very statement again. Null: there is none.
Node SameBehind(Node loop, Node raised) {
  for (Node next = NextStatement(loop); next; next = NextStatement(next)) {
    if (!next.Is(NodeKind::kIfStatement)) continue;
    const Node last = LastStatement(next.child(Field::kConsequence));
    if (last.Is(NodeKind::kRaiseStatement) && logic::IsSameCode(last, raised)) return last;
  }
  return Node();
}

void Check(FileContext& file, Node loop) {
  const Node body = loop.child(Field::kBody), branch = LastStatement(body);
  if (!branch.Is(NodeKind::kIfStatement) || loop.HasError()) return;
  const Node condition = branch.child(Field::kCondition);
  const auto any = [](Node) { return true; };
  if (FindOwnNode(body, NodeKind::kContinueStatement, any) ||
      FindOwnNode(body, NodeKind::kYield, any) || !AsksAboutItem(condition, loop)) {
    return;
  }
  const std::string line = absl::StrCat(loop.first_line());
  constexpr int kMaxDepth = 8;
  Observation observation{.at = condition, .because = FirstChanged(file, {branch, loop})};
  const Node other = ElseOf(branch), raised = LastStatement(other.child(Field::kBody));
  if (AlwaysLeaves(body, kMaxDepth)) {
    observation.params = {
        {"what", Sentence(kBothLeave, {{"line", line}, {"test", OneLine(condition)}})}};
  } else if (raised.Is(NodeKind::kRaiseStatement)) {
    const Node again = SameBehind(loop, raised);
    if (!again) return;
    observation.at = raised;
    observation.params = {
        {"what",
         Sentence(kGivesUp, {{"line", line}, {"after", absl::StrCat(again.first_line())}})}};
    observation.related = {{kSameAfter, RangeOf(file.module(), again)}};
  } else {
    return;
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kSearchEndsAtFirstItem = {
    .info = {.id = "search-ends-at-first-item",
             .title = {"Search that looks at the first item only", "只检查第一个元素的查找"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"{what}", "{what}"},
             .consequence = {"Items behind it are never looked at: the result depends on their "
                             "order",
                             "后面的元素永远不会被检查：结果取决于它们的顺序"},
             .advice = {"Move the `else` behind the loop (`for ... else`), so that it runs when no "
                        "item fits",
                        "把 `else` 移到循环之后（`for ... else`），使其在没有元素符合时才执行"},
             .phrases = kPhrases,
             .why = "An `else` that belongs to the `if` in a loop runs for the first item that "
                    "does not fit. What is meant for the case that no item fits stands behind the "
                    "loop, or in its own `else`.",
             .fix = "Unindent the `else`.",
             .bad = R"py(
def find(models, name):
    for model in models:
        if model.name == name:
            return model
        else:
            raise KeyError(name)
)py",
             .good = R"py(
def find(models, name):
    for model in models:
        if model.name == name:
            return model
    raise KeyError(name)
)py",
             .references = {"https://docs.python.org/3/reference/compound_stmts.html#the-for-"
                            "statement"}},
    .kinds = {NodeKind::kForStatement},
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
