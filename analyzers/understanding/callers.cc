// The part of Knowledge that says what callers hand over.

#include "analyzers/understanding/callers.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "analyzers/understanding/knowledge.h"

namespace allreview::understanding {

using ir::Instruction;
using ir::Op;
using Kind = Atom::Kind;

namespace {

CallArgument ArgumentOf(const Knowledge& knowledge, uint32_t file, const ir::Operand& operand,
                        Value value) {
  CallArgument argument = {.value = std::move(value)};
  switch (operand.kind) {
    case ir::Operand::Kind::kPlain:
      break;
    case ir::Operand::Kind::kKeyword:
      argument.kind = CallArgument::Kind::kKeyword;
      argument.keyword = knowledge.program().name(file, operand.keyword);
      break;
    case ir::Operand::Kind::kStar:
      argument.kind = CallArgument::Kind::kStar;
      break;
    case ir::Operand::Kind::kDoubleStar:
      argument.kind = CallArgument::Kind::kDoubleStar;
      break;
  }
  return argument;
}

// The instruction before `end` that made a temporary; null: none.
const Instruction* MakerOf(const ir::Code& code, uint32_t end, ir::Register temporary) {
  for (uint32_t i = end; i-- > 0;) {
    if (code.instructions[i].result == temporary) return &code.instructions[i];
  }
  return nullptr;
}

}  // namespace

std::vector<Value> Knowledge::HandedBy(CodeRef caller, const Run& observed, uint32_t call,
                                       CodeRef function) {
  const ir::Code& code = program_.code(caller);
  const Instruction& instruction = code.instructions[call];
  std::vector<CallArgument> arguments;
  for (uint32_t i = 1; i < instruction.operand_count; ++i) {
    const uint32_t operand = instruction.first_operand + i;
    arguments.push_back(
        ArgumentOf(*this, caller.file, code.operands[operand], observed.operands[operand]));
  }
  const ir::Code& called = program_.code(function);
  const bool is_method =
      called.parent != ir::kNone &&
      program_.code({function.file, called.parent}).kind == ir::Code::Kind::kClass;
  hand_ = Hand();
  if (is_method && IsStatic(function)) {
    return std::vector<Value>(called.parameters.size(), Value::Unknown());
  }
  // Of `Class.method(object)` the object is an argument as any other.
  const bool is_unbound = observed.operands[instruction.first_operand].IsCertainly(Kind::kFunction);
  const Value self = Value::InstanceOf({function.file, called.parent}).Promised();
  return ParametersOf(function, is_method && !is_unbound ? &self : nullptr, arguments);
}

std::vector<std::pair<CodeRef, uint32_t>> CallsOnLine(const Program& program, uint32_t file,
                                                      int line, absl::string_view name) {
  std::vector<std::pair<CodeRef, uint32_t>> named, all;
  const std::vector<ir::Code>& codes = program.file(file).code.codes;
  for (uint32_t number = 0; number < codes.size(); ++number) {
    const ir::Code& code = codes[number];
    for (uint32_t i = 0; i < code.instructions.size(); ++i) {
      const Instruction& call = code.instructions[i];
      if (call.op != Op::kCall || call.line != line) continue;
      const Instruction* const callee = MakerOf(code, i, code.operands[call.first_operand].value);
      const bool is_named = callee != nullptr && callee->name != ir::kNone &&
                            program.name(file, callee->name) == name;
      (is_named ? named : all).emplace_back(CodeRef{file, number}, i);
    }
  }
  return !named.empty() ? named : all;
}

}  // namespace allreview::understanding
