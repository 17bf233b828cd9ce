#include "services/analysis/change_model/stories/conditions.h"

#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/shared/exception_handlers.h"
#include "base/utf8.h"
#include "services/analysis/change_model/symbols/one_line.h"
#include "services/analysis/conversion/conversion.h"

namespace allreview::analysis {
namespace {

using python::Field;
using python::Kind;
using python::Node;
using v1::Condition;
using v1::Step;

constexpr size_t kMaxMessageBytes = 240;

// Text of the first literal in an expression, f-strings with their fields as written; adjacent
// literals are one.
std::string MessageIn(Node expression) {
  std::string message;
  uint32_t skip_until = 0;
  const auto visit = [&](Node node) {
    if (node.index() < skip_until || !node.Is(Kind::kString)) return;
    skip_until = node.subtree_end();
    uint32_t first = node.first_byte(), end = node.end_byte();
    for (Node part : node.children()) {
      if (part.Is(Kind::kStringStart)) first = part.end_byte();
      if (part.Is(Kind::kStringEnd)) end = part.first_byte();
    }
    absl::StrAppend(&message, node.tree()->source().substr(first, end - first));
  };
  visit(expression);
  for (Node node : expression.descendants()) {
    if (!message.empty() && node.index() >= skip_until &&
        !node.parent().Is(Kind::kConcatenatedString)) {
      break;
    }
    visit(node);
  }
  return OneLine(message, kMaxMessageBytes);
}

// `x` of `x is None`, `not x`. "": another test.
absl::string_view MissingIn(Node test) {
  test = python::WithoutParentheses(test);
  if (test.Is(Kind::kNotOperator)) return test.child(Field::kArgument).text();
  if (!test.Is(Kind::kComparisonOperator) || test.named_child_count() != 2) return "";
  const bool is_none = test.named_child(1).Is(Kind::kNone);
  const bool is_negative =
      absl::StrContains(test.text(), " is not ") || absl::StrContains(test.text(), "!=");
  return is_none && !is_negative ? test.named_child(0).text() : absl::string_view();
}

// `d if not x else x`.
bool ChoosesByItself(Node conditional) {
  const absl::string_view missing = MissingIn(conditional.named_child(1));
  return !missing.empty() && (missing == conditional.named_child(0).text() ||
                              missing == conditional.named_child(2).text());
}

std::string TextOf(Node test) { return OneLine(python::WithoutParentheses(test).text()); }

class ConditionCollector {
 public:
  explicit ConditionCollector(const Statements& statements) : statements_(statements) {}

  std::vector<Condition> Collect() {
    int inside_until = 0;
    for (int i = 0; i < statements_.size(); ++i) {
      if (i < inside_until) continue;
      if (statements_[i].kind == Step::KIND_DEFINITION) inside_until = statements_[i].end;
      CollectFrom(i);
    }
    return std::move(conditions_);
  }

 private:
  void CollectFrom(int i) {
    const Statement& statement = statements_[i];
    const Node node = statement.node;
    switch (statement.kind) {
      case Step::KIND_ASSERT:
        Add(Condition::KIND_ASSERT, i, TextOf(node.named_child(0)), "",
            MessageIn(node.named_child(1)));
        break;
      case Step::KIND_RAISE:
        // What a handler raises is about what was caught, and asks nothing of the caller.
        if (IsInHandler(i)) break;
        Add(Condition::KIND_RAISE, i, TestAround(i), OneLine(node.text(), 120),
            MessageIn(node.named_child(0)));
        break;
      case Step::KIND_RETURN:
      case Step::KIND_JUMP:
        CollectExit(i);
        break;
      case Step::KIND_ASSIGNMENT:
        CollectFallback(i);
        break;
      case Step::KIND_TRY:
        CollectHandler(i);
        break;
      default:
        break;
    }
  }

  void Add(Condition::Kind kind, int i, std::string test, std::string outcome,
           std::string message) {
    if (!seen_.emplace(kind, test, outcome).second) return;
    Condition condition;
    condition.set_kind(kind);
    condition.set_test(std::move(test));
    condition.set_outcome(std::move(outcome));
    condition.set_message(std::move(message));
    *condition.mutable_range() = ToProto(statements_.RangeOf(statements_[i], change::Side::kRight));
    conditions_.push_back(std::move(condition));
  }

