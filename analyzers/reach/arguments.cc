#include "analyzers/reach/arguments.h"

#include <algorithm>
#include <string>

#include "analyzers/repository/dotted_names.h"

namespace allreview::reach {
namespace {

using ir::Instruction;
using ir::Op;
using ir::Operand;

// Parameters that the call does not name: the object or the class. `Base.f(self, x)` names it.
uint32_t BoundParameters(const repository::Found& function, const CodeView& code,
                         const Instruction& call) {
  if (function.definition->kind != python::Definition::Kind::kMethod) return 0;
  const ir::Register called = code.OperandOf(call, 0).value;
  const bool is_apply = code.LastName(called) == "apply";  // Of an autograd function: the context.
  const auto& decorators = function.definition->decorators;
  const auto has = [&](absl::string_view decorator) {
    return std::any_of(decorators.begin(), decorators.end(), [&](const std::string& one) {
      return repository::LastPart(one) == decorator;
    });
  };
  if (has("staticmethod")) return is_apply ? 1 : 0;
  const Instruction* attribute = code.DefinitionOf(code.Source(called));
  const bool is_of_class = attribute != nullptr && attribute->op == Op::kAttribute &&
                           code.LastName(code.OperandOf(*attribute, 0).value) ==
                               repository::SimpleName(repository::OwnerOf(function.name));
  return is_of_class && !has("classmethod") ? 0 : 1;
}

}  // namespace

Handed HandedTo(const repository::Found& function, const CodeView& callee, uint32_t parameter,
                const CodeView& code, uint32_t call_index) {
  const ir::Parameter& wanted = callee.code().parameters[parameter];
  const Instruction& call = code.at(call_index);
  const uint32_t bound = BoundParameters(function, code, call);
  Handed handed;
  if (parameter < bound) return {.is_known = false, .value = std::nullopt};
  for (uint32_t i = 1; i < call.operand_count; ++i) {
    const Operand& operand = code.OperandOf(call, i);
    if (operand.kind == Operand::Kind::kKeyword) {
      if (code.Name(operand.keyword) == callee.Name(wanted.name)) handed.value = operand.value;
    } else if (operand.kind != Operand::Kind::kPlain) {
      handed.is_known = false;
    } else if (wanted.is_positional() && i - 1 + bound == parameter) {
      handed.value = operand.value;
    }
  }
  return handed;
}

std::optional<Default> DefaultOf(const CodeView& callee, uint32_t parameter) {
  const ir::Code& code = callee.code();
  if (!code.parameters[parameter].has_default || code.parent == ir::kNone) return std::nullopt;
  const auto number = static_cast<uint32_t>(&code - callee.file().codes.data());
  uint32_t place = 0;
  for (uint32_t i = 0; i < parameter; ++i) place += code.parameters[i].has_default;
  const CodeView around(callee.file(), callee.file().codes[code.parent]);
  for (const Instruction& instruction : around.code().instructions) {
    if (instruction.op != Op::kFunction || instruction.index != number) continue;
    const ir::Constant* constant =
        place < instruction.operand_count
            ? around.ConstantOf(around.OperandOf(instruction, place).value)
            : nullptr;
    return Default{instruction.line,
                   constant == nullptr ? std::nullopt : Scalar::Of(around.file(), *constant)};
  }
  return std::nullopt;
}

}  // namespace allreview::reach
