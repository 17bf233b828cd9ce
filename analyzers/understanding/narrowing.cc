// The part of Machine that knows what a condition says of the values in it.

#include <algorithm>
#include <tuple>
#include <utility>

#include "analyzers/understanding/machine.h"
#include "analyzers/understanding/operands.h"
#include "analyzers/understanding/operations.h"

namespace allreview::understanding {

using ir::Instruction;
using ir::Op;
using ir::Operator;
using ir::Register;
using Kind = Atom::Kind;

Machine::PathId Machine::PathNamed(PathId root, uint32_t kind, uint32_t name) {
  const auto [at, is_new] =
      path_ids_.try_emplace(std::make_tuple(root, kind, name), static_cast<PathId>(paths_.size()));
  if (is_new) {
    const bool is_local = root == kNoPath && kind == 0;
    paths_.push_back({root, kind, name,
                      is_local          ? name
                      : root == kNoPath ? ir::kNone
                                        : paths_[root].root});
  }
  return at->second;
}

const Value* Machine::Find(const Paths& paths, PathId path) {
  const auto at = std::lower_bound(paths.begin(), paths.end(), path,
                                   [](const auto& known, PathId id) { return known.first < id; });
  return at == paths.end() || at->first != path ? nullptr : &at->second;
}

void Machine::Set(State& state, PathId path, Value value) {
  const auto at = std::lower_bound(state.paths.begin(), state.paths.end(), path,
                                   [](const auto& known, PathId id) { return known.first < id; });
  if (at != state.paths.end() && at->first == path) {
    at->second = std::move(value);
  } else {
    state.paths.insert(at, {path, std::move(value)});
  }
}

void Machine::Erase(State& state, PathId path) {
  std::erase_if(state.paths, [&](const auto& known) { return known.first == path; });
}

// A path that begins with `root`. Parents have smaller numbers.
void Machine::ForgetPathsOf(State& state, PathId root) {
  std::erase_if(state.paths, [&](const auto& known) {
    PathId path = known.first;
    while (path != kNoPath && path > root) path = paths_[path].parent;
    return path == root;
  });
}

bool Machine::Refine(State& state, Register place, Value value) {
  if (value.is_impossible()) return false;
  state.registers[place] = value;
  if (path_of_[place] != kNoPath && place >= code_.locals.size()) {
    Set(state, path_of_[place], value);
  }
  const Instruction* const maker = plan_.maker(place);
  if (maker != nullptr && maker->op == Op::kCopy) {
    state.registers[OperandOf(*maker, 0).value] = std::move(value);
  }
  return true;
}

bool Machine::Assume(State& state, Register condition, bool truth) {
  while (true) {
    const Value::Truth possible = state.registers[condition].truth();
    if (!(truth ? possible.may_be_true : possible.may_be_false)) return false;
    if (!Refine(state, condition, state.registers[condition].WhenTrue(truth))) return false;
    const Instruction* const maker = plan_.maker(condition);
    if (maker == nullptr) return true;
    if (maker->op == Op::kCompare) return AssumeComparison(state, *maker, truth);
    if (maker->op == Op::kCall) return AssumeCall(state, *maker, truth);
    if (maker->op != Op::kUnary || maker->detail != Operator::kNot) return true;
    condition = OperandOf(*maker, 0).value;
    truth = !truth;
  }
}

bool Machine::AssumeComparison(State& state, const Instruction& compare, bool truth) {
  Operator op = compare.detail;
  const bool is_negated =
      op == Operator::kIsNot || op == Operator::kNotEqual || op == Operator::kNotIn;
  const bool holds = truth != is_negated;
  for (const uint32_t side : {0u, 1u}) {
    const Register place = OperandOf(compare, side).value;
    const Value value = state.registers[place];
    const Value other = state.registers[OperandOf(compare, 1 - side).value];
    const bool is_membership = op == Operator::kIn || op == Operator::kNotIn;
    if (is_membership && side == 1) continue;
    if (other.IsCertainly(Kind::kNone) && !is_membership) {
      if (!Refine(state, place, value.WhenNone(holds))) return false;
      continue;
    }
    if (other.is_open() || op == Operator::kLess || op == Operator::kGreater ||
        op == Operator::kLessEqual || op == Operator::kGreaterEqual) {
      continue;
    }
    // Alternatives with which the comparison cannot come out so.
    const Value rest = value.Filtered([&](const Atom& atom) {
      const Value::Truth result = Compare(compare.detail, side == 0 ? Value(atom) : other,
                                          side == 0 ? other : Value(atom), {})
                                      .truth();
      return truth ? result.may_be_true : result.may_be_false;
    });
    if (!Refine(state, place, rest)) return false;
  }
  return true;
}

bool Machine::AssumeCall(State& state, const Instruction& call, bool truth) {
  if (call.operand_count != 3) return true;
  const Atom* const callee = state.registers[OperandOf(call, 0).value].only();
  if (callee == nullptr) return true;
  if (callee->text == "builtins.isinstance") return AssumeInstance(state, call, truth);
  if (callee->text == "builtins.hasattr" && truth) return AssumeAttribute(state, call);
  return true;
}

// hasattr(x, "name") holds.
bool Machine::AssumeAttribute(State& state, const Instruction& call) {
  const Atom* const name = state.registers[OperandOf(call, 2).value].only();
  if (name == nullptr || name->kind != Kind::kText || !name->is_constant) return true;
  const Register place = OperandOf(call, 1).value;
  const Value rest = state.registers[place].Filtered([&](const Atom& atom) {
    return !knowledge_.AttributeOfAtom(atom, name->text, PlaceOf(call)).is_impossible();
  });
  return Refine(state, place, rest);
}

// isinstance(x, C) where C is a class of the program or a builtin one.
bool Machine::AssumeInstance(State& state, const Instruction& call, bool truth) {
  const Register place = OperandOf(call, 1).value;
  const Value classes = state.registers[OperandOf(call, 2).value];
  const Value value = state.registers[place];
  Value rest = value.Filtered([&](const Atom& atom) {
    const std::optional<bool> is_one = knowledge_.IsInstance(atom, classes);
    return !is_one || *is_one == truth;
  });
  if (truth && value.is_open()) {
    const Value promised = knowledge_.InstancesOf(classes);
    rest = promised.is_open() ? rest : rest.Closed().JoinedWith(promised);
  }
  // What is only promised may be something else.
  const bool breaks_promise =
      rest.is_impossible() && std::any_of(value.atoms().begin(), value.atoms().end(), IsPromise);
  if (breaks_promise) rest = truth ? knowledge_.InstancesOf(classes) : Value::Unknown();
  return Refine(state, place, rest);
}

}  // namespace allreview::understanding
