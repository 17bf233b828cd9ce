#include "analyzers/understanding/value_traits.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/understanding/tensor_memory.h"
#include "analyzers/understanding/tensor_shapes.h"

namespace allreview::understanding {
namespace {

using Kind = Atom::Kind;

template <typename Predicate>
bool HoldsForAll(const Value& value, Predicate holds) {
  return !value.is_open() &&
         std::all_of(value.atoms().begin(), value.atoms().end(), std::move(holds));
}

// The one thing that `of` says of all alternatives.
template <typename Type, typename Function>
std::optional<Type> Common(const Value& value, Function of) {
  std::optional<Type> common;
  if (value.is_open()) return common;
  for (const Atom& atom : value.atoms()) {
    const std::optional<Type> one = of(atom);
    if (!one || (common && *common != *one)) return std::nullopt;
    common = one;
  }
  return common;
}

bool IsOnHostAtom(const Atom& atom) {
  switch (atom.kind) {
    case Kind::kUnbound:
    case Kind::kNone:
    case Kind::kEllipsis:
    case Kind::kBool:
    case Kind::kInteger:
    case Kind::kReal:
    case Kind::kText:
    case Kind::kBytes:
    case Kind::kSlice:
      return true;
    case Kind::kTensor:
      return atom.tensor != nullptr && atom.tensor->device == Device::kCpu;
    case Kind::kTuple:
    case Kind::kList:
    case Kind::kSet:
    case Kind::kDict:
    case Kind::kIterator:
      // Of any length: an empty one is on the host, and so are elements that nobody describes not.
      return (atom.is_sized || !atom.parts.empty() || atom.tensor != nullptr) &&
             std::all_of(atom.parts.begin(), atom.parts.end(), IsOnHost);
    case Kind::kInstance:
      return absl::StartsWith(atom.text, "numpy.");
    default:
      return false;
  }
}

}  // namespace

bool IsOnHost(const Value& value) { return HoldsForAll(value, IsOnHostAtom); }

bool IsTensor(const Value& value) {
  return HoldsForAll(value, [](const Atom& atom) { return atom.kind == Kind::kTensor; });
}

Dtype DtypeOfTensor(const Value& value) {
  const std::optional<Dtype> common =
      Common<Dtype>(value, [](const Atom& atom) -> std::optional<Dtype> {
        if (atom.kind != Kind::kTensor || atom.tensor == nullptr) return std::nullopt;
        return atom.tensor->dtype;
      });
  return common.value_or(Dtype::kUnknown);
}

Device DeviceOf(const Value& value) {
  const std::optional<Device> common = Common<Device>(value, [](const Atom& atom) {
    const bool is_object = atom.kind == Kind::kInstance && atom.text == "torch.device";
    if (is_object && !atom.parts.empty()) return std::optional(DeviceOf(atom.parts[0]));
    if (atom.kind != Kind::kText || !atom.is_constant) return std::optional<Device>();
    if (absl::StartsWith(atom.text, "cpu")) return std::optional(Device::kCpu);
    return absl::StartsWith(atom.text, "cuda") ? std::optional(Device::kCuda) : std::nullopt;
  });
  return common.value_or(Device::kUnknown);
}

std::string StridesOfReordered(const Value& value) {
  const Atom* const only = value.only();
  const bool is_one = only != nullptr && only->kind == Kind::kTensor && only->tensor != nullptr;
  if (!is_one || !IsCertainlyReordered(*only->tensor)) return "";
  return ShapeText({.has_rank = true, .sizes = *StridesOf(*only->tensor)});
}

std::vector<double> NumbersOf(const Value& value) {
  std::vector<double> numbers;
  if (value.is_open()) return numbers;
  for (const Atom& atom : value.atoms()) {
    const bool is_number =
        atom.is_constant && (atom.kind == Kind::kInteger || atom.kind == Kind::kReal);
    if (!is_number) return {};
    numbers.push_back(atom.kind == Kind::kInteger ? static_cast<double>(atom.integer) : atom.real);
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

}  // namespace allreview::understanding
