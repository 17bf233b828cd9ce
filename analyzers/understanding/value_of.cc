// The part of Value that makes values of what is known.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "analyzers/understanding/number_bounds.h"
#include "analyzers/understanding/value.h"

namespace allreview::understanding {

using Kind = Atom::Kind;

Value Value::Unknown() {
  static const Value* const unknown = new Value(Make({.is_open = true}));
  return *unknown;
}

Value Value::Anything() {
  static const Value* const anything = new Value(Make({.is_open = true, .is_anything = true}));
  return *anything;
}

Value Value::AnyOf(const std::vector<Value>& values) {
  Value joined;
  for (const Value& value : values) joined = joined.JoinedWith(value);
  return joined;
}

Value Value::None(Place origin) { return Some(Kind::kNone, origin); }

Value Value::Bool(bool value, Place origin) {
  return Value(Atom{.kind = Kind::kBool, .is_constant = true, .integer = value, .origin = origin});
}

Value Value::SomeBool(Place origin) { return Bool(false, origin).JoinedWith(Bool(true, origin)); }

Value Value::Integer(int64_t value, Place origin) {
  return Value(
      Atom{.kind = Kind::kInteger, .is_constant = true, .integer = value, .origin = origin});
}

Value Value::Text(absl::string_view value, Place origin) {
  return Value(
      Atom{.kind = Kind::kText, .is_constant = true, .text = std::string(value), .origin = origin});
}

Value Value::Some(Atom::Kind kind, Place origin) {
  return Value(Atom{.kind = kind, .origin = origin});
}

Value Value::External(absl::string_view name, Place origin) {
  return Value(Atom{.kind = Kind::kExternal, .text = std::string(name), .origin = origin});
}

Value Value::InstanceOf(CodeRef a_class, Place origin) {
  return Value(Atom{.kind = Kind::kInstance, .code = a_class, .origin = origin});
}

Value Value::InstanceOfExternal(absl::string_view a_class, Place origin) {
  return Value(Atom{.kind = Kind::kInstance, .text = std::string(a_class), .origin = origin});
}

Value Value::Sequence(Atom::Kind kind, std::vector<Value> elements, Place origin) {
  return Value(
      Atom{.kind = kind, .is_sized = true, .parts = std::move(elements), .origin = origin});
}

Value Value::Collection(Atom::Kind kind, Value element, Place origin) {
  Atom atom = {.kind = kind, .origin = origin};
  if (!element.is_impossible()) atom.parts.push_back(std::move(element));
  return Value(std::move(atom));
}

Value Value::HandedOver(CodeRef a_class) const {
  const auto is_meant = [&](const Atom& atom) {
    return atom.kind == Kind::kInstance && atom.code && atom.text.empty() && atom.parts.empty() &&
           (!a_class || atom.code == a_class);
  };
  if (std::none_of(atoms().begin(), atoms().end(), is_meant)) return *this;
  Value handed = Filtered([&](const Atom& atom) { return !is_meant(atom); });
  for (Atom atom : atoms()) {
    if (!is_meant(atom)) continue;
    atom.parts = {Unknown()};
    handed = handed.JoinedWith(Value(std::move(atom)));
  }
  return handed;
}

Value Value::Promised() const {
  if (data_ == nullptr) return *this;
  Data promised = *data_;
  for (Atom& atom : promised.atoms) {
    const bool is_any_tensor = atom.kind == Kind::kTensor && atom.tensor == nullptr;
    atom.is_exact = is_any_tensor;
    for (Value& part : atom.parts) part = part.Promised();
  }
  return Make(std::move(promised));
}

Value Value::WithRanks(Ranks ranks) const {
  if (ranks.is_empty()) return WithoutRanks();
  if (data_ == nullptr) return *this;
  Data data = *data_;
  data.ranks = std::make_shared<const Ranks>(std::move(ranks));
  return Make(std::move(data));
}

Value Value::WithoutRanks() const {
  if (ranks() == nullptr) return *this;
  Data data = *data_;
  data.ranks = nullptr;
  return Make(std::move(data));
}

Value Value::Unbound(Place origin) { return Some(Kind::kUnbound, origin); }

Value Value::WidenedWith(const Value& next) const {
  Value joined = JoinedWith(next);
  if (joined == *this || data_ == nullptr) return joined;
  Value widened;
  for (const Atom& atom : joined.atoms()) {
    const bool is_old =
        std::find(data_->atoms.begin(), data_->atoms.end(), atom) != data_->atoms.end();
    if (is_old) {
      widened = widened.JoinedWith(Value(atom));
    } else if (atom.kind == Kind::kInteger) {
      widened = widened.JoinedWith(WidenedNumber(atom));
    } else if (atom.kind == Kind::kReal || atom.kind == Kind::kText) {
      widened = widened.JoinedWith(Some(atom.kind, atom.origin));
    } else if (!atom.parts.empty()) {
      return Anything();  // A container that grows.
    } else {
      widened = widened.JoinedWith(Value(atom));
    }
  }
  if (joined.is_open()) widened = widened.Opened();
  return joined.ranks() == nullptr ? widened : widened.WithRanks(*joined.ranks());
}

}  // namespace allreview::understanding
