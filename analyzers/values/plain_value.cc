#include "analyzers/values/plain_value.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "analyzers/understanding/value_traits.h"

namespace allreview::values {
namespace {

using python::DeviceType;
using python::ValueType;
using understanding::Atom;
using understanding::AtomKind;
using understanding::Device;
using understanding::Dtype;

ValueType TypeOf(AtomKind kind) {
  switch (kind) {
    case AtomKind::kNone:
      return ValueType::kNone;
    case AtomKind::kBool:
      return ValueType::kBool;
    case AtomKind::kInteger:
    case AtomKind::kReal:
      return ValueType::kNumber;
    case AtomKind::kText:
      return ValueType::kString;
    case AtomKind::kTuple:
    case AtomKind::kList:
      return ValueType::kSequence;
    case AtomKind::kDict:
      return ValueType::kDict;
    case AtomKind::kSet:
      return ValueType::kSet;
    case AtomKind::kTensor:
      return ValueType::kTensor;
    default:
      return ValueType::kUnknown;
  }
}

python::Dtype PlainDtype(Dtype dtype) {
  switch (dtype) {
    case Dtype::kBool:
      return python::Dtype::kBool;
    case Dtype::kUint8:
    case Dtype::kInt8:
    case Dtype::kInt16:
    case Dtype::kInt32:
    case Dtype::kInt64:
      return python::Dtype::kInteger;
    case Dtype::kFloat16:
      return python::Dtype::kFloat16;
    case Dtype::kBfloat16:
      return python::Dtype::kBfloat16;
    case Dtype::kFloat32:
      return python::Dtype::kFloat32;
    case Dtype::kFloat64:
      return python::Dtype::kFloat64;
    case Dtype::kUnknown:
    case Dtype::kFloat:
      break;
  }
  return python::Dtype::kUnknown;
}

// The same in all alternatives.
DeviceType PlainDevice(const std::vector<Atom>& atoms) {
  std::optional<Device> device;
  for (const Atom& atom : atoms) {
    const Device one = atom.tensor == nullptr ? Device::kUnknown : atom.tensor->device;
    if (device.value_or(one) != one) return DeviceType::kUnknown;
    device = one;
  }
  if (device == Device::kCpu) return DeviceType::kCpu;
  return device == Device::kCuda ? DeviceType::kGpu : DeviceType::kUnknown;
}

}  // namespace

python::Value PlainValueOf(const understanding::Value& value) {
  if (value.is_open() || value.atoms().empty()) return {};
  const ValueType type = TypeOf(value.atoms()[0].kind);
  const bool is_one = std::all_of(value.atoms().begin(), value.atoms().end(),
                                  [&](const Atom& atom) { return TypeOf(atom.kind) == type; });
  if (!is_one) return {};
  python::Value plain = {.type = type};
  if (type == ValueType::kTensor) {
    plain.dtype = PlainDtype(understanding::DtypeOfTensor(value));
    plain.device = PlainDevice(value.atoms());
  }
  if (type == ValueType::kNumber) {
    const std::vector<double> numbers = understanding::NumbersOf(value);
    if (numbers.size() == 1) plain.number = numbers[0];
  }
  return plain;
}

std::optional<std::vector<int64_t>> PlainSizesOf(const understanding::Value& value) {
  if (!understanding::IsTensor(value) || value.atoms().empty()) return std::nullopt;
  std::optional<std::vector<int64_t>> sizes;
  for (const Atom& atom : value.atoms()) {
    if (atom.tensor == nullptr || !atom.tensor->has_rank) return std::nullopt;
    std::vector<int64_t> own;
    for (const understanding::Size& size : atom.tensor->sizes) {
      own.push_back(size.constant().value_or(-1));
    }
    if (sizes && sizes->size() != own.size()) return std::nullopt;
    for (size_t i = 0; sizes && i < own.size(); ++i) {
      if (own[i] != (*sizes)[i]) own[i] = -1;
    }
    sizes = std::move(own);
  }
  return sizes;
}

}  // namespace allreview::values
