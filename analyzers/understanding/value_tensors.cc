// The part of Value that knows tensors and numbers with names.

#include <memory>
#include <string>
#include <utility>

#include "analyzers/understanding/value.h"

namespace allreview::understanding {
namespace {

using Kind = Atom::Kind;

constexpr uint64_t kNumber = 1000;  // Behind the sizes of a tensor: tensor.h.

// A thousand numbers for each parameter, and more; 0 past what 64 bits hold.
uint64_t IdOf(CodeRef code, uint32_t place) {
  const bool fits = code.file < (1u << 18) - 1 && code.code < (1u << 16) && place < (1u << 18);
  return fits ? (uint64_t{code.file} + 1) << 46 | uint64_t{code.code} << 30 | uint64_t{place} << 12
              : 0;
}

}  // namespace

Value Value::OfTensor(Tensor tensor, Place origin) {
  Atom atom = {.kind = Kind::kTensor, .origin = origin};
  if (!(tensor == Tensor())) atom.tensor = std::make_shared<const Tensor>(std::move(tensor));
  return Value(std::move(atom));
}

Value Value::OfSize(const Size& size, Place origin) {
  if (const std::optional<int64_t> number = size.constant()) return Integer(*number, origin);
  Atom atom = {.kind = Kind::kInteger, .origin = origin};
  if (size.is_known()) {
    atom.tensor = std::make_shared<const Tensor>(Tensor{.has_rank = true, .sizes = {size}});
  }
  return Value(std::move(atom));
}

Value Value::Unnamed() const {
  if (!is_named()) return *this;
  Data data = *data_;
  for (Atom& atom : data.atoms) {
    if (atom.kind == Kind::kInstance) atom.integer = 0;
    for (Value& part : atom.parts) part = part.Unnamed();
    if (atom.tensor == nullptr) continue;
    const Tensor plain = atom.kind == Kind::kTensor ? atom.tensor->Unnamed() : Tensor();
    atom.tensor = plain == Tensor() ? nullptr : std::make_shared<const Tensor>(plain);
  }
  return Make(std::move(data));
}

Value Value::NamedAs(CodeRef code, uint32_t parameter, absl::string_view name) const {
  const uint64_t id = IdOf(code, parameter);
  if (data_ == nullptr || id == 0 || atoms().empty()) return *this;
  Data data = *data_;
  for (Atom& atom : data.atoms) {
    if (atom.kind == Kind::kInstance && atom.code && parameter == 0) atom.integer = name == "self";
    if (atom.kind == Kind::kInteger && !atom.is_constant) {
      atom.tensor = std::make_shared<const Tensor>(
          Tensor{.has_rank = true, .sizes = {Size::Named(id + kNumber, name)}});
    }
    if (atom.kind != Kind::kTensor || (atom.tensor != nullptr && atom.tensor->has_rank)) continue;
    Tensor named = atom.tensor == nullptr ? Tensor() : *atom.tensor;
    named.id = id;
    named.name = std::string(name);
    atom.tensor = std::make_shared<const Tensor>(std::move(named));
  }
  return Make(std::move(data));
}

}  // namespace allreview::understanding
