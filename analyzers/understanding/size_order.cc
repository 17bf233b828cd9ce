// The part of Size that knows how large numbers may be.

#include <utility>

#include "analyzers/understanding/size_symbols.h"

namespace allreview::understanding {
namespace {

// Numbers of groups: what they are stands in the last bits. Ids of other numbers begin above them
// (IdOfPlace); those of sizes of tensors end in less than kMaxSize.
enum IdKind : uint64_t { kGroupSize = 1, kMemberRank = 2, kRankOrNone = 3 };
constexpr uint64_t kIdKinds = 4, kMaxSize = 201, kPlaces = 1 << 12;

bool IsOfGroup(uint64_t id) { return id < Size::kMaxGroup * kIdKinds; }
bool IsRank(uint64_t id) { return id != 0 && IsOfGroup(id) && id % kIdKinds != kGroupSize; }

}  // namespace

Size Size::OfGroup(uint64_t group, absl::string_view name) {
  return Named(group * kIdKinds + kGroupSize, name);
}

Size Size::RankIn(uint64_t group, absl::string_view name, bool is_member) {
  return Named(group * kIdKinds + (is_member ? kMemberRank : kRankOrNone), name);
}

// None: it has no bound.
std::optional<int64_t> Size::LeastOf(const Symbol& symbol) {
  if (symbol.id == 0) {
    const bool is_quotient = symbol.name == nullptr;
    const bool is_positive = is_quotient && IsAtLeast(symbol.quotient->first, Constant(0)) &&
                             IsAtLeast(symbol.quotient->second, Constant(1));
    return is_positive ? std::optional<int64_t>(0) : std::nullopt;
  }
  if (IsOfGroup(symbol.id)) {
    const uint64_t kind = symbol.id % kIdKinds;
    return kind == kGroupSize ? 1 : kind == kMemberRank ? 0 : -1;
  }
  const uint64_t place = symbol.id % kPlaces;
  return place > 0 && place < kMaxSize ? std::optional<int64_t>(0) : std::nullopt;
}

std::optional<int64_t> Size::LeastOf(const Term& term) {
  if (term.factors.empty()) return term.coefficient;
  if (term.coefficient < 0) return std::nullopt;
  int64_t least = term.coefficient;
  for (const Symbol& symbol : term.factors) {
    const std::optional<int64_t> one = LeastOf(symbol);
    if (!one || (*one < 0 && term.factors.size() > 1)) return std::nullopt;
    least *= *one;  // -1, 0 or 1
  }
  return least;
}

bool Size::IsAtLeast(const Size& a, const Size& b) {
  const Size difference = a - b;
  if (!difference.is_known()) return false;
  std::vector<Term> terms = difference.terms();
  for (size_t i = 0, count = terms.size(); i < count; ++i) {
    const bool is_rank = terms[i].coefficient < 0 && terms[i].factors.size() == 1 &&
                         IsRank(terms[i].factors[0].id) && terms[i].coefficient > -(1 << 30);
    if (!is_rank) continue;
    // What is taken away is at most one less than the size of the group.
    uint64_t& id = terms[i].factors[0].id;
    id = id - id % kIdKinds + kGroupSize;
    terms.push_back({.coefficient = -terms[i].coefficient});
  }
  const Size bound = Sum(std::move(terms));
  if (!bound.is_known()) return false;
  int64_t least = 0;
  for (const Term& term : bound.terms()) {
    const std::optional<int64_t> one = LeastOf(term);
    if (!one || __builtin_add_overflow(least, *one, &least)) return false;
  }
  return least >= 0;
}

}  // namespace allreview::understanding
