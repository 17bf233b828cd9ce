#ifndef ANALYZERS_PYTHON_DOMINATORS_H_
#define ANALYZERS_PYTHON_DOMINATORS_H_

// Which vertices of a directed graph lie on every path from its root.
//
//   Dominators dominators({{1, 2}, {3}, {3}, {}}, /*root=*/0);   // a diamond
//   dominators.Dominates(0, 3) -> true; dominators.Dominates(1, 3) -> false
//
// K. Cooper, T. Harvey, K. Kennedy, "A Simple, Fast Dominance Algorithm" (2001). Many predecessors
// of one vertex are merged from the innermost outwards, so that a long function with an early
// return at every step does not cost quadratic time. Nothing recurses.
// Immutable; reading is safe from many threads.

#include <vector>

namespace allreview::python {

class Dominators {
 public:
  Dominators(const std::vector<std::vector<int>>& successors, int root);

  bool IsReachable(int vertex) const { return order_[vertex] >= 0; }
  // The root's is itself; -1: not reachable.
  int ImmediateDominator(int vertex) const { return idom_[vertex]; }
  // False when `b` is not reachable. Reflexive. O(1).
  bool Dominates(int a, int b) const;

 private:
  int CommonDominator(std::vector<int> vertices) const;
  void NumberTree(int root);

  std::vector<int> order_;  // In reverse postorder; -1: not reachable.
  std::vector<int> idom_;
  std::vector<int> first_, end_;  // Preorder numbers of a vertex's subtree of dominated ones.
};

}  // namespace allreview::python

#endif  // ANALYZERS_PYTHON_DOMINATORS_H_
