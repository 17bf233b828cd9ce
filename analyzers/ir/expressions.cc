// The part of CodeLowering that writes expressions. A frame waits on a stack for its parts: Begin
// lists them, Next says how the next one is to be evaluated, Finish makes the result of all.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/ir/code_lowering.h"
#include "analyzers/ir/node_kinds.h"
#include "analyzers/ir/operators.h"
#include "base/poll.h"

namespace allreview::ir {
namespace {

using python::Field;
using python::Kind;
using python::Node;

std::vector<Node> ArgumentNodes(Node call) {
  const Node list = call.child(Field::kArguments);
  if (!list.Is(Kind::kArgumentList)) return {list};  // f(x for x in y)
  std::vector<Node> arguments;
  for (Node child : list.named_children()) arguments.push_back(child);
  return arguments;
}

std::vector<Node> NamedChildrenOf(Node node) {
  std::vector<Node> children;
  for (Node child : node.named_children()) children.push_back(child);
  return children;
}

std::vector<Node> PartsOfDictionary(Node dictionary) {
  std::vector<Node> parts;
  for (Node child : dictionary.named_children()) {
    if (child.Is(Kind::kPair)) parts.push_back(child.child(Field::kKey));
    parts.push_back(child.Is(Kind::kPair) ? child.child(Field::kValue) : ValueOfElement(child));
  }
  return parts;
}

std::vector<Node> PartsOfComprehension(Node comprehension) {
  std::vector<Node> parts;
  for (Node child : comprehension.named_children()) {
    if (child.Is(Kind::kForInClause)) parts.push_back(child.child(Field::kRight));
    if (child.Is(Kind::kIfClause)) parts.push_back(child.named_child(0));
  }
  const Node body = comprehension.child(Field::kBody);
  if (!body.Is(Kind::kPair)) {
    parts.push_back(ValueOfElement(body));
  } else {
    parts.push_back(body.child(Field::kKey));
    parts.push_back(body.child(Field::kValue));
  }
  return parts;
}

std::vector<Node> PartsOfSubscript(Node subscript) {
  std::vector<Node> parts = {subscript.child(Field::kValue)};
  for (Node child : subscript.children()) {
    if (child.field() == Field::kSubscript) parts.push_back(ValueOfElement(child));
  }
  return parts;
}

std::vector<Node> PartsOfText(Node string) {
  std::vector<Node> parts;
  for (Node child : string.named_children()) {
    if (child.Is(Kind::kInterpolation)) parts.push_back(child.child(Field::kExpression));
    if (child.Is(Kind::kString)) parts.push_back(child);
  }
  return parts;
}

// Those of `a < b is not c`; each is one token or two.
std::vector<Operator> OperatorsOf(Node comparison) {
  std::vector<Operator> operators;
  std::string text;
  for (Node child : comparison.children()) {
    if (child.field() == Field::kOperators) {
      absl::StrAppend(&text, text.empty() ? "" : " ", child.text());
    } else if (!text.empty() && child.IsNamed() && !child.Is(Kind::kComment) &&
               !child.Is(Kind::kLineContinuation)) {
      operators.push_back(ComparisonOperator(text));
      text.clear();
    }
  }
  return operators;
}

// Of displays: elements without their stars.
std::vector<Node> PartsOfDisplay(Node node) {
  std::vector<Node> parts = NamedChildrenOf(node);
  for (Node& part : parts) part = ValueOfElement(part);
  return parts;
}

std::vector<Node> PartsOfCall(Node call) {
  std::vector<Node> parts = {call.child(Field::kFunction)};
  for (Node argument : ArgumentNodes(call)) parts.push_back(ValueOfElement(argument));
  return parts;
}

// Defaults of its parameters.
std::vector<Node> PartsOfLambda(Node lambda) {
  std::vector<Node> parts;
  for (Node parameter : lambda.child(Field::kParameters).named_children()) {
    if (const Node value = parameter.child(Field::kValue)) parts.push_back(value);
  }
  return parts;
}

std::vector<Node> PartsOfOperation(Node node) {
  switch (node.kind()) {
    case Kind::kAttribute:
      return {node.child(Field::kObject)};
    case Kind::kAsPattern:  // Of `with a as b`; the grammar puts it into the end of an expression.
      return {node.named_child(0)};
    case Kind::kBinaryOperator:
    case Kind::kBooleanOperator:
      return {node.child(Field::kLeft), node.child(Field::kRight)};
    case Kind::kUnaryOperator:
    case Kind::kNotOperator:
      return {node.child(Field::kArgument)};
    case Kind::kNamedExpression:
      return {node.child(Field::kValue)};
    case Kind::kConditionalExpression:
      return {node.named_child(1), node.named_child(0), node.named_child(2)};
    case Kind::kComparisonOperator:
    case Kind::kListSplat:
    case Kind::kParenthesizedExpression:
    case Kind::kSlice:
    case Kind::kAwait:
    case Kind::kYield:
      return NamedChildrenOf(node);
    default:
      return IsComprehension(node.kind()) ? PartsOfComprehension(node) : std::vector<Node>();
  }
}

std::vector<Node> PartsOf(Node node) {
  switch (node.kind()) {
    case Kind::kSubscript:
      return PartsOfSubscript(node);
    case Kind::kCall:
      return PartsOfCall(node);
    case Kind::kDictionary:
      return PartsOfDictionary(node);
    case Kind::kString:
    case Kind::kConcatenatedString:
      return PartsOfText(node);
    case Kind::kTuple:
    case Kind::kList:
    case Kind::kSet:
    case Kind::kExpressionList:
    case Kind::kPatternList:
      return PartsOfDisplay(node);
    case Kind::kLambda:
      return PartsOfLambda(node);
    default:
      return PartsOfOperation(node);
  }
}

}  // namespace

Register CodeLowering::Evaluate(Node expression) { return Run({.node = expression}); }

void CodeLowering::EvaluateCondition(Node condition, BlockId if_true, BlockId if_false) {
  Run({.node = condition, .if_true = if_true, .if_false = if_false});
}

Register CodeLowering::Run(Frame first) {
  std::vector<Frame> frames;
  frames.push_back(std::move(first));
  while (true) {
    Poll();
    Frame& frame = frames.back();
    if (!frame.has_begun) Begin(frame);
    if (frame.values.size() < frame.parts.size()) {
      Frame next = Next(frame);
      frames.push_back(std::move(next));
      continue;
    }
    const Register value = Finish(frame);
    frames.pop_back();
    if (frames.empty()) return value;
    frames.back().values.push_back(value);
  }
}

void CodeLowering::Begin(Frame& frame) {
  frame.has_begun = true;
  const Node node = frame.node;
  if (node.Is(Kind::kString) && file_.ConstantOf(node) != kNone) return;
  frame.parts = PartsOf(node);
  if (node.Is(Kind::kComparisonOperator)) frame.operators = OperatorsOf(node);
  if (IsComprehension(node.kind())) BeginComprehension(frame);
}

CodeLowering::Frame CodeLowering::Next(Frame& frame) {
  switch (frame.node.kind()) {
    case Kind::kBooleanOperator:
      return NextOfBoolean(frame);
    case Kind::kConditionalExpression:
      return NextOfConditional(frame);
    case Kind::kComparisonOperator:
      return NextOfComparison(frame);
    case Kind::kNotOperator:
      if (!frame.is_condition()) break;
      return {.node = frame.parts[0], .if_true = frame.if_false, .if_false = frame.if_true};
    case Kind::kAsPattern:
    case Kind::kListSplat:
    case Kind::kParenthesizedExpression:
      return {.node = frame.parts[frame.values.size()],
              .if_true = frame.if_true,
              .if_false = frame.if_false};
    case Kind::kCall:
      if (frame.values.size() == 1) NoteRegistration(frame);
      break;
    default:
      if (IsComprehension(frame.node.kind())) return NextOfComprehension(frame);
  }
  return {.node = frame.parts[frame.values.size()]};
}

Register CodeLowering::Finish(Frame& frame) {
  const Node node = frame.node;
  Register value = kNone;
  if (node.Is(Kind::kBooleanOperator) || node.Is(Kind::kConditionalExpression)) {
    if (frame.is_condition()) return kNone;
    return Meet(frame, frame.values.back());
  }
  const bool is_wrapper = node.Is(Kind::kParenthesizedExpression) || node.Is(Kind::kListSplat) ||
                          node.Is(Kind::kAsPattern);
  if (is_wrapper && !frame.values.empty()) {
    return frame.values.back();  // A condition has led on already.
  }
  if (node.Is(Kind::kNotOperator) && frame.is_condition()) return kNone;
  if (IsComprehension(node.kind())) {
    value = FinishComprehension(frame);
  } else {
    value = frame.parts.empty() ? FinishLeaf(frame) : FinishOperation(frame);
  }
  if (frame.is_condition()) EmitBranch(node, value, frame.if_true, frame.if_false);
  return value;
}

// The last of the ways of an expression to its value.
Register CodeLowering::Meet(Frame& frame, Register value) {
  Emit(Op::kCopy, frame.node, {value}).result = frame.result;
  EmitJump(frame.node, frame.after);
  StartBlock(frame.after);
  return frame.result;
}

CodeLowering::Frame CodeLowering::NextOfBoolean(Frame& frame) {
  const bool is_and = frame.node.child(Field::kOperator).text() == "and";
  const bool is_left = frame.values.empty();
  if (frame.is_condition()) {
    if (!is_left) {
      StartBlock(frame.after);
      return {.node = frame.parts[1], .if_true = frame.if_true, .if_false = frame.if_false};
    }
    frame.after = NewBlock();  // The right side.
    return {.node = frame.parts[0],
            .if_true = is_and ? frame.after : frame.if_true,
            .if_false = is_and ? frame.if_false : frame.after};
  }
  if (is_left) return {.node = frame.parts[0]};
  frame.result = NewRegister();
  frame.after = NewBlock();
  const BlockId right = NewBlock();
  Emit(Op::kCopy, frame.node, {frame.values[0]}).result = frame.result;
  EmitBranch(frame.node, frame.values[0], is_and ? right : frame.after,
             is_and ? frame.after : right);
  StartBlock(right);
  return {.node = frame.parts[1]};
}

// The blocks of both arms are numbered before the condition: loops[0].
CodeLowering::Frame CodeLowering::NextOfConditional(Frame& frame) {
  const size_t part = frame.values.size();
  if (part == 0) {
    frame.loops.emplace_back(NewBlock(), NewBlock());
    return {
        .node = frame.parts[0], .if_true = frame.loops[0].first, .if_false = frame.loops[0].second};
  }
  const auto [if_true, if_false] = frame.loops[0];
  if (part == 1) {
    frame.result = NewRegister();
    frame.after = NewBlock();
  } else if (!frame.is_condition()) {
    Emit(Op::kCopy, frame.node, {frame.values[1]}).result = frame.result;
    EmitJump(frame.node, frame.after);
  }
  StartBlock(part == 1 ? if_true : if_false);
  return {.node = frame.parts[part], .if_true = frame.if_true, .if_false = frame.if_false};
}

// a < b < c: the second comparison is made only when the first holds.
CodeLowering::Frame CodeLowering::NextOfComparison(Frame& frame) {
  const size_t part = frame.values.size();
  if (part < 2) return {.node = frame.parts[part]};
  const Register so_far = EmitComparison(frame, part - 1);
  const BlockId next = NewBlock();
  if (frame.is_condition()) {
    EmitBranch(frame.node, so_far, next, frame.if_false);
  } else {
    if (frame.result == kNone) frame.result = NewRegister();
    if (frame.after == kNone) frame.after = NewBlock();
    Emit(Op::kCopy, frame.node, {so_far}).result = frame.result;
    EmitBranch(frame.node, so_far, next, frame.after);
  }
  StartBlock(next);
  return {.node = frame.parts[part]};
}

}  // namespace allreview::ir
