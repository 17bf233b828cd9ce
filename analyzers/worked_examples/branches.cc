#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "analyzers/worked_examples/interpreter.h"

namespace allreview::worked_examples {
namespace {

using python::Field;
using python::Kind;
using python::Node;

constexpr size_t kMaxConditionBytes = 80;

// The block of a clause; of the `if` itself its consequence.
Node BlockOf(Node clause) {
  return clause.child(clause.Is(Kind::kElseClause) ? Field::kBody : Field::kConsequence);
}

bool OnlyRaises(Node block) {
  const Node last = block.last_named_child();
  return last.Is(Kind::kRaiseStatement);
}

// `a is not b` as {`a is b`, false}; nullopt: it is no negation.
std::optional<std::string> Affirmed(Node comparison) {
  if (!comparison.Is(Kind::kComparisonOperator) || comparison.named_child_count() != 2) {
    return std::nullopt;
  }
  const absl::string_view left = comparison.named_child(0).text();
  const absl::string_view right = comparison.named_child(1).text();
  absl::string_view op = comparison.text();
  op.remove_prefix(left.size());
  op.remove_suffix(right.size());
  op = absl::StripAsciiWhitespace(op);
  const absl::string_view plain = op == "is not"   ? "is"
                                  : op == "!="     ? "=="
                                  : op == "not in" ? "in"
                                                   : "";
  if (plain.empty()) return std::nullopt;
  return absl::StrCat(left, " ", plain, " ", right);
}

}  // namespace

bool Interpreter::IsTrue(Node condition) {
  const Value value = Evaluate(condition);
  if (stops()) return false;
  const std::optional<bool> truth = TruthOf(value);
  if (!truth) GiveUp("a condition that is not known");
  return truth.value_or(false);
}

// As the inputs that are not known are decided to be. nullopt: it stays open, or the run has ended.
std::optional<bool> Interpreter::TruthUnder(Node condition, bool likely) {
  condition = python::WithoutParentheses(condition);
  if (!Spend()) return std::nullopt;
  if (condition.Is(Kind::kNotOperator)) {
    const std::optional<bool> inner = TruthUnder(condition.child(Field::kArgument), !likely);
    return inner ? std::optional<bool>(!*inner) : std::nullopt;
  }
  if (condition.Is(Kind::kBooleanOperator)) {
    const bool is_and = condition.child(Field::kOperator).text() == "and";
    const std::optional<bool> left = TruthUnder(condition.child(Field::kLeft), likely);
    if (!left || *left != is_and) return left;
    return TruthUnder(condition.child(Field::kRight), likely);
  }
  const Value value = Evaluate(condition);
  if (stops() && halt_.kind() != Halt::Kind::kUnknown) return std::nullopt;
  const std::optional<bool> truth = stops() ? std::nullopt : TruthOf(value);
  if (truth) return truth;
  halt_.Resume();
  Forget(condition);
  return Decide(condition, likely);
}

// It depends on what the function computes.
bool Interpreter::HoldsComputed(Node condition) const {
  const auto is_computed = [&](Node name) {
    const auto local = frames_.back().locals.find(name.text());
    if (local == frames_.back().locals.end() || name.field() == Field::kAttribute) return false;
    const Value& value = local->second;
    return HoldsMutable(value) ? !value.Is(Type::kObject)
                               : value.Is(Type::kOpaque) && value.text.empty();
  };
  if (condition.Is(Kind::kIdentifier)) return is_computed(condition);
  // Of a call nobody knows what it makes of what is known.
  if (condition.Is(Kind::kCall) || !condition.descendants(Kind::kCall).empty()) {
    return !ReadsOnlyInputs(condition);
  }
  for (Node name : condition.descendants(Kind::kIdentifier)) {
    if (is_computed(name)) return true;
  }
  return false;
}

std::optional<bool> Interpreter::Decide(Node condition, bool likely) {
  if (!IsTraced() || frame().loops > 0 || ReadsChanged(condition) || HoldsComputed(condition) ||
      condition.text().size() > kMaxConditionBytes) {
    return std::nullopt;
  }
  if (const std::optional<std::string> affirmed = Affirmed(condition)) {
    const std::optional<bool> truth = surroundings_.decide(*affirmed, !likely);
    return truth ? std::optional<bool>(!*truth) : std::nullopt;
  }
  return surroundings_.decide(condition.text(), likely);
}

// Something in it goes on elsewhere than behind it.
bool Interpreter::IsLeft(Node statement) const {
  for (Kind kind :
       {Kind::kReturnStatement, Kind::kBreakStatement, Kind::kContinueStatement, Kind::kYield}) {
    for (Node leaving : statement.descendants(kind)) {
      if (frame_module().EnclosingFunction(leaving) != frames_.back().function) continue;
      const bool is_of_loop = kind == Kind::kBreakStatement || kind == Kind::kContinueStatement;
      Node loop = leaving.parent();
      while (is_of_loop && !loop.Is(Kind::kForStatement) && !loop.Is(Kind::kWhileStatement)) {
        loop = loop.parent();
      }
      if (!is_of_loop || !statement.Contains(loop)) return true;
    }
  }
  return false;
}

bool Interpreter::HasChanged(Node statement) const {
  return IsTraced() && surroundings_.is_changed(statement);
}

Interpreter::Flow Interpreter::RunIf(Node statement) {
  std::vector<Node> clauses{statement};
  for (Node child : statement.named_children()) {
    if (child.Is(Kind::kElifClause) || child.Is(Kind::kElseClause)) clauses.push_back(child);
  }
  int changed = 0;
  for (const Node clause : clauses) {
    const Node block = BlockOf(clause), condition = clause.child(Field::kCondition);
    const bool is_else = clause.Is(Kind::kElseClause);
    changed +=
        !is_else && IsTraced() && (surroundings_.is_changed(condition) || ReadsChanged(condition));
    const std::optional<bool> truth = is_else ? true : TruthOfClause(statement, clause);
    if (!truth) {
      GiveUp("a condition that is not known");
      return Flow::kNext;
    }
    if (!*truth) continue;
    changed_blocks_ += changed > 0;
    const Flow flow = RunBlock(block);
    changed_blocks_ -= changed > 0;
    return flow;
  }
  return Flow::kNext;
}

// nullopt: what its blocks do stays open.
std::optional<bool> Interpreter::TruthOfClause(Node statement, Node clause) {
  const Node block = BlockOf(clause), condition = clause.child(Field::kCondition);
  if (OnlyRaises(block)) {
    const bool is_true = IsTrue(condition);
    if (halt_.kind() != Halt::Kind::kUnknown) return is_true;
    // Whoever calls it sees to it that nothing is raised.
    halt_.Resume();
    Forget(condition);
    return false;
  }
  const bool is_left = IsLeft(statement);
  const bool is_shown = HasChanged(statement) || (IsTraced() && surroundings_.is_new);
  if (is_shown || is_left) {
    const bool is_likely = HasChanged(block) || (!HasChanged(statement) && !IsLeft(block));
    return TruthUnder(condition, is_likely);
  }
  // What nobody changed leaves its variables open: no need to say which way it goes.
  const bool is_true = IsTrue(condition);
  return stops() ? std::nullopt : std::optional<bool>(is_true);
}

}  // namespace allreview::worked_examples
