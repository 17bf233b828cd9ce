#include "analyzers/understanding/number_bounds.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/understanding/tensor_operations.h"

namespace allreview::understanding {
namespace {

using ir::Operator;
using Kind = AtomKind;

bool HasBounds(const Atom& atom) {
  return atom.kind == Kind::kInteger && atom.tensor != nullptr && atom.tensor->sizes.size() == 3;
}

// Most numbers have neither bounds nor a formula.
bool IsBounded(const Atom& number) {
  return number.is_constant || number.tensor != nullptr || number.kind == Kind::kBool;
}

std::shared_ptr<const Tensor> Bounds(std::optional<int64_t> least, const Size& below) {
  if (!least && !below.is_known()) return nullptr;
  return std::make_shared<const Tensor>(
      Tensor{.has_rank = true, .sizes = {Size(), least ? Size::Constant(*least) : Size(), below}});
}

// To one of few numbers, so that what falls step by step comes to an end.
std::optional<int64_t> Rounded(int64_t least) {
  return least < 0 ? std::nullopt : std::optional<int64_t>(std::min<int64_t>(least, 1));
}

// As a formula.
Size FormulaOf(const Atom& number) {
  return number.kind == Kind::kBool && number.is_constant ? Size::Constant(number.integer)
                                                          : SizeOf(number);
}

Size FloorOf(const Atom& number) {
  if (Size formula = FormulaOf(number); formula.is_known()) return formula;
  const std::optional<int64_t> least = LeastOf(number);
  return least ? Size::Constant(*least) : Size();
}

std::optional<int64_t> LeastResult(Operator op, const Atom& a, const Atom& b) {
  const std::optional<int64_t> x = LeastOf(a), y = LeastOf(b);
  int64_t result = 0;
  switch (op) {
    case Operator::kAdd:
      return x && y && !__builtin_add_overflow(*x, *y, &result) ? std::optional(result)
                                                                : std::nullopt;
    case Operator::kSubtract: {
      const std::optional<int64_t> below = BoundOf(b).constant();
      const bool is_known = x && below && !__builtin_sub_overflow(*x, *below, &result) &&
                            !__builtin_add_overflow(result, 1, &result);
      return is_known ? std::optional(result) : std::nullopt;
    }
    case Operator::kMultiply: {
      const bool is_known =
          x && y && *x >= 0 && *y >= 0 && !__builtin_mul_overflow(*x, *y, &result);
      return is_known ? std::optional(result) : std::nullopt;
    }
    case Operator::kFloorDivide:
      return x && y && *x >= 0 && *y >= 1 ? std::optional<int64_t>(0) : std::nullopt;
    case Operator::kModulo:
      return y && *y >= 1 ? std::optional<int64_t>(0) : std::nullopt;
    default:
      return std::nullopt;
  }
}

Size BoundResult(Operator op, const Atom& a, const Atom& b) {
  switch (op) {
    case Operator::kAdd:
      return b.is_constant   ? BoundOf(a) + FormulaOf(b)
             : a.is_constant ? BoundOf(b) + FormulaOf(a)
                             : Size();
    case Operator::kSubtract:
      return b.is_constant ? BoundOf(a) - FormulaOf(b) : Size();
    case Operator::kModulo:
      return LeastOf(b).value_or(0) >= 1 ? FormulaOf(b) : Size();
    default:
      return Size();
  }
}

}  // namespace

std::optional<int64_t> LeastOf(const Atom& number) {
  if (number.is_constant) return number.integer;
  if (number.kind == Kind::kBool) return 0;
  if (number.kind != Kind::kInteger) return std::nullopt;
  if (HasBounds(number)) return number.tensor->sizes[1].constant();
  const Size formula = SizeOf(number);
  if (!formula.is_known()) return std::nullopt;
  for (const int64_t least : {1, 0}) {
    if (Size::IsAtLeast(formula, Size::Constant(least))) return least;
  }
  return std::nullopt;
}

Size BoundOf(const Atom& number) {
  if (HasBounds(number)) return number.tensor->sizes[2];
  return FormulaOf(number) + Size::Constant(1);
}

Value NumberWithin(std::optional<int64_t> least, const Size& below, Place place) {
  return Value(Atom{.kind = Kind::kInteger, .tensor = Bounds(least, below), .origin = place});
}

std::shared_ptr<const Tensor> BoundsOfBoth(const Atom& a, const Atom& b) {
  if (!IsBounded(a) || !IsBounded(b)) return nullptr;
  const std::optional<int64_t> x = LeastOf(a), y = LeastOf(b);
  std::optional<int64_t> least;
  if (x && y) least = x == y ? x : Rounded(std::min(*x, *y));
  if (a.is_constant || b.is_constant) return Bounds(least, Size());
  const Size below = BoundOf(a);
  return Bounds(least, below == BoundOf(b) ? below : Size());
}

std::shared_ptr<const Tensor> BoundsOfAll(const std::vector<Atom>& atoms) {
  std::optional<int64_t> least = 1;
  for (const Atom& atom : atoms) {
    if (atom.kind != Kind::kInteger || !least) continue;
    const std::optional<int64_t> one = LeastOf(atom);
    least = one ? Rounded(std::min(*least, *one)) : std::nullopt;
  }
  return Bounds(least, Size());
}

Value WidenedNumber(const Atom& number) {
  if (!number.is_constant) return Value(number);
  return NumberWithin(Rounded(number.integer), Size(), number.origin);
}

Value OperateOnBounds(Operator op, const Atom& a, const Atom& b, Place place) {
  if (!IsBounded(a) || !IsBounded(b)) return Value::Some(Kind::kInteger, place);
  return NumberWithin(LeastResult(op, a, b), BoundResult(op, a, b), place);
}

std::optional<bool> IsCertainlyLess(const Atom& a, const Atom& b) {
  if (!IsBounded(a) || !IsBounded(b)) return std::nullopt;
  if (Size::IsAtLeast(FloorOf(b), BoundOf(a))) return true;
  if (Size::IsAtLeast(FloorOf(a), BoundOf(b) - Size::Constant(1))) return false;
  return std::nullopt;
}

Value WithoutBounds(const Value& value) {
  if (std::none_of(value.atoms().begin(), value.atoms().end(), HasBounds)) return value;
  Value plain = value.Filtered([](const Atom& atom) { return !HasBounds(atom); });
  for (Atom atom : value.atoms()) {
    if (!HasBounds(atom)) continue;
    atom.tensor = nullptr;
    plain = plain.JoinedWith(Value(std::move(atom)));
  }
  return value.ranks() == nullptr ? plain : plain.WithRanks(*value.ranks());
}

std::string TextOfBounds(const Atom& number) {
  if (!HasBounds(number)) return "";
  const Size &least = number.tensor->sizes[1], &below = number.tensor->sizes[2];
  if (!below.is_known()) return absl::StrCat(" >= ", least.ToText());
  if (!least.is_known()) return absl::StrCat(" < ", below.ToText());
  return absl::StrCat(" in [", least.ToText(), ", ", below.ToText(), ")");
}

}  // namespace allreview::understanding
