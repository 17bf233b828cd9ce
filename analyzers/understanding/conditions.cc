#include "analyzers/understanding/conditions.h"

#include <cstdint>
#include <map>

#include "analyzers/understanding/plan.h"

namespace allreview::understanding {
namespace {

using ir::Instruction;
using ir::Op;

// In all copies of it: a `finally` block has several.
struct Condition {
  const Instruction* at = nullptr;
  Value::Truth truth = {};
  bool is_promised = false;
  void Add(Value::Truth other, bool is_other_promised) {
    truth.may_be_true |= other.may_be_true;
    truth.may_be_false |= other.may_be_false;
    is_promised |= is_other_promised;
  }
};

class Finder {
 public:
  Finder(const ir::Code& code, const Run& run) : code_(code), run_(run), plan_(code) {}

  std::map<uint32_t, Condition> Find() && {
    for (const ir::Block& block : code_.blocks) {
      if (block.end > block.first) AddLastPart(code_.instructions[block.end - 1]);
    }
    for (const ir::Block& block : code_.blocks) {
      if (block.end == block.first) continue;
      const Instruction& end = code_.instructions[block.end - 1];
      if (end.op == Op::kBranch && !Operand(end, 0).is_impossible()) AddBranch(end);
    }
    return std::move(conditions_);
  }

 private:
  const Value& Operand(const Instruction& instruction, uint32_t i) const {
    return run_.operands[instruction.first_operand + i];
  }

  // It, or what it asks, does.
  bool RestsOnPromises(const Instruction& branch) const {
    if (!Operand(branch, 0).is_exact()) return true;
    const Instruction* asking = plan_.maker(code_.operands[branch.first_operand].value);
    while (asking != nullptr && asking->op == Op::kUnary) {
      asking = plan_.maker(code_.operands[asking->first_operand].value);
    }
    if (asking == nullptr) return false;
    for (uint32_t i = 0; i < asking->operand_count; ++i) {
      const Value& operand = Operand(*asking, i);
      if (!operand.is_impossible() && !operand.is_open() && !operand.is_exact()) return true;
    }
    return false;
  }

  // Each part of a whole whose value is wanted is copied to the place of the whole, and leads on to
  // where that is read or to the next part. Null: the block ends otherwise.
  const Instruction* PartBefore(const Instruction& end) const {
    if (&end == code_.instructions.data()) return nullptr;
    const Instruction& copy = *(&end - 1);
    const bool is_part =
        copy.op == Op::kCopy && copy.node == end.node && copy.result >= code_.locals.size();
    return is_part ? &copy : nullptr;
  }

  void AddLastPart(const Instruction& end) {
    const Instruction* const part = end.op == Op::kJump ? PartBefore(end) : nullptr;
    if (part == nullptr) return;
    read_in_[end.node] = end.targets[0];
    const Value& value = Operand(*part, 0);
    if (!value.is_impossible()) conditions_[end.node].Add(value.truth(), !value.is_exact());
  }

  void AddBranch(const Instruction& branch) {
    const auto read = PartBefore(branch) == nullptr ? read_in_.end() : read_in_.find(branch.node);
    Value::Truth truth = Operand(branch, 0).truth();
    const Instruction* at = &branch;
    if (read != read_in_.end()) {
      (branch.targets[0] == read->second ? truth.may_be_false : truth.may_be_true) = false;
    } else if (const Instruction* maker = plan_.maker(code_.operands[branch.first_operand].value)) {
      if (maker->op == Op::kConstant) return;
      at = maker;
    }
    Condition& condition = conditions_[at->node];
    condition.at = at;
    condition.Add(truth, RestsOnPromises(branch));
  }

  const ir::Code& code_;
  const Run& run_;
  const Plan plan_;
  std::map<uint32_t, ir::BlockId> read_in_;   // By the node of a whole.
  std::map<uint32_t, Condition> conditions_;  // By node.
};

}  // namespace

std::vector<DecidedCondition> DecidedConditions(const ir::Code& code, const Run& run) {
  std::vector<DecidedCondition> decided;
  for (const auto& [node, condition] : Finder(code, run).Find()) {
    const Value::Truth truth = condition.truth;
    if (condition.at == nullptr || truth.may_be_true == truth.may_be_false) continue;
    decided.push_back({condition.at, truth.may_be_true, condition.is_promised});
  }
  return decided;
}

}  // namespace allreview::understanding
