// The part of Machine that calls, and that says why an instruction fails.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "analyzers/understanding/atom.h"
#include "analyzers/understanding/library.h"
#include "analyzers/understanding/machine.h"
#include "analyzers/understanding/torch_calls.h"

namespace allreview::understanding {

using ir::Instruction;
using ir::Op;
using Kind = Atom::Kind;

namespace {

// Objects that nobody knows, and those with a __setattr__, may keep something else than they are
// given: configurations make objects of dictionaries.
bool MayConvert(Knowledge& knowledge, const Value& object, const Value& value) {
  if (!value.CanBe(Kind::kDict)) return false;
  return object.is_open() ||
         std::any_of(object.atoms().begin(), object.atoms().end(), [&](const Atom& atom) {
           return atom.kind != Kind::kInstance || !atom.code ||
                  !knowledge.ClassAttribute(atom.code, "__setattr__").is_impossible();
         });
}

// Names that are collected one by one, in their order; none: it is another list, or method.
std::optional<Value> LongerByText(const Value& list, const Atom* callee,
                                  const std::vector<CallArgument>& arguments) {
  constexpr size_t kMaxTexts = 8;
  if (callee == nullptr || callee->text != "builtins.list.append" || arguments.size() != 1) {
    return std::nullopt;
  }
  Value longer;
  for (Atom atom : list.atoms()) {
    atom.parts.push_back(arguments[0].value);
    if (!IsTextList(atom) || atom.parts.size() > kMaxTexts) return std::nullopt;
    longer = longer.JoinedWith(Value(std::move(atom)));
  }
  return longer;
}

}  // namespace

std::vector<CallArgument> Machine::ArgumentsOf(const Instruction& instruction,
                                               const State& state) const {
  std::vector<CallArgument> arguments;
  for (uint32_t i = 1; i < instruction.operand_count; ++i) {
    const ir::Operand& operand = OperandOf(instruction, i);
    CallArgument argument = {.value = At(state, instruction, i)};
    switch (operand.kind) {
      case ir::Operand::Kind::kPlain:
        break;
      case ir::Operand::Kind::kKeyword:
        argument.kind = CallArgument::Kind::kKeyword;
        argument.keyword = file_.names[operand.keyword];
        break;
      case ir::Operand::Kind::kStar:
        argument.kind = CallArgument::Kind::kStar;
        break;
      case ir::Operand::Kind::kDoubleStar:
        argument.kind = CallArgument::Kind::kDoubleStar;
        break;
    }
    arguments.push_back(std::move(argument));
  }
  return arguments;
}

std::optional<Value> Machine::PromisedByMethod(const Instruction& call, const State& state,
                                               const Value& callee,
                                               const std::vector<CallArgument>& arguments) {
  const Instruction& maker = *plan_.maker(OperandOf(call, 0).value);
  const Value& object = At(state, maker, 0);
  const Atom* const only = callee.only();
  if (only != nullptr && only->kind == Kind::kExternal) {
    return ReturnOfMethod(object, only->text, arguments, PlaceOf(call));
  }
  if (!callee.is_unknown() || !object.is_unknown()) return std::nullopt;
  return ReturnOfNamed(file_.names[maker.name], arguments, PlaceOf(call));
}

Value Machine::EvaluateCall(const Instruction& instruction, State& state) {
  std::vector<CallArgument> arguments = ArgumentsOf(instruction, state);
  // Something that the callee may change.
  const bool hands_over =
      std::any_of(arguments.begin(), arguments.end(), [](const CallArgument& argument) {
        return !argument.value.is_shared() || MayChangeContainers(argument.value);
      });
  const Value callee = At(state, instruction, 0);
  const Atom* const only = callee.only();
  const bool is_reading = only != nullptr && only->kind == Kind::kExternal &&
                          (Knowledge::OnlyReads(only->text) || OnlyComputes(*only));
  const bool is_super = is_reading && only->text == "builtins.super" && arguments.empty();
  called_with_.clear();
  if (is_super && !code_.parameters.empty()) {
    return knowledge_.SuperIn(ref_, state.registers[0], PlaceOf(instruction));
  }
  if (only != nullptr && ChangesShape(*only)) ForgetShapes(state);
  knowledge_.heard_ = Communication();
  inside_.reset();
  Value result = knowledge_.Call(callee, arguments, PlaceOf(instruction), &inside_);
  NoteCommunication(instruction, MeantByCall(instruction, callee, state), arguments);
  const Instruction* const maker = plan_.maker(OperandOf(instruction, 0).value);
  const bool is_method = maker != nullptr && maker->op == Op::kAttribute;
  if (is_method && result.is_unknown()) {
    result = PromisedByMethod(instruction, state, callee, arguments).value_or(result);
  }
  if (!is_reading) {
    HandOver(state, arguments);
    const Value object = is_method ? At(state, *maker, 0) : Value();
    const bool is_understood = is_method && ChangeByCall(state, only, object, arguments);
    const std::optional<Value> longer = LongerByText(object, only, arguments);
    if (is_understood && longer) state.registers[OperandOf(*maker, 0).value] = *longer;
    // What a module or class leaves behind is known to what it calls.
    const bool reaches_names = is_method && code_.kind != ir::Code::Kind::kFunction;
    if (!is_understood && (hands_over || reaches_names || !object.is_shared())) Share(state);
    ForgetPathsAfterCall(state);
  }
  called_with_ = std::move(arguments);
  return result;
}

// A call may give any attribute or name another value. What was not None is taken to stay so.
void Machine::ForgetPathsAfterCall(State& state) {
  std::erase_if(state.paths, [](const auto& path) {
    const Value& value = path.second;
    return !value.is_open() && (value.CanBe(Kind::kNone) || value.only() != nullptr);
  });
}

// Who gets an object may give it attributes.
void Machine::HandOver(State& state, const std::vector<CallArgument>& arguments) {
  std::vector<Value> waiting;
  for (const CallArgument& argument : arguments) waiting.push_back(argument.value);
  while (!waiting.empty()) {
    const Value value = std::move(waiting.back());
    waiting.pop_back();
    for (const Atom& atom : value.atoms()) {
      waiting.insert(waiting.end(), atom.parts.begin(), atom.parts.end());
      const bool is_new = atom.kind == Kind::kInstance && atom.code && atom.parts.empty();
      if (!is_new) continue;
      for (Value& known : state.registers) known = known.HandedOver(atom.code);
      for (auto& path : state.paths) path.second = path.second.HandedOver(atom.code);
    }
  }
}

// False: it raises for no reason that its operands give, as what it calls does.
bool Machine::DescribeFailure(const Instruction& instruction, const State& state,
                              Failure& failure) {
  if (instruction.operand_count == 0) return false;
  failure.object = At(state, instruction, 0);
  if (instruction.operand_count > 1) failure.other = At(state, instruction, 1);
  if (DescribeTensors(instruction, state, failure)) return true;
  switch (instruction.op) {
    case Op::kAttribute:
      failure.kind = Failure::Kind::kAttribute;
      failure.name = file_.names[instruction.name];
      return true;
    case Op::kItem:
      failure.kind = Failure::Kind::kItem;
      return true;
    case Op::kUnpack:
      failure.kind = Failure::Kind::kUnpack;
      return true;
    case Op::kOperate:
    case Op::kOperateInPlace:
    case Op::kUnary:
    case Op::kCompare:
      failure.kind = Failure::Kind::kOperation;
      return true;
    case Op::kCall: {
      failure.kind = Failure::Kind::kCall;
      const std::vector<CallArgument> arguments = ArgumentsOf(instruction, state);
      for (const Atom& atom : failure.object.atoms()) {
        const std::string why = knowledge_.WhyNotCallable(atom, arguments);
        if (why.empty()) return DescribeInside(instruction, failure);
        if (failure.why.empty()) failure.why = why;
      }
      return !failure.object.is_open();
    }
    default:
      return false;
  }
}

// What a call that only raises is for, is to raise: that its value is used says otherwise.
bool Machine::DescribeInside(const Instruction& call, Failure& failure) const {
  if (!inside_ || (inside_->innermost == nullptr && !IsOutcomeUsed(call.result))) return false;
  failure.kind = Failure::Kind::kInside;
  failure.way = inside_->way;
  failure.innermost = inside_->innermost;
  return true;
}

// What register_buffer() and its like store, when they are those of torch.
Value Machine::ValueToStore(const Instruction& store, const State& state) const {
  const Value& value = At(state, store, 1);
  if (MayConvert(knowledge_, state.registers[OperandOf(store, 0).value], value)) {
    return value.Opened();
  }
  const uint32_t number = NumberOf(store);
  const Instruction* const call = number > 0 ? &store - 1 : nullptr;
  if (call == nullptr || call->op != Op::kCall || call->node != store.node) return value;
  const Atom* const object = state.registers[OperandOf(store, 0).value].only();
  const Value& callee = At(state, *call, 0);
  const bool is_of_torch = object != nullptr && object->code &&
                           std::none_of(callee.atoms().begin(), callee.atoms().end(),
                                        [](const Atom& atom) { return bool{atom.code}; });
  return is_of_torch ? value : value.Opened();
}

}  // namespace allreview::understanding
