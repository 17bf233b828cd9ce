// Parts of CodeView that write expressions down.

#include "absl/strings/str_cat.h"
#include "analyzers/ir/operators.h"
#include "analyzers/reach/code_view.h"

namespace allreview::reach {
namespace {

using ir::Instruction;
using ir::Op;
using ir::Operator;
using ir::Register;

constexpr int kMaxDepth = 6;      // Of an expression that is written down.
constexpr size_t kMaxText = 120;  // Bytes of it.

std::string TextOf(const ir::File& file, const ir::Constant& constant) {
  switch (constant.kind) {
    case ir::Constant::Kind::kNone:
      return "None";
    case ir::Constant::Kind::kFalse:
      return "False";
    case ir::Constant::Kind::kTrue:
      return "True";
    case ir::Constant::Kind::kInteger:
      return absl::StrCat(constant.integer);
    case ir::Constant::Kind::kReal:
      return absl::StrCat(constant.real);
    case ir::Constant::Kind::kText:
      return absl::StrCat("\"", file.names[constant.text], "\"");
    default:
      return "…";
  }
}

// How tightly Python binds the parts of an expression: the more, the tighter.
int BindingOf(const Instruction& instruction) {
  if (instruction.op == Op::kCompare) return 2;
  switch (instruction.detail) {
    case Operator::kNot:
      return 1;
    case Operator::kOr:
      return 3;
    case Operator::kXor:
      return 4;
    case Operator::kAnd:
      return 5;
    case Operator::kLeftShift:
    case Operator::kRightShift:
      return 6;
    case Operator::kAdd:
    case Operator::kSubtract:
      return 7;
    case Operator::kMultiply:
    case Operator::kMatrixMultiply:
    case Operator::kDivide:
    case Operator::kFloorDivide:
    case Operator::kModulo:
      return 8;
    case Operator::kNegative:
    case Operator::kPositive:
    case Operator::kInvert:
      return 9;
    case Operator::kPower:
      return 10;
    default:
      return 11;
  }
}

}  // namespace

std::string CodeView::Text(Register reg) const {
  std::string text = Text(reg, kMaxDepth);
  if (text.size() > kMaxText) {
    text.resize(kMaxText);
    while (!text.empty() && (text.back() & 0x80) != 0) text.pop_back();
    text += "…";
  }
  return text;
}

std::string CodeView::Text(Register reg, int depth) const {
  if (depth == 0 || reg == ir::kNone) return "…";
  // A local name stands for itself.
  if (reg < code_->locals.size()) return std::string(Name(code_->locals[reg].name));
  const Instruction* definition = DefinitionOf(reg);
  return definition == nullptr ? "…" : TextOf(*definition, depth);
}

std::string CodeView::TextOfDisplay(const Instruction& display, int depth) const {
  std::string comprehension = TextOfComprehension(display, depth);
  if (!comprehension.empty()) return comprehension;
  std::string text;
  for (uint32_t i = 0; i < display.operand_count; ++i) {
    absl::StrAppend(&text, i == 0 ? "" : ", ", Text(OperandOf(display, i).value, depth - 1));
  }
  if (display.op == Op::kTuple) {
    return absl::StrCat("(", text, display.operand_count == 1 ? ",)" : ")");
  }
  return display.op == Op::kSet ? absl::StrCat("{", text, "}") : absl::StrCat("[", text, "]");
}

std::string CodeView::TextOf(const Instruction& instruction, int depth) const {
  const auto operand = [&](uint32_t i) { return Text(OperandOf(instruction, i).value, depth - 1); };
  // A part that binds less than what is around it stands in parentheses.
  const auto part = [&](uint32_t i) {
    const Register reg = OperandOf(instruction, i).value;
    const Instruction* inner = reg < code_->locals.size() ? nullptr : DefinitionOf(Source(reg));
    const bool may_chain = i == 0 && instruction.op != Op::kCompare;  // (a - b) - c
    const bool is_bare = inner == nullptr || BindingOf(*inner) > BindingOf(instruction) ||
                         (may_chain && BindingOf(*inner) == BindingOf(instruction));
    return is_bare ? operand(i) : absl::StrCat("(", operand(i), ")");
  };
  switch (instruction.op) {
    case Op::kConstant:
      return allreview::reach::TextOf(*file_, file_->constants[instruction.index]);
    case Op::kCopy:
      return Text(OperandOf(instruction, 0).value, depth);
    case Op::kGlobal:
    case Op::kEnclosing:
    case Op::kBuiltin:
      return std::string(Name(instruction.name));
    case Op::kAttribute:
      return absl::StrCat(part(0), ".", Name(instruction.name));
    case Op::kItem:
      return absl::StrCat(part(0), "[", operand(1), "]");
    case Op::kUnary:
      return absl::StrCat(ir::TextOf(instruction.detail),
                          instruction.detail == Operator::kNot ? " " : "", part(0));
    case Op::kOperate:
    case Op::kCompare:
      return absl::StrCat(part(0), " ", ir::TextOf(instruction.detail), " ", part(1));
    case Op::kCall:
      return absl::StrCat(part(0), "(", Arguments(instruction, depth), ")");
    case Op::kTuple:
    case Op::kList:
    case Op::kSet:
      return TextOfDisplay(instruction, depth);
    default:
      return "…";
  }
}

std::string CodeView::Arguments(const Instruction& call, int depth) const {
  std::string text;
  for (uint32_t i = 1; i < call.operand_count; ++i) {
    const ir::Operand& operand = OperandOf(call, i);
    absl::StrAppend(&text, i == 1 ? "" : ", ");
    if (operand.kind == ir::Operand::Kind::kKeyword) {
      absl::StrAppend(&text, Name(operand.keyword), "=");
    }
    absl::StrAppend(&text, operand.kind == ir::Operand::Kind::kStar         ? "*"
                           : operand.kind == ir::Operand::Kind::kDoubleStar ? "**"
                                                                            : "");
    absl::StrAppend(&text, Text(operand.value, depth - 1));
  }
  return text;
}

// "[f(x) for x in xs]", "" when nothing is added to the display: it is none.
std::string CodeView::TextOfComprehension(const Instruction& display, int depth) const {
  const Instruction* append = nullptr;
  const Instruction* first = nullptr;  // The loop around it.
  const auto begin = static_cast<uint32_t>(&display - code_->instructions.data());
  for (uint32_t i = begin; i < code_->instructions.size() && append == nullptr; ++i) {
    const Instruction& instruction = at(i);
    if (instruction.op == Op::kIterate && first == nullptr) first = &instruction;
    const bool is_it = instruction.op == Op::kAppend && instruction.operand_count > 1 &&
                       OperandOf(instruction, 0).value == display.result;
    if (is_it) append = &instruction;
  }
  if (append == nullptr || first == nullptr) return "";
  const bool is_bare = display.detail == Operator::kStar;  // A generator, an argument most often.
  return absl::StrCat(is_bare                  ? ""
                      : display.op == Op::kSet ? "{"
                                               : "[",
                      Text(OperandOf(*append, 1).value, depth - 1), " for … in ",
                      Text(OperandOf(*first, 0).value, depth - 1),
                      is_bare                  ? ""
                      : display.op == Op::kSet ? "}"
                                               : "]");
}

}  // namespace allreview::reach
