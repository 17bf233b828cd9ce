#include "services/analysis/change_model/deltas/delta_list.h"

#include <algorithm>
#include <functional>
#include <set>
#include <tuple>

#include "analyzers/rules/observation.h"
#include "services/analysis/conversion/conversion.h"

namespace allreview::analysis {
namespace {

using v1::Delta;

constexpr size_t kMaxDeltas = 40;

auto Order(const Delta& delta) {
  return std::make_tuple(static_cast<int>(delta.kind()), delta.range().side(),
                         delta.range().first_line(), delta.range().first_column(),
                         std::cref(delta.before()), std::cref(delta.after()));
}

// What to keep when there are too many; the smaller the better.
int Rank(Delta::Kind kind) {
  switch (kind) {
    case Delta::KIND_VALUE:
      return 3;
    case Delta::KIND_CALL:
    case Delta::KIND_RETURN:
      return 2;
    case Delta::KIND_BRANCH:
    case Delta::KIND_LOOP:
    case Delta::KIND_ATTRIBUTE:
    case Delta::KIND_TENSOR_OPERATION:
      return 1;
    default:
      return 0;
  }
}

}  // namespace

void DeltaList::Add(Delta::Kind kind, const DeltaSide& before, const DeltaSide& after) {
  if (before.text == after.text) return;
  Delta delta;
  delta.set_kind(kind);
  delta.set_before(before.text);
  delta.set_after(after.text);
  if (after_ != nullptr && after.node) {
    *delta.mutable_range() = ToProto(rules::RangeOf(*after_, after.node));
  } else if (before_ != nullptr && before.node) {
    *delta.mutable_range() = ToProto(rules::RangeOf(*before_, before.node, change::Side::kLeft));
  }
  deltas_.push_back(std::move(delta));
}

void DeltaList::MoveTo(v1::ChangedSymbol& symbol) {
  const auto is_before = [](const Delta& a, const Delta& b) { return Order(a) < Order(b); };
  std::stable_sort(deltas_.begin(), deltas_.end(), is_before);
  // The same thing twice is told once, at its first place.
  std::set<std::tuple<int, std::string, std::string>> seen;
  std::erase_if(deltas_, [&](const Delta& delta) {
    return !seen.emplace(delta.kind(), delta.before(), delta.after()).second;
  });
  if (deltas_.size() > kMaxDeltas) {
    symbol.set_more_deltas(static_cast<int>(deltas_.size() - kMaxDeltas));
    std::stable_sort(deltas_.begin(), deltas_.end(), [](const Delta& a, const Delta& b) {
      return Rank(a.kind()) < Rank(b.kind());
    });
    deltas_.resize(kMaxDeltas);
    std::stable_sort(deltas_.begin(), deltas_.end(), is_before);
  }
  for (Delta& delta : deltas_) *symbol.add_deltas() = std::move(delta);
  deltas_.clear();
}

}  // namespace allreview::analysis
