#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "analyzers/cpp/expressions.h"
#include "analyzers/cpp/unit.h"
#include "base/poll.h"

namespace allreview::cpp {
namespace {

using Value = std::optional<int64_t>;

Value NumberOf(absl::string_view text) {
  std::string digits = absl::StrReplaceAll(text, {{"'", ""}});
  while (!digits.empty() && absl::StrContains("uUlLzZ", digits.substr(digits.size() - 1))) {
    digits.pop_back();
  }
  if (digits.empty() || digits[0] < '0' || digits[0] > '9') return std::nullopt;
  int base = 10;
  size_t first = 0;
  if (digits.size() > 1 && digits[0] == '0') {
    const char mark = digits[1];
    base = mark == 'x' || mark == 'X' ? 16 : mark == 'b' || mark == 'B' ? 2 : 8;
    first = base == 8 ? 1 : 2;
  }
  int64_t value = 0;
  for (size_t i = first; i < digits.size(); ++i) {
    const char c = digits[i];
    const int digit = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : 99;
    if (digit >= base || __builtin_mul_overflow(value, base, &value) ||
        __builtin_add_overflow(value, digit, &value)) {
      return std::nullopt;
    }
  }
  return value;
}

Value Arithmetic(absl::string_view sign, int64_t a, int64_t b) {
  int64_t result = 0;
  if (sign == "+") return __builtin_add_overflow(a, b, &result) ? Value() : result;
  if (sign == "-") return __builtin_sub_overflow(a, b, &result) ? Value() : result;
  if (sign == "*") return __builtin_mul_overflow(a, b, &result) ? Value() : result;
  if (sign == "/" || sign == "%") {
    if (b == 0 || (b == -1 && a == INT64_MIN)) return std::nullopt;
    return sign == "/" ? a / b : a % b;
  }
  if (sign == "<<") return b < 0 || b > 62 || a < 0 || a > (INT64_MAX >> b) ? Value() : a << b;
  if (sign == ">>") return b < 0 || b > 62 || a < 0 ? Value() : a >> b;
  if (sign == "&") return a & b;
  if (sign == "|") return a | b;
  if (sign == "^") return a ^ b;
  if (sign == "==") return a == b;
  if (sign == "!=") return a != b;
  if (sign == "<") return a < b;
  if (sign == "<=") return a <= b;
  if (sign == ">") return a > b;
  if (sign == ">=") return a >= b;
  if (sign == "&&") return a && b;
  if (sign == "||") return a || b;
  return std::nullopt;
}

// Bounded in depth and in steps, whatever refers to what.
class Constants {
 public:
  explicit Constants(const Unit& unit) : unit_(unit) {}

  Value Of(Node expression, int depth = 0) {
    Poll();
    if (depth > kMaxDepth || --steps_left_ < 0) return std::nullopt;
    expression = WithoutCasts(expression);
    switch (expression.kind()) {
      case Kind::kNumberLiteral:
        return NumberOf(expression.text());
      case Kind::kTrue:
        return 1;
      case Kind::kFalse:
        return 0;
      case Kind::kIdentifier:
        return OfName(expression, depth + 1);
      case Kind::kInitializerList:
      case Kind::kArgumentList:
        if (expression.named_child_count() != 1) return std::nullopt;
        return Of(expression.named_child(0), depth + 1);
      case Kind::kUnaryExpression:
        return OfUnary(expression, depth + 1);
      case Kind::kBinaryExpression:
        return OfBinary(expression, depth + 1);
      case Kind::kConditionalExpression: {
        const Value condition = Of(expression.child(Field::kCondition), depth + 1);
        if (!condition) return std::nullopt;
        return Of(expression.child(*condition ? Field::kConsequence : Field::kAlternative),
                  depth + 1);
      }
      case Kind::kCallExpression:
        return OfCall(expression, depth + 1);
      case Kind::kSizeofExpression:
        return OfSizeof(expression);
      default:
        return std::nullopt;
    }
  }

 private:
  static constexpr int kMaxDepth = 64;

