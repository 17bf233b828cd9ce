// The part of Value that knows tensors and numbers with names.

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "analyzers/understanding/atom.h"
#include "analyzers/understanding/tensor_memory.h"

namespace allreview::understanding {
namespace {

using Kind = Atom::Kind;

constexpr uint64_t kNumber = 1000;  // Behind the sizes of a tensor: tensor.h.

}  // namespace

uint64_t IdOfPlace(CodeRef code, PlaceKind kind, uint32_t number) {
  constexpr uint32_t kFirst[] = {0, 1u << 12, 1u << 16, 1u << 18};
  const uint32_t place = kFirst[static_cast<size_t>(kind)] + number;
  const bool fits = code.file < (1u << 18) - 1 && code.code < (1u << 16) && number < (1u << 18) &&
                    place < kFirst[static_cast<size_t>(kind) + 1];
  return fits ? (uint64_t{code.file} + 1) << 46 | uint64_t{code.code} << 30 | uint64_t{place} << 12
              : 0;
}

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

template <typename Change>
Value Value::WithTensors(const Change& change) const {
  if (!has_memory()) return *this;
  Data data = *data_;
  for (Atom& atom : data.atoms) {
    for (Value& part : atom.parts) part = part.WithTensors(change);
    const bool is_meant = atom.kind == Kind::kTensor && atom.tensor && atom.tensor->has_memory();
    if (!is_meant) continue;
    std::optional<Tensor> changed = change(*atom.tensor);
    if (changed) {
      const bool is_plain = *changed == Tensor();
      atom.tensor = is_plain ? nullptr : std::make_shared<const Tensor>(*std::move(changed));
    }
  }
  return Make(std::move(data));
}

Value Value::WithGrad(Grad grad) const {
  if (data_ == nullptr) return *this;
  Data data = *data_;
  for (Atom& atom : data.atoms) {
    if (atom.kind != Kind::kTensor) continue;
    Tensor tensor = atom.tensor == nullptr ? Tensor() : *atom.tensor;
    Memory memory = tensor.memory == nullptr ? Memory() : *tensor.memory;
    memory.grad = IsIntegral(tensor.dtype) ? Grad::kUnknown : grad;  // Nobody asks: it has none.
    tensor.memory = memory.is_empty() ? nullptr : std::make_shared<const Memory>(std::move(memory));
    const bool is_plain = tensor == Tensor();
    atom.tensor = is_plain ? nullptr : std::make_shared<const Tensor>(std::move(tensor));
  }
  return Make(std::move(data));
}

Value Value::WithoutGrad() const {
  return WithTensors([](const Tensor& tensor) -> std::optional<Tensor> {
    if (tensor.memory == nullptr || tensor.memory->grad == Grad::kUnknown) return std::nullopt;
    Tensor plain = tensor;
    Memory memory = *tensor.memory;
    memory.grad = Grad::kUnknown;
    plain.memory = memory.is_empty() ? nullptr : std::make_shared<const Memory>(std::move(memory));
    return plain;
  });
}

Value Value::WithoutStorage() const {
  return WithTensors([](const Tensor& tensor) -> std::optional<Tensor> {
    if (tensor.memory == nullptr || tensor.memory->storage == 0) return std::nullopt;
    Tensor plain = tensor;
    Memory memory = {.strides = tensor.memory->strides};
    plain.memory = memory.is_empty() ? nullptr : std::make_shared<const Memory>(std::move(memory));
    return plain;
  });
}

Value Value::WithoutMemory() const {
  return WithTensors([](const Tensor& tensor) { return std::optional(tensor.WithoutMemory()); });
}

Value Value::WithWritten(const std::vector<uint32_t>& storages) const {
  return WithTensors([&](const Tensor& tensor) -> std::optional<Tensor> {
    const Memory* const memory = tensor.memory.get();
    const bool is_meant = memory != nullptr && memory->is_unwritten &&
                          std::binary_search(storages.begin(), storages.end(), memory->storage);
    if (!is_meant) return std::nullopt;
    Memory written = *memory;
    written.is_unwritten = false;
    Tensor changed = tensor;
    changed.memory = std::make_shared<const Memory>(std::move(written));
    return changed;
  });
}

bool Value::IsAlike(const Value& other) const {
  if (*this == other) return true;
  if (!has_memory() && !other.has_memory()) return false;
  return hash() == other.hash() && WithoutMemory() == other.WithoutMemory();
}

Value Value::UnknownNamed(const Size& size) { return Make({.is_open = true, .name = size}); }

Value Value::Unnamed() const {
  if (!is_named()) return *this;
  Data data = *data_;
  data.name = Size();
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
  const uint64_t id = IdOfPlace(code, PlaceKind::kParameter, parameter);
  if (data_ == nullptr || id == 0) return *this;
  if (*this == Unknown()) return UnknownNamed(Size::Named(id + kNumber, name));
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
