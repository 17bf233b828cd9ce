#include "analyzers/python/control_flow_builder.h"

#include <algorithm>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "base/poll.h"

namespace allreview::python {
namespace {

constexpr int kMaxCopies = 2;  // Of `finally` blocks in each other.
constexpr int kMaxPointsToCopy = 100'000;

enum class Truth { kUnknown, kTrue, kFalse };

// The truth of a condition that is a constant.
Truth TruthOf(Node condition) {
  condition = WithoutParentheses(condition);
  if (condition.Is(Kind::kTrue)) return Truth::kTrue;
  if (condition.Is(Kind::kFalse) || condition.Is(Kind::kNone)) return Truth::kFalse;
  int64_t value = 0;
  if (condition.Is(Kind::kInteger) && absl::SimpleAtoi(condition.text(), &value)) {
    return value != 0 ? Truth::kTrue : Truth::kFalse;
  }
  return Truth::kUnknown;
}

bool IsStatement(Node node) {
  return (node.IsNamed() || node.Is(Kind::kError)) && !node.Is(Kind::kComment) &&
         !node.Is(Kind::kLineContinuation);
}

// Runs later, if at all.
bool IsDeferred(Node node) {
  const Kind parent = node.parent().kind();
  return node.field() == Field::kBody &&
         (parent == Kind::kFunctionDefinition || parent == Kind::kLambda);
}

bool IsCallLike(Kind kind) {
  switch (kind) {
    case Kind::kCall:
    case Kind::kAwait:
    case Kind::kYield:
    case Kind::kRaiseStatement:
    case Kind::kAssertStatement:
    case Kind::kImportStatement:
    case Kind::kImportFromStatement:
    case Kind::kDecorator:
    case Kind::kError:
      return true;
    default:
      return false;
  }
}

bool IsOperation(Kind kind) {
  switch (kind) {
    case Kind::kAttribute:
    case Kind::kSubscript:
    case Kind::kBinaryOperator:
    case Kind::kUnaryOperator:
    case Kind::kComparisonOperator:
    case Kind::kAugmentedAssignment:
    case Kind::kPatternList:
    case Kind::kDeleteStatement:
    case Kind::kWithItem:
    case Kind::kPrintStatement:
      return true;
    default:
      return false;
  }
}

bool MayRaise(Node evaluated, bool is_in_try) {
  const SyntaxTree* tree = evaluated.tree();
  if (tree == nullptr) return false;
  for (uint32_t i = evaluated.index(); i < evaluated.subtree_end();) {
    const Node node = tree->node(i);
    if (IsDeferred(node)) {
      i = node.subtree_end();
      continue;
    }
    if (IsCallLike(node.kind()) || (is_in_try && IsOperation(node.kind()))) return true;
    ++i;
  }
  return false;
}

absl::string_view CalledName(Node call) {
  const Node function = call.child(Field::kFunction);
  return function.Is(Kind::kAttribute) ? function.child(Field::kAttribute).text() : function.text();
}

// The block of a clause.
Node BlockOf(Node clause) { return clause.child(Kind::kBlock); }

// Matches whatever comes: `case _:` or `case name:`.
bool IsIrrefutable(Node clause) {
  if (clause.child(Field::kGuard)) return false;
  Node pattern;
  for (Node child : clause.children()) {
    if (!child.Is(Kind::kCasePattern)) continue;
    if (pattern) return false;
    pattern = child;
  }
  if (pattern.text() == "_") return true;
  const Node name = pattern.named_child(0);
  return name.Is(Kind::kDottedName) && name.named_child_count() == 1;
}

enum class Catches { kSome, kExceptions, kEverything };

Catches CatchesOf(Node clause) {
  bool is_bare = true;
  Catches catches = Catches::kSome;
  for (Node child : clause.children()) {
    if (child.field() != Field::kValue) continue;
    is_bare = false;
    const SyntaxTree& tree = *child.tree();
    for (uint32_t i = child.index(); i < child.subtree_end(); ++i) {
      const Node name = tree.node(i);
      if (!name.Is(Kind::kIdentifier) || name.parent().Is(Kind::kAsPatternTarget)) continue;
      if (name.text() == "BaseException") return Catches::kEverything;
      if (name.text() == "Exception") catches = Catches::kExceptions;
    }
  }
  return is_bare ? Catches::kEverything : catches;
}

}  // namespace

void ControlFlowBuilder::Build(Node owner) {
  for (Point point : {ControlFlow::kEntry, ControlFlow::kExit, ControlFlow::kRaised}) {
    const Label label = NewLabel();  // The same number.
    Define(label, point);
    flow_.nodes_.emplace_back();
  }
  const int context = NewContext({.returns = ControlFlow::kExit,
                                  .raises = ControlFlow::kRaised,
                                  .exits = ControlFlow::kRaised});
  const Label first = NewLabel();
  AddEdge(ControlFlow::kEntry, first, EdgeKind::kNext);
  const Node body = owner.Is(Kind::kModule) ? owner : owner.child(Field::kBody);
  Later(body, first, ControlFlow::kExit, context);
  while (!waiting_.empty()) {
    const Block block = waiting_.front();
    waiting_.pop_front();
    BuildBlock(block);
  }
  ResolveEdges();
  LinkCopies();
}

ControlFlowBuilder::Label ControlFlowBuilder::NewLabel() {
  targets_.emplace_back();
  return static_cast<Label>(targets_.size() - 1);
}

void ControlFlowBuilder::Alias(Label label, Label other) {
  targets_[label].alias = other;
  Use(other);
}

void ControlFlowBuilder::Use(Label label) {
  // Behind an alias that is given already, all is built. That of an exceptional label is not.
  while (targets_[label].is_exceptional) label = targets_[label].alias;
  Target& target = targets_[label];
  if (!target.copy) return;
  const Node block = target.copy;
  target.copy = Node();
  const Label next = target.next;
  Later(block, label, next, target.context);
}

int ControlFlowBuilder::NewContext(Context context) {
  contexts_.push_back(context);
  return static_cast<int>(contexts_.size() - 1);
}

ControlFlowBuilder::Point ControlFlowBuilder::AddPoint(Label entry, Node node, Node statement) {
  const Point point = static_cast<Point>(flow_.nodes_.size());
  flow_.nodes_.push_back(node);
  Define(entry, point);
  Register(node, point);
  if (statement) Register(statement, point);
  return point;
}

void ControlFlowBuilder::Register(Node node, Point point) {
  if (node) flow_.by_node_.emplace_back(node.index(), point);
}

void ControlFlowBuilder::AddEdge(Point from, Label to, EdgeKind kind) {
  edges_.push_back({from, to, kind});
  Use(to);
}

void ControlFlowBuilder::AddRaise(Point from, Node evaluated, const Place& place) {
  const Context& context = ContextOf(place);
  if (MayRaise(evaluated, context.is_in_try)) AddEdge(from, context.raises, EdgeKind::kException);
}

void ControlFlowBuilder::AddBranches(Point from, Node condition, Label if_true, Label if_false) {
  const Truth truth = TruthOf(condition);
  if (truth != Truth::kFalse) AddEdge(from, if_true, EdgeKind::kTrue);
  if (truth != Truth::kTrue) AddEdge(from, if_false, EdgeKind::kFalse);
}

void ControlFlowBuilder::Later(Node block, Label entry, Label next, int context) {
  waiting_.push_back({block, entry, next, context});
}

void ControlFlowBuilder::BuildBlock(const Block& block) {
  Label entry = block.entry;
  Node previous;
  for (Node child : block.node.children()) {
    if (!IsStatement(child)) continue;
    if (previous) {
      const Label next = NewLabel();
      BuildStatement(previous, {entry, next, block.context});
      entry = next;
    }
    previous = child;
  }
  if (previous) {
    BuildStatement(previous, {entry, block.next, block.context});
  } else {
    Alias(entry, block.next);
  }
}

void ControlFlowBuilder::BuildStatement(Node statement, const Place& place) {
  const Context& context = ContextOf(place);
  switch (statement.kind()) {
    case Kind::kIfStatement:
      return BuildIf(statement, place);
    case Kind::kWhileStatement:
      return BuildWhile(statement, place);
    case Kind::kForStatement:
      return BuildFor(statement, place);
    case Kind::kWithStatement:
      return BuildWith(statement, place);
    case Kind::kMatchStatement:
      return BuildMatch(statement, place);
    case Kind::kTryStatement:
      return BuildTry(statement, place);
    case Kind::kAssertStatement:
      return BuildAssert(statement, place);
    case Kind::kReturnStatement:
      return BuildJump(statement, place, context.returns);
    case Kind::kBreakStatement:
      return BuildJump(statement, place, context.breaks);
    case Kind::kContinueStatement:
      return BuildJump(statement, place, context.continues);
    case Kind::kRaiseStatement:
      AddEdge(AddPoint(place.entry, statement), context.raises, EdgeKind::kException);
      return;
    default:
      return BuildSimple(statement, place);
  }
}

void ControlFlowBuilder::BuildJump(Node statement, const Place& place, Label to) {
  const Point point = AddPoint(place.entry, statement);
  // Outside of a loop `break` is an error; what follows does not matter.
  AddEdge(point, to == kNoLabel ? ContextOf(place).returns : to, EdgeKind::kNext);
  AddRaise(point, statement, place);
}

void ControlFlowBuilder::BuildSimple(Node statement, const Place& place) {
  const Point point = AddPoint(place.entry, statement);
  if (BuildNoReturn(statement, point, place)) return;
  AddEdge(point, place.next, EdgeKind::kNext);
  AddRaise(point, statement, place);
}

void ControlFlowBuilder::BuildAssert(Node statement, const Place& place) {
  const Point point = AddPoint(place.entry, statement);
  if (TruthOf(statement.named_child(0)) != Truth::kFalse) {
    AddEdge(point, place.next, EdgeKind::kTrue);
  }
  AddEdge(point, ContextOf(place).raises, EdgeKind::kException);
}

bool ControlFlowBuilder::BuildNoReturn(Node statement, Point point, const Place& place) {
  if (!statement.Is(Kind::kExpressionStatement)) return false;
  const Node call = statement.named_child(0);
  if (!call.Is(Kind::kCall)) return false;
  const absl::string_view called = CalledName(call);
  const Node function = call.child(Field::kFunction);
  const auto resolves_to = [&](absl::string_view name) { return module_.Calls(call, name); };
  if ((called == "_exit" && resolves_to("os._exit")) ||
      (called == "abort" && resolves_to("os.abort"))) {
    AddEdge(point, ControlFlow::kRaised, EdgeKind::kException);  // No `finally` runs.
    return true;
  }
  const bool is_builtin = (called == "exit" || called == "quit") &&
                          function.Is(Kind::kIdentifier) &&
                          module_.scopes().LookUp(function, called) < 0;
  if (is_builtin || (called == "exit" && (resolves_to("sys.exit") || resolves_to("pytest.exit"))) ||
      (called == "skip" && resolves_to("pytest.skip")) ||
      (called == "fail" && resolves_to("pytest.fail")) ||
      (called == "xfail" && resolves_to("pytest.xfail")) ||
      (called == "skipTest" && function.text() == "self.skipTest")) {
    AddEdge(point, ContextOf(place).exits, EdgeKind::kException);
    return true;
  }
  return false;
}

void ControlFlowBuilder::BuildIf(Node statement, const Place& place) {
  Label entry = place.entry;
  Node clause = statement;
  std::vector<Node> alternatives;
  for (Node child : statement.children()) {
    if (child.Is(Kind::kElifClause) || child.Is(Kind::kElseClause)) alternatives.push_back(child);
  }
  size_t next_alternative = 0;
  while (true) {
    const Node condition = clause.child(Field::kCondition);
    const Point point = AddPoint(entry, condition, clause);
    const Label body = NewLabel();
    const bool is_last = next_alternative == alternatives.size();
    const Label otherwise = is_last ? place.next : NewLabel();
    AddBranches(point, condition, body, otherwise);
    AddRaise(point, condition, place);
    Later(clause.child(Field::kConsequence), body, place.next, place.context);
    if (is_last) return;
    clause = alternatives[next_alternative++];
    entry = otherwise;
    if (clause.Is(Kind::kElseClause)) {
      Later(clause.child(Field::kBody), entry, place.next, place.context);
      return;
    }
  }
}

void ControlFlowBuilder::BuildWhile(Node statement, const Place& place) {
  const Node condition = statement.child(Field::kCondition);
  const Point point = AddPoint(place.entry, condition, statement);
  const Label body = NewLabel();
  const Node otherwise = statement.child(Field::kAlternative);
  const Label after = otherwise ? NewLabel() : place.next;
  AddBranches(point, condition, body, after);
  AddRaise(point, condition, place);
  Context inner = ContextOf(place);
  inner.breaks = place.next;
  inner.continues = place.entry;
  Later(statement.child(Field::kBody), body, place.entry, NewContext(inner));
  if (otherwise) Later(otherwise.child(Field::kBody), after, place.next, place.context);
}

void ControlFlowBuilder::BuildFor(Node statement, const Place& place) {
  const Node iterable = statement.child(Field::kRight);
  const Node target = statement.child(Field::kLeft);
  const Point before = AddPoint(place.entry, iterable);
  const Label header = NewLabel();
  const Label body = NewLabel();
  AddEdge(before, header, EdgeKind::kNext);
  AddRaise(before, iterable, place);

  const Point point = AddPoint(header, target, statement);
  const Node otherwise = statement.child(Field::kAlternative);
  const Label after = otherwise ? NewLabel() : place.next;
  AddEdge(point, body, EdgeKind::kTrue);
  AddEdge(point, after, EdgeKind::kFalse);
  if (ContextOf(place).is_in_try) AddEdge(point, ContextOf(place).raises, EdgeKind::kException);
  Context inner = ContextOf(place);
  inner.breaks = place.next;
  inner.continues = header;
  Later(statement.child(Field::kBody), body, header, NewContext(inner));
  if (otherwise) Later(otherwise.child(Field::kBody), after, place.next, place.context);
}

void ControlFlowBuilder::BuildWith(Node statement, const Place& place) {
  const Node items = statement.child(Kind::kWithClause);
  const Point point = AddPoint(place.entry, items, statement);
  const Label body = NewLabel();
  AddEdge(point, body, EdgeKind::kNext);
  AddRaise(point, items, place);
  int context = place.context;
  for (Node item : items.children()) {
    const Node value = item.child(Field::kValue);
    const Node call = value.Is(Kind::kAsPattern) ? value.named_child(0) : value;
    if (!call.Is(Kind::kCall)) continue;
    const absl::string_view called = CalledName(call);
    if ((called == "suppress" && module_.Calls(call, "contextlib.suppress")) ||
        (called == "raises" && module_.Calls(call, "pytest.raises")) ||
        (absl::StartsWith(called, "assertRaises"))) {
      Context inner = ContextOf(place);
      inner.raises = place.next;
      inner.is_in_try = true;
      context = NewContext(inner);
    }
  }
  Later(statement.child(Field::kBody), body, place.next, context);
}

void ControlFlowBuilder::BuildMatch(Node statement, const Place& place) {
  const Node subject = statement.child(Field::kSubject);
  const Point point = AddPoint(place.entry, subject, statement);
  AddRaise(point, subject, place);
  Label entry = NewLabel();
  AddEdge(point, entry, EdgeKind::kNext);
  for (Node clause : statement.child(Field::kBody).children()) {
    if (!clause.Is(Kind::kCaseClause)) continue;
    const Point test = AddPoint(entry, clause);
    const Label body = NewLabel();
    const Label otherwise = NewLabel();
    AddEdge(test, body, EdgeKind::kTrue);
    if (!IsIrrefutable(clause)) AddEdge(test, otherwise, EdgeKind::kFalse);
    AddRaise(test, clause.child(Field::kGuard), place);
    Later(clause.child(Field::kConsequence), body, place.next, place.context);
    entry = otherwise;
  }
  Alias(entry, place.next);
}

void ControlFlowBuilder::BuildTry(Node statement, const Place& place) {
  const Node finally_block = BlockOf(statement.child(Kind::kFinallyClause));
  Place outer = place;  // Of handlers and `else`.
  if (finally_block) {
    outer.next = CopyOf(finally_block, place.next, place.context);
    Use(outer.next);  // First, so that the copy of the normal case is the one that nodes mean.
    outer.context = ContextThrough(finally_block, place.context);
  }
  std::vector<Node> clauses;
  for (Node child : statement.children()) {
    if (child.Is(Kind::kExceptClause)) clauses.push_back(child);
  }
  Context inner = ContextOf(outer);
  inner.is_in_try = true;
  if (!clauses.empty()) {
    inner.raises = NewLabel();
    for (Node clause : clauses) {
      if (CatchesOf(clause) == Catches::kEverything) inner.exits = inner.raises;
    }
    BuildHandlers(clauses, inner.raises, outer);
  }
  const Node otherwise = statement.child(Kind::kElseClause);
  const Label after_body = otherwise ? NewLabel() : outer.next;
  if (otherwise) Later(otherwise.child(Field::kBody), after_body, outer.next, outer.context);
  Later(statement.child(Field::kBody), place.entry, after_body, NewContext(inner));
}

void ControlFlowBuilder::BuildHandlers(const std::vector<Node>& clauses, Label first,
                                       const Place& place) {
  Label entry = first;
  for (Node clause : clauses) {
    const Point point = AddPoint(entry, clause);
    const Label body = NewLabel();
    AddEdge(point, body, EdgeKind::kTrue);
    Later(BlockOf(clause), body, place.next, place.context);
    const bool is_last = clause == clauses.back();
    entry = is_last ? ContextOf(place).raises : NewLabel();
    if (CatchesOf(clause) != Catches::kSome) continue;
    AddEdge(point, entry, is_last ? EdgeKind::kException : EdgeKind::kFalse);
  }
}

ControlFlowBuilder::Label ControlFlowBuilder::CopyOf(Node block, Label next, int context) {
  Context inner = contexts_[context];
  ++inner.copies;
  const int inner_context = NewContext(inner);
  const Label label = NewLabel();
  targets_[label].copy = block;
  targets_[label].next = next;
  targets_[label].context = inner_context;
  return label;
}

// What leaves `try` goes through the block first.
int ControlFlowBuilder::ContextThrough(Node finally_block, int context) {
  Context inner = contexts_[context];
  inner.is_in_try = true;
  if (inner.copies < kMaxCopies && flow_.nodes_.size() < kMaxPointsToCopy) {
    const bool is_same = inner.exits == inner.raises;
    for (Label* label : {&inner.raises, &inner.exits}) {
      const Label onward = NewLabel();
      targets_[onward].alias = *label;
      targets_[onward].is_exceptional = true;
      *label = CopyOf(finally_block, onward, context);
    }
    if (is_same) inner.exits = inner.raises;
    for (Label* label : {&inner.returns, &inner.breaks, &inner.continues}) {
      if (*label != kNoLabel) *label = CopyOf(finally_block, *label, context);
    }
  }
  return NewContext(inner);
}

void ControlFlowBuilder::ResolveEdges() {
  flow_.from_.resize(flow_.nodes_.size());
  for (const PendingEdge& edge : edges_) {
    Poll();
    EdgeKind kind = edge.kind;
    Label label = edge.to;
    while (targets_[label].alias != kNoLabel) {
      if (targets_[label].is_exceptional) kind = EdgeKind::kException;
      Poll();
      label = targets_[label].alias;
    }
    const Point to = targets_[label].point;
    std::vector<ControlFlow::Edge>& from = flow_.from_[edge.from];
    const ControlFlow::Edge resolved = {to, kind};
    if (to == ControlFlow::kNone || std::find(from.begin(), from.end(), resolved) != from.end()) {
      continue;
    }
    from.push_back(resolved);
  }
}

void ControlFlowBuilder::LinkCopies() {
  auto& by_node = flow_.by_node_;
  std::sort(by_node.begin(), by_node.end());
  flow_.next_copy_.resize(flow_.nodes_.size());
  for (size_t i = 0; i < flow_.next_copy_.size(); ++i) flow_.next_copy_[i] = static_cast<Point>(i);
  for (size_t i = 1; i < by_node.size(); ++i) {
    if (by_node[i].first != by_node[i - 1].first || by_node[i].second == by_node[i - 1].second) {
      continue;
    }
    // Statement and header share their points; the rings must be joined only once.
    const Point a = by_node[i - 1].second, b = by_node[i].second;
    if (flow_.next_copy_[b] == b) std::swap(flow_.next_copy_[a], flow_.next_copy_[b]);
  }
  by_node.erase(std::unique(by_node.begin(), by_node.end(),
                            [](const auto& a, const auto& b) { return a.first == b.first; }),
                by_node.end());
}

}  // namespace allreview::python
