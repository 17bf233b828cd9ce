// What comparisons make of values.

#include <algorithm>

#include "absl/strings/match.h"
#include "analyzers/understanding/number_bounds.h"
#include "analyzers/understanding/operands.h"
#include "analyzers/understanding/operations.h"
#include "analyzers/understanding/tensor_operations.h"

namespace allreview::understanding {
namespace {

using ir::Operator;
using Kind = Atom::Kind;

std::optional<bool> IsOrderedByBounds(Operator op, const Atom& a, const Atom& b) {
  const auto is_less = [](const Atom& x, const Atom& y, bool wanted) -> std::optional<bool> {
    const std::optional<bool> less = IsCertainlyLess(x, y);
    return less ? std::optional(*less == wanted) : std::nullopt;
  };
  switch (op) {
    case Operator::kLess:
      return is_less(a, b, true);
    case Operator::kGreater:
      return is_less(b, a, true);
    case Operator::kLessEqual:
      return is_less(b, a, false);
    case Operator::kGreaterEqual:
      return is_less(a, b, false);
    default:
      return std::nullopt;
  }
}

std::optional<bool> IsOrdered(Operator op, const Atom& a, const Atom& b) {
  const bool are_known = a.is_constant && b.is_constant;
  if (!are_known && IsWhole(a) && IsWhole(b)) return IsOrderedByBounds(op, a, b);
  if (!a.is_constant || !b.is_constant) return std::nullopt;
  int order = 0;
  if (IsNumber(a) && IsNumber(b)) {
    const double x = RealOf(a), y = RealOf(b);
    order = x < y ? -1 : x > y ? 1 : 0;
  } else if (a.kind == Kind::kText && b.kind == Kind::kText) {
    order = a.text.compare(b.text);
  } else {
    return std::nullopt;
  }
  switch (op) {
    case Operator::kLess:
      return order < 0;
    case Operator::kLessEqual:
      return order <= 0;
    case Operator::kGreater:
      return order > 0;
    case Operator::kGreaterEqual:
      return order >= 0;
    default:
      return std::nullopt;
  }
}

// Whether one of the elements is equal.
std::optional<bool> IsAmong(const Atom& element, const Atom& container) {
  if (container.kind == Kind::kText && container.is_constant && element.kind == Kind::kText &&
      element.is_constant) {
    return absl::StrContains(container.text, element.text);
  }
  if (container.kind == Kind::kDict && element.kind == Kind::kText && element.is_constant) {
    const bool has_others = container.parts.size() > container.keys.size();
    const bool is_key = std::find(container.keys.begin(), container.keys.end(), element.text) !=
                        container.keys.end();
    return is_key ? std::optional(true) : has_others ? std::nullopt : std::optional(false);
  }
  const bool is_empty = container.kind == Kind::kDict && container.parts.empty();
  if (!container.is_sized && !is_empty) return std::nullopt;
  bool is_certainly_not = true;
  for (const Value& part : container.parts) {
    const Atom* const only = part.only();
    const std::optional<bool> is_equal = only ? AreEqual(element, *only) : std::nullopt;
    if (is_equal == true) return true;
    is_certainly_not &= is_equal == false;
  }
  return is_certainly_not ? std::optional(false) : std::nullopt;
}

std::optional<bool> CompareAtoms(Operator op, const Atom& a, const Atom& b) {
  std::optional<bool> result;
  switch (op) {
    case Operator::kIs:
    case Operator::kIsNot:
      if (a.kind == Kind::kNone || b.kind == Kind::kNone || a.kind == Kind::kBool) {
        result = AreEqual(a, b);
      } else if (a.kind != b.kind) {
        result = false;
      }
      break;
    case Operator::kEqual:
    case Operator::kNotEqual:
      result = AreEqual(a, b);
      break;
    case Operator::kIn:
    case Operator::kNotIn:
      result = IsAmong(a, b);
      break;
    default:
      return IsOrdered(op, a, b);
  }
  const bool is_negated =
      op == Operator::kIsNot || op == Operator::kNotEqual || op == Operator::kNotIn;
  return result && is_negated ? std::optional(!*result) : result;
}

// The number that it is, when it is certainly one.
Size NumberOf(const Value& value) {
  const Atom* const only = value.only();
  if (only != nullptr) return IsWhole(*only) ? SizeOf(*only) : Size();
  return value.is_unknown() && value.ranks() != nullptr ? value.name() : Size();
}

// What holds of the formulas whatever their numbers are: a rank is below the size of its group.
std::optional<bool> CompareFormulas(Operator op, const Size& a, const Size& b) {
  if (!a.is_named() && !b.is_named()) return std::nullopt;
  const Size one = Size::Constant(1);
  const bool is_less = Size::IsAtLeast(b, a + one), is_greater = Size::IsAtLeast(a, b + one);
  switch (op) {
    case Operator::kEqual:
    case Operator::kNotEqual:
      return is_less || is_greater ? std::optional(op == Operator::kNotEqual) : std::nullopt;
    case Operator::kLess:
      return is_less                 ? std::optional(true)
             : Size::IsAtLeast(a, b) ? std::optional(false)
                                     : std::nullopt;
    case Operator::kGreater:
      return is_greater              ? std::optional(true)
             : Size::IsAtLeast(b, a) ? std::optional(false)
                                     : std::nullopt;
    case Operator::kLessEqual:
      return is_greater              ? std::optional(false)
             : Size::IsAtLeast(b, a) ? std::optional(true)
                                     : std::nullopt;
    case Operator::kGreaterEqual:
      return is_less                 ? std::optional(false)
             : Size::IsAtLeast(a, b) ? std::optional(true)
                                     : std::nullopt;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<bool> AreEqual(const Atom& a, const Atom& b) {
  if (IsCustom(a) || IsCustom(b)) return std::nullopt;
  if (IsNumber(a) && IsNumber(b)) {
    if (a.is_constant && b.is_constant) return RealOf(a) == RealOf(b);
    const bool differ = IsWhole(a) && IsWhole(b) &&
                        (IsCertainlyLess(a, b) == true || IsCertainlyLess(b, a) == true);
    return differ ? std::optional(false) : std::nullopt;
  }
  // What is only promised may be anything.
  if (a.kind != b.kind) return a.is_exact && b.is_exact ? std::optional(false) : std::nullopt;
  if (a.kind == Kind::kNone || a.kind == Kind::kEllipsis) return true;
  if (a.kind == Kind::kText && a.is_constant && b.is_constant) return a.text == b.text;
  return std::nullopt;
}

Value Compare(Operator op, const Value& a, const Value& b, Place place) {
  if (a.is_impossible() || b.is_impossible()) return Value();
  const bool is_identity = op == Operator::kIs || op == Operator::kIsNot;
  const bool is_with_none = b.IsCertainly(Kind::kNone);
  if (is_identity && is_with_none && a.WhenNone(true).is_impossible()) {
    return Value::Bool(op == Operator::kIsNot, place);
  }
  if (const std::optional<bool> known = CompareFormulas(op, NumberOf(a), NumberOf(b))) {
    return Value::Bool(*known, place);
  }
  // An object may compare itself as it likes: tensors element by element.
  const bool is_bool = is_identity || op == Operator::kIn || op == Operator::kNotIn;
  Value either = is_bool ? Value::SomeBool(place) : Value::Unknown();
  if (a.is_open() || b.is_open()) return either;
  Value result;
  for (const Atom& left : a.atoms()) {
    for (const Atom& right : b.atoms()) {
      if (!is_bool && (left.kind == Kind::kTensor || right.kind == Kind::kTensor)) {
        result = result.JoinedWith(CompareTensors(left, right, place).value);
        continue;
      }
      if (Refuses(op, left, right)) continue;
      const std::optional<bool> known = CompareAtoms(op, left, right);
      const bool is_custom = IsCustom(left) || IsCustom(right);
      result = result.JoinedWith(known       ? Value::Bool(*known, place)
                                 : is_custom ? either
                                             : Value::SomeBool(place));
    }
  }
  return result;
}

}  // namespace allreview::understanding
