#include <bit>
#include <cstddef>

#include "analyzers/ir/encoding.h"
#include "analyzers/ir/instruction_bytes.h"
#include "base/number_bytes.h"
#include "base/poll.h"

namespace allreview::ir {
namespace {

class Reader : public NumberReader {
 public:
  using NumberReader::NumberReader;

  uint32_t Small() {
    const uint64_t number = Number();
    if (number > 0xffffffff) Fail();
    return ok() ? static_cast<uint32_t>(number) : 0;
  }
  uint32_t OrNone() { return Small() - 1; }
  // One of an enumeration; `last` is its greatest.
  template <typename Enum>
  Enum OneOf(Enum last, uint64_t number) {
    if (number > static_cast<uint64_t>(last)) Fail();
    return ok() ? static_cast<Enum>(number) : Enum();
  }
  std::vector<uint32_t> Numbers() {
    std::vector<uint32_t> numbers(Count());
    for (uint32_t& number : numbers) number = Small();
    return numbers;
  }
  Outline ReadOutline();
  Constant ReadConstant();
  Type ReadType();
  Code ReadCode();

 private:
  Instruction ReadInstruction();
  Operand ReadOperand(const Code& code);
  void ReadHead(Code& code);

  Before before_;
};

Outline Reader::ReadOutline() {
  Outline outline;
  outline.names.resize(Count());
  for (absl::string_view& name : outline.names) name = Text();
  outline.stores.resize(Count());
  for (auto& [name, code] : outline.stores) {
    name = Small();
    code = Small();
    if (name >= outline.names.size()) Fail();
  }
  outline.class_names = Numbers();
  outline.texts = Numbers();
  for (const std::vector<NameId>* names : {&outline.class_names, &outline.texts}) {
    for (NameId name : *names) {
      if (name >= outline.names.size()) Fail();
    }
  }
  return outline;
}

Constant Reader::ReadConstant() {
  Constant constant;
  constant.kind = OneOf(Constant::Kind::kBytes, Number());
  if (constant.kind == Constant::Kind::kInteger) constant.integer = Signed();
  if (constant.kind == Constant::Kind::kReal) constant.real = std::bit_cast<double>(Number());
  if (constant.kind == Constant::Kind::kText) constant.text = Small();
  return constant;
}

Type Reader::ReadType() {
  Type type;
  type.kind = OneOf(Type::Kind::kUnknown, Number());
  type.name = OrNone();
  type.end = Small();
  return type;
}

Instruction Reader::ReadInstruction() {
  Instruction instruction;
  const uint64_t op = Number();
  instruction.op = OneOf(Op::kRaise, op / 2);
  uint64_t& fields = before_.fields[static_cast<size_t>(instruction.op)];
  if (op % 2 != 0) fields = Number();
  if (fields & kHasResult) {
    instruction.result = static_cast<Register>(before_.result + 1 + Signed());
  }
  if (fields & kHasOperands) instruction.operand_count = static_cast<uint32_t>(Count());
  if (fields & kHasName) instruction.name = Small();
  if (fields & kHasIndex) instruction.index = OrNone();
  if (fields & kHasFirstTarget) instruction.targets[0] = Small();
  if (fields & kHasSecondTarget) instruction.targets[1] = Small();
  if (fields & kHasDetail) instruction.detail = OneOf(Operator::kStar, Number());
  if (fields & kHasType) instruction.type = Small();
  const int64_t node = Signed();
  instruction.node = static_cast<uint32_t>(before_.node + (node >> 1));
  const int64_t lines = (node & 1) != 0 ? Signed() : 0;
  instruction.line = static_cast<int>(before_.line + lines);
  return instruction;
}

Operand Reader::ReadOperand(const Code& code) {
  Operand operand;
  const uint64_t number = Number();
  const uint64_t value = number / 2;
  if (value != 0 && value % 2 == 0) {
    operand.value = static_cast<Register>(value / 2 - 1);
    if (operand.value >= code.locals.size()) Fail();
  } else if (value != 0) {
    operand.value = static_cast<Register>(before_.result - UnZigZag(value / 2));
  }
  if (number % 2 != 0) operand.kind = OneOf(Operand::Kind::kDoubleStar, Number());
  if (operand.kind == Operand::Kind::kKeyword) operand.keyword = Small();
  return operand;
}

void Reader::ReadHead(Code& code) {
  const uint64_t kind = Number();
  code.kind = OneOf(Code::Kind::kClass, kind / 4);
  code.is_async = kind & 2;
  code.is_generator = kind & 1;
  for (uint32_t* number :
       {&code.name, &code.parent, &code.return_type, &code.result, &code.exit, &code.raised}) {
    *number = OrNone();
  }
  code.node = Small();
  code.line = static_cast<int>(Small());
  code.register_count = Small();
  code.parameters.resize(Count());
  for (Parameter& parameter : code.parameters) {
    parameter.name = Small();
    const uint64_t how = Number();
    parameter.kind = OneOf(Parameter::Kind::kVarKeyword, how / 2);
    parameter.has_default = how & 1;
    parameter.annotation = OrNone();
  }
  code.locals.resize(Count());
  for (Local& local : code.locals) {
    const uint64_t name = Number();
    local.name = static_cast<NameId>(name / 2);
    local.is_set_elsewhere = name & 1;
  }
}

Code Reader::ReadCode() {
  Code code;
  ReadHead(code);
  code.blocks.resize(Count());
  for (Block& block : code.blocks) {
    block.first = Small();
    block.end = block.first + Small();
    block.handlers = Numbers();
  }
  code.instructions.resize(Count());
  for (Instruction& instruction : code.instructions) {
    Poll();
    instruction = ReadInstruction();
    instruction.first_operand = static_cast<uint32_t>(code.operands.size());
    for (uint32_t i = 0; i < instruction.operand_count && ok(); ++i) {
      code.operands.push_back(ReadOperand(code));
    }
    before_.Pass(instruction);
  }
  return code;
}

}  // namespace

std::optional<Outline> DecodeOutline(absl::string_view bytes) {
  Reader reader(bytes);
  Outline outline = reader.ReadOutline();
  if (!reader.ok()) return std::nullopt;
  return outline;
}

std::optional<File> Decode(absl::string_view bytes) {
  Reader reader(bytes);
  File file;
  for (absl::string_view name : reader.ReadOutline().names) file.names.emplace_back(name);
  file.constants.resize(reader.Count());
  for (Constant& constant : file.constants) constant = reader.ReadConstant();
  file.types.resize(reader.Count());
  for (Type& type : file.types) type = reader.ReadType();
  const size_t codes = reader.Count();
  for (size_t i = 0; i < codes && reader.ok(); ++i) file.codes.push_back(reader.ReadCode());
  if (!reader.ok() || !reader.is_at_end() || !IsSound(file)) return std::nullopt;
  return file;
}

}  // namespace allreview::ir
