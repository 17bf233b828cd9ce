#include "analyzers/understanding/value.h"

#include <algorithm>
#include <utility>

#include "absl/hash/hash.h"
#include "analyzers/understanding/atom.h"
#include "analyzers/understanding/number_bounds.h"

namespace allreview::understanding {
namespace {

using Kind = Atom::Kind;

// Constants of a kind, when there are too many or one that is not known stands beside them, become
// the kind alone.
void WidenConstants(std::vector<Atom>& atoms) {
  for (Kind kind : {Kind::kInteger, Kind::kReal, Kind::kText}) {
    size_t constants = 0, others = 0;
    Atom widened = {.kind = kind};
    for (const Atom& atom : atoms) {
      if (atom.kind != kind) continue;
      ++(atom.is_constant ? constants : others);
      widened.is_exact = widened.is_exact && atom.is_exact;
      if (widened.origin.line == 0 || atom.origin < widened.origin) widened.origin = atom.origin;
    }
    if (constants == 0 || (others == 0 && constants <= Value::kMaxConstants)) continue;
    if (kind == Kind::kInteger) widened.tensor = BoundsOfAll(atoms);
    std::erase_if(atoms, [&](const Atom& atom) { return atom.kind == kind; });
    atoms.push_back(widened);
  }
}

// Likewise lists of constant texts.
void WidenTextLists(std::vector<Atom>& atoms) {
  constexpr std::ptrdiff_t kMaxTextLists = 3;
  const auto is_list = [](const Atom& atom) { return atom.kind == Kind::kList; };
  const auto lists = std::count_if(atoms.begin(), atoms.end(), is_list);
  const auto texts = std::count_if(atoms.begin(), atoms.end(), IsTextList);
  if (lists < 2 || (texts == lists && texts <= kMaxTextLists)) return;
  auto widened = std::find_if(atoms.begin(), atoms.end(), is_list);
  for (auto next = widened + 1; next != atoms.end(); ++next) {
    if (is_list(*next)) *widened = Merge(*widened, *next);
  }
  atoms.erase(std::remove_if(widened + 1, atoms.end(), is_list), atoms.end());
}

bool IsMutable(const Atom& atom) {
  return atom.kind == Kind::kList || atom.kind == Kind::kSet || atom.kind == Kind::kDict;
}

// What stands in it stays what it is, but may change itself.
bool HoldsOthers(const Atom& atom) {
  return atom.kind == Kind::kTuple || atom.kind == Kind::kIterator;
}

Value::Truth TruthOf(const Atom& atom) {
  switch (atom.kind) {
    case Kind::kUnbound:
      return {};
    case Kind::kNone:
      return {.may_be_true = false, .may_be_false = true};
    case Kind::kBool:
    case Kind::kInteger:
      if (!atom.is_constant) break;
      return {.may_be_true = atom.integer != 0, .may_be_false = atom.integer == 0};
    case Kind::kReal:
      if (!atom.is_constant) break;
      return {.may_be_true = atom.real != 0, .may_be_false = atom.real == 0};
    case Kind::kText:
      if (!atom.is_constant) break;
      return {.may_be_true = !atom.text.empty(), .may_be_false = atom.text.empty()};
    case Kind::kTuple:
      if (!atom.is_sized) break;
      return {.may_be_true = !atom.parts.empty(), .may_be_false = atom.parts.empty()};
    case Kind::kEllipsis:
    case Kind::kFunction:
    case Kind::kMethod:
    case Kind::kClass:
    case Kind::kModule:
    case Kind::kSlice:
    case Kind::kIterator:
    case Kind::kSuper:
      return {.may_be_true = true, .may_be_false = false};
    case Kind::kInstance:
      if (IsAlwaysTrue(atom)) return {.may_be_true = true, .may_be_false = false};
      break;
    default:
      break;
  }
  return {.may_be_true = true, .may_be_false = true};
}

}  // namespace

// A list of initializers would copy it.
Value::Value(Atom atom) {
  Data data;
  data.atoms.push_back(std::move(atom));
  *this = Make(std::move(data));
}

Value Value::Make(Data data) {
  if (data.atoms.empty() && !data.is_open) return Value();
  data.depth = 0;
  data.is_shared = true;
  if (!data.atoms.empty() || data.is_anything) data.name = Size();
  data.is_named = data.name.is_known();
  data.has_memory = false;
  for (Atom& atom : data.atoms) {
    if (atom.parts.size() > kMaxParts && atom.kind != Kind::kDict) {
      atom.parts = {Value::AnyOf(atom.parts)};
      atom.is_sized = false;
    }
    data.is_shared &= !IsTrackedContainer(atom);
    data.is_named |= HasNames(atom);
    data.has_memory |= atom.kind == Kind::kTensor && atom.tensor && atom.tensor->has_memory();
    for (Value& part : atom.parts) {
      if (part.depth() + 1 > kMaxDepth) part = Anything();
      data.depth = std::max(data.depth, part.depth() + 1);
      data.is_named |= part.is_named();
      data.has_memory |= part.has_memory();
      data.is_shared &= !HoldsOthers(atom) || part.is_shared();
    }
  }
  if (data.atoms.size() > 1) WidenConstants(data.atoms), WidenTextLists(data.atoms);
  if (data.atoms.size() > kMaxAtoms || data.is_anything) {
    data.is_open = data.is_anything = true;
    data.atoms.clear();
    data.depth = 0;
    data.is_named = data.has_memory = false;
    data.name = Size();
  }
  std::sort(data.atoms.begin(), data.atoms.end(), SortsBefore);
  data.hash = HashOf(data);
  Value value;
  value.data_ = std::make_shared<const Data>(std::move(data));
  return value;
}

size_t Value::HashOf(const Data& data) {
  size_t hash = absl::HashOf(data.is_open, data.may_be_true, data.may_be_false, data.may_be_none,
                             data.is_anything);
  if (data.is_named && data.atoms.empty()) hash = absl::HashOf(hash, data.name.hash());
  if (data.ranks != nullptr) hash = absl::HashOf(hash, data.ranks->hash());
  for (const Atom& atom : data.atoms) {
    hash = absl::HashOf(hash, atom.kind, atom.is_constant, atom.integer, atom.real, atom.text,
                        atom.code.file, atom.code.code, atom.is_sized, atom.keys, atom.is_exact);
    if (atom.tensor != nullptr) hash = absl::HashOf(hash, atom.tensor->hash());
    for (const Value& part : atom.parts) hash = absl::HashOf(hash, part.hash());
  }
  return hash;
}

const std::vector<Atom>& Value::atoms() const {
  static const auto* const none = new std::vector<Atom>;
  return data_ == nullptr ? *none : data_->atoms;
}

const Atom* Value::only() const {
  return data_ == nullptr || data_->is_open || data_->atoms.size() != 1 ? nullptr
                                                                        : &data_->atoms[0];
}

bool Value::is_exact() const {
  return std::all_of(atoms().begin(), atoms().end(),
                     [](const Atom& atom) { return atom.is_exact; });
}

bool Value::CanBe(Atom::Kind kind) const {
  return std::any_of(atoms().begin(), atoms().end(),
                     [&](const Atom& atom) { return atom.kind == kind; });
}

bool Value::IsCertainly(Atom::Kind kind) const {
  return data_ != nullptr && !data_->is_open &&
         std::all_of(atoms().begin(), atoms().end(),
                     [&](const Atom& atom) { return atom.kind == kind; });
}

Value::Truth Value::truth() const {
  if (data_ == nullptr) return {};
  Truth truth;
  if (data_->is_open) truth = {data_->may_be_true, data_->may_be_false};
  for (const Atom& atom : data_->atoms) {
    const Truth one = TruthOf(atom);
    truth.may_be_true |= one.may_be_true;
    truth.may_be_false |= one.may_be_false;
  }
  return truth;
}

// Who has no group has None: that says nothing of the axes of others.
template <typename Data>
static SharedRanks RanksOfEither(const Data& a, const Data& b) {
  if (a.ranks == nullptr && b.ranks == nullptr) return nullptr;
  const auto is_none = [](const Data& one) {
    return one.ranks == nullptr && !one.is_open && one.atoms.size() == 1 &&
           one.atoms[0].kind == Atom::Kind::kNone;
  };
  const auto is_group = [](const Data& one) {
    return one.ranks != nullptr && one.ranks->placements.empty() && one.ranks->factors.empty();
  };
  if (is_none(a) && is_group(b)) return b.ranks;
  if (is_none(b) && is_group(a)) return a.ranks;
  return JoinRanks(a.ranks, b.ranks);
}

// To join it with `other` changes nothing.
bool Value::Covers(const Value& other) const {
  const Data &mine = *data_, &theirs = *other.data_;
  if (theirs.is_anything && !mine.is_anything) return false;
  if (mine.name.is_known() && !(mine.name == theirs.name)) return false;
  const SharedRanks both = RanksOfEither(mine, theirs);
  if (!AreSameRanks(both, mine.ranks)) return false;
  if (theirs.is_open &&
      !(mine.is_open && mine.may_be_true >= theirs.may_be_true &&
        mine.may_be_false >= theirs.may_be_false && mine.may_be_none >= theirs.may_be_none)) {
    return false;
  }
  return mine.is_anything ||
         std::all_of(theirs.atoms.begin(), theirs.atoms.end(), [&](const Atom& atom) {
           const auto same = std::find(mine.atoms.begin(), mine.atoms.end(), atom);
           return same != mine.atoms.end() && !(atom.origin < same->origin) &&
                  std::equal(same->parts.begin(), same->parts.end(), atom.parts.begin(),
                             [](const Value& a, const Value& b) {
                               return a.data_ == b.data_ || a.Covers(b);
                             });
         });
}

Value Value::JoinedWith(const Value& other) const {
  if (data_ == nullptr || data_ == other.data_) return other;
  if (other.data_ == nullptr || Covers(other)) return *this;
  Data joined = *data_;
  for (const Atom& atom : other.data_->atoms) {
    const auto same = std::find_if(joined.atoms.begin(), joined.atoms.end(),
                                   [&](const Atom& mine) { return IsMergeable(mine, atom); });
    if (same == joined.atoms.end()) {
      joined.atoms.push_back(atom);
    } else {
      *same = Merge(*same, atom);
    }
  }
  const Data& theirs = *other.data_;
  const auto either = [&](bool Data::*flag) {
    return (is_open() && *data_.*flag) || (theirs.is_open && theirs.*flag);
  };
  if (!(joined.name == theirs.name)) joined.name = Size();
  joined.ranks = RanksOfEither(*data_, theirs);
  joined.is_open = is_open() || theirs.is_open;
  joined.is_anything = data_->is_anything || theirs.is_anything;
  if (joined.is_open) {
    joined.may_be_true = either(&Data::may_be_true);
    joined.may_be_false = either(&Data::may_be_false);
    joined.may_be_none = either(&Data::may_be_none);
  }
  return Make(std::move(joined));
}

Value Value::WhenTrue(bool truth) const {
  if (data_ == nullptr) return *this;
  Data narrowed = {.is_open = data_->is_open,
                   .may_be_true = data_->may_be_true,
                   .may_be_false = data_->may_be_false,
                   .may_be_none = data_->may_be_none,
                   .is_anything = data_->is_anything,
                   .name = data_->name,
                   .ranks = data_->ranks};
  for (const Atom& atom : data_->atoms) {
    const Truth possible = TruthOf(atom);
    if (!(truth ? possible.may_be_true : possible.may_be_false)) continue;
    narrowed.atoms.push_back(atom);
    if (atom.kind == Kind::kBool && !atom.is_constant) {
      narrowed.atoms.back().is_constant = true;
      narrowed.atoms.back().integer = truth;
    }
  }
  if (narrowed.is_open) {
    (truth ? narrowed.may_be_false : narrowed.may_be_true) = false;
    if (truth) narrowed.may_be_none = false;
    narrowed.is_open = truth ? narrowed.may_be_true : narrowed.may_be_false;
  }
  return Make(std::move(narrowed));
}

Value Value::WhenNone(bool is_none) const {
  if (data_ == nullptr) return *this;
  const bool has_none = CanBe(Kind::kNone);
  if (is_none) {
    const bool may_be = has_none || (data_->is_open && data_->may_be_none && data_->may_be_false) ||
                        std::any_of(data_->atoms.begin(), data_->atoms.end(), MayBeNone);
    if (!may_be) return Value();
    const auto none = std::find_if(data_->atoms.begin(), data_->atoms.end(),
                                   [](const Atom& atom) { return atom.kind == Kind::kNone; });
    return None(has_none ? none->origin : Place());
  }
  if (!has_none && !(data_->is_open && data_->may_be_none)) return *this;
  Data narrowed = *data_;
  std::erase_if(narrowed.atoms, [](const Atom& atom) { return atom.kind == Kind::kNone; });
  if (narrowed.is_open) narrowed.may_be_none = false;
  return Make(std::move(narrowed));
}

Value Value::Closed() const {
  if (!is_open()) return *this;
  Data closed = *data_;
  closed.is_open = closed.is_anything = false;
  return Make(std::move(closed));
}

Value Value::Opened() const { return JoinedWith(Unknown()); }

Value Value::Shared() const {
  if (is_shared()) return *this;
  Data data = *data_;
  data.atoms.clear();
  Value shared = data.is_open ? Make(data) : Value();
  for (Atom atom : data_->atoms) {
    if (IsMutable(atom)) {
      atom = Atom{.kind = atom.kind,
                  .parts = {Unknown()},
                  .is_exact = atom.is_exact,
                  .origin = atom.origin};
    } else if (HoldsOthers(atom)) {
      for (Value& part : atom.parts) part = part.Shared();
    }
    shared = shared.JoinedWith(Value(std::move(atom)));
  }
  return shared;
}

bool operator==(const Value& a, const Value& b) {
  if (a.data_ == b.data_) return true;
  if (a.data_ == nullptr || b.data_ == nullptr) return false;
  const Value::Data &x = *a.data_, &y = *b.data_;
  if (x.hash != y.hash) return false;
  if (x.is_open != y.is_open || x.is_anything != y.is_anything || x.atoms != y.atoms) return false;
  if (!(x.name == y.name) || !AreSameRanks(x.ranks, y.ranks)) return false;
  return !x.is_open || (x.may_be_true == y.may_be_true && x.may_be_false == y.may_be_false &&
                        x.may_be_none == y.may_be_none);
}

}  // namespace allreview::understanding