  // The condition under which a header's block runs; "": none is written there.
  std::string TestOf(int header) const {
    const Statement& statement = statements_[header];
    switch (statement.node.kind()) {
      case Kind::kIfStatement:
      case Kind::kElifClause:
      case Kind::kWhileStatement:
        return TextOf(statement.node.child(Field::kCondition));
      case Kind::kElseClause: {
        const Statement& head = statements_[statement.head];
        if (!head.node.Is(Kind::kIfStatement)) return "";
        const bool is_only_alternative = statements_[head.end].node == statement.node;
        const std::string test = TestOf(statement.head);
        return is_only_alternative ? absl::StrCat("not (", test, ")") : "else";
      }
      case Kind::kExceptClause:
      case Kind::kCaseClause:
        return OneLine(absl::StrCat(statements_.CodeOf(statement))
                           .substr(0, statements_.CodeOf(statement).find_last_of(':')));
      default:
        return "";
    }
  }

  std::string TestAround(int i) const {
    for (int header = statements_[i].parent; header >= 0; header = statements_[header].parent) {
      if (std::string test = TestOf(header); !test.empty()) return test;
    }
    return "";
  }

  bool IsInHandler(int i) const {
    for (int header = statements_[i].parent; header >= 0; header = statements_[header].parent) {
      if (statements_[header].node.Is(Kind::kExceptClause)) return true;
    }
    return false;
  }

  bool IsInLoop(int i) const {
    for (int header = statements_[i].parent; header >= 0; header = statements_[header].parent) {
      if (statements_[header].kind == Step::KIND_LOOP) return true;
    }
    return false;
  }

  // Something follows that the way out skips.
  bool IsEarly(int i) const {
    if (IsInLoop(i)) return true;
    // The outermost statement around it, with all its clauses, is not the last of the function.
    int top = i;
    while (statements_[top].parent >= 0) top = statements_[top].parent;
    const int head = statements_[top].head;
    int end = statements_[head].end;
    while (end < statements_.size() && statements_[end].head == head) end = statements_[end].end;
    return end < statements_.size();
  }

  void CollectExit(int i) {
    const Node node = statements_[i].node;
    if (node.Is(Kind::kExpressionStatement)) return;  // yield
    std::string test = TestAround(i);
    if (test.empty() || !IsEarly(i)) return;
    Add(Condition::KIND_EARLY_RETURN, i, std::move(test), OneLine(node.text(), 120), "");
  }

  // `x = d if x is None else x`, `x = x or d`, `if x is None: x = d`.
  void CollectFallback(int i) {
    const Node assignment = statements_[i].node.named_child(0);
    const Node left = assignment.child(Field::kLeft);
    const Node right = python::WithoutParentheses(assignment.child(Field::kRight));
    if (!assignment.Is(Kind::kAssignment) || !right) return;
    const std::string outcome = OneLine(assignment.text(), 120);
    if (right.Is(Kind::kConditionalExpression)) {
      const Node test = right.named_child(1);
      if (absl::StrContains(test.text(), "None") || ChoosesByItself(right)) {
        Add(Condition::KIND_FALLBACK, i, OneLine(test.text()), outcome, "");
      }
      return;
    }
    if (right.Is(Kind::kBooleanOperator) && right.child(Field::kOperator).text() == "or" &&
        right.child(Field::kLeft).text() == left.text()) {
      Add(Condition::KIND_FALLBACK, i, absl::StrCat("not ", OneLine(left.text())), outcome, "");
      return;
    }
    const int header = statements_[i].parent;
    if (header < 0 || !statements_[header].node.Is(Kind::kIfStatement)) return;
    const Node test = statements_[header].node.child(Field::kCondition);
    if (MissingIn(test) == left.text()) {
      Add(Condition::KIND_FALLBACK, i, OneLine(test.text()), outcome, "");
    }
  }

  // A handler that neither raises nor leaves: the function goes on.
  void CollectHandler(int i) {
    const Statement& statement = statements_[i];
    if (!statement.node.Is(Kind::kExceptClause) || rules::Raises(statement.node)) return;
    std::string outcome;
    for (int j = i + 1; j < statement.end; ++j) {
      const Step::Kind kind = statements_[j].kind;
      if (kind == Step::KIND_RETURN || kind == Step::KIND_JUMP) return;
      // A header tells nothing without what it holds.
      const bool is_header = statements_[j].end > j + 1;
      if (j == i + 1 && !is_header) outcome = OneLine(statements_.CodeOf(statements_[j]), 120);
    }
    Add(Condition::KIND_FALLBACK, i, TestOf(i), std::move(outcome), "");
  }

  const Statements& statements_;
  std::set<std::tuple<Condition::Kind, std::string, std::string>> seen_;
  std::vector<Condition> conditions_;
};

}  // namespace

std::vector<Condition> ConditionsOf(const Statements& statements) {
  return ConditionCollector(statements).Collect();
}

}  // namespace allreview::analysis
