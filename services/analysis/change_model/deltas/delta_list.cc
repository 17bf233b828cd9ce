#include "services/analysis/change_model/deltas/delta_list.h"

#include <algorithm>
#include <functional>
#include <set>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/observation.h"
#include "services/analysis/conversion/conversion.h"

namespace allreview::analysis {
namespace {

using v1::Delta;

constexpr size_t kMaxDeltas = 24;

auto Order(const Delta& delta) {
  return std::make_tuple(static_cast<int>(delta.kind()), delta.range().side(),
                         delta.range().first_line(), delta.range().first_column(),
                         std::cref(delta.before()), std::cref(delta.after()));
}

// What to keep when there are too many; the smaller the better.
int Rank(Delta::Kind kind) {
  switch (kind) {
    case Delta::KIND_DOCSTRING:
      return 4;
    case Delta::KIND_VALUE:
    case Delta::KIND_ANNOTATION:
    case Delta::KIND_LOOP:
      return 3;
    case Delta::KIND_TENSOR_OPERATION:
    case Delta::KIND_ATTRIBUTE:
    case Delta::KIND_CALL:
      return 2;
    case Delta::KIND_BRANCH:
    case Delta::KIND_RETURN:
      return 1;
    default:
      return 0;
  }
}

rules::Range RangeOf(const python::Module& module, const DeltaSide& side, change::Side where) {
  rules::Range range = rules::RangeOf(module, side.node, where);
  if (!side.end) return range;
  const rules::Range last = rules::RangeOf(module, side.end, where);
  range.end_line = last.end_line;
  range.end_column = last.end_column;
  range.end_byte = last.end_byte;
  return range;
}

}  // namespace

void DeltaList::Add(Delta::Kind kind, const DeltaSide& before, const DeltaSide& after) {
  if (before.text == after.text) return;
  Delta delta;
  delta.set_kind(kind);
  delta.set_before(before.text);
  delta.set_after(after.text);
  if (after_ != nullptr && after.node) {
    *delta.mutable_range() = ToProto(RangeOf(*after_, after, change::Side::kRight));
  } else if (before_ != nullptr && before.node) {
    *delta.mutable_range() = ToProto(RangeOf(*before_, before, change::Side::kLeft));
  }
  deltas_.push_back(std::move(delta));
}

bool DeltaList::ReplaceGone(Delta::Kind kind, absl::string_view before, const DeltaSide& after) {
  for (Delta& delta : deltas_) {
    if (delta.kind() != kind || delta.before() != before || !delta.after().empty()) continue;
    delta.set_after(after.text);
    *delta.mutable_range() = ToProto(RangeOf(*after_, after, change::Side::kRight));
    return true;
  }
  return false;
}

void DeltaList::AddInner(const std::string& name, DeltaList inner) {
  const auto weightiest = std::min_element(
      inner.deltas_.begin(), inner.deltas_.end(),
      [](const Delta& a, const Delta& b) { return Rank(a.kind()) < Rank(b.kind()); });
  if (weightiest == inner.deltas_.end()) return;
  Delta delta = std::move(*weightiest);
  delta.set_kind(Delta::KIND_VALUE);
  delta.set_before(absl::StrCat("def ", name, ": ", delta.before()));
  delta.set_after(absl::StrCat("def ", name, ": ", delta.after()));
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
