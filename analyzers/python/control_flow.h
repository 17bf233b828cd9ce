#ifndef ANALYZERS_PYTHON_CONTROL_FLOW_H_
#define ANALYZERS_PYTHON_CONTROL_FLOW_H_

// Control-flow graph of one function body, class body or module.
//
//   ControlFlow flow(module, function);
//   flow.Dominates(flow.PointOf(check), flow.PointOf(use))      the check always ran before the use
//   flow.PathBetween(flow.PointOf(launch), ControlFlow::kExit, {flow.PointOf(wait)},
//                    ControlFlow::Paths::kNormal)               a way out that never waits
//
// A point is a simple statement or what the header of a compound one evaluates. Loops, `else` of
// loops and `try`, `match`, `while True`, `return` inside `try ... finally` and calls that do not
// return (sys.exit, os._exit, pytest.skip) are as Python has them. The body of a nested function is
// no part of the graph, the body of a nested class is one with its `class` statement.
//
// Exceptions. What calls, awaits, yields, imports, raises or asserts may raise: an edge
// kException leads to the innermost handler or `finally`, or to kRaised. Inside a `try`, all else
// that can raise (x[i], a.b, a + b, a loop's next()) counts, too. `except Exception` is taken to
// catch everything but a deliberate exit. contextlib.suppress and pytest.raises lead on behind
// their block.
//
// `finally` runs for several reasons, and what follows depends on the reason: such a block is in
// the graph once for each. Questions about one copy speak of all: "dominates", "reaches" and
// "without" mean any copy. In a `finally` inside a `finally` inside a `finally`, and past 100,000
// points, there is one copy, and abrupt exits skip it.
//
// Linear in size but for what is said below. Nothing recurses. Immutable; reading is safe from many
// threads. The module must outlive it. A question with kNone is answered false or empty.

#include <cstdint>
#include <utility>
#include <vector>

#include "analyzers/python/dominators.h"
#include "analyzers/python/module.h"

namespace allreview::python {

class ControlFlow {
 public:
  using Point = int;
  static constexpr Point kNone = -1;
  static constexpr Point kEntry = 0;
  static constexpr Point kExit = 1;    // return, or the end.
  static constexpr Point kRaised = 2;  // An exception leaves.

  // kTrue and kFalse leave `if`, `elif`, `while` and `assert` by the condition; a `for` by whether
  // there is another item; `except` and `case` by whether they match.
  enum class EdgeKind : uint8_t { kNext, kTrue, kFalse, kException };
  struct Edge {
    Point to = kNone;
    EdgeKind kind = EdgeKind::kNext;
    friend bool operator==(const Edge& a, const Edge& b) = default;
  };
  enum class Paths {
    kNormal,  // Without kException edges.
    kAll,
  };

  // A function_definition, class_definition or module.
  ControlFlow(const Module& module, Node owner);

  int size() const { return static_cast<int>(nodes_.size()); }
  // What the point evaluates: a statement; the condition of `if`, `elif` and `while`; the
  // with_clause; the subject of `match`; the except_clause or case_clause (without its body). A
  // `for` has two points: its iterable, and then for each item its target. Null: kEntry, kExit,
  // kRaised.
  Node NodeOf(Point point) const { return nodes_[point]; }
  const std::vector<Edge>& From(Point point) const { return from_[point]; }
  // Point that evaluates the node. Of a compound statement, its header (of `for`, the point of the
  // target). kNone: inside a nested function or lambda, outside of the owner's body, or nothing
  // that is evaluated, as `try` and comments.
  Point PointOf(Node node) const;
  // The entry leads to it, over any edges.
  bool IsReachable(Point point) const;

  // Every normal path from the entry to `b` passes `a`; when only exceptions lead to `b`, every
  // path. Reflexive. O(1), in `finally` blocks linear. False for what is not reachable.
  bool Dominates(Point a, Point b) const;
  // Every path from `b` to kExit or kRaised passes `a`; so, too, when there is none. Reflexive.
  // Linear.
  bool PostDominates(Point a, Point b, Paths paths) const;
  // Shortest path that leaves `from` and ends at `to`, which is its last point, without `from`
  // unless it is `to`. Empty: none. Linear.
  std::vector<Point> PathBetween(Point from, Point to, const std::vector<Point>& without,
                                 Paths paths) const;

  struct Decision {
    Node condition;       // Of `if`, `elif`, `while` or `assert`, as written.
    bool branch = false;  // What it was.
    friend bool operator==(const Decision& a, const Decision& b) = default;
  };
  // What must have held for the point to run, outermost first: conditions around it, and earlier
  // ones whose other branch left by return, raise, continue or break.
  std::vector<Decision> DecisionsOver(Point point) const;

  // Bindings that may have given the identifier its value where it stands, in source order. In
  // `x = f(x)` that is what bound x before. With a `del` among them the name may be unbound. Also
  // those of other functions with `global` or `nonlocal`, whenever they run. Empty: the name is not
  // local here, the code is not reachable, or the use is in a nested function. Linear at worst.
  std::vector<const Binding*> DefinitionsReaching(Node identifier) const;

 private:
  friend class ControlFlowBuilder;
  friend class ReachingDefinitions;
  void Complete();
  std::vector<std::vector<int>> Successors(Paths paths) const;
  void PreferReachableCopies();
  bool IsDecidedBy(Point condition, const Edge& edge, Point point) const;
  std::vector<Decision> DecisionsOverCopy(Point point) const;
  std::vector<Point> CopiesOf(Point point) const;
  std::vector<bool> Mask(const std::vector<Point>& points) const;

  const Module* module_ = nullptr;
  Node owner_;
  std::vector<Node> nodes_;
  std::vector<std::vector<Edge>> from_;
  std::vector<std::vector<Edge>> into_;              // Edge::to is where it comes from; reachable.
  std::vector<Point> next_copy_;                     // Rings of points with the same node.
  std::vector<std::pair<uint32_t, Point>> by_node_;  // Node index; sorted.
  std::vector<Dominators> dominators_;               // Over normal paths, over all.
};

}  // namespace allreview::python

#endif  // ANALYZERS_PYTHON_CONTROL_FLOW_H_
