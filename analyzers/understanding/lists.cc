// The part of Machine that knows what stores and calls put into lists, sets and dictionaries.
//
// A container that nobody else has may have several names. What is stored through one of them is
// added to every container in the state that it may be: those that were made in the same place, or
// that nobody knows where (IsTrackedContainer).

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "analyzers/understanding/atom.h"
#include "analyzers/understanding/library.h"
#include "analyzers/understanding/machine.h"
#include "analyzers/understanding/operations.h"

namespace allreview::understanding {

using ir::Instruction;
using Kind = Atom::Kind;

// What happens to a container.
struct Machine::Change {
  const Value& container;
  Value element = {};  // Is added; impossible: nothing is.
  Value key = {};      // Of a dictionary, what it is stored under.
  bool keeps_length = false;
  bool removes = false;  // Something else may go.
};

namespace {

// Both say what is in a list: of the same one they cannot say different things.
bool MayBeSame(const Atom& a, const Atom& b) {
  if (a.kind != b.kind) return false;
  if (a.origin.line != 0 && b.origin.line != 0 && a.origin != b.origin) return false;
  if (!a.is_sized || !b.is_sized) return true;
  if (a.parts.size() != b.parts.size()) return false;
  for (size_t i = 0; i < a.parts.size(); ++i) {
    const Atom *const one = a.parts[i].only(), *const other = b.parts[i].only();
    if (one != nullptr && other != nullptr && one->kind != other->kind) return false;
  }
  return true;
}

bool IsContainer(const Atom& atom) {
  return atom.kind == Kind::kList || atom.kind == Kind::kDict || atom.kind == Kind::kSet;
}

bool HoldsOthers(const Atom& atom) {
  return IsContainer(atom) || atom.kind == Kind::kTuple || atom.kind == Kind::kIterator;
}

bool IsMeant(const Atom& atom, const Value& container) {
  return IsContainer(atom) && std::any_of(container.atoms().begin(), container.atoms().end(),
                                          [&](const Atom& one) { return MayBeSame(atom, one); });
}

// It is one that is meant, or holds one.
bool MayHold(const Value& value, const Value& container) {
  return std::any_of(value.atoms().begin(), value.atoms().end(), [&](const Atom& atom) {
    if (IsMeant(atom, container)) return true;
    return HoldsOthers(atom) &&
           std::any_of(atom.parts.begin(), atom.parts.end(), [&](const Value& part) {
             return !part.is_shared() && MayHold(part, container);
           });
  });
}

const std::string* TextOf(const Value& key) {
  const Atom* const only = key.only();
  const bool is_text = only != nullptr && only->kind == Kind::kText && only->is_constant;
  return is_text ? &only->text : nullptr;
}

// All keys may be there, or not.
Value WithoutLength(Atom dict) {
  Value key = OtherKeyOf(dict), value = ElementsUnderKeys(dict);
  for (const std::string& text : dict.keys) key = key.JoinedWith(Value::Text(text, dict.origin));
  dict.keys.clear();
  dict.parts.clear();
  return WithOthers(std::move(dict), key, value);
}

// What may stand under the key, and under any other.
Value WithEntry(Atom dict, const Value& key, const Value& value) {
  const std::string* const text = TextOf(key);
  bool is_there = false;
  for (size_t i = 0; i < dict.keys.size(); ++i) {
    if (text != nullptr && dict.keys[i] != *text) continue;
    if (text == nullptr && !key.is_open() && !key.CanBe(Kind::kText)) continue;
    dict.parts[i] = dict.parts[i].JoinedWith(value);
    is_there |= text != nullptr;
  }
  return is_there ? Value(std::move(dict)) : WithOthers(std::move(dict), key, value);
}

Value Changed(Atom atom, const Value& element, const Value& key, bool keeps_length, bool removes) {
  if (atom.kind == Kind::kDict) {
    Value dict = removes ? WithoutLength(atom) : Value(atom);
    return element.is_impossible() ? dict : WithEntry(dict.atoms()[0], key, element);
  }
  for (Value& part : atom.parts) part = part.JoinedWith(element);
  if (keeps_length && atom.is_sized) return Value(std::move(atom));
  const Value any = Value::AnyOf(atom.parts).JoinedWith(element);
  atom.parts.clear();
  if (!any.is_impossible()) atom.parts.push_back(any);
  atom.is_sized = false;
  return Value(std::move(atom));
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

// What a value is when containers in it that may be meant have changed.
Value Machine::AfterChange(const Value& value, const Change& change) {
  if (!MayHold(value, change.container)) return value;
  Value changed;
  for (Atom atom : value.atoms()) {
    const bool is_meant = IsMeant(atom, change.container);
    for (Value& part : atom.parts) {
      if (HoldsOthers(atom) && !part.is_shared()) part = AfterChange(part, change);
    }
    changed = changed.JoinedWith(is_meant ? Changed(std::move(atom), change.element, change.key,
                                                    change.keeps_length, change.removes)
                                          : Value(std::move(atom)));
  }
  if (value.is_open()) changed = changed.Opened();
  if (value.ranks() != nullptr) changed = changed.WithRanks(*value.ranks());
  return changed == value ? value : changed;
}

void Machine::ChangeContainers(State& state, const Change& change) {
  const auto apply = [&](Value& value) {
    if (!value.is_shared()) value = AfterChange(value, change);
  };
  for (Value& value : state.registers) apply(value);
  for (auto& path : state.paths) apply(path.second);
}

bool Machine::MayChangeContainers(const Value& value) {
  return std::any_of(value.atoms().begin(), value.atoms().end(), [](const Atom& atom) {
    return atom.kind == Kind::kExternal && (absl::StartsWith(atom.text, "builtins.list.") ||
                                            absl::StartsWith(atom.text, "builtins.set.") ||
                                            absl::StartsWith(atom.text, "builtins.dict."));
  });
}

// dict.update(other)
bool Machine::UpdateDict(State& state, const Value& dict, const Value& other) {
  const Atom* const only = other.only();
  if (only == nullptr || only->kind != Kind::kDict) return false;
  const Atom from = *only;
  for (size_t i = 0; i < from.keys.size(); ++i) {
    ChangeContainers(state, {.container = dict,
                             .element = from.parts[i],
                             .key = Value::Text(from.keys[i], from.origin)});
  }
  if (const Value key = OtherKeyOf(from); !key.is_impossible()) {
    ChangeContainers(state, {.container = dict, .element = from.parts.back(), .key = key});
  }
  return true;
}

bool Machine::ChangeByCall(State& state, const Atom* callee, const Value& object,
                           const std::vector<CallArgument>& arguments) {
  const bool is_plain = std::all_of(
      arguments.begin(), arguments.end(),
      [](const CallArgument& one) { return one.kind == CallArgument::Kind::kPositional; });
  const bool is_known = callee != nullptr && !object.is_open() && is_plain &&
                        std::all_of(object.atoms().begin(), object.atoms().end(), IsContainer);
  if (!is_known) return false;
  const Value container = object;
  const absl::string_view name = callee->text;
  const size_t count = arguments.size();
  Change change = {.container = container};
  if ((name == "builtins.list.append" || name == "builtins.set.add") && count == 1) {
    change.element = arguments[0].value;
  } else if ((name == "builtins.list.extend" || name == "builtins.set.update") && count == 1) {
    change.element = ElementOf(arguments[0].value);
  } else if (name == "builtins.list.insert" && count == 2) {
    change.element = arguments[1].value;
  } else if (name == "builtins.dict.setdefault" && count > 0) {
    change.element = count > 1 ? arguments[1].value : Value::None();
    change.key = arguments[0].value;
  } else if (name == "builtins.dict.update" && count == 1) {
    return UpdateDict(state, container, arguments[0].value);
  } else {
    change.removes = OnlyRemoves(name);
    if (!change.removes) return false;
  }
  ChangeContainers(state, change);
  return true;
}

// Other names of the list have the elements somewhere; `result` is what `+` makes of it.
Value Machine::Extend(const Instruction& instruction, State& state, const Value& result) const {
  const Value left = At(state, instruction, 0);
  const Atom *const list = left.only(), *const sum = result.only();
  const bool is_sum = list != nullptr && sum != nullptr && sum->kind == Kind::kList;
  ChangeContainers(state, {.container = left, .element = ElementOf(At(state, instruction, 1))});
  if (!is_sum) return At(state, instruction, 0);
  Atom extended = *sum;
  extended.origin = list->origin;
  return Value(std::move(extended));
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
  const Value container = state.registers[object];
  const bool has_tracked = !container.is_shared();
  const bool is_deletion = store.op == ir::Op::kDeleteItem;
  if (is_deletion && has_tracked) {
    return ChangeContainers(state, {.container = container, .removes = true});
  }
  if (is_deletion) return;
  const Value index = At(state, store, 1), value = At(state, store, 2);
  // Somebody else may have it from here on.
  const bool is_given_away = !value.is_shared() && !container.IsCertainly(Kind::kList) &&
                             !container.IsCertainly(Kind::kDict);
  const bool is_slice = container.CanBe(Kind::kList) && !index.IsCertainly(Kind::kInteger);
  if (is_given_away || (has_tracked && is_slice)) return Share(state);
  if (!has_tracked) return;
  ChangeContainers(state,
                   {.container = container, .element = value, .key = index, .keeps_length = true});
  const Atom *const only = container.only(), *const at = index.only();
  if (only == nullptr || at == nullptr || !at->is_constant) return;
  const bool is_key =
      only->kind == Kind::kDict && at->kind == Kind::kText && only->keys.size() < Value::kMaxParts;
  const bool is_place = only->kind == Kind::kList && only->is_sized && at->kind == Kind::kInteger;
  if (is_key || is_place) state.registers[object] = WithItem(*only, *at, value);
}

}  // namespace allreview::understanding
