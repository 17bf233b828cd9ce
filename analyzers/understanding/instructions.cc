// The part of Machine that evaluates instructions.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "analyzers/understanding/atom.h"
#include "analyzers/understanding/machine.h"
#include "analyzers/understanding/operations.h"

namespace allreview::understanding {

using ir::Constant;
using ir::Instruction;
using ir::Op;
using ir::Operator;
using Kind = Atom::Kind;

const Value& Machine::At(const State& state, const Instruction& instruction,
                         uint32_t operand) const {
  static const Value* const none = new Value(Value::None());
  const ir::Register place = OperandOf(instruction, operand).value;
  return place == ir::kNone ? *none : state.registers[place];
}

Value Machine::Evaluate(const Instruction& instruction, State& state) {
  switch (instruction.op) {
    case Op::kConstant:
      return EvaluateConstant(instruction);
    case Op::kCopy:
      if (MayChangeContainers(At(state, instruction, 0))) Share(state);
      return At(state, instruction, 0);
    case Op::kDeclare:
    case Op::kGlobal:
    case Op::kEnclosing:
    case Op::kBuiltin:
    case Op::kImport:
    case Op::kImportFrom:
      return EvaluateName(instruction, state);
    case Op::kAttribute:
      return EvaluateAttribute(instruction, state);
    case Op::kCall:
      return EvaluateCall(instruction, state);
    case Op::kItem:
    case Op::kOperate:
    case Op::kOperateInPlace:
    case Op::kUnary:
    case Op::kCompare:
      return EvaluateOperator(instruction, state);
    case Op::kSlice:
    case Op::kTuple:
    case Op::kList:
    case Op::kSet:
    case Op::kFormat:
      return EvaluateDisplay(instruction, state);
    case Op::kDict:
      return EvaluateDict(instruction, state);
    case Op::kFunction:
    case Op::kClass:
      return EvaluateDefinition(instruction, state);
    default:
      return EvaluateSequence(instruction, state);
  }
}

Value Machine::EvaluateOperator(const Instruction& instruction, State& state) {
  const Place place = PlaceOf(instruction);
  switch (instruction.op) {
    case Op::kItem:
      // `Base[int]` is the class still.
      if (knowledge_.IsGeneric(At(state, instruction, 0))) return At(state, instruction, 0);
      return OfPromises(
          knowledge_.ItemOfObject(At(state, instruction, 0), At(state, instruction, 1), place),
          instruction, state);
    case Op::kOperate:
      return OfPromises(
          Operate(instruction.detail, At(state, instruction, 0), At(state, instruction, 1), place),
          instruction, state);
    case Op::kOperateInPlace: {
      const Value &left = At(state, instruction, 0), &right = At(state, instruction, 1);
      Value result =
          OfPromises(Operate(instruction.detail, left, right, place), instruction, state);
      // A list takes whatever can be gone through.
      const bool extends = instruction.detail == Operator::kAdd && left.IsCertainly(Kind::kList) &&
                           CanBeGoneThrough(right);
      if (extends) return Extend(instruction, state, result);
      if (!left.is_shared()) Share(state);  // Other names mean it, too.
      return result;
    }
    case Op::kUnary:
      return OfPromises(OperateUnary(instruction.detail, At(state, instruction, 0), place),
                        instruction, state);
    case Op::kCompare:
      return OfPromises(
          Compare(instruction.detail, At(state, instruction, 0), At(state, instruction, 1), place),
          instruction, state);
    default:
      return Value::Unknown();
  }
}

// What deletes, iterates, unpacks, matches and yields.
Value Machine::EvaluateSequence(const Instruction& instruction, State& state) {
  const Place place = PlaceOf(instruction);
  switch (instruction.op) {
    case Op::kDelete:
      return Value::Unbound(place);
    case Op::kIterate:
      return OfPromises(knowledge_.Iterated(At(state, instruction, 0), place), instruction, state);
    case Op::kNext:
      return OfPromises(knowledge_.NextOf(At(state, instruction, 0), place), instruction, state);
    case Op::kUnpack:
      UnpackShape(instruction, state);
      return Unpacked(At(state, instruction, 0), instruction.index,
                      instruction.detail == Operator::kStar);
    case Op::kElement:
      return OfPromises(ElementAt(At(state, instruction, 0), instruction.index,
                                  instruction.detail == Operator::kStar),
                        instruction, state);
    case Op::kStarElement:
      return Value::Collection(Kind::kList, ElementOf(At(state, instruction, 0)), place);
    case Op::kMatches:
      return Value::SomeBool(place);
    case Op::kYield: {
      Value out = instruction.operand_count > 0 ? At(state, instruction, 0) : Value::None(place);
      if (!out.is_shared()) Share(state);
      run_.yielded = run_.yielded.JoinedWith(out);
      return Value::Unknown();
    }
    case Op::kYieldFrom:
      run_.yielded = run_.yielded.JoinedWith(ElementOf(At(state, instruction, 0)));
      return Value::Unknown();
    default:
      return Value::Unknown();
  }
}

// What comes of promises is no more exact than they are.
Value Machine::OfPromises(Value result, const Instruction& instruction, const State& state) const {
  if (result.CanBe(Kind::kTensor)) return result;  // Which knows what it comes of.
  if (instruction.op == Op::kCompare && result.only() == nullptr) return result;  // Either way.
  for (uint32_t i = 0; i < instruction.operand_count; ++i) {
    if (!At(state, instruction, i).is_exact()) return result.Promised();
  }
  return result;
}

Value Machine::EvaluateConstant(const Instruction& instruction) const {
  const Constant& constant = file_.constants[instruction.index];
  const Place place = PlaceOf(instruction);
  switch (constant.kind) {
    case Constant::Kind::kNone:
      return Value::None(place);
    case Constant::Kind::kEllipsis:
      return Value::Some(Kind::kEllipsis, place);
    case Constant::Kind::kFalse:
      return Value::Bool(false, place);
    case Constant::Kind::kTrue:
      return Value::Bool(true, place);
    case Constant::Kind::kInteger:
      return Value::Integer(constant.integer, place);
    case Constant::Kind::kReal:
      return Value(
          Atom{.kind = Kind::kReal, .is_constant = true, .real = constant.real, .origin = place});
    case Constant::Kind::kText:
      return Value::Text(file_.names[constant.text], place);
    case Constant::Kind::kSomeText:
      return Value::Some(Kind::kText, place);
    case Constant::Kind::kBytes:
      return Value::Some(Kind::kBytes, place);
    case Constant::Kind::kNumber:
      break;
  }
  return Value::Unknown();
}

Value Machine::EvaluateName(const Instruction& instruction, State& state) {
  const absl::string_view name = file_.names[instruction.name];
  const Place place = PlaceOf(instruction);
  switch (instruction.op) {
    case Op::kDeclare:
      if (instruction.operand_count > 0) return At(state, instruction, 0);
      // A name that nothing binds has no register of its own.
      return instruction.result < code_.locals.size() ? state.registers[instruction.result]
                                                      : Value::Unknown();
    case Op::kBuiltin:
    case Op::kGlobal: {
      const PathId path = PathNamed(kNoPath, 1, instruction.name);
      path_of_[instruction.result] = path;
      if (const Value* known = Find(state.paths, path)) return *known;
      return knowledge_.Global(ref_.file, name);
    }
    case Op::kEnclosing:
      return knowledge_.Enclosing({ref_.file, instruction.index}, name);
    default:
      return knowledge_.Imported(ref_.file, name, instruction.op == Op::kImportFrom, place);
  }
}

Value Machine::EvaluateAttribute(const Instruction& instruction, State& state) {
  const ir::Register object = OperandOf(instruction, 0).value;
  if (path_of_[object] != kNoPath) {
    const PathId path = PathNamed(path_of_[object], 2, instruction.name);
    path_of_[instruction.result] = path;
    if (const Value* known = Find(state.paths, path)) return *known;
  }
  const absl::string_view name = file_.names[instruction.name];
  Value value = knowledge_.Attribute(state.registers[object], name, PlaceOf(instruction));
  const bool may_be_self = object == 0 && value.is_unknown() && !code_.parameters.empty();
  const bool is_lacking = may_be_self && knowledge_.SelfLacks(ref_, state.registers[0], name);
  return is_lacking ? Value() : value;
}

Value Machine::EvaluateDisplay(const Instruction& instruction, State& state) {
  const Place place = PlaceOf(instruction);
  if (instruction.op == Op::kFormat) return Value::Some(Kind::kText, place);
  const Kind kind = instruction.op == Op::kTuple   ? Kind::kTuple
                    : instruction.op == Op::kList  ? Kind::kList
                    : instruction.op == Op::kSlice ? Kind::kSlice
                                                   : Kind::kSet;
  std::vector<Value> elements;
  Value any;
  bool is_sized = kind != Kind::kSet;
  for (uint32_t i = 0; i < instruction.operand_count; ++i) {
    const bool is_star = OperandOf(instruction, i).kind == ir::Operand::Kind::kStar;
    Value element = At(state, instruction, i);
    if (is_star) element = ElementOf(element);
    is_sized &= !is_star;
    any = any.JoinedWith(element);
    elements.push_back(std::move(element));
  }
  if (instruction.detail == Operator::kStar) return Value::Some(Kind::kIterator, place);
  if (!is_sized || elements.size() > Value::kMaxParts) return Value::Collection(kind, any, place);
  return Value::Sequence(kind, std::move(elements), place);
}

Value Machine::EvaluateDict(const Instruction& instruction, State& state) {
  Atom dict = {.kind = Kind::kDict, .origin = PlaceOf(instruction)};
  Value other_keys, others;
  for (uint32_t i = 0; i + 1 < instruction.operand_count; i += 2) {
    const bool is_pair = OperandOf(instruction, i).value != ir::kNone;
    const Value key = is_pair ? At(state, instruction, i) : Value::Unknown();
    const Value value = is_pair ? At(state, instruction, i + 1) : Value::Unknown();
    const Atom* const only = key.only();
    const bool is_text = only != nullptr && only->kind == Kind::kText && only->is_constant;
    if (is_text && dict.keys.size() < Value::kMaxParts) {
      dict.keys.push_back(only->text);
      dict.parts.push_back(value);
    } else {
      other_keys = other_keys.JoinedWith(key);
      others = others.JoinedWith(value);
    }
  }
  return WithOthers(std::move(dict), other_keys, others);
}

Value Machine::EvaluateDefinition(const Instruction& instruction, State& state) {
  const CodeRef code = {ref_.file, instruction.index};
  if (!code) return Value::Unknown();
  std::vector<Value> operands;
  bool has_keyword = false;  // Of which nobody knows what it does.
  for (uint32_t i = 0; i < instruction.operand_count; ++i) {
    if (OperandOf(instruction, i).kind == ir::Operand::Kind::kPlain) {
      operands.push_back(At(state, instruction, i));
    } else {
      const Atom* const only = At(state, instruction, i).only();
      has_keyword |= only == nullptr || only->text != "abc.ABCMeta";
    }
  }
  const bool is_class = instruction.op == Op::kClass;
  if (is_class && has_keyword) operands.push_back(Value::Unknown());  // metaclass=…
  const auto known = std::find_if(run_.definitions.begin(), run_.definitions.end(),
                                  [&](const auto& made) { return made.first == code.code; });
  if (known == run_.definitions.end()) {
    run_.definitions.emplace_back(code.code, std::move(operands));
  } else {
    for (size_t i = 0; i < operands.size(); ++i) {
      known->second[i] = known->second[i].JoinedWith(operands[i]);
    }
  }
  return Value(Atom{.kind = is_class ? Kind::kClass : Kind::kFunction,
                    .code = code,
                    .origin = PlaceOf(instruction)});
}

void Machine::StoreAttribute(const Instruction& instruction, State& state) {
  const ir::Register object = OperandOf(instruction, 0).value;
  const Value value = ValueToStore(instruction, state);
  // Another object may be the same one.
  std::erase_if(state.paths, [&](const auto& known) {
    const Path& path = paths_[known.first];
    return path.kind == 2 && path.name == instruction.name;
  });
  if (path_of_[object] != kNoPath) {
    Set(state, PathNamed(path_of_[object], 2, instruction.name), value.Shared());
  }
  const Value objects = state.registers[object];  // What is forgotten below may be the last copy.
  for (const Atom& atom : objects.atoms()) {
    if (atom.kind == Kind::kTensor) ForgetShapes(state);  // x.data = y
    if (atom.kind != Kind::kInstance || !atom.code) continue;
    run_.stores.push_back({atom.code, NumberOf(instruction),
                           std::string(file_.names[instruction.name]),
                           IsOwnSelf(atom) ? value.Shared() : value.Shared().Unnamed()});
  }
  if (!value.is_shared()) Share(state);
}

void Machine::Store(const Instruction& instruction, State& state) {
  switch (instruction.op) {
    case Op::kSetEnclosing:
    case Op::kSetGlobal: {
      if (instruction.operand_count > 0 && !At(state, instruction, 0).is_shared()) Share(state);
      if (instruction.op == Op::kSetEnclosing) break;
      const PathId path = PathNamed(kNoPath, 1, instruction.name);
      ForgetPathsOf(state, path);
      if (instruction.operand_count > 0) Set(state, path, At(state, instruction, 0).Shared());
      break;
    }
    case Op::kSetAttribute:
      return StoreAttribute(instruction, state);
    case Op::kAppend:
      return Append(state, OperandOf(instruction, 0).value, At(state, instruction, 1));
    case Op::kSetItem:
    case Op::kDeleteItem:
      return StoreItem(instruction, state);
    default:
      break;
  }
}

}  // namespace allreview::understanding
