// What operators make of ranks.

#include <algorithm>
#include <cstdint>
#include <optional>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/understanding/rank_sources.h"

namespace allreview::understanding {
namespace {

using ir::Operator;
using Kind = Atom::Kind;

const Atom* ConstantOf(const Value& value) {
  const Atom* const only = value.only();
  return only != nullptr && only->is_constant ? only : nullptr;
}

bool IsSize(const Value& value) {
  return value.ranks() != nullptr && !value.ranks()->placements.empty() &&
         std::all_of(value.ranks()->placements.begin(), value.ranks()->placements.end(),
                     [](const auto& known) { return known.placement == Placement::kSize; });
}

// The same on all ranks.
bool IsFixed(const Value& value) { return ConstantOf(value) != nullptr || IsSize(value); }

// With those axes along which `value` lies in that way.
Ranks Where(const Value& value, Placement is, Placement becomes) {
  Ranks ranks;
  if (value.ranks() == nullptr) return ranks;
  for (const AxisPlacement& known : value.ranks()->placements) {
    if (known.placement == is) ranks.placements.push_back({known.axis, becomes, {}});
  }
  return ranks;
}

// `rank op number` is true for one rank and false for another, however many there are: it asks for
// the first one.
bool ParesFirst(Operator op, int64_t number) {
  switch (op) {
    case Operator::kGreater:
    case Operator::kLessEqual:
      return number == 0;
    case Operator::kLess:
    case Operator::kGreaterEqual:
      return number == 1;
    default:
      return false;
  }
}

Operator Mirrored(Operator op) {
  switch (op) {
    case Operator::kGreater:
      return Operator::kLess;
    case Operator::kLess:
      return Operator::kGreater;
    case Operator::kGreaterEqual:
      return Operator::kLessEqual;
    case Operator::kLessEqual:
      return Operator::kGreaterEqual;
    default:
      return op;
  }
}

uint64_t IdOfAxis(absl::string_view axis) {
  uint64_t id = 14695981039346656037u;  // FNV-1a
  for (const char letter : axis) id = (id ^ static_cast<unsigned char>(letter)) * 1099511628211u;
  return id % Size::kMaxGroup;
}

Ranks RanksOfOneSide(Operator op, const Value& rank, const Value& other) {
  if (!IsFixed(other)) return {};
  const Atom* const constant = ConstantOf(other);
  const bool is_number = constant != nullptr && constant->kind == Kind::kInteger;
  if (op == Operator::kEqual || op == Operator::kNotEqual) {
    // `rank == -1` asks whether this rank is a member at all.
    if (is_number && constant->integer < 0) return {};
    const bool is_bool = constant != nullptr && constant->kind == Kind::kBool;
    const bool is_text = constant != nullptr && constant->kind == Kind::kText;
    return Where(rank,
                 is_bool   ? Placement::kDiffers
                 : is_text ? Placement::kRankText
                           : Placement::kRank,
                 Placement::kDiffers);
  }
  if (!is_number || !ParesFirst(op, constant->integer)) return {};
  return Where(rank, Placement::kRank, Placement::kDiffers);
}

}  // namespace

Ranks RanksOfComparison(Operator op, const Value& a, const Value& b) {
  Ranks ranks = RanksOfOneSide(op, a, b);
  return ranks.is_empty() ? RanksOfOneSide(Mirrored(op), b, a) : ranks;
}

Ranks RanksOfOperation(Operator op, const Value& a, const Value& b) {
  const bool is_shift = op == Operator::kAdd || op == Operator::kSubtract;
  if (IsSize(a) && IsFixed(b)) return Where(a, Placement::kSize, Placement::kSize);
  if (IsSize(b) && IsFixed(a)) return Where(b, Placement::kSize, Placement::kSize);
  if (!is_shift) return {};
  if (IsFixed(b)) return Where(a, Placement::kRank, Placement::kRank);
  return IsFixed(a) ? Where(b, Placement::kRank, Placement::kRank) : Ranks();
}

Size SizeOfGroup(const Ranks& size) {
  if (size.placements.empty() || !size.spans.empty()) return Size();
  Size product = Size::Constant(1);
  for (const AxisPlacement& known : size.placements) {
    // Groups that nobody knows may be several of one name.
    const bool is_named = known.placement == Placement::kSize && !absl::StartsWith(known.axis, "`");
    if (!is_named) return Size();
    product = product * Size::OfGroup(IdOfAxis(known.axis), absl::StrCat("|", known.axis, "|"));
  }
  return product;
}

Size RankInGroup(const Ranks& rank, bool is_member) {
  const bool is_one = rank.placements.size() == 1 && rank.spans.empty();
  if (!is_one || rank.placements[0].placement != Placement::kRank) return Size();
  const std::string& axis = rank.placements[0].axis;
  if (absl::StartsWith(axis, "`")) return Size();
  return Size::RankIn(IdOfAxis(axis), absl::StrCat("rank in ", axis), is_member);
}

Ranks RanksOfDependence(const std::vector<const Value*>& on) {
  constexpr size_t kMaxAxes = 16;
  Ranks ranks;
  for (const Value* value : on) {
    if (value->ranks() == nullptr) continue;
    for (const AxisPlacement& known : value->ranks()->placements) {
      const bool may_differ = known.placement != Placement::kSize &&
                              known.placement != Placement::kReplicated &&
                              known.placement != Placement::kInvariant;
      // Of no axis yet: Shard(0).
      if (may_differ && !known.axis.empty()) ranks.Set({.axis = known.axis});
    }
  }
  if (ranks.placements.size() > kMaxAxes) return {};
  return ranks;
}

Ranks RanksOfNot(const Value& a) {
  const Ranks ranks = Where(a, Placement::kDiffers, Placement::kDiffers);
  return ranks.is_empty() ? Where(a, Placement::kRank, Placement::kDiffers) : ranks;
}

std::optional<bool> WhenAlone(Operator op, const Value& a, const Value& b) {
  if (IsSize(b) && !IsSize(a)) return WhenAlone(Mirrored(op), b, a);
  const Atom* const number = ConstantOf(b);
  if (!IsSize(a) || number == nullptr || number->kind != Kind::kInteger) return std::nullopt;
  const bool is_one = number->integer == 1, is_two = number->integer == 2;
  if ((is_one && (op == Operator::kEqual || op == Operator::kLessEqual)) ||
      (is_two && op == Operator::kLess)) {
    return true;
  }
  if ((is_one && (op == Operator::kNotEqual || op == Operator::kGreater)) ||
      (is_two && op == Operator::kGreaterEqual)) {
    return false;
  }
  return std::nullopt;
}

std::vector<std::string> DividedAxes(const Value& condition) {
  std::vector<std::string> axes;
  for (const AxisPlacement& known : RanksOfNot(condition).placements) axes.push_back(known.axis);
  return axes;
}

}  // namespace allreview::understanding
