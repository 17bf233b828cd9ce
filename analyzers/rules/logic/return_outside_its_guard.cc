// if scaling: if overflow: clear(); return overflow: the return belongs into the inner branch.

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/branch_effects.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

constexpr Phrase kHandled("handled", "the case is handled here, and goes on",
                          "这里处理了该情况，然后继续执行");
constexpr Phrase kSkipped("skipped", "skipped from here on", "从这里开始都被跳过");
constexpr Phrase kPhrases[] = {kHandled, kSkipped};

constexpr int kMinStatementsBehind = 3;

// The `if` of the block that tests the flag, handles it and goes on. Null: there is none.
Node BranchOn(Node block, Node flag) {
  Node found;
  for (Node statement : block.named_children()) {
    if (!statement.Is(NodeKind::kIfStatement)) continue;
    if (!logic::IsSameCode(python::WithoutParentheses(statement.child(Field::kCondition)), flag)) {
      continue;
    }
    const bool goes_on = !statement.child(Field::kAlternative) &&
                         !logic::IsLeaving(LastStatement(statement.child(Field::kConsequence)));
    found = goes_on ? statement : Node();
  }
  return found;
}

// Only an `if` of its own, such as that of a timer, stands between: nothing for the other case.
bool IsNothingBetween(Node branch, Node leave) {
  for (Node next = NextStatement(branch); next && next != leave; next = NextStatement(next)) {
    if (!next.Is(NodeKind::kIfStatement) || next.child(Field::kAlternative)) return false;
  }
  return true;
}

int StatementsBehind(Node statement) {
  int count = 0;
  for (Node next = NextStatement(statement); next; next = NextStatement(next)) ++count;
  return count;
}

void Check(FileContext& file, Node leave) {
  const Node flag = python::WithoutParentheses(leave.named_child(0));
  const Node block = leave.parent(), guard = block.parent();
  if (!flag || !logic::IsDottedName(flag) || !guard.Is(NodeKind::kIfStatement)) return;
  if (guard.child(Field::kAlternative) || guard.child(Field::kConsequence) != block) return;
  const python::Definition* function = file.module().EnclosingFunction(leave);
  if (function == nullptr || guard.parent() != function->body) return;
  const Node branch = BranchOn(block, flag);
  if (!branch || !IsNothingBetween(branch, leave)) return;
  if (StatementsBehind(guard) < kMinStatementsBehind) return;
  const Node skipped = NextStatement(guard);
  file.Report({.at = leave,
               .params = {{"flag", std::string(flag.text())},
                          {"guard", OneLine(guard.child(Field::kCondition))},
                          {"line", absl::StrCat(branch.first_line())},
                          {"rest", absl::StrCat(skipped.first_line())}},
               .because = FirstChanged(file, {leave, branch}),
               .related = {{kHandled, RangeOf(file.module(), branch.child(Field::kCondition))},
                           {kSkipped, RangeOf(file.module(), skipped)}}});
}

}  // namespace

extern constinit const Rule kReturnOutsideItsGuard = {
    .info =
        {.id = "return-outside-its-guard",
         .title = {"Return that stands one level outside of its branch",
                   "return 比它所属的分支少缩进一级"},
         .severity = Severity::kP1,
         .impact = Impact::kCritical,
         .confidence = Confidence::kMedium,
         .message = {"The branch on line {line} handles `{flag}`, but this return runs whether "
                     "`{flag}` holds or not",
                     "第 {line} 行的分支处理 `{flag}` 的情况，但无论 `{flag}` 是否成立都会执行这个 "
                     "return"},
         .consequence = {"With `{guard}`, the rest of the function from line {rest} on never runs",
                         "当 `{guard}` 成立时，第 {rest} 行之后的代码永远不会执行"},
         .advice = {"Move the return into the branch that handles `{flag}`",
                    "把 return 移到处理 `{flag}` 的分支中"},
         .phrases = kPhrases,
         .why = "A return of a flag, right behind a branch that cleans up when the flag is set, "
                "ends the function in the other case as well. All work behind it is skipped.",
         .fix = "Indent the return by one level.",
         .bad = R"py(
def step(self):
    if self.scales:
        self.update_scale()
        if self.overflow:
            self.clear()
        return self.overflow
    norm = self.norm()
    self.clip(norm)
    self.optimizer.step()
    return self.overflow
)py",
         .good = R"py(
def step(self):
    if self.scales:
        self.update_scale()
        if self.overflow:
            self.clear()
            return self.overflow
    norm = self.norm()
    self.clip(norm)
    self.optimizer.step()
    return self.overflow
)py"},
    .kinds = {NodeKind::kReturnStatement},
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
