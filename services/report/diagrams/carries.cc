#include "services/report/diagrams/carries.h"

#include <algorithm>
#include <utility>

#include "services/report/story/places.h"

namespace allreview::report {
namespace {

class Choice {
 public:
  Choice(const std::vector<DrawnBox>& boxes, const std::vector<DrawnLink>& links, size_t max_boxes)
      : boxes_(boxes), max_boxes_(max_boxes), keep_(boxes.size(), false) {
    const bool has_product = std::any_of(boxes.begin(), boxes.end(), [](const DrawnBox& box) {
      return box.is_changed && !IsBesideProduct(box.path);
    });
    for (const DrawnLink& link : links) {
      if (link.from == link.to) continue;
      const bool is_beside =
          IsBesideProduct(boxes[link.from].path) || IsBesideProduct(boxes[link.to].path);
      if (!has_product || !is_beside) links_.push_back(&link);
    }
    std::stable_sort(links_.begin(), links_.end(), [this](const DrawnLink* a, const DrawnLink* b) {
      return RankOf(*a) < RankOf(*b);
    });
  }

  std::vector<bool> Run() {
    // What changed first, then what else changed and hangs on something; then ring by ring.
    for (const DrawnLink* link : links_) {
      if (RankOf(*link) <= kConnectsChanged) Take(*link);
    }
    for (const DrawnLink* link : links_) {
      if (RankOf(*link) == kTouchesChanged && !HoldsChangedEnd(*link)) Take(*link);
    }
    if (kept_ == 0) return {};
    for (bool has_grown = true; has_grown && kept_ < max_boxes_;) {
      has_grown = false;
      for (const DrawnLink* link : links_) {
        if (keep_[link->from] != keep_[link->to]) has_grown |= Take(*link);
      }
    }
    return std::move(keep_);
  }

 private:
  static constexpr int kConnectsChanged = 1;
  static constexpr int kTouchesChanged = 2;

  int RankOf(const DrawnLink& link) const {
    const int changed = boxes_[link.from].is_changed + boxes_[link.to].is_changed;
    if (changed == 2) return link.is_changed ? 0 : kConnectsChanged;
    if (changed == 1) return link.is_changed ? kConnectsChanged : kTouchesChanged;
    return link.is_changed ? kTouchesChanged : 3;
  }

  bool HoldsChangedEnd(const DrawnLink& link) const {
    return (boxes_[link.from].is_changed && keep_[link.from]) ||
           (boxes_[link.to].is_changed && keep_[link.to]);
  }

  bool Take(const DrawnLink& link) {
    const size_t more = !keep_[link.from] + !keep_[link.to];
    if (more == 0 || kept_ + more > max_boxes_) return false;
    keep_[link.from] = keep_[link.to] = true;
    kept_ += more;
    return true;
  }

  const std::vector<DrawnBox>& boxes_;
  const size_t max_boxes_;
  std::vector<const DrawnLink*> links_;
  std::vector<bool> keep_;
  size_t kept_ = 0;
};

}  // namespace

std::vector<bool> BoxesToDraw(const std::vector<DrawnBox>& boxes,
                              const std::vector<DrawnLink>& links, size_t max_boxes) {
  return Choice(boxes, links, max_boxes).Run();
}

std::vector<bool> WithoutIslands(size_t boxes, const std::vector<DrawnLink>& links,
                                 const std::vector<bool>& is_core) {
  constexpr size_t kIsland = 2;
  std::vector<size_t> parent(boxes);
  for (size_t i = 0; i < boxes; ++i) parent[i] = i;
  const auto root = [&](size_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  for (const DrawnLink& link : links) parent[root(link.from)] = root(link.to);
  std::vector<size_t> sizes(boxes, 0);
  std::vector<bool> has_core(boxes, false);
  for (size_t i = 0; i < boxes; ++i) {
    ++sizes[root(i)];
    if (is_core[i]) has_core[root(i)] = true;
  }
  bool is_any_core = false;
  std::vector<bool> keep(boxes, false);
  for (size_t i = 0; i < boxes; ++i) {
    keep[i] = sizes[root(i)] > kIsland || (has_core[root(i)] && sizes[root(i)] > 1);
    is_any_core = is_any_core || (is_core[i] && keep[i]);
  }
  if (!is_any_core) keep.assign(boxes, false);
  return keep;
}

}  // namespace allreview::report
