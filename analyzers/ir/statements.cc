// The part of CodeLowering that writes statements and headers.

#include "analyzers/ir/code_lowering.h"
#include "base/poll.h"

namespace allreview::ir {
namespace {

using python::Field;
using python::Kind;
using python::Node;

bool IsHeader(Node node) {
  const Kind parent = node.parent().kind();
  return node.field() == Field::kCondition &&
         (parent == Kind::kIfStatement || parent == Kind::kElifClause ||
          parent == Kind::kWhileStatement);
}

}  // namespace

BlockId CodeLowering::TargetOf(Point point, EdgeKind kind) const {
  for (const python::ControlFlow::Edge& edge : flow_->From(point)) {
    if (edge.kind == kind) return blocks_of_points_[edge.to];
  }
  // At the end of a `finally` that an exception runs, a branch leads on with the exception.
  const bool is_branch = kind == EdgeKind::kTrue || kind == EdgeKind::kFalse;
  return is_branch ? TargetOf(point, EdgeKind::kException) : kNone;
}

void CodeLowering::LowerPoint(Point point) {
  handlers_.clear();
  for (const python::ControlFlow::Edge& edge : flow_->From(point)) {
    if (edge.kind == EdgeKind::kException) handlers_.push_back(blocks_of_points_[edge.to]);
  }
  StartBlock(blocks_of_points_[point]);
  const Node node = flow_->NodeOf(point);
  if (point == python::ControlFlow::kEntry) {
    Emit(Op::kConstant, owner_, {}).result = code_.result;
    code_.instructions.back().index = file_.ConstantIndex({});
    return JumpToNext(point, owner_);
  }
  switch (node.kind()) {
    case Kind::kWithClause:
      LowerWith(node);
      return JumpToNext(point, node);
    case Kind::kExceptClause:
      return LowerHandler(node, point);
    case Kind::kCaseClause:
      return LowerCase(node, point);
    case Kind::kAssertStatement:
      return LowerAssert(node, point);
    case Kind::kRaiseStatement:
      return LowerRaise(node);
    default:
      break;
  }
  LowerHeader(node, node.parent(), point);
}

void CodeLowering::LowerHeader(Node node, Node statement, Point point) {
  if (IsHeader(node)) {
    const BlockId if_true = TargetOf(point, EdgeKind::kTrue);
    const BlockId if_false = TargetOf(point, EdgeKind::kFalse);
    if (if_true != kNone && if_false != kNone) return EvaluateCondition(node, if_true, if_false);
    Evaluate(node);
    return EmitJump(node, if_true != kNone ? if_true : if_false);
  }
  if (statement.Is(Kind::kForStatement) && node.field() == Field::kRight) {
    subjects_[statement.index()] = EmitValue(Op::kIterate, node, {Evaluate(node)});
    return JumpToNext(point, node);
  }
  if (statement.Is(Kind::kForStatement) && node.field() == Field::kLeft) {
    return LowerForItem(node, statement, point);
  }
  if (statement.Is(Kind::kMatchStatement) && node.field() == Field::kSubject) {
    subjects_[statement.index()] = Evaluate(node);
    return JumpToNext(point, node);
  }
  LowerStatement(node, point);
}

// What leads nowhere has left by an exception: sys.exit().
void CodeLowering::JumpToNext(Point point, Node node) {
  const BlockId next = TargetOf(point, EdgeKind::kNext);
  if (next == kNone) {
    Emit(Op::kRaise, node, {});
  } else {
    EmitJump(node, next);
  }
}

void CodeLowering::LowerStatement(Node statement, Point point) {
  switch (statement.kind()) {
    case Kind::kExpressionStatement:
      LowerExpressionStatement(statement);
      break;
    case Kind::kReturnStatement: {
      const Node value = statement.named_child(0);
      const Register result = value ? Evaluate(value) : EmitNone(statement);
      Emit(Op::kCopy, statement, {result}).result = code_.result;
      break;
    }
    case Kind::kDeleteStatement:
      LowerDelete(statement);
      break;
    case Kind::kImportStatement:
    case Kind::kImportFromStatement:
      LowerImport(statement);
      break;
    case Kind::kFunctionDefinition:
    case Kind::kClassDefinition:
    case Kind::kDecoratedDefinition:
      LowerDefinition(statement);
      break;
    case Kind::kPassStatement:
    case Kind::kBreakStatement:
    case Kind::kContinueStatement:
    case Kind::kGlobalStatement:
    case Kind::kNonlocalStatement:
    case Kind::kFutureImportStatement:
      break;
    default:
      ForgetNamesIn(statement);
  }
  JumpToNext(point, statement);
}

void CodeLowering::LowerForItem(Node target, Node statement, Point point) {
  const Register iterator = subjects_.try_emplace(statement.index(), kNone).first->second;
  const BlockId body = NewBlock();
  const Register item = NewRegister();
  Instruction& next = Emit(Op::kNext, statement, {iterator});
  next.result = item;
  next.targets[0] = body;
  next.targets[1] = TargetOf(point, EdgeKind::kFalse);
  StartBlock(body);
  Assign(target, item);
  EmitJump(target, TargetOf(point, EdgeKind::kTrue));
}

namespace {

Node LastNamedChild(Node node) {
  Node last;
  for (Node child : node.named_children()) last = child;
  return last;
}

}  // namespace

void CodeLowering::LowerWith(Node items) {
  for (Node item : items.named_children()) {
    const Node value = item.child(Field::kValue);
    const Register entered = EmitValue(Op::kEnter, item, {Evaluate(value)});
    code_.instructions.back().index = items.parent().subtree_end();
    // In `with a if b else c as d` the grammar has `c as d`.
    Node last = value;
    while (last && !last.Is(Kind::kAsPattern)) last = LastNamedChild(last);
    if (last) Assign(last.child(Field::kAlias).named_child(0), entered);
  }
}

// `except a as b`: who knows what was raised may take one of the edges away.
void CodeLowering::LowerHandler(Node clause, Point point) {
  Node type = clause.child(Field::kValue), alias = clause.child(Field::kAlias);
  if (type.Is(Kind::kAsPattern)) {
    alias = type.child(Field::kAlias).named_child(0);
    type = type.named_child(0);
  }
  const Register caught =
      type ? EmitValue(Op::kCaught, clause, {Evaluate(type)}) : EmitValue(Op::kCaught, clause, {});
  const BlockId body = TargetOf(point, EdgeKind::kTrue);
  const BlockId otherwise = TargetOf(point, EdgeKind::kFalse);
  const BlockId matched = NewBlock();
  Instruction& choose = Emit(Op::kChoose, clause, {});
  choose.targets[0] = matched;
  choose.targets[1] = otherwise;
  StartBlock(matched);
  if (alias) Assign(alias, caught);
  if (body != kNone) {
    EmitJump(clause, body);
  } else {
    JumpToNext(point, clause);
  }
}

void CodeLowering::LowerCase(Node clause, Point point) {
  const uint32_t statement = clause.parent().parent().index();
  const auto subject = subjects_.find(statement);
  const Register matches = EmitValue(
      Op::kMatches, clause, {subject == subjects_.end() ? EmitNone(clause) : subject->second});
  const BlockId body = TargetOf(point, EdgeKind::kTrue);
  const BlockId otherwise = TargetOf(point, EdgeKind::kFalse);
  for (Node child : clause.named_children()) {
    if (child.Is(Kind::kCasePattern)) ForgetNamesIn(child);
  }
  const Node guard = clause.child(Field::kGuard);
  if (otherwise == kNone) return EmitJump(clause, body);
  if (!guard) return EmitBranch(clause, matches, body, otherwise);
  const BlockId guarded = NewBlock();
  EmitBranch(clause, matches, guarded, otherwise);
  StartBlock(guarded);
  EvaluateCondition(guard.named_child(0), body, otherwise);
}

void CodeLowering::LowerAssert(Node statement, Point point) {
  const BlockId passed = TargetOf(point, EdgeKind::kTrue);
  const BlockId failed = NewBlock();
  const Node condition = statement.named_child(0);
  if (passed == kNone) {
    Evaluate(condition);
    EmitJump(statement, failed);
  } else {
    EvaluateCondition(condition, passed, failed);
  }
  StartBlock(failed);
  if (const Node message = statement.named_child(1)) Evaluate(message);
  Emit(Op::kRaise, statement, {});
}

void CodeLowering::LowerRaise(Node statement) {
  const Node raised = statement.named_child(0);
  if (raised) {
    const Register exception = Evaluate(raised);
    Emit(Op::kRaise, statement, {exception});
  } else {
    Emit(Op::kRaise, statement, {});
  }
}

// What the parser did not make sense of may bind any of its names.
void CodeLowering::ForgetNamesIn(Node node) {
  for (Node identifier : node.descendants(Kind::kIdentifier)) {
    if (file_.CodeOfScope(module_.scopes().ScopeOf(identifier)) != code_index_) continue;
    const python::Scopes::Meaning meaning =
        module_.scopes().MeaningOf(identifier, identifier.text());
    if (meaning.scope >= 0) Bind(identifier, EmitValue(Op::kUnknown, identifier, {}));
  }
}

}  // namespace allreview::ir
