// `x != a or x != b`, `x == a or "b"`, `x in ("abc")`: not the question that was meant.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/logic/phrases.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace {

using logic::Comparison;
using logic::ComparisonsOf;
using logic::HasCall;
using logic::IsDottedName;
using logic::IsLiteral;
using logic::IsSameCode;
using logic::OperandsOf;

constexpr Phrase kAlwaysTrue("always-true", "is always true: `{name}` cannot equal both",
                             "恒为真：`{name}` 不可能同时等于两者");
constexpr Phrase kAlwaysFalse("always-false", "is always false: `{name}` cannot equal both",
                              "恒为假：`{name}` 不可能同时等于两者");
constexpr Phrase kOwnCondition("own-condition", "is always true: `{part}` is a condition by itself",
                               "恒为真：`{part}` 自成一个条件");
constexpr Phrase kTestsSubstring("tests-substring",
                                 "tests for a substring of {text}, not for an element",
                                 "判断的是 {text} 的子串，而不是元素");
constexpr Phrase kWriteAnd("write-and", "Write `and`, or `{code}`", "改用 `and`，或写成 `{code}`");
constexpr Phrase kWriteOr("write-or", "Write `or`, or `{code}`", "改用 `or`，或写成 `{code}`");
constexpr Phrase kPhrases[] = {kAlwaysTrue,     kAlwaysFalse, kOwnCondition,
                               kTestsSubstring, kWriteAnd,    kWriteOr};

// `Mode.TRAIN`, `torch.float16`: dotted names whose text tells the value apart. Of names alone
// nobody knows: `shape != a or shape != b` asks whether it differs from either.
bool IsConstant(const python::Module& module, Node expression) {
  if (IsLiteral(expression) || expression.Is(NodeKind::kTrue) || expression.Is(NodeKind::kFalse) ||
      expression.Is(NodeKind::kNone)) {
    return true;
  }
  if (!expression.Is(NodeKind::kAttribute) || !IsDottedName(expression)) return false;
  const Node object = expression.child(Field::kObject);
  const absl::string_view owner =
      object.Is(NodeKind::kAttribute) ? object.child(Field::kAttribute).text() : object.text();
  if (module.Resolve(object) == "torch") return true;
  if (!absl::ascii_isupper(owner[0])) return false;
  for (char c : expression.child(Field::kAttribute).text()) {
    if (absl::ascii_islower(c)) return false;
  }
  return true;
}

// The constant that `subject op constant` compares with.
struct ConstantTest {
  Node subject, constant;
  absl::string_view op;
};

std::optional<ConstantTest> TestOf(const python::Module& module, Node operand) {
  operand = python::WithoutParentheses(operand);
  if (!operand.Is(NodeKind::kComparisonOperator)) return std::nullopt;
  const std::vector<Comparison> parts = ComparisonsOf(operand);
  if (parts.size() != 1) return std::nullopt;
  absl::string_view op = parts[0].op;
  if (op == "is") op = "==";
  if (op == "is not") op = "!=";
  if (op != "==" && op != "!=") return std::nullopt;
  if (IsConstant(module, parts[0].right)) return ConstantTest{parts[0].left, parts[0].right, op};
  if (IsConstant(module, parts[0].left)) return ConstantTest{parts[0].right, parts[0].left, op};
  return std::nullopt;
}

void Report(FileContext& file, Node node, Words problem, Words remedy) {
  file.Report({.at = node,
               .params = {{"expression", OneLine(node)},
                          {"problem", std::move(problem)},
                          {"remedy", std::move(remedy)}}});
}

// x != a or x != b; x == a and x == b.
bool CheckOpposites(FileContext& file, Node node, absl::string_view op,
                    const std::vector<Node>& operands) {
  const absl::string_view wanted = op == "or" ? "!=" : "==";
  std::vector<ConstantTest> tests;
  for (Node operand : operands) {
    const std::optional<ConstantTest> test = TestOf(file.module(), operand);
    if (!test || test->op != wanted || HasCall(test->subject)) continue;
    for (const ConstantTest& other : tests) {
      if (!IsSameCode(test->subject, other.subject) || IsSameCode(test->constant, other.constant)) {
        continue;
      }
      const std::string subject = OneLine(test->subject);
      const std::string both =
          absl::StrCat("(", OneLine(other.constant), ", ", OneLine(test->constant), ")");
      op == "or" ? Report(file, node, Sentence(kAlwaysTrue, {{"name", subject}}),
                          Sentence(kWriteAnd, {{"code", absl::StrCat(subject, " not in ", both)}}))
                 : Report(file, node, Sentence(kAlwaysFalse, {{"name", subject}}),
                          Sentence(kWriteOr, {{"code", absl::StrCat(subject, " in ", both)}}));
      return true;
    }
    tests.push_back(*test);
  }
  return false;
}

