#include "analyzers/understanding/operations.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/understanding/file_paths.h"
#include "analyzers/understanding/number_bounds.h"
#include "analyzers/understanding/operands.h"
#include "analyzers/understanding/tensor_operations.h"

namespace allreview::understanding {
namespace {

using ir::Operator;
using Kind = Atom::Kind;

Value Real(double value, Place place) {
  return Value(Atom{.kind = Kind::kReal, .is_constant = true, .real = value, .origin = place});
}

int64_t FloorDivide(int64_t a, int64_t b) {
  const int64_t quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

std::optional<int64_t> WholeResult(Operator op, int64_t a, int64_t b) {
  int64_t result = 0;
  const bool can_divide = b != 0 && b != -1;
  switch (op) {
    case Operator::kAdd:
      return __builtin_add_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case Operator::kSubtract:
      return __builtin_sub_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case Operator::kMultiply:
      return __builtin_mul_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case Operator::kFloorDivide:
      return can_divide ? std::optional(FloorDivide(a, b)) : std::nullopt;
    case Operator::kModulo:
      return can_divide ? std::optional(a - b * FloorDivide(a, b)) : std::nullopt;
    case Operator::kAnd:
      return a & b;
    case Operator::kOr:
      return a | b;
    case Operator::kXor:
      return a ^ b;
    case Operator::kLeftShift:
      return a >= 0 && a < (1 << 30) && b >= 0 && b < 31 ? std::optional(a << b) : std::nullopt;
    case Operator::kRightShift:
      return b >= 0 && b < 63 ? std::optional(a >> b) : std::nullopt;
    default:
      return std::nullopt;
  }
}

// Of formulas.
Size SizeResult(Operator op, const Size& a, const Size& b) {
  switch (op) {
    case Operator::kAdd:
      return a + b;
    case Operator::kSubtract:
      return a - b;
    case Operator::kMultiply:
      return a * b;
    case Operator::kFloorDivide:
      return a.FloorDividedBy(b);
    default:
      return Size();
  }
}

Value NumberResult(Operator op, const Atom& a, const Atom& b, Place place) {
  const bool is_whole = IsWhole(a) && IsWhole(b) && op != Operator::kDivide;
  const bool is_known = a.is_constant && b.is_constant;
  if (op == Operator::kPower && is_whole) {
    const bool is_negative = !b.is_constant || b.integer < 0;
    return is_negative
               ? Value::Some(Kind::kInteger, place).JoinedWith(Value::Some(Kind::kReal, place))
               : Value::Some(Kind::kInteger, place);
  }
  if (is_whole && is_known) {
    const std::optional<int64_t> result = WholeResult(op, a.integer, b.integer);
    return result ? Value::Integer(*result, place) : Value::Some(Kind::kInteger, place);
  }
  if (is_whole) {
    const Size formula = SizeResult(op, SizeOf(a), SizeOf(b));
    return formula.is_known() ? Value::OfSize(formula, place) : OperateOnBounds(op, a, b, place);
  }
  const double x = RealOf(a), y = RealOf(b);
  if (is_known && op == Operator::kAdd) return Real(x + y, place);
  if (is_known && op == Operator::kSubtract) return Real(x - y, place);
  if (is_known && op == Operator::kMultiply) return Real(x * y, place);
  if (is_known && op == Operator::kDivide && y != 0) return Real(x / y, place);
  return Value::Some(Kind::kReal, place);
}

// `[None] * 4`; none: nobody knows how often, or it is long.
std::optional<Value> Repeated(const Atom& sequence, const Atom& times, Place place) {
  const bool is_known = sequence.is_sized && IsWhole(times) && times.is_constant;
  if (!is_known || sequence.tensor != nullptr) return std::nullopt;
  const size_t size = sequence.parts.size();
  const size_t count = size == 0 || times.integer < 0 ? 0 : static_cast<size_t>(times.integer);
  if (size != 0 && count > Value::kMaxParts / size) return std::nullopt;
  std::vector<Value> parts;
  for (size_t i = 0; i < count * size; ++i) parts.push_back(sequence.parts[i % size]);
  return Value::Sequence(sequence.kind, std::move(parts), place);
}

Value OperateAtoms(Operator op, const Atom& a, const Atom& b, Place place) {
  if (IsNumber(a) && IsNumber(b)) return NumberResult(op, a, b, place);
  if (a.kind == Kind::kTensor || b.kind == Kind::kTensor) {
    return OperateTensors(op, a, b, place).value;
  }
  if (IsPath(a) || IsPath(b)) return OperatePaths(op, a, b, place);
  const bool is_same = a.kind == b.kind;
  if (op == Operator::kModulo && a.kind == Kind::kText) return Value::Some(Kind::kText, place);
  if (op == Operator::kAdd && is_same && a.kind == Kind::kText) {
    if (a.is_constant && b.is_constant && a.text.size() + b.text.size() < 200) {
      return Value::Text(absl::StrCat(a.text, b.text), place);
    }
    return Value::Some(Kind::kText, place);
  }
  if (op == Operator::kMultiply && a.kind == Kind::kText && IsWhole(b)) {
    return Value::Some(Kind::kText, place);
  }
  const bool is_sequence = a.kind == Kind::kTuple || a.kind == Kind::kList;
  if (op == Operator::kAdd && is_same && is_sequence && a.is_sized && b.is_sized) {
    std::vector<Value> parts = a.parts;
    parts.insert(parts.end(), b.parts.begin(), b.parts.end());
    return Value::Sequence(a.kind, std::move(parts), place);
  }
  std::optional<Value> repeated;
  if (op == Operator::kMultiply && is_sequence) repeated = Repeated(a, b, place);
  if (repeated) return *repeated;
  if (is_sequence &&
      ((op == Operator::kAdd && is_same) || (op == Operator::kMultiply && IsWhole(b)))) {
    Value element = ElementOf(Value(a));
    if (is_same) element = element.JoinedWith(ElementOf(Value(b)));
    return Value::Collection(a.kind, element, place);
  }
  return Refuses(op, a, b) ? Value() : Value::Unknown();
}

// What has a name is taken for a number: where it is none, nobody asks for the formula.
Value OperateUnknown(Operator op, const Value& a, const Value& b) {
  if (!a.is_named() && !b.is_named()) return Value::Unknown();
  bool is_exact = true;
  const Size result = SizeResult(op, SizeOf(a, is_exact), SizeOf(b, is_exact));
  return is_exact && result.is_known() ? Value::UnknownNamed(result) : Value::Unknown();
}

}  // namespace

Value Operate(Operator op, const Value& a, const Value& b, Place place) {
  if (a.is_impossible() || b.is_impossible()) return Value();
  if (a.is_open() || b.is_open()) return OperateUnknown(op, a, b);
  Value result;
  for (const Atom& left : a.atoms()) {
    for (const Atom& right : b.atoms()) {
      result = result.JoinedWith(OperateAtoms(op, left, right, place));
    }
  }
  return result;
}

Value OperateUnary(Operator op, const Value& a, Place place) {
  if (a.is_impossible()) return a;
  if (op == Operator::kNot) {
    const Value::Truth truth = a.truth();
    Value result;
    if (truth.may_be_true) result = result.JoinedWith(Value::Bool(false, place));
    if (truth.may_be_false) result = result.JoinedWith(Value::Bool(true, place));
    return result;
  }
  if (a.is_open()) return Value::Unknown();
  Value result;
  for (const Atom& atom : a.atoms()) {
    if (atom.kind == Kind::kTensor) {
      result = result.JoinedWith(WithOwnMemory(atom));
      continue;
    }
    if (!IsNumber(atom) && IsPlain(atom)) continue;  // It raises.
    if (!IsNumber(atom)) return Value::Unknown();
    const bool is_negative = op == Operator::kNegative;
    if (!atom.is_constant || op == Operator::kInvert || atom.integer == INT64_MIN) {
      result = result.JoinedWith(Value::Some(IsWhole(atom) ? Kind::kInteger : atom.kind, place));
    } else if (IsWhole(atom)) {
      result = result.JoinedWith(Value::Integer(is_negative ? -atom.integer : atom.integer, place));
    } else {
      result = result.JoinedWith(Real(is_negative ? -atom.real : atom.real, place));
    }
  }
  return result;
}

}  // namespace allreview::understanding
