#ifndef ANALYZERS_PYTHON_CONTROL_FLOW_BUILDER_H_
#define ANALYZERS_PYTHON_CONTROL_FLOW_BUILDER_H_

// Makes the points and edges of a ControlFlow: from_, nodes_, by_node_ and next_copy_. Private to
// control_flow.cc.
//
// Each block is built from where it is entered and where it leads on, both of them labels, so that
// blocks can wait in a list in place of recursion. A label stands for a point that may not exist
// yet. Copies of `finally` blocks are labels that are built when something first leads there.

#include <deque>
#include <vector>

#include "analyzers/python/control_flow.h"

namespace allreview::python {

class ControlFlowBuilder {
 public:
  ControlFlowBuilder(const Module& module, ControlFlow* flow) : module_(module), flow_(*flow) {}
  void Build(Node owner);

 private:
  using Point = ControlFlow::Point;
  using EdgeKind = ControlFlow::EdgeKind;
  using Label = int;
  static constexpr Label kNoLabel = -1;

  struct Target {
    Point point = ControlFlow::kNone;
    Label alias = kNoLabel;       // Stands for another label.
    bool is_exceptional = false;  // What comes by the alias is an exception.
    Node copy;                    // Block to build when first used, to lead on to `next`.
    Label next = kNoLabel;
    int context = 0;
  };
  // Where a statement can lead besides the next one.
  struct Context {
    Label breaks = kNoLabel, continues = kNoLabel, returns = kNoLabel, raises = kNoLabel;
    Label exits = kNoLabel;  // sys.exit: handlers of Exception do not catch it.
    int copies = 0;          // How many copied `finally` blocks are around.
    bool is_in_try = false;
  };
  struct Block {
    Node node;
    Label entry, next;
    int context;
  };
  // A statement in its place.
  struct Place {
    Label entry, next;
    int context;
  };
  struct PendingEdge {
    Point from;
    Label to;
    EdgeKind kind;
  };

  Label NewLabel();
  void Define(Label label, Point point) { targets_[label].point = point; }
  void Alias(Label label, Label other);
  // Sees to it that the label is built.
  void Use(Label label);
  int NewContext(Context context);
  const Context& ContextOf(const Place& place) const { return contexts_[place.context]; }

  Point AddPoint(Label entry, Node node, Node statement = Node());
  void Register(Node node, Point point);
  void AddEdge(Point from, Label to, EdgeKind kind);
  void AddRaise(Point from, Node evaluated, const Place& place);
  void AddBranches(Point from, Node condition, Label if_true, Label if_false);
  void Later(Node block, Label entry, Label next, int context);

  void BuildBlock(const Block& block);
  void BuildStatement(Node statement, const Place& place);
  void BuildSimple(Node statement, const Place& place);
  void BuildJump(Node statement, const Place& place, Label to);
  void BuildAssert(Node statement, const Place& place);
  bool BuildNoReturn(Node statement, Point point, const Place& place);
  void BuildIf(Node statement, const Place& place);
  void BuildWhile(Node statement, const Place& place);
  void BuildFor(Node statement, const Place& place);
  void BuildWith(Node statement, const Place& place);
  void BuildMatch(Node statement, const Place& place);
  void BuildTry(Node statement, const Place& place);
  void BuildHandlers(const std::vector<Node>& clauses, Label first, const Place& place);
  Label CopyOf(Node block, Label next, int context);
  int ContextThrough(Node finally_block, int context);
  void ResolveEdges();
  void LinkCopies();

  const Module& module_;
  ControlFlow& flow_;
  std::vector<Target> targets_;
  std::vector<Context> contexts_;
  std::deque<Block> waiting_;  // In order, so that the normal copy of a `finally` comes first.
  std::vector<PendingEdge> edges_;
};

}  // namespace allreview::python

#endif  // ANALYZERS_PYTHON_CONTROL_FLOW_BUILDER_H_
