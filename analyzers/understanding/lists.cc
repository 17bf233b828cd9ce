// The part of Machine that knows what stores and calls put into lists and dictionaries.

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "analyzers/understanding/machine.h"
#include "analyzers/understanding/operations.h"

namespace allreview::understanding {

using ir::Instruction;
using Kind = Atom::Kind;

namespace {

// What is added to a list.
struct Added {
  const Value& list;
  const Value& element;
  bool keeps_length = false;
};

// Both say what is in a list: of the same one they cannot say different things.
bool MayBeSame(const Atom& a, const Atom& b) {
  if (!a.is_sized || !b.is_sized) return true;
  if (a.parts.size() != b.parts.size()) return false;
  for (size_t i = 0; i < a.parts.size(); ++i) {
    const Atom *const one = a.parts[i].only(), *const other = b.parts[i].only();
    if (one != nullptr && other != nullptr && one->kind != other->kind) return false;
  }
  return true;
}

bool IsMeant(const Atom& atom, const Value& list) {
  return atom.kind == Kind::kList &&
         std::any_of(list.atoms().begin(), list.atoms().end(),
                     [&](const Atom& one) { return MayBeSame(atom, one); });
}

// Lists in it, and in what it holds, with one more element that may be anywhere.
Value WithElement(const Value& value, const Added& added) {
  Value changed = value.Filtered(
      [](const Atom& atom) { return atom.parts.empty() && atom.kind != Kind::kList; });
  for (Atom atom : value.atoms()) {
    if (atom.kind != Kind::kList && atom.parts.empty()) continue;
    const bool is_container = atom.kind == Kind::kList || atom.kind == Kind::kTuple ||
                              atom.kind == Kind::kDict || atom.kind == Kind::kSet ||
                              atom.kind == Kind::kIterator;
    const bool is_meant = IsMeant(atom, added.list);
    for (Value& part : atom.parts) {
      if (!is_container) break;
      if (!part.is_shared()) part = WithElement(part, added);
      if (is_meant) part = part.JoinedWith(added.element);
    }
    const bool grows = is_meant && (!added.keeps_length || !atom.is_sized);
    if (grows) atom.parts = {Value::AnyOf(atom.parts).JoinedWith(added.element)};
    if (grows) atom.is_sized = false;
    changed = changed.JoinedWith(Value(std::move(atom)));
  }
  return changed;
}

// The container with that item; nothing else is known to change.
Value WithItem(Atom container, const Atom& index, const Value& value) {
  if (container.kind == Kind::kDict) {
    const auto known = std::find(container.keys.begin(), container.keys.end(), index.text);
    const auto at = known - container.keys.begin();
    if (known == container.keys.end()) {
      container.keys.push_back(index.text);
      container.parts.insert(container.parts.begin() + at, value);
    } else {
      container.parts[static_cast<size_t>(at)] = value;
    }
    return Value(std::move(container));
  }
  const int64_t size = static_cast<int64_t>(container.parts.size());
  const int64_t at = index.integer < 0 ? index.integer + size : index.integer;
  if (at >= 0 && at < size) container.parts[static_cast<size_t>(at)] = value;
  return Value(std::move(container));
}

}  // namespace

void Machine::AddToLists(State& state, const Value& list, const Value& element, bool keeps_length) {
  const auto add = [&](Value& value) {
    if (!value.is_shared()) value = WithElement(value, {list, element, keeps_length});
  };
  for (Value& value : state.registers) add(value);
  for (auto& path : state.paths) add(path.second);
}

bool Machine::GrowLists(State& state, const Atom* callee, const Value& list,
                        const std::vector<CallArgument>& arguments) {
  const bool is_plain = std::all_of(
      arguments.begin(), arguments.end(),
      [](const CallArgument& one) { return one.kind == CallArgument::Kind::kPositional; });
  if (callee == nullptr || !list.IsCertainly(Kind::kList) || !is_plain) return false;
  Value element;
  if (callee->text == "builtins.list.append" && arguments.size() == 1) {
    element = arguments[0].value;
  } else if (callee->text == "builtins.list.extend" && arguments.size() == 1) {
    element = ElementOf(arguments[0].value);
  } else if (callee->text == "builtins.list.insert" && arguments.size() == 2) {
    element = arguments[1].value;
  } else {
    return false;
  }
  AddToLists(state, Value(list), element, /*keeps_length=*/false);
  return true;
}

// What a comprehension makes has no other name yet.
void Machine::Append(State& state, ir::Register list, const Value& element) {
  const Atom* const old = state.registers[list].only();
  const Kind kind = old != nullptr ? old->kind : Kind::kList;
  state.registers[list] =
      Value::Collection(kind, ElementOf(state.registers[list]).JoinedWith(element),
                        old != nullptr ? old->origin : Place());
}

// What may be changed through another name.
void Machine::Share(State& state) {
  const auto share = [](Value& value) {
    if (!value.is_shared()) value = value.Shared();
  };
  for (Value& value : state.registers) share(value);
  for (auto& path : state.paths) share(path.second);
}

// Whatever other name may mean the object, too, learns less than the one that it is stored through.
void Machine::StoreItem(const Instruction& store, State& state) {
  const ir::Register object = OperandOf(store, 0).value;
  Displace(object, state);
  if (store.op == ir::Op::kDeleteItem) return Share(state);
  const Value container = state.registers[object];
  const Value index = At(state, store, 1), value = At(state, store, 2);
  const Atom* const only = container.only();
  const Atom* const at = index.only();
  const bool is_known = only != nullptr && !container.is_shared() && at != nullptr &&
                        at->is_constant && value.is_shared();
  if (container.IsCertainly(Kind::kList) && index.IsCertainly(Kind::kInteger)) {
    AddToLists(state, container, value, /*keeps_length=*/true);
    if (is_known && only->is_sized) state.registers[object] = WithItem(*only, *at, value);
    return;
  }
  Share(state);
  const bool is_key = is_known && only->kind == Kind::kDict && at->kind == Kind::kText &&
                      only->keys.size() < Value::kMaxParts;
  if (is_key) state.registers[object] = WithItem(*only, *at, value);
}

}  // namespace allreview::understanding
