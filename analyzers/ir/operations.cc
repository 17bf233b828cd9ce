// The part of CodeLowering that makes the result of an expression whose parts are evaluated.

#include <vector>

#include "analyzers/ir/code_lowering.h"
#include "analyzers/ir/node_kinds.h"
#include "analyzers/ir/operators.h"
#include "base/poll.h"

namespace allreview::ir {
namespace {

using python::Field;
using python::Kind;
using python::Node;

Operand::Kind KindOf(Node element) {
  if (BeginsWithStar(element)) return Operand::Kind::kStar;
  if (element.Is(Kind::kDictionarySplat)) return Operand::Kind::kDoubleStar;
  if (element.Is(Kind::kKeywordArgument)) return Operand::Kind::kKeyword;
  return Operand::Kind::kPlain;
}

}  // namespace

Operand CodeLowering::EvaluateArgument(Node argument) {
  Operand operand = {.kind = KindOf(argument)};
  if (operand.kind == Operand::Kind::kKeyword) {
    operand.keyword = file_.Name(argument.child(Field::kName).text());
  }
  operand.value = Evaluate(ValueOfElement(argument));
  return operand;
}

Register CodeLowering::EvaluateIndex(Node subscript) {
  std::vector<Register> indices;
  for (Node child : subscript.children()) {
    if (child.field() == Field::kSubscript) indices.push_back(Evaluate(child));
  }
  if (indices.size() == 1) return indices[0];
  const Register result = EmitValue(Op::kTuple, subscript, {});
  for (Register index : indices) AddOperand({.value = index});
  return result;
}

Register CodeLowering::FinishLeaf(Frame& frame) {
  const Node node = frame.node;
  if (node.Is(Kind::kIdentifier)) return Read(node);
  const uint32_t constant = file_.ConstantOf(node);
  if (constant != kNone) return EmitConstant(node, constant);
  switch (node.kind()) {
    case Kind::kTuple:
    case Kind::kExpressionList:
      return EmitValue(Op::kTuple, node, {});
    case Kind::kList:
      return EmitValue(Op::kList, node, {});
    case Kind::kDictionary:
      return EmitValue(Op::kDict, node, {});
    case Kind::kString:
      return EmitValue(Op::kFormat, node, {});
    case Kind::kSlice:
      return FinishSlice(frame);
    case Kind::kYield:
      code_.is_generator = true;
      return EmitValue(Op::kYield, node, {});
    case Kind::kLambda: {
      const Register result = EmitValue(Op::kFunction, node, {});
      code_.instructions.back().index = file_.CodeOf(node);
      return result;
    }
    default:
      return EmitValue(Op::kUnknown, node, {});
  }
}

Register CodeLowering::FinishOperation(Frame& frame) {
  const Node node = frame.node;
  const std::vector<Register>& values = frame.values;
  switch (node.kind()) {
    case Kind::kAttribute: {
      const Register result = EmitValue(Op::kAttribute, node, {values[0]});
      code_.instructions.back().name = file_.Name(node.child(Field::kAttribute).text());
      return result;
    }
    case Kind::kBinaryOperator: {
      const Register result = EmitValue(Op::kOperate, node, {values[0], values[1]});
      code_.instructions.back().detail = BinaryOperator(node.child(Field::kOperator).text());
      return result;
    }
    case Kind::kNotOperator:
    case Kind::kUnaryOperator: {
      const Register result = EmitValue(Op::kUnary, node, {values[0]});
      const Node token = node.child(Field::kOperator);
      code_.instructions.back().detail = token ? UnaryOperator(token.text()) : Operator::kNot;
      return result;
    }
    case Kind::kNamedExpression:
      Bind(node.child(Field::kName), values[0]);
      return values[0];
    case Kind::kAwait:
      return EmitValue(Op::kAwait, node, {values[0]});
    case Kind::kYield: {
      code_.is_generator = true;
      const bool is_from = node.child(Kind::kToken).next_sibling().text() == "from";
      return EmitValue(is_from ? Op::kYieldFrom : Op::kYield, node, {values[0]});
    }
    default:
      return FinishSeveral(frame);
  }
}

// With any number of operands.
Register CodeLowering::FinishSeveral(Frame& frame) {
  switch (frame.node.kind()) {
    case Kind::kSubscript:
      return FinishSubscript(frame);
    case Kind::kComparisonOperator:
      return FinishComparison(frame);
    case Kind::kCall:
      return FinishCall(frame);
    case Kind::kDictionary:
      return FinishDictionary(frame);
    case Kind::kSlice:
      return FinishSlice(frame);
    default:
      return FinishDisplay(frame);
  }
}

Register CodeLowering::FinishSubscript(Frame& frame) {
  Register index = frame.values.size() > 1 ? frame.values[1] : EmitNone(frame.node);
  if (frame.values.size() > 2) {
    index = EmitValue(Op::kTuple, frame.node, {});
    for (size_t i = 1; i < frame.values.size(); ++i) AddOperand({.value = frame.values[i]});
  }
  return EmitValue(Op::kItem, frame.node, {frame.values[0], index});
}

Register CodeLowering::EmitComparison(Frame& frame, size_t right) {
  const Register result =
      EmitValue(Op::kCompare, frame.node, {frame.values[right - 1], frame.values[right]});
  code_.instructions.back().detail = frame.operators[right - 1];
  return result;
}

Register CodeLowering::FinishComparison(Frame& frame) {
  if (frame.values.size() < 2) return frame.values[0];
  const Register last = EmitComparison(frame, frame.values.size() - 1);
  if (frame.result == kNone || frame.is_condition()) return last;
  return Meet(frame, last);
}

// What is called is evaluated, its arguments are not.
void CodeLowering::NoteRegistration(Frame& call) {
  const Node callee = call.parts[0];
  if (!callee.Is(Kind::kAttribute)) return;
  for (absl::string_view name :
       {"register_buffer", "register_parameter", "register_module", "add_module"}) {
    if (callee.child(Field::kAttribute).text() != name) continue;
    call.result = code_.operands[code_.instructions.back().first_operand].value;
  }
}

// The call that was just written is a store when the name is a text.
void CodeLowering::StoreRegistered(Register module, Node call) {
  Node name;
  Register value = kNone;
  uint32_t at = code_.instructions.back().first_operand + 1;
  size_t position = 0;
  for (Node argument : call.child(Field::kArguments).named_children()) {
    const Operand& operand = code_.operands[at++];
    const bool is_plain = operand.kind == Operand::Kind::kPlain;
    if (!is_plain && operand.kind != Operand::Kind::kKeyword) return;
    const absl::string_view keyword =
        is_plain ? absl::string_view() : file_.file().names[operand.keyword];
    if (is_plain ? position == 0 : keyword == "name") {
      name = ValueOfElement(argument);
    } else if (is_plain ? position == 1 : keyword != "persistent") {
      value = operand.value;
    }
    position += is_plain;
  }
  const uint32_t constant = name ? file_.ConstantOf(name) : kNone;
  if (constant == kNone || value == kNone) return;
  if (file_.file().constants[constant].kind != Constant::Kind::kText) return;
  Emit(Op::kSetAttribute, call, {module, value}).name = file_.file().constants[constant].text;
}

Register CodeLowering::FinishCall(Frame& frame) {
  const Register result = EmitValue(Op::kCall, frame.node, {frame.values[0]});
  const Node list = frame.node.child(Field::kArguments);
  size_t i = 1;
  const auto add = [&](Node argument) {
    Operand operand = {.value = frame.values[i++], .kind = KindOf(argument)};
    if (operand.kind == Operand::Kind::kKeyword) {
      operand.keyword = file_.Name(argument.child(Field::kName).text());
    }
    AddOperand(operand);
  };
  if (!list.Is(Kind::kArgumentList)) {
    add(list);
    return result;
  }
  for (Node argument : list.named_children()) add(argument);
  if (frame.result != kNone) StoreRegistered(frame.result, frame.node);
  return result;
}

// Tuples, lists, sets, functions with defaults, and texts.
Register CodeLowering::FinishDisplay(Frame& frame) {
  const Node node = frame.node;
  const bool is_text = node.Is(Kind::kString) || node.Is(Kind::kConcatenatedString);
  const Op op = node.Is(Kind::kList)     ? Op::kList
                : node.Is(Kind::kSet)    ? Op::kSet
                : node.Is(Kind::kLambda) ? Op::kFunction
                : is_text                ? Op::kFormat
                                         : Op::kTuple;
  const Register result = EmitValue(op, node, {});
  if (op == Op::kFunction) code_.instructions.back().index = file_.CodeOf(node);
  std::vector<Operand::Kind> kinds(frame.values.size(), Operand::Kind::kPlain);
  if (op == Op::kTuple || op == Op::kList || op == Op::kSet) {
    size_t i = 0;
    for (Node element : node.named_children()) kinds[i++] = KindOf(element);
  }
  for (size_t i = 0; i < frame.values.size(); ++i) {
    AddOperand({.value = frame.values[i], .kind = kinds[i]});
  }
  return result;
}

Register CodeLowering::FinishDictionary(Frame& frame) {
  const Register result = EmitValue(Op::kDict, frame.node, {});
  size_t i = 0;
  for (Node child : frame.node.named_children()) {
    const bool is_pair = child.Is(Kind::kPair);
    AddOperand({.value = is_pair ? frame.values[i++] : kNone});
    AddOperand({.value = frame.values[i++]});
  }
  return result;
}

// a:b:c, of which each may be left out.
Register CodeLowering::FinishSlice(Frame& frame) {
  Register parts[3] = {kNone, kNone, kNone};
  size_t at = 0, value = 0;
  for (Node child : frame.node.children()) {
    if (child.text() == ":" && child.Is(Kind::kToken)) {
      at = at < 2 ? at + 1 : at;
    } else if (value < frame.values.size() && child == frame.parts[value]) {
      parts[at] = frame.values[value++];
    }
  }
  return EmitValue(Op::kSlice, frame.node, {parts[0], parts[1], parts[2]});
}

}  // namespace allreview::ir
