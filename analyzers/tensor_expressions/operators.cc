// Operators of Python on tensors and numbers.

#include "absl/strings/str_cat.h"
#include "analyzers/python/module.h"
#include "analyzers/tensor_expressions/evaluator.h"

namespace allreview::tensor_expressions {
namespace {

using python::Field;
using python::Kind;
using python::Node;

struct Operator {
  absl::string_view text;
  absl::string_view function;
};
constexpr Operator kOperators[] = {
    {"+", "add"},       {"-", "sub"},         {"*", "mul"},        {"/", "div"},
    {"<", "lt"},        {"<=", "le"},         {">", "gt"},         {">=", "ge"},
    {"==", "eq"},       {"!=", "ne"},         {"**", "pow"},       {"//", "floor_divide"},
    {"%", "remainder"}, {"&", "logical_and"}, {"|", "logical_or"}, {"^", "logical_xor"},
    {"@", "matmul"},
};

bool IsOperand(const Value& value) {
  return value.As<TermRef>() != nullptr || value.AsNumber().has_value();
}

// Words and signs between the operands of a comparison: "<", "is not".
std::string OperatorOf(Node comparison) {
  std::string text;
  for (const Node child : comparison.children()) {
    if (child.IsNamed()) continue;
    absl::StrAppend(&text, text.empty() ? "" : " ", child.text());
  }
  return text;
}

// x is None, mode == "mean": known without knowing the numbers.
std::optional<bool> CompareOthers(const std::string& operation, const Value& left,
                                  const Value& right) {
  const bool is_negated = operation == "!=" || operation == "is not";
  if (!is_negated && operation != "==" && operation != "is") return std::nullopt;
  if (left.As<Unknown>() != nullptr || right.As<Unknown>() != nullptr) return std::nullopt;
  if (left.As<None>() != nullptr || right.As<None>() != nullptr) {
    return (left.it.index() == right.it.index()) != is_negated;
  }
  const std::string* a = left.As<std::string>();
  const std::string* b = right.As<std::string>();
  if (a != nullptr && b != nullptr) return (*a == *b) != is_negated;
  const numerics::Format* from = left.As<numerics::Format>();
  const numerics::Format* to = right.As<numerics::Format>();
  if (from != nullptr && to != nullptr) return (*from == *to) != is_negated;
  const bool* flag = left.As<bool>();
  const bool* other = right.As<bool>();
  if (flag != nullptr && other != nullptr) return (*flag == *other) != is_negated;
  return std::nullopt;
}

}  // namespace

Value Evaluator::Binary(absl::string_view operation, const Value& left, const Value& right,
                        Node node) {
  if (left.As<Unknown>() != nullptr) return left;
  if (right.As<Unknown>() != nullptr) return right;
  const std::optional<double> a = left.AsNumber();
  const std::optional<double> b = right.AsNumber();
  if (a.has_value() && b.has_value()) {
    const std::optional<double> number = BinaryOnNumbers(operation, *a, *b);
    if (number.has_value()) return {*number};
    return {Unknown{Refusal::kInvalid, std::string(node.text()), node}};
  }
  if (!IsOperand(left) || !IsOperand(right)) {
    return {Unknown{Refusal::kUnsupportedSyntax, std::string(node.text()), node}};
  }
  for (const Operator& known : kOperators) {
    if (known.text != operation) continue;
    return CallTorch(std::string(known.function), {.positional = {left, right}}, node);
  }
  return {Unknown{Refusal::kUnsupportedSyntax, std::string(node.text()), node}};
}

Value Evaluator::ReadUnary(Node node) {
  const Node argument = node.child(Field::kArgument);
  Value value = Evaluate(argument);
  const absl::string_view operation =
      node.Is(Kind::kNotOperator) ? "not" : node.child(Field::kOperator).text();
  if (const std::optional<double> number = value.AsNumber()) {
    if (operation == "-") return {-*number};
    if (operation == "+") return {*number};
    if (operation == "not") return {*number == 0};
    return {Unknown{Refusal::kUnsupportedSyntax, std::string(node.text()), node}};
  }
  if (operation == "not" && value.As<None>() != nullptr) return {true};
  if (value.As<TermRef>() == nullptr) return value;
  if (operation == "+") return value;
  if (operation == "not") {
    return {Unknown{Refusal::kDataDependentBranch, std::string(node.text()), node}};
  }
  return CallTorch(operation == "-" ? "neg" : "logical_not", {.positional = {value}}, node);
}

Value Evaluator::ReadComparison(Node node) {
  const std::string operation = OperatorOf(node);
  if (node.named_child_count() != 2) {
    return {Unknown{Refusal::kUnsupportedSyntax, "a chain of comparisons", node}};
  }
  const Value left = Evaluate(node.named_child(0));
  const Value right = Evaluate(node.named_child(1));
  if (const std::optional<bool> known = CompareOthers(operation, left, right)) return {*known};
  return Binary(operation, left, right, node);
}

Value Evaluator::ReadBoolean(Node node) {
  const bool is_and = node.child(Field::kOperator).text() == "and";
  const Value left = Evaluate(node.child(Field::kLeft));
  const std::optional<double> number =
      left.As<None>() != nullptr ? std::optional<double>(0) : left.AsNumber();
  if (number.has_value()) {
    // `a and b` is a when a is false, else b; `or` the other way round.
    return (*number != 0) == is_and ? Evaluate(node.child(Field::kRight)) : left;
  }
  const std::string* text = left.As<std::string>();
  if (text != nullptr) return text->empty() == is_and ? left : Evaluate(node.child(Field::kRight));
  return {Unknown{Refusal::kDataDependentBranch, std::string(node.text()), node}};
}

}  // namespace allreview::tensor_expressions
