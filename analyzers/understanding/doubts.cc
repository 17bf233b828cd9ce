#include "analyzers/understanding/doubts.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace allreview::understanding {

using ir::Instruction;
using ir::Op;
using ir::Operator;
using ir::Register;

namespace {

bool ComparesForNone(const Instruction& instruction) {
  return instruction.op == Op::kCompare &&
         (instruction.detail == Operator::kIs || instruction.detail == Operator::kIsNot ||
          instruction.detail == Operator::kEqual || instruction.detail == Operator::kNotEqual);
}

}  // namespace

const Doubts::Asked& Doubts::AskedBy(CodeRef ref) {
  if (const auto known = asked_.find(ref); known != asked_.end()) return known->second;
  const ir::File& file = program_.file(ref.file).code;
  const ir::Code& code = program_.code(ref);
  Asked asked;
  std::vector<const Instruction*> makers(code.register_count, nullptr);
  const auto maker = [&](Register place) { return place == ir::kNone ? nullptr : makers[place]; };
  for (const Instruction& instruction : code.instructions) {
    if (instruction.result >= code.locals.size() && instruction.result != ir::kNone) {
      makers[instruction.result] = &instruction;
    }
    if (instruction.op == Op::kSetAttribute) {
      const Register value = code.operands[instruction.first_operand + 1].value;
      if (value < code.locals.size()) asked.kept.emplace_back(value, instruction.name);
    }
    if (!ComparesForNone(instruction)) continue;
    for (const uint32_t side : {0u, 1u}) {
      const Register place = code.operands[instruction.first_operand + side].value;
      const Instruction* const made = maker(place);
      const Instruction* const other =
          maker(code.operands[instruction.first_operand + 1 - side].value);
      const bool is_none = other != nullptr && other->op == Op::kConstant &&
                           file.constants[other->index].kind == ir::Constant::Kind::kNone;
      if (!is_none) continue;
      if (made != nullptr && made->op == Op::kAttribute) asked.attributes.insert(made->name);
      // A name that is read before a `:=` is copied.
      const bool is_copy = made != nullptr && made->op == Op::kCopy;
      asked.locals.insert(is_copy ? code.operands[made->first_operand].value : place);
    }
  }
  return asked_.emplace(ref, std::move(asked)).first->second;
}

bool Doubts::AsksWhetherNone(CodeRef code, Register local) {
  const Asked& asked = AskedBy(code);
  if (asked.locals.contains(local)) return true;
  const CodeRef around = {code.file, program_.code(code).parent};
  const bool is_method = around && program_.code(around).kind == ir::Code::Kind::kClass;
  return std::any_of(asked.kept.begin(), asked.kept.end(), [&](const auto& kept) {
    return kept.first == local &&
           (asked.attributes.contains(kept.second) ||
            (is_method && AsksWhetherNone(around, program_.name(code.file, kept.second))));
  });
}

bool Doubts::AsksWhetherNone(CodeRef a_class, absl::string_view attribute) {
  if (const auto known = of_classes_.find(a_class); known != of_classes_.end()) {
    return known->second.contains(attribute);
  }
  absl::flat_hash_set<absl::string_view> names;
  std::vector<uint32_t> waiting = program_.InnerCodes(a_class);
  while (!waiting.empty()) {
    const CodeRef current = {a_class.file, waiting.back()};
    waiting.pop_back();
    for (ir::NameId name : AskedBy(current).attributes) {
      names.insert(program_.name(a_class.file, name));
    }
    const std::vector<uint32_t>& inner = program_.InnerCodes(current);
    waiting.insert(waiting.end(), inner.begin(), inner.end());
  }
  return of_classes_.emplace(a_class, std::move(names)).first->second.contains(attribute);
}

}  // namespace allreview::understanding
