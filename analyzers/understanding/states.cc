// The part of Machine that compares and joins states.

#include <algorithm>

#include "analyzers/understanding/machine.h"

namespace allreview::understanding {

using ir::BlockId;
using ir::Register;

namespace {

// What a container holds is known, but not one by one.
bool IsLoose(const Value& value) {
  return !value.is_shared() && std::none_of(value.atoms().begin(), value.atoms().end(),
                                            [](const Atom& atom) { return atom.is_sized; });
}

}  // namespace

Machine::Entry Machine::Join(const Entry& a, const Entry& b) {
  Entry joined = a;
  for (size_t i = 0; i < joined.live.size(); ++i) {
    joined.live[i] = joined.live[i].JoinedWith(b.live[i]);
  }
  // Of a path of which one side knows nothing, nothing is known.
  std::erase_if(joined.paths, [&](auto& path) {
    const Value* const other = Find(b.paths, path.first);
    if (other != nullptr) path.second = path.second.JoinedWith(*other);
    return other == nullptr;
  });
  return joined;
}

// To join it with `other` changes nothing.
bool Machine::Covers(const Entry& entry, const Entry& other) {
  for (size_t i = 0; i < entry.live.size(); ++i) {
    if (!(entry.live[i].JoinedWith(other.live[i]) == entry.live[i])) return false;
  }
  return std::all_of(entry.paths.begin(), entry.paths.end(), [&](const auto& path) {
    const Value* const theirs = Find(other.paths, path.first);
    return theirs != nullptr && path.second.JoinedWith(*theirs) == path.second;
  });
}

// Lists and tuples whose elements are known one by one may decide what they are made for. Where
// elements of tensors lie decides nothing.
bool Machine::DifferInContainers(const Entry& a, const Entry& b) {
  const auto is_alike = [](const Value& x, const Value& y) {
    return x.IsAlike(y) || (IsLoose(x) && IsLoose(y));
  };
  if (a.paths.size() != b.paths.size()) return false;
  for (size_t i = 0; i < a.live.size(); ++i) {
    if (!is_alike(a.live[i], b.live[i])) return false;
  }
  for (size_t i = 0; i < a.paths.size(); ++i) {
    const bool is_same = a.paths[i].first == b.paths[i].first;
    if (!is_same || !is_alike(a.paths[i].second, b.paths[i].second)) return false;
  }
  return true;
}

// Of two states that differ only in what nobody reads again, one is enough.
Machine::Entry Machine::EntryOf(BlockId block, const State& state) const {
  Entry entry;
  plan_.ForEachLive(block, [&](Register place) { entry.live.push_back(state.registers[place]); });
  for (const auto& known : state.paths) {
    const Register root = paths_[known.first].root;
    if (root == ir::kNone || plan_.IsLive(block, root)) entry.paths.push_back(known);
  }
  return entry;
}

Machine::State Machine::StateOf(BlockId block, const Entry& entry) const {
  State state = {.registers = std::vector<Value>(code_.register_count), .paths = entry.paths};
  size_t next = 0;
  plan_.ForEachLive(block, [&](Register place) { state.registers[place] = entry.live[next++]; });
  return state;
}

size_t Machine::StateLike(const BlockStates& known, const Entry& entry) {
  const bool has_any = std::any_of(entry.live.begin(), entry.live.end(), [](const Value& value) {
    return value.has_memory() || IsLoose(value);
  });
  if (!has_any) return known.states.size();
  const auto like = std::find_if(known.states.begin(), known.states.end(),
                                 [&](const Entry& old) { return DifferInContainers(old, entry); });
  return static_cast<size_t>(like - known.states.begin());
}

}  // namespace allreview::understanding
