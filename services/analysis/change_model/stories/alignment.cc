#include "services/analysis/change_model/stories/alignment.h"

#include <utility>

#include "services/analysis/change_model/stories/matching.h"

namespace allreview::analysis {
namespace {

using v1::Step;

// Lists matched statements in the order of the right side.
class Walk {
 public:
  Walk(const Statements& before, const Statements& after)
      : before_(before), after_(after), matching_(Match(before, after)) {}

  std::vector<AlignedStatement> Emit() {
    EmitItems(ItemsOf(before_, 0, before_.size()), ItemsOf(after_, 0, after_.size()), false);
    return std::move(result_);
  }

 private:
  bool IsMatchedInPlace(const Item& old) const {
    return matching_.to_after[old.first] >= 0 &&
           !matching_.is_elsewhere[matching_.to_after[old.first]];
  }
  bool IsMatchedInPlaceAfter(const Item& now) const {
    return matching_.to_before[now.first] >= 0 && !matching_.is_elsewhere[now.first];
  }

  // A statement is matched when one of its clauses is: `if a` may have become `elif a`.
  bool HasPartner(const Item& old) const {
    for (const Item& clause : ClausesOf(before_, old)) {
      if (IsMatchedInPlace(clause)) return true;
    }
    return false;
  }
  bool HasPartnerBefore(const Item& now) const {
    for (const Item& clause : ClausesOf(after_, now)) {
      if (IsMatchedInPlaceAfter(clause)) return true;
    }
    return false;
  }

  void EmitItems(const std::vector<Item>& old, const std::vector<Item>& now, bool are_clauses) {
    size_t i = 0, j = 0;
    while (i < old.size() || j < now.size()) {
      if (i < old.size() && !(are_clauses ? IsMatchedInPlace(old[i]) : HasPartner(old[i]))) {
        EmitRemoved(old[i++]);
      } else if (j < now.size() &&
                 !(are_clauses ? IsMatchedInPlaceAfter(now[j]) : HasPartnerBefore(now[j]))) {
        EmitAdded(now[j++]);
      } else if (i < old.size() && j < now.size()) {
        EmitPair(old[i++], now[j++], are_clauses);
      } else if (i < old.size()) {
        EmitRemoved(old[i++]);
      } else {
        EmitAdded(now[j++]);
      }
    }
  }

  void EmitPair(const Item& old, const Item& now, bool are_clauses) {
    if (!are_clauses) {
      EmitItems(ClausesOf(before_, old), ClausesOf(after_, now), true);
      return;
    }
    EmitAfter(now.first);
    EmitItems(ItemsOf(before_, old.first + 1, old.end), ItemsOf(after_, now.first + 1, now.end),
              false);
  }

  void EmitRemoved(const Item& old) {
    for (int i = old.first; i < old.end; ++i) {
      if (matching_.to_after[i] < 0)
        result_.push_back({.before = i, .status = Step::STATUS_REMOVED});
    }
  }
  void EmitAdded(const Item& now) {
    for (int j = now.first; j < now.end; ++j) EmitAfter(j);
  }
  void EmitAfter(int j) {
    const int old = matching_.to_before[j];
    if (old < 0) {
      result_.push_back({.after = j, .status = Step::STATUS_ADDED});
      return;
    }
    const bool is_same = before_[old].hash == after_[j].hash;
    const Step::Status status = !is_same                    ? Step::STATUS_CHANGED
                                : matching_.is_elsewhere[j] ? Step::STATUS_MOVED
                                                            : Step::STATUS_KEPT;
    result_.push_back({.before = old, .after = j, .status = status});
  }

  const Statements& before_;
  const Statements& after_;
  const Matching matching_;
  std::vector<AlignedStatement> result_;
};

}  // namespace

std::vector<AlignedStatement> Align(const Statements& before, const Statements& after) {
  return Walk(before, after).Emit();
}

std::vector<AlignedStatement> AllAdded(const Statements& after) {
  std::vector<AlignedStatement> all;
  for (int j = 0; j < after.size(); ++j) {
    all.push_back({.after = j, .status = Step::STATUS_ADDED});
  }
  return all;
}

}  // namespace allreview::analysis
