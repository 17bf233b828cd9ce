#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/worked_examples/interpreter.h"
#include "analyzers/worked_examples/operations.h"

namespace allreview::worked_examples {

using python::Field;
using python::Kind;

Value Interpreter::OfBoolean(Node expression) {
  const Value left = Evaluate(expression.child(Field::kLeft));
  if (stops()) return {};
  const std::optional<bool> truth = TruthOf(left);
  if (!truth) return GiveUp("a condition that is not known");
  const bool is_and = expression.child(Field::kOperator).text() == "and";
  return *truth == is_and ? Evaluate(expression.child(Field::kRight)) : left;
}

Value Interpreter::OfComparison(Node expression) {
  std::vector<Node> operands;
  std::vector<std::string> operators;
  for (Node child : expression.children()) {
    if (child.Is(Kind::kComment)) continue;
    if (child.field() != Field::kOperators) {
      operands.push_back(child);
    } else if (operators.size() == operands.size() && !operators.empty()) {
      absl::StrAppend(&operators.back(), " ", child.text());  // `not in`, `is not`.
    } else {
      operators.emplace_back(child.text());
    }
  }
  if (operands.size() != operators.size() + 1) return GiveUp("a comparison");
  Value left = Evaluate(operands[0]);
  for (size_t i = 0; i < operators.size(); ++i) {
    const Value right = Evaluate(operands[i + 1]);
    if (stops()) return {};
    Value result = Compared(operators[i], left, right);
    if (stops() || i + 1 == operators.size()) return result;
    const std::optional<bool> truth = TruthOf(result);
    if (!truth) return GiveUp("a condition that is not known");
    if (!*truth) return result;
    left = right;
  }
  return {};
}

Value Interpreter::Compared(absl::string_view op, const Value& a, const Value& b) {
  const bool is_negative = absl::StrContains(op, "not") || op == "!=";
  if (absl::StartsWith(op, "is")) {
    const bool has_none = a.Is(Type::kNone) || b.Is(Type::kNone);
    if (!has_none || a.Is(Type::kOpaque) || b.Is(Type::kOpaque)) {
      return GiveUp("an identity that is not known");
    }
    return Value::Bool((a.type == b.type) != is_negative);
  }
  if (absl::EndsWith(op, "in")) {
    if (b.Is(Type::kText) && a.Is(Type::kText)) {
      return Value::Bool(absl::StrContains(b.text, a.text) != is_negative);
    }
    if (!b.IsSequence() && !b.Is(Type::kDict)) return GiveUp("a container that is not known");
    const std::optional<Value::Items> items = Iterate(b);
    for (size_t i = 0; items && i < items->size(); ++i) {
      const std::optional<bool> equal = AreEqual(a, (*items)[i]);
      if (!equal) return GiveUp("an equality that is not known");
      if (*equal) return Value::Bool(!is_negative);
    }
    return Value::Bool(is_negative);
  }
  if (a.Is(Type::kTensor) || b.Is(Type::kTensor)) return OperateOnTensors(op, a, b, halt_);
  return OperateOnValues(op, a, b, halt_);
}

}  // namespace allreview::worked_examples
