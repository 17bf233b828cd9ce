// The part of Machine that knows what values are on other ranks.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "analyzers/understanding/machine.h"
#include "analyzers/understanding/rank_sources.h"
#include "analyzers/understanding/spmd_types.h"

namespace allreview::understanding {

using ir::Instruction;
using ir::Op;
using ir::Operator;
using ir::Register;
using Kind = Atom::Kind;

// A call under way, with the registers of what it is given.
struct Machine::Asked {
  std::vector<CallArgument> arguments;
  AskingCall call = {};  // Points into them, and into the values of the state.
  Register object = ir::kNone;
};

const RankNames& Knowledge::RankNamesOf(uint32_t file) {
  if (const auto known = rank_names_.find(file); known != rank_names_.end()) return known->second;
  const std::vector<std::string>& names = program_.file(file).code.names;
  RankNames ranks;
  ranks.has_types = std::any_of(names.begin(), names.end(), [](const std::string& name) {
    return absl::StartsWith(name, kTypesModule);
  });
  for (const std::string& name : names) {
    ranks.concerns.push_back(MayConcernRanks(name) || (ranks.has_types && IsNameOfTypes(name)));
  }
  return rank_names_.emplace(file, std::move(ranks)).first->second;
}

// A quick look: most code has nothing to do with ranks.
bool Machine::ConcernsRanks(const Instruction& instruction, const State& state) const {
  switch (instruction.op) {
    case Op::kCall:
      if (rank_names_.has_types) return true;
      if (IsNamedLikeRanks(NameOf(OperandOf(instruction, 0).value))) return true;
      break;
    case Op::kAttribute:
      return IsNamedLikeRanks(instruction.name);
    case Op::kItem:
      if (IsNamedLikeRanks(NameOf(OperandOf(instruction, 0).value))) return true;
      break;
    case Op::kDict:
      return rank_names_.has_types;
    case Op::kCompare:
    case Op::kOperate:
    case Op::kOperateInPlace:
    case Op::kUnary:
      break;
    default:
      return false;
  }
  if (!knows_ranks_) return false;
  for (uint32_t i = 0; i < instruction.operand_count; ++i) {
    if (At(state, instruction, i).ranks() != nullptr) return true;
  }
  const Instruction* const maker =
      instruction.op == Op::kCall ? plan_.maker(OperandOf(instruction, 0).value) : nullptr;
  const bool is_method = maker != nullptr && maker->op == Op::kAttribute;
  return is_method && At(state, *maker, 0).ranks() != nullptr;
}

// As it is written: `f` of f(), a.f() and a local name.
ir::NameId Machine::NameOf(Register place) const {
  if (place == ir::kNone) return ir::kNone;
  if (place < code_.locals.size()) return code_.locals[place].name;
  const Instruction* const maker = plan_.maker(place);
  return maker == nullptr ? ir::kNone : maker->name;
}

bool Machine::PlaceOnRanks(const Instruction& instruction, State& state, Value& value) {
  std::optional<Asked> asked;
  if (instruction.op == Op::kCall) asked.emplace(AskedBy(instruction, state));
  const std::optional<Typing> typing = TypingOf(instruction, state, asked ? &*asked : nullptr);
  if (typing && !typing->why.empty()) {
    Note({.kind = Failure::Kind::kPlacement,
          .instruction = NumberOf(instruction),
          .why = typing->why,
          .is_guarded = IsGuarded()});
    return false;
  }
  std::optional<Ranks> ranks = typing  ? std::optional(typing->result)
                               : asked ? RanksOfCall(asked->call)
                                       : RanksOf(instruction, state);
  const Atom* const only = value.only();
  const bool is_constant = only != nullptr && only->is_constant;
  if (ranks && !ranks->is_empty() && !is_constant) value = value.WithRanks(*std::move(ranks));
  if (!typing || typing->changed == nullptr) return true;
  Register place = typing->changed == asked->call.object ? asked->object : ir::kNone;
  for (size_t i = 0; i < asked->arguments.size(); ++i) {
    if (&asked->arguments[i].value != typing->changed) continue;
    place = OperandOf(instruction, static_cast<uint32_t>(i) + 1).value;
  }
  if (place != ir::kNone) Refine(state, place, state.registers[place].WithRanks(typing->becomes));
  return true;
}

std::optional<Typing> Machine::TypingOf(const Instruction& instruction, const State& state,
                                        const Asked* asked) const {
  if (asked != nullptr) return TypeCall(asked->call);
  if (instruction.op == Op::kItem && IsTyped(At(state, instruction, 0))) {
    return TypeOperator(Operator::kPositive, At(state, instruction, 0), Value());
  }
  if (instruction.op != Op::kOperate && instruction.op != Op::kOperateInPlace &&
      instruction.op != Op::kUnary) {
    return std::nullopt;
  }
  const uint32_t last = instruction.operand_count - 1;
  return TypeOperator(instruction.detail, At(state, instruction, 0), At(state, instruction, last));
}

std::optional<Ranks> Machine::RanksOf(const Instruction& instruction, const State& state) {
  switch (instruction.op) {
    case Op::kAttribute: {
      const Register object = OperandOf(instruction, 0).value;
      return RanksOfAttribute(state.registers[object], file_.names[instruction.name],
                              IsCollection(object, state));
    }
    case Op::kItem:
      return RanksOfItem(At(state, instruction, 0), At(state, instruction, 1));
    case Op::kDict:
      return RanksOfDisplay(instruction, state);
    case Op::kCompare:
      NoteSizeComparison(instruction, state);
      return RanksOfComparison(instruction.detail, At(state, instruction, 0),
                               At(state, instruction, 1));
    case Op::kOperate:
      return RanksOfOperation(instruction.detail, At(state, instruction, 0),
                              At(state, instruction, 1));
    case Op::kUnary:
      if (instruction.detail != Operator::kNot) return std::nullopt;
      return RanksOfNot(At(state, instruction, 0));
    default:
      return std::nullopt;
  }
}

std::optional<Ranks> Machine::RanksOfDisplay(const Instruction& dict, const State& state) const {
  std::vector<std::pair<Value, Value>> pairs;
  for (uint32_t i = 0; i + 1 < dict.operand_count; i += 2) {
    if (OperandOf(dict, i).value == ir::kNone) return std::nullopt;
    pairs.emplace_back(At(state, dict, i), At(state, dict, i + 1));
  }
  return TypesOf(pairs);
}

Machine::Asked Machine::AskedBy(const Instruction& call, const State& state) const {
  // What displays say is forgotten once they are handed over.
  Asked asked = {.arguments = rank_names_.has_types ? called_with_ : ArgumentsOf(call, state)};
  asked.call.arguments = asked.arguments;
  const Register callee = OperandOf(call, 0).value;
  if (const ir::NameId name = NameOf(callee); name != ir::kNone) {
    asked.call.name = file_.names[name];
  }
  const Atom* const only = state.registers[callee].only();
  if (only != nullptr && only->kind == Kind::kExternal) asked.call.full = only->text;
  const Instruction* const maker = plan_.maker(callee);
  if (maker == nullptr || maker->op != Op::kAttribute) return asked;
  asked.object = OperandOf(*maker, 0).value;
  asked.call.object = &state.registers[asked.object];
  const Instruction* const subscript = plan_.maker(asked.object);
  if (subscript == nullptr || subscript->op != Op::kItem) return asked;
  const Atom* const key = At(state, *subscript, 1).only();
  if (key != nullptr && key->kind == Kind::kText && key->is_constant) asked.call.key = key->text;
  return asked;
}

// An object of ProcessGroupCollection, or what is called like one and nobody knows.
bool Machine::IsCollection(Register object, const State& state) const {
  const Value& value = state.registers[object];
  for (const Atom& atom : value.atoms()) {
    const bool is_one = atom.kind == Kind::kInstance && atom.code &&
                        knowledge_.SimpleName(atom.code) == "ProcessGroupCollection";
    if (is_one) return true;
  }
  const ir::NameId name = NameOf(object);
  return value.is_open() && name != ir::kNone && IsNamedLikeCollection(file_.names[name]);
}

}  // namespace allreview::understanding
