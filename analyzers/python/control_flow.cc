#include "analyzers/python/control_flow.h"

#include <algorithm>

#include "analyzers/python/control_flow_builder.h"
#include "base/poll.h"

namespace allreview::python {
namespace {

constexpr int kNormalTree = 0, kWholeTree = 1;

}  // namespace

ControlFlow::ControlFlow(const Module& module, Node owner) : module_(&module), owner_(owner) {
  ControlFlowBuilder(module, this).Build(owner);
  for (Paths paths : {Paths::kNormal, Paths::kAll}) {
    dominators_.emplace_back(Successors(paths), kEntry);
  }
  into_.resize(from_.size());
  for (Point point = 0; point < size(); ++point) {
    if (!IsReachable(point)) continue;
    for (const Edge& edge : from_[point]) into_[edge.to].push_back({point, edge.kind});
  }
  PreferReachableCopies();
}

std::vector<std::vector<int>> ControlFlow::Successors(Paths paths) const {
  std::vector<std::vector<int>> successors(from_.size());
  for (size_t point = 0; point < from_.size(); ++point) {
    for (const Edge& edge : from_[point]) {
      if (paths == Paths::kAll || edge.kind != EdgeKind::kException) {
        successors[point].push_back(edge.to);
      }
    }
  }
  return successors;
}

// The copy that a node means, when nothing leads to the first one.
void ControlFlow::PreferReachableCopies() {
  for (auto& [node, point] : by_node_) {
    if (next_copy_[point] == point || IsReachable(point)) continue;
    const std::vector<Point> copies = CopiesOf(point);
    const auto reachable = std::find_if(copies.begin(), copies.end(),
                                        [this](Point copy) { return IsReachable(copy); });
    if (reachable != copies.end()) point = *reachable;
  }
}

std::vector<ControlFlow::Point> ControlFlow::CopiesOf(Point point) const {
  std::vector<Point> copies = {point};
  Poll();
  for (Point copy = next_copy_[point]; copy != point; copy = next_copy_[copy]) {
    Poll();
    copies.push_back(copy);
  }
  std::sort(copies.begin(), copies.end());
  return copies;
}

std::vector<bool> ControlFlow::Mask(const std::vector<Point>& points) const {
  PollBytes(from_.size() / 8);
  std::vector<bool> mask(from_.size(), false);
  for (Point point : points) {
    if (point == kNone) continue;
    for (Point copy : CopiesOf(point)) mask[copy] = true;
  }
  return mask;
}

ControlFlow::Point ControlFlow::PointOf(Node node) const {
  if (!owner_.Contains(node) || node.Is(Kind::kComment)) return kNone;
  for (; node && node != owner_; node = node.parent()) {
    const auto found =
        std::lower_bound(by_node_.begin(), by_node_.end(), std::make_pair(node.index(), Point{0}));
    if (found != by_node_.end() && found->first == node.index()) return found->second;
    const Kind parent = node.parent().kind();
    // A class runs its body; what else is left of a block is a function's.
    if (node.Is(Kind::kBlock) && parent != Kind::kClassDefinition) return kNone;
    if (node.field() == Field::kBody && parent == Kind::kLambda) return kNone;
  }
  return kNone;
}

bool ControlFlow::IsReachable(Point point) const {
  return point != kNone && dominators_[kWholeTree].IsReachable(point);
}

bool ControlFlow::Dominates(Point a, Point b) const {
  if (a == kNone || b == kNone) return false;
  if (next_copy_[a] == a && next_copy_[b] == b) {
    const bool is_normal = dominators_[kNormalTree].IsReachable(b);
    return dominators_[is_normal ? kNormalTree : kWholeTree].Dominates(a, b);
  }
  const std::vector<Point> copies = CopiesOf(b);
  if (std::find(copies.begin(), copies.end(), a) != copies.end()) return IsReachable(b);
  const bool is_normal = std::any_of(copies.begin(), copies.end(), [this](Point copy) {
    return dominators_[kNormalTree].IsReachable(copy);
  });
  const Paths paths = is_normal ? Paths::kNormal : Paths::kAll;
  return !PathBetween(kEntry, b, {}, paths).empty() && PathBetween(kEntry, b, {a}, paths).empty();
}

bool ControlFlow::PostDominates(Point a, Point b, Paths paths) const {
  if (a == kNone || b == kNone) return false;
  const std::vector<Point> copies = CopiesOf(a);
  if (std::find(copies.begin(), copies.end(), b) != copies.end()) return true;
  return PathBetween(b, kExit, {a}, paths).empty() && PathBetween(b, kRaised, {a}, paths).empty();
}

std::vector<ControlFlow::Point> ControlFlow::PathBetween(Point from, Point to,
                                                         const std::vector<Point>& without,
                                                         Paths paths) const {
  if (from == kNone || to == kNone) return {};
  const std::vector<bool> is_goal = Mask({to}), is_blocked = Mask(without);
  constexpr Point kUnseen = -2;
  PollBytes(from_.size() * sizeof(Point));
  std::vector<Point> previous(from_.size(), kUnseen);
  std::vector<Point> queue;
  for (Point copy : CopiesOf(from)) {
    if (copy == from || IsReachable(copy)) queue.push_back(copy);
  }
  const size_t sources = queue.size();
  for (size_t next = 0; next < queue.size(); ++next) {
    Poll();
    for (const Edge& edge : from_[queue[next]]) {
      if (edge.kind == EdgeKind::kException && paths == Paths::kNormal) continue;
      if (previous[edge.to] != kUnseen || is_blocked[edge.to]) continue;
      previous[edge.to] = next < sources ? kNone : queue[next];
      if (!is_goal[edge.to]) {
        queue.push_back(edge.to);
        continue;
      }
      std::vector<Point> path;
      for (Point point = edge.to; point != kNone; point = previous[point]) path.push_back(point);
      std::reverse(path.begin(), path.end());
      return path;
    }
  }
  return {};
}

// Whenever the point runs, the condition was left by that edge last: the point is dominated by the
// edge's end, and nothing else leads there but what already passed the edge.
bool ControlFlow::IsDecidedBy(Point condition, const Edge& edge, Point point) const {
  const Dominators& tree = dominators_[kWholeTree];
  if (!tree.Dominates(edge.to, point)) return false;
  for (const Edge& other : into_[edge.to]) {
    Poll();
    if (other.to == condition && other.kind == edge.kind) continue;
    if (!tree.Dominates(edge.to, other.to)) return false;
  }
  return true;
}

std::vector<ControlFlow::Decision> ControlFlow::DecisionsOverCopy(Point point) const {
  std::vector<Decision> decisions;
  const Dominators& tree = dominators_[kWholeTree];
  if (!tree.IsReachable(point)) return decisions;
  for (Point above = point; above != kEntry;) {
    Poll();
    above = tree.ImmediateDominator(above);
    const Node node = nodes_[above];
    const Node statement = node.parent();
    const bool is_assert = node.Is(Kind::kAssertStatement);
    if (!is_assert && node.field() != Field::kCondition) continue;
    if (!is_assert && !statement.Is(Kind::kIfStatement) && !statement.Is(Kind::kElifClause) &&
        !statement.Is(Kind::kWhileStatement)) {
      continue;
    }
    for (const Edge& edge : from_[above]) {
      if (edge.kind != EdgeKind::kTrue && edge.kind != EdgeKind::kFalse) continue;
      if (!IsDecidedBy(above, edge, point)) continue;
      decisions.push_back({is_assert ? node.named_child(0) : node, edge.kind == EdgeKind::kTrue});
    }
  }
  std::reverse(decisions.begin(), decisions.end());
  return decisions;
}

std::vector<ControlFlow::Decision> ControlFlow::DecisionsOver(Point point) const {
  if (!IsReachable(point)) return {};
  std::vector<Decision> decisions = DecisionsOverCopy(point);
  for (Point copy : CopiesOf(point)) {
    if (copy == point || !IsReachable(copy)) continue;
    const std::vector<Decision> others = DecisionsOverCopy(copy);
    decisions.erase(std::remove_if(decisions.begin(), decisions.end(),
                                   [&others](const Decision& decision) {
                                     return std::find(others.begin(), others.end(), decision) ==
                                            others.end();
                                   }),
                    decisions.end());
  }
  return decisions;
}

}  // namespace allreview::python