  Value OfUnary(Node expression, int depth) {
    const Value value = Of(expression.child(Field::kArgument), depth);
    const absl::string_view sign = expression.child(Field::kOperator).text();
    if (!value) return std::nullopt;
    if (sign == "-" && *value != INT64_MIN) return -*value;
    if (sign == "+") return value;
    if (sign == "!") return !*value;
    return sign == "~" ? Value(~*value) : std::nullopt;
  }

  Value OfBinary(Node expression, int depth) {
    const Value left = Of(expression.child(Field::kLeft), depth);
    const Value right = left ? Of(expression.child(Field::kRight), depth) : std::nullopt;
    if (!right) return std::nullopt;
    return Arithmetic(expression.child(Field::kOperator).text(), *left, *right);
  }

  Value OfCall(Node call, int depth) {
    const absl::string_view name = CalleeName(call);
    const std::vector<Node> arguments = ArgumentsOf(call);
    if ((name != "min" && name != "max") || arguments.size() != 2) return std::nullopt;
    const Value a = Of(arguments[0], depth), b = Of(arguments[1], depth);
    if (!a || !b) return std::nullopt;
    return name == "min" ? std::min(*a, *b) : std::max(*a, *b);
  }

  Value OfSizeof(Node expression) {
    const Node type = expression.child(Field::kType);
    const Node value = WithoutParentheses(expression.child(Field::kValue));
    Type of = type ? cpp::TypeOf(type.text()) : unit_.TypeOf(value);
    if (!type && of.kind == TypeKind::kUnknown && !of.is_pointer()) of = cpp::TypeOf(value.text());
    if (of.is_array) return std::nullopt;
    if (of.is_pointer()) return 8;
    if (of.bits < 8) return std::nullopt;
    return of.bits / 8 * of.lanes;
  }

  Value OfName(Node name, int depth) {
    if (const Variable* variable = unit_.DeclarationOf(name)) {
      if (!variable->is_constant) return std::nullopt;
      if (variable->kind == Variable::Kind::kEnumerator) return OfEnumerator(*variable, depth);
      const bool is_known = variable->kind == Variable::Kind::kLocal ||
                            variable->kind == Variable::Kind::kGlobal ||
                            variable->kind == Variable::Kind::kMember;
      if (!is_known || variable->is_element || variable->is_reference) return std::nullopt;
      return Of(variable->initializer, depth);
    }
    return OfMacro(name.text(), depth);
  }

  // Counts from the last enumerator with a value, up to this one.
  Value OfEnumerator(const Variable& variable, int depth) {
    Node given;
    int64_t after = -1;
    for (Node node : variable.declaration.parent().named_children()) {
      if (!node.Is(Kind::kEnumerator)) return std::nullopt;  // #if
      ++after;
      if (const Node value = node.child(Field::kValue)) {
        given = value;
        after = 0;
      }
      if (node == variable.declaration) break;
    }
    const Value base = given ? Of(given, depth) : Value(0);
    return base ? Arithmetic("+", *base, after) : std::nullopt;
  }

  // A number in parentheses or another name. Several definitions must agree.
  Value OfMacro(absl::string_view name, int depth) {
    Value result;
    for (const Macro* macro : unit_.MacrosNamed(name)) {
      if (macro->is_function) return std::nullopt;
      const Value value = OfText(macro->value, depth);
      if (!value || (result && *result != *value)) return std::nullopt;
      result = value;
    }
    return result;
  }

  Value OfText(absl::string_view text, int depth) {
    if (depth > kMaxDepth || --steps_left_ < 0) return std::nullopt;
    text = text.substr(0, text.find("//"));
    text = absl::StripAsciiWhitespace(text);
    while (text.size() >= 2 && text.front() == '(' && text.back() == ')') {
      text = absl::StripAsciiWhitespace(text.substr(1, text.size() - 2));
    }
    if (text.empty()) return std::nullopt;
    if (text[0] >= '0' && text[0] <= '9') return NumberOf(text);
    for (const char c : text) {
      if (!(c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
            (c >= 'A' && c <= 'Z'))) {
        return std::nullopt;
      }
    }
    return OfMacro(text, depth + 1);
  }

  const Unit& unit_;
  int steps_left_ = 300;
};

}  // namespace

std::optional<int64_t> ConstantOf(const Unit& unit, Node expression) {
  return Constants(unit).Of(expression);
}

}  // namespace allreview::cpp