bool IsTrueText(Node operand) {
  operand = python::WithoutParentheses(operand);
  if (operand.Is(NodeKind::kString)) return !python::Module::StringContent(operand).empty();
  return operand.Is(NodeKind::kInteger) && operand.text() != "0";
}

// x == "a" or "b".
void CheckBareOperand(FileContext& file, Node node, const std::vector<Node>& operands) {
  const std::optional<ConstantTest> first = TestOf(file.module(), operands[0]);
  if (!first || !IsLiteral(first->constant)) return;
  for (size_t i = 1; i < operands.size(); ++i) {
    if (!IsTrueText(operands[i])) continue;
    const std::string subject = OneLine(first->subject);
    Report(file, node, Sentence(kOwnCondition, {{"part", OneLine(operands[i])}}),
           Sentence(phrases::kWriteCode,
                    {{"code",
                      absl::StrCat(subject, " ", first->op == "==" ? "in" : "not in", " (",
                                   OneLine(first->constant), ", ", OneLine(operands[i]), ")")}}));
    return;
  }
}

void CheckBoolean(FileContext& file, Node node) {
  const absl::string_view op = node.child(Field::kOperator).text();
  const Node parent = node.parent();
  if (parent.Is(NodeKind::kBooleanOperator) && parent.child(Field::kOperator).text() == op) return;
  if (IsWaived(node, {"PLR1714", "SIM222", "R1714", "W0125"})) return;
  const std::vector<Node> operands = OperandsOf(node);
  if (!CheckOpposites(file, node, op, operands) && op == "or") {
    CheckBareOperand(file, node, operands);
  }
}

// x in ("abc"): brackets alone make no tuple, so that it asks for a part of the text.
void CheckMembership(FileContext& file, Node node) {
  for (const Comparison& part : ComparisonsOf(node)) {
    if (part.op != "in" && part.op != "not in") continue;
    if (!part.right.Is(NodeKind::kParenthesizedExpression)) continue;
    const Node text = python::WithoutParentheses(part.right);
    if (!text.Is(NodeKind::kString) || text.child(NodeKind::kInterpolation)) continue;
    if (python::Module::StringContent(text).size() < 2 || IsWaived(node, {"PLR6201"})) {
      continue;
    }
    file.Report(
        {.at = node,
         .params = {{"expression", OneLine(node)},
                    {"problem", Sentence(kTestsSubstring, {{"text", OneLine(text)}})},
                    {"remedy", Sentence(phrases::kWriteCode,
                                        {{"code", absl::StrCat("(", OneLine(text), ",)")}})}},
         .edits = {Replace(file.module(), part.right, absl::StrCat("(", text.text(), ",)"))}});
    return;
  }
}

void Check(FileContext& file, Node node) {
  node.Is(NodeKind::kBooleanOperator) ? CheckBoolean(file, node) : CheckMembership(file, node);
}

}  // namespace

extern constinit const Rule kAlwaysTrueCondition = {
    .info =
        {.id = "always-true-condition",
         .title = {"Condition whose result is always the same", "结果恒定的条件"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{expression}` {problem}", "`{expression}` {problem}"},
         .consequence = {"The branch runs for values that it was not written for",
                         "对于不该进入该分支的值，也会进入该分支"},
         .advice = {"{remedy}", "{remedy}"},
         .phrases = kPhrases,
         .why =
             "`x != a or x != b` holds for every x, `x == a or \"b\"` is true because a non-empty "
             "string is true, and `(\"abc\")` is a string in parentheses, not a tuple.",
         .fix = "Use `in` or `not in` with a tuple.",
         .bad = R"py(
def check(mode):
    if mode != "train" or mode != "eval":
        raise ValueError(mode)
)py",
         .good = R"py(
def check(mode):
    if mode not in ("train", "eval"):
        raise ValueError(mode)
)py",
         .references = {"https://docs.astral.sh/ruff/rules/expr-or-true/",
                        "https://pylint.readthedocs.io/en/stable/user_guide/messages/refactor/"
                        "consider-using-in.html",
                        "https://rules.sonarsource.com/python/RSPEC-2589/"}},
    .kinds = {NodeKind::kBooleanOperator, NodeKind::kComparisonOperator},
    .check = Check};

}  // namespace allreview::rules
