#include <algorithm>

#include "analyzers/lifecycles/lifecycles.h"

namespace allreview::lifecycles {

using python::ControlFlow;

std::vector<const Occurrence*> Story::Of(Event event) const {
  std::vector<const Occurrence*> found;
  for (const Occurrence& occurrence : all) {
    if (occurrence.event == event) found.push_back(&occurrence);
  }
  return found;
}

std::vector<const Occurrence*> Story::Of(Event event, ObjectId object) const {
  std::vector<const Occurrence*> found = Of(event);
  std::erase_if(found, [&](const Occurrence* at) { return at->object != object; });
  return found;
}

bool Story::CanFollow(const Occurrence& first, const Occurrence& then,
                      const std::vector<const Occurrence*>& without) const {
  // Within one point the order of evaluation decides: calls end in it.
  const auto is_before = [](const Occurrence& a, const Occurrence& b) {
    return a.node.end_byte() < b.node.end_byte();
  };
  std::vector<ControlFlow::Point> points;
  bool is_cut_here = false;
  for (const Occurrence* at : without) {
    if (at->point == first.point && is_before(first, *at)) is_cut_here = true;
    if (at->point == then.point && at->point != first.point && is_before(*at, then)) return false;
    if (at->point == then.point && at->point == first.point) {
      if (is_before(*at, then)) return is_before(first, then) && !is_before(first, *at);
      continue;
    }
    if (at->point != first.point && at->point != then.point) points.push_back(at->point);
  }
  if (first.point == then.point && is_before(first, then)) return !is_cut_here;
  if (is_cut_here) return false;
  return !flow->PathBetween(first.point, then.point, points, ControlFlow::Paths::kNormal).empty();
}

bool Story::AreInOneLoop(const Occurrence& a, const Occurrence& b) const {
  const auto leads = [&](const Occurrence& from, const Occurrence& to) {
    return !flow->PathBetween(from.point, to.point, {}, ControlFlow::Paths::kNormal).empty();
  };
  return leads(a, b) && leads(b, a);
}

bool Story::Precedes(const Occurrence& first, const Occurrence& then) const {
  if (first.point == then.point) return first.node.end_byte() < then.node.end_byte();
  return flow->Dominates(first.point, then.point);
}

}  // namespace allreview::lifecycles
