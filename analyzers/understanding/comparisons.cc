// What is never equal, however it is made: the part of Knowledge and Machine that says so.

#include <algorithm>

#include "analyzers/understanding/file_paths.h"
#include "analyzers/understanding/foreign_classes.h"
#include "analyzers/understanding/machine.h"

namespace allreview::understanding {
namespace {

using ir::Instruction;
using ir::Op;
using ir::Operator;
using Kind = Atom::Kind;

// Values of one group may be equal, values of two never are.
enum class Group {
  kNone,
  kNumber,
  kText,
  kBytes,
  kTuple,
  kList,
  kSet,
  kDict,
  kCallable,
  kDevice,  // torch.device("cuda") == "cuda" is False.
  kPath,    // Path("a") == "a" is False.
  kOther
};

Group GroupOf(const Atom& atom) {
  switch (atom.kind) {
    case Kind::kNone:
      return Group::kNone;
    case Kind::kBool:
    case Kind::kInteger:
    case Kind::kReal:
      return Group::kNumber;
    case Kind::kText:
      return Group::kText;
    case Kind::kBytes:
      return Group::kBytes;
    case Kind::kTuple:
      return Group::kTuple;
    case Kind::kList:
      return Group::kList;
    case Kind::kSet:
      return Group::kSet;
    case Kind::kDict:
      return Group::kDict;
    case Kind::kFunction:
    case Kind::kMethod:
      return Group::kCallable;
    case Kind::kInstance:
      if (IsPath(atom)) return Group::kPath;
      return !atom.code && atom.text == "torch.device" ? Group::kDevice : Group::kOther;
    default:
      return Group::kOther;
  }
}

bool IsClosed(const Value& value) {
  return !value.is_impossible() && !value.is_open() && value.is_exact();
}

}  // namespace

bool Knowledge::AreNeverEqual(const Atom& a, const Atom& b) {
  const auto is_member = [&](const Atom& atom) {
    if (atom.kind != Kind::kInstance || !atom.code) return false;
    const ClassInfo& info = ClassOf(atom.code);
    return info.is_certain && !info.external.empty() &&
           std::all_of(info.external.begin(), info.external.end(), IsPlainEnumerationBase) &&
           ClassAttribute(atom.code, "__eq__").is_impossible();
  };
  const Group one = GroupOf(a), other = GroupOf(b);
  if (one != Group::kOther && other != Group::kOther) return one != other;
  if (one == Group::kOther && !is_member(a)) return false;
  if (other == Group::kOther && !is_member(b)) return false;
  return one != other || a.code != b.code;
}

// `x == None` asks whether there is a value, and a constant that is None says that there is none;
// but who compares what a function returns means a value.
bool Machine::IsNoneOnPurpose(const Value& value, ir::Register place) const {
  if (!value.IsCertainly(Kind::kNone)) return false;
  const Instruction* maker =
      place < code_.locals.size() ? plan_.binding(place) : plan_.maker(place);
  if (maker != nullptr && maker->op == Op::kCopy) {
    maker = plan_.maker(OperandOf(*maker, 0).value);
  }
  return maker == nullptr || maker->op != Op::kCall;
}

bool Machine::AreNeverEqual(const Instruction& compare, const State& state) const {
  const bool is_membership = compare.detail == Operator::kIn || compare.detail == Operator::kNotIn;
  const Value &left = At(state, compare, 0), &right = At(state, compare, 1);
  if (!IsClosed(left) || !IsClosed(right)) return false;
  if (IsNoneOnPurpose(left, OperandOf(compare, 0).value)) return false;
  if (!is_membership && IsNoneOnPurpose(right, OperandOf(compare, 1).value)) return false;
  Value others = right;
  if (is_membership) {
    others = Value();
    for (const Atom& container : right.atoms()) {
      const bool is_display = container.kind == Kind::kTuple || container.kind == Kind::kList ||
                              container.kind == Kind::kSet;
      const bool is_dict = container.kind == Kind::kDict && !container.keys.empty() &&
                           container.keys.size() == container.parts.size();
      if (!is_display && !is_dict) return false;
      others =
          others.JoinedWith(is_dict ? Value::Some(Kind::kText) : Value::AnyOf(container.parts));
    }
    if (!IsClosed(others)) return false;
  }
  bool has_values = false;  // Something besides None on both sides.
  for (const Atom& a : left.atoms()) {
    for (const Atom& b : others.atoms()) {
      if (!knowledge_.AreNeverEqual(a, b)) return false;
      has_values |= a.kind != Kind::kNone && b.kind != Kind::kNone;
    }
  }
  return has_values || left.only() != nullptr;
}

bool Machine::IsOutcomeUsed(ir::Register outcome) const {
  return outcome < code_.locals.size() ||
         std::any_of(code_.operands.begin(), code_.operands.end(),
                     [&](const ir::Operand& operand) { return operand.value == outcome; });
}

bool Machine::NoteNeverEqual(const Instruction& instruction, const State& state) {
  const Operator op = instruction.detail;
  const bool asks = op == Operator::kEqual || op == Operator::kNotEqual || op == Operator::kIn ||
                    op == Operator::kNotIn;
  if (!asks || !AreNeverEqual(instruction, state)) return false;
  if (!IsOutcomeUsed(instruction.result)) return false;
  Note({.kind = Failure::Kind::kNeverEqual,
        .instruction = NumberOf(instruction),
        .object = At(state, instruction, 0),
        .other = At(state, instruction, 1)});
  return true;
}

}  // namespace allreview::understanding
