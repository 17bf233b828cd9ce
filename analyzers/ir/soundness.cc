#include <algorithm>

#include "analyzers/ir/encoding.h"
#include "base/poll.h"

namespace allreview::ir {
namespace {

bool IsBelow(uint32_t number, size_t size) { return number < size; }
bool IsNoneOrBelow(uint32_t number, size_t size) { return number == kNone || number < size; }

// What its `index` counts.
bool HasSoundIndex(const File& file, const Instruction& instruction) {
  switch (instruction.op) {
    case Op::kConstant:
      return IsBelow(instruction.index, file.constants.size());
    case Op::kEnclosing:
    case Op::kSetEnclosing:
    case Op::kFunction:
    case Op::kClass:
      return IsBelow(instruction.index, file.codes.size());
    default:
      return true;
  }
}

bool IsAboutName(Op op) {
  switch (op) {
    case Op::kGlobal:
    case Op::kEnclosing:
    case Op::kBuiltin:
    case Op::kSetGlobal:
    case Op::kSetEnclosing:
    case Op::kImport:
    case Op::kImportFrom:
    case Op::kAttribute:
    case Op::kSetAttribute:
    case Op::kDeleteAttribute:
    case Op::kDeclare:
      return true;
    default:
      return false;
  }
}

uint32_t OperandsNeededBy(Op op) {
  switch (op) {
    case Op::kSetItem:
    case Op::kSlice:
      return 3;
    case Op::kSetAttribute:
    case Op::kItem:
    case Op::kOperate:
    case Op::kOperateInPlace:
    case Op::kCompare:
    case Op::kAppend:
      return 2;
    case Op::kCopy:
    case Op::kAttribute:
    case Op::kCall:
    case Op::kUnary:
    case Op::kIterate:
    case Op::kUnpack:
    case Op::kElement:
    case Op::kStarElement:
    case Op::kEnter:
    case Op::kMatches:
    case Op::kBranch:
    case Op::kNext:
      return 1;
    default:
      return 0;
  }
}

bool HasWhatItNeeds(const Instruction& instruction) {
  return (instruction.name != kNone || !IsAboutName(instruction.op)) &&
         (instruction.type != kNone || instruction.op != Op::kDeclare) &&
         (instruction.operand_count % 2 == 0 || instruction.op != Op::kDict) &&
         instruction.operand_count >= OperandsNeededBy(instruction.op);
}

bool IsSoundInstruction(const File& file, const Code& code, const Instruction& instruction) {
  return HasWhatItNeeds(instruction) && HasSoundIndex(file, instruction) &&
         IsNoneOrBelow(instruction.result, code.register_count) &&
         IsNoneOrBelow(instruction.name, file.names.size()) &&
         IsNoneOrBelow(instruction.type, file.types.size()) &&
         IsNoneOrBelow(instruction.targets[0], code.blocks.size()) &&
         IsNoneOrBelow(instruction.targets[1], code.blocks.size()) &&
         uint64_t{instruction.first_operand} + instruction.operand_count <= code.operands.size();
}

bool IsSoundBlock(const Code& code, const Block& block) {
  return block.first <= block.end && block.end <= code.instructions.size() &&
         std::all_of(block.handlers.begin(), block.handlers.end(),
                     [&](BlockId handler) { return IsBelow(handler, code.blocks.size()); });
}

bool IsSoundOperand(const File& file, const Code& code, const Operand& operand) {
  const bool is_keyword = operand.kind == Operand::Kind::kKeyword;
  return IsNoneOrBelow(operand.value, code.register_count) &&
         (!is_keyword || IsBelow(operand.keyword, file.names.size()));
}

bool HasSoundHead(const File& file, const Code& code) {
  return IsNoneOrBelow(code.name, file.names.size()) &&
         IsNoneOrBelow(code.return_type, file.types.size()) &&
         IsNoneOrBelow(code.result, code.register_count) &&
         IsNoneOrBelow(code.exit, code.blocks.size()) &&
         IsNoneOrBelow(code.raised, code.blocks.size()) &&
         // Each register that is named is a byte of the list of locals; others have an instruction.
         code.locals.size() <= code.register_count &&
         code.register_count <= code.locals.size() + code.instructions.size() + 1 &&
         code.parameters.size() <= code.locals.size() &&
         std::all_of(code.parameters.begin(), code.parameters.end(),
                     [&](const Parameter& parameter) {
                       return IsBelow(parameter.name, file.names.size()) &&
                              IsNoneOrBelow(parameter.annotation, file.types.size());
                     }) &&
         std::all_of(code.locals.begin(), code.locals.end(),
                     [&](const Local& local) { return IsBelow(local.name, file.names.size()); });
}

bool IsSoundCode(const File& file, const Code& code) {
  Poll(static_cast<int>(code.instructions.size()));
  return HasSoundHead(file, code) &&
         std::all_of(code.blocks.begin(), code.blocks.end(),
                     [&](const Block& block) { return IsSoundBlock(code, block); }) &&
         std::all_of(code.instructions.begin(), code.instructions.end(),
                     [&](const Instruction& instruction) {
                       return IsSoundInstruction(file, code, instruction);
                     }) &&
         std::all_of(code.operands.begin(), code.operands.end(),
                     [&](const Operand& operand) { return IsSoundOperand(file, code, operand); });
}

bool HasSoundTypes(const File& file) {
  for (TypeId i = 0; i < file.types.size(); ++i) {
    const Type& type = file.types[i];
    if (type.end <= i || type.end > file.types.size()) return false;
    if (!IsNoneOrBelow(type.name, file.names.size())) return false;
  }
  return true;
}

}  // namespace

bool IsSound(const File& file) {
  for (const Constant& constant : file.constants) {
    const bool is_text = constant.kind == Constant::Kind::kText;
    if (is_text && !IsBelow(constant.text, file.names.size())) return false;
  }
  if (!HasSoundTypes(file)) return false;
  for (uint32_t i = 0; i < file.codes.size(); ++i) {
    const Code& code = file.codes[i];
    // The module is the root.
    if (i == 0 ? code.parent != kNone : code.parent >= i) return false;
    if (!IsSoundCode(file, code)) return false;
  }
  return true;
}

}  // namespace allreview::ir
