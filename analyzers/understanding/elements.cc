// What stands in tuples, lists, dictionaries and texts.

#include <algorithm>
#include <utility>

#include "analyzers/understanding/file_paths.h"
#include "analyzers/understanding/operations.h"
#include "analyzers/understanding/tensor_operations.h"

namespace allreview::understanding {
namespace {

using Kind = Atom::Kind;

Value AnyElement(const Atom& atom) {
  if (atom.kind == Kind::kTensor) return ElementOfTensor(atom, atom.origin);
  if (atom.kind == Kind::kText) return Value::Some(Kind::kText, atom.origin);
  if (atom.kind == Kind::kBytes) return Value::Some(Kind::kInteger, atom.origin);
  if (atom.kind == Kind::kDict) {
    Value keys = OtherKeyOf(atom);
    for (const std::string& key : atom.keys) keys = keys.JoinedWith(Value::Text(key, atom.origin));
    return keys;
  }
  const bool is_collection = atom.kind == Kind::kTuple || atom.kind == Kind::kList ||
                             atom.kind == Kind::kSet || atom.kind == Kind::kIterator;
  if (!is_collection) return Value::Unknown();
  return Value::AnyOf(atom.parts);
}

Value ItemOfDict(const Atom& dict, const Value& index) {
  const Atom* const key = index.only();
  if (key != nullptr && key->kind == Kind::kText && key->is_constant) {
    const auto found = std::find(dict.keys.begin(), dict.keys.end(), key->text);
    if (found != dict.keys.end()) {
      return dict.parts[static_cast<size_t>(found - dict.keys.begin())];
    }
  }
  if (dict.parts.size() > dict.keys.size()) return dict.parts.back();
  const bool is_missing = dict.is_exact && key != nullptr && key->is_constant &&
                          (key->kind == Kind::kText || dict.keys.empty());
  return is_missing ? Value() : Value::Unknown();
}

// sequence[start:stop] where all of it is known.
std::optional<Value> SliceOf(const Atom& sequence, const Atom& slice, Place place) {
  if (!sequence.is_sized || slice.parts.size() != 3 || !slice.parts[2].IsCertainly(Kind::kNone)) {
    return std::nullopt;
  }
  const int64_t size = static_cast<int64_t>(sequence.parts.size());
  int64_t bounds[2] = {0, size};
  for (size_t i = 0; i < 2; ++i) {
    const Atom* const bound = slice.parts[i].only();
    if (bound != nullptr && bound->kind == Kind::kNone) continue;
    if (bound == nullptr || bound->kind != Kind::kInteger || !bound->is_constant)
      return std::nullopt;
    bounds[i] =
        std::clamp(bound->integer < 0 ? bound->integer + size : bound->integer, int64_t{0}, size);
  }
  std::vector<Value> parts;
  for (int64_t i = bounds[0]; i < bounds[1]; ++i)
    parts.push_back(sequence.parts[static_cast<size_t>(i)]);
  return Value::Sequence(sequence.kind, std::move(parts), place);
}

Value ItemOfSequence(const Atom& sequence, const Value& index, Place place) {
  const Atom* const at = index.only();
  if (at == nullptr) return Value::Unknown();
  if (sequence.tensor != nullptr) return ItemOfShape(*sequence.tensor, index, place);
  if (at->kind == Kind::kSlice) {
    if (const std::optional<Value> part = SliceOf(sequence, *at, place)) return *part;
    return Value::Collection(sequence.kind, Value::AnyOf(sequence.parts), place);
  }
  if (at->kind != Kind::kInteger && at->kind != Kind::kBool) return Value::Unknown();
  if (sequence.kind == Kind::kText) return Value::Some(Kind::kText, place);
  const int64_t size = static_cast<int64_t>(sequence.parts.size());
  if (!sequence.is_sized || !at->is_constant) {
    return size == 0 && !sequence.is_sized ? Value::Unknown() : Value::AnyOf(sequence.parts);
  }
  const int64_t position = at->integer < 0 ? at->integer + size : at->integer;
  if (position < 0 || position >= size) return sequence.is_exact ? Value() : Value::Unknown();
  return sequence.parts[static_cast<size_t>(position)];
}

}  // namespace

Value ItemOf(const Value& object, const Value& index, Place place) {
  if (object.is_impossible() || index.is_impossible()) return Value();
  if (object.is_open()) return Value::Unknown();
  Value result;
  for (const Atom& atom : object.atoms()) {
    if (atom.kind == Kind::kDict) {
      // Where it is empty nothing is read from it.
      if (!atom.parts.empty() || object.atoms().size() == 1) {
        result = result.JoinedWith(ItemOfDict(atom, index));
      }
    } else if (atom.kind == Kind::kTuple || atom.kind == Kind::kList || atom.kind == Kind::kText) {
      result = result.JoinedWith(ItemOfSequence(atom, index, place));
    } else if (atom.kind == Kind::kTensor) {
      result = result.JoinedWith(ItemOfTensor(atom, index, place).value);
    } else if ((atom.kind != Kind::kNone && !IsPath(atom)) || !atom.is_exact) {  // Which raise.
      return Value::Unknown();
    }
  }
  return result;
}

Value Unpacked(const Value& iterable, uint32_t count, bool has_star) {
  const auto cannot = [&](const Atom& atom) {
    const bool is_scalar = atom.kind == Kind::kNone || atom.kind == Kind::kBool ||
                           atom.kind == Kind::kInteger || atom.kind == Kind::kReal;
    const bool is_sequence =
        atom.is_sized && (atom.kind == Kind::kTuple || atom.kind == Kind::kList);
    const bool fits = has_star ? atom.parts.size() >= count : atom.parts.size() == count;
    if (atom.kind == Kind::kTensor && atom.is_exact && TensorOf(atom).has_rank) {
      const std::optional<int64_t> size = TensorOf(atom).at(0).constant();
      return TensorOf(atom).sizes.empty() ||
             (size && (has_star ? *size < count : *size != static_cast<int64_t>(count)));
    }
    return atom.is_exact && (is_scalar || (is_sequence && !fits));
  };
  return iterable.Filtered([&](const Atom& atom) { return !cannot(atom); });
}

Value ElementOf(const Value& iterable) {
  if (iterable.is_open()) return Value::Unknown();
  Value element;
  for (const Atom& atom : iterable.atoms()) element = element.JoinedWith(AnyElement(atom));
  return element;
}

Value ElementAt(const Value& iterable, uint32_t index, bool is_behind_star) {
  if (iterable.is_open()) return Value::Unknown();
  Value element;
  for (const Atom& atom : iterable.atoms()) {
    const bool is_sized = atom.is_sized && (atom.kind == Kind::kTuple || atom.kind == Kind::kList);
    if (!is_sized) {
      element = element.JoinedWith(AnyElement(atom));
    } else if (const size_t size = atom.parts.size();
               is_behind_star ? index <= size : index < size) {
      element = element.JoinedWith(atom.parts[is_behind_star ? size - index : index]);
    }
  }
  return element;
}

// Behind the values under known keys stand, when there may be others, their keys and values; when
// nobody knows the keys, the values alone.
Value OtherKeyOf(const Atom& dict) {
  const size_t others = dict.parts.size() - dict.keys.size();
  if (others == 0) return Value();
  return others == 1 ? Value::Unknown() : dict.parts[dict.keys.size()];
}

Value ElementsUnderKeys(const Atom& dict) {
  Value any = dict.parts.size() > dict.keys.size() ? dict.parts.back() : Value();
  for (size_t i = 0; i < dict.keys.size(); ++i) any = any.JoinedWith(dict.parts[i]);
  return any;
}

Value WithOthers(Atom dict, const Value& key, const Value& value) {
  if (value.is_impossible()) return Value(std::move(dict));
  const size_t others = dict.parts.size() - dict.keys.size();
  if (others == 0) {
    dict.parts.push_back(key);
    dict.parts.push_back(value);
    return Value(std::move(dict));
  }
  dict.parts.back() = dict.parts.back().JoinedWith(value);
  if (others == 2) dict.parts[dict.keys.size()] = dict.parts[dict.keys.size()].JoinedWith(key);
  return Value(std::move(dict));
}

bool CanBeGoneThrough(const Value& value) {
  return std::all_of(value.atoms().begin(), value.atoms().end(), [](const Atom& atom) {
    switch (atom.kind) {
      case Kind::kTuple:
      case Kind::kList:
      case Kind::kSet:
      case Kind::kDict:
      case Kind::kText:
      case Kind::kBytes:
      case Kind::kIterator:
        return true;
      default:
        return false;
    }
  });
}

}  // namespace allreview::understanding
