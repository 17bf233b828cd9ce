// The part of CodeLowering that writes comprehensions, as loops in the code around them.

#include "analyzers/ir/code_lowering.h"

namespace allreview::ir {

using python::Field;
using python::Kind;

void CodeLowering::BeginComprehension(Frame& frame) {
  const Node node = frame.node;
  for (Node child : node.named_children()) {
    if (child.Is(Kind::kForInClause) || child.Is(Kind::kIfClause)) frame.clauses.push_back(child);
  }
  const Op op = node.Is(Kind::kDictionaryComprehension) ? Op::kDict
                : node.Is(Kind::kSetComprehension)      ? Op::kSet
                                                        : Op::kList;
  frame.result = EmitValue(op, node, {});
  if (node.Is(Kind::kGeneratorExpression)) code_.instructions.back().detail = Operator::kStar;
}

// Each clause is a loop or a branch within the ones before it.
CodeLowering::Frame CodeLowering::NextOfComprehension(Frame& frame) {
  const std::vector<Node>& clauses = frame.clauses;
  const size_t part = frame.values.size();
  if (part > 0 && part <= clauses.size()) EnterClause(frame, clauses[part - 1]);
  if (part < clauses.size() && clauses[part].Is(Kind::kIfClause) && !frame.loops.empty()) {
    frame.after = NewBlock();
    return {
        .node = frame.parts[part], .if_true = frame.after, .if_false = frame.loops.back().first};
  }
  return {.node = frame.parts[part]};
}

void CodeLowering::EnterClause(Frame& frame, Node clause) {
  if (clause.Is(Kind::kIfClause)) {
    if (frame.after != kNone) StartBlock(frame.after);
    return;
  }
  const Register iterator = EmitValue(Op::kIterate, clause, {frame.values.back()});
  const BlockId header = NewBlock(), body = NewBlock(), after = NewBlock();
  EmitJump(clause, header);
  StartBlock(header);
  const Register item = NewRegister();
  Instruction& next = Emit(Op::kNext, clause, {iterator});
  next.result = item;
  next.targets[0] = body;
  next.targets[1] = after;
  StartBlock(body);
  Assign(clause.child(Field::kLeft), item, /*is_inner=*/true);
  frame.loops.emplace_back(header, after);
}

Register CodeLowering::FinishComprehension(Frame& frame) {
  const bool is_dictionary = frame.node.Is(Kind::kDictionaryComprehension);
  const size_t last = frame.values.size() - 1;
  if (is_dictionary && last > 0) {
    Emit(Op::kSetItem, frame.node, {frame.result, frame.values[last - 1], frame.values[last]});
  } else {
    Emit(Op::kAppend, frame.node, {frame.result, frame.values[last]});
  }
  for (auto loop = frame.loops.rbegin(); loop != frame.loops.rend(); ++loop) {
    EmitJump(frame.node, loop->first);
    StartBlock(loop->second);
  }
  return frame.result;
}

}  // namespace allreview::ir
