#include <cmath>
#include <utility>

#include "analyzers/worked_examples/interpreter.h"
#include "analyzers/worked_examples/operations.h"

namespace allreview::worked_examples {
namespace {

constexpr size_t kMaxLength = 1000;
constexpr int64_t kMaxExponent = 62;

bool IsComparison(absl::string_view op) {
  return op == "==" || op == "!=" || op == "<" || op == "<=" || op == ">" || op == ">=";
}

template <typename T>
bool Holds(absl::string_view op, const T& a, const T& b) {
  if (op == "<") return a < b;
  if (op == "<=") return a <= b;
  if (op == ">") return a > b;
  return a >= b;
}

Value Compare(absl::string_view op, const Value& a, const Value& b, Halt& halt) {
  if (op == "==" || op == "!=") {
    const std::optional<bool> equal = AreEqual(a, b);
    if (!equal) return halt.GiveUp("an equality that is not known");
    return Value::Bool(*equal == (op == "=="));
  }
  if (a.IsInteger() && b.IsInteger()) return Value::Bool(Holds(op, a.integer, b.integer));
  if (a.IsNumber() && b.IsNumber()) return Value::Bool(Holds(op, a.AsNumber(), b.AsNumber()));
  if (a.Is(Type::kText) && b.Is(Type::kText)) return Value::Bool(Holds(op, a.text, b.text));
  return halt.GiveUp("an order that is not known");
}

Value OfIntegers(absl::string_view op, int64_t a, int64_t b, Halt& halt) {
  int64_t result = 0;
  bool overflows = false;
  if (op == "+") {
    overflows = __builtin_add_overflow(a, b, &result);
  } else if (op == "-") {
    overflows = __builtin_sub_overflow(a, b, &result);
  } else if (op == "*") {
    overflows = __builtin_mul_overflow(a, b, &result);
  } else if (op == "/" || op == "//" || op == "%") {
    if (b == 0) return halt.Raise("a division by zero");
    if (b == -1)
      return op == "/" ? Value::Float(-static_cast<double>(a)) : Value::Int(op == "%" ? 0 : -a);
    if (op == "/") return Value::Float(static_cast<double>(a) / static_cast<double>(b));
    const bool is_mixed = a % b != 0 && (a < 0) != (b < 0);
    result = op == "//" ? a / b - (is_mixed ? 1 : 0) : a % b + (is_mixed ? b : 0);
  } else if (op == "**") {
    if (b < 0 || b > kMaxExponent) return halt.GiveUp("a power");
    result = 1;
    for (int64_t i = 0; i < b && !overflows; ++i) {
      overflows = __builtin_mul_overflow(result, a, &result);
    }
  } else if ((op == "<<" || op == ">>") && a >= 0 && b >= 0 && b <= 30 && a < (1 << 30)) {
    result = op == "<<" ? a << b : a >> b;
  } else if (op == "&" || op == "|" || op == "^") {
    result = op == "&" ? a & b : op == "|" ? a | b : a ^ b;
  } else {
    return halt.GiveUp("an operator");
  }
  return overflows ? halt.GiveUp("an overflow") : Value::Int(result);
}

Value OfNumbers(absl::string_view op, double a, double b, Halt& halt) {
  if (op == "+") return Value::Float(a + b);
  if (op == "-") return Value::Float(a - b);
  if (op == "*") return Value::Float(a * b);
  if (op == "**") {
    const double power = std::pow(a, b);
    return std::isfinite(power) ? Value::Float(power) : halt.GiveUp("a power");
  }
  if (b == 0) return halt.Raise("a division by zero");
  if (op == "/") return Value::Float(a / b);
  double rest = std::fmod(a, b);
  if (rest != 0 && (rest < 0) != (b < 0)) rest += b;
  if (op == "%") return Value::Float(rest);
  if (op == "//") return Value::Float(std::round((a - rest) / b));
  return halt.GiveUp("an operator");
}

Value OfSequences(absl::string_view op, const Value& a, const Value& b, Halt& halt) {
  if (op == "+" && a.IsSequence() && a.type == b.type) {
    Value::Items items = *a.items;
    items.insert(items.end(), b.items->begin(), b.items->end());
    if (items.size() > kMaxLength) return halt.GiveUp("a list that is too long");
    return Value::Sequence(a.type, std::move(items));
  }
  const Value& list = a.IsSequence() ? a : b;
  const Value& times = a.IsSequence() ? b : a;
  if (op != "*" || !list.IsSequence() || !times.IsInteger()) return halt.GiveUp("an operator");
  Value::Items items;
  for (int64_t i = 0; i < times.integer; ++i) {
    items.insert(items.end(), list.items->begin(), list.items->end());
    if (items.size() > kMaxLength || i > static_cast<int64_t>(kMaxLength)) {
      return halt.GiveUp("a list that is too long");
    }
  }
  return Value::Sequence(list.type, std::move(items));
}

}  // namespace

Value OperateOnValues(absl::string_view op, const Value& a, const Value& b, Halt& halt) {
  if (IsComparison(op)) return Compare(op, a, b, halt);
  const bool are_bools = a.Is(Type::kBool) && b.Is(Type::kBool);
  if (are_bools && (op == "&" || op == "|" || op == "^")) {
    return Value::Bool(OfIntegers(op, a.integer, b.integer, halt).integer != 0);
  }
  if (a.IsInteger() && b.IsInteger()) return OfIntegers(op, a.integer, b.integer, halt);
  if (a.IsNumber() && b.IsNumber()) return OfNumbers(op, a.AsNumber(), b.AsNumber(), halt);
  if (op == "+" && a.Is(Type::kText) && b.Is(Type::kText)) return Value::Text(a.text + b.text);
  if (a.IsSequence() || b.IsSequence()) return OfSequences(op, a, b, halt);
  return halt.GiveUp("an operator");
}

Value SliceOf(const Value& sequence, const Value& slice, Halt& halt) {
  const int64_t size = static_cast<int64_t>(sequence.items->size());
  const Value::Items& given = *slice.items;
  for (const Value& bound : given) {
    if (!bound.Is(Type::kNone) && !bound.IsInteger()) return halt.GiveUp("a slice");
  }
  const int64_t step = given[2].Is(Type::kNone) ? 1 : given[2].integer;
  if (step == 0) return halt.Raise("a step of zero");
  const auto bound = [&](const Value& value, int64_t fallback) {
    if (value.Is(Type::kNone)) return fallback;
    int64_t at = value.integer < 0 ? value.integer + size : value.integer;
    const int64_t low = step > 0 ? 0 : -1, high = step > 0 ? size : size - 1;
    return at < low ? low : at > high ? high : at;
  };
  const int64_t start = bound(given[0], step > 0 ? 0 : size - 1);
  const int64_t stop = bound(given[1], step > 0 ? size : -1);
  Value::Items items;
  for (int64_t i = start; step > 0 ? i < stop : i > stop; i += step) {
    items.push_back((*sequence.items)[static_cast<size_t>(i)]);
  }
  return Value::Sequence(sequence.type, std::move(items));
}

}  // namespace allreview::worked_examples
