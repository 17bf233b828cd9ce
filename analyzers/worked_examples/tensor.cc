#include "analyzers/worked_examples/tensor.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace allreview::worked_examples {
namespace {

constexpr absl::string_view kNames[] = {"bool", "int32", "int64", "float32", "float64"};

Sizes ContiguousStrides(const Sizes& shape) {
  Sizes strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;) strides[i - 1] = strides[i] * shape[i];
  return strides;
}

}  // namespace

bool IsFloating(Dtype dtype) { return dtype >= Dtype::kFloat32; }

absl::string_view NameOf(Dtype dtype) { return kNames[static_cast<int>(dtype)]; }

std::optional<Dtype> DtypeNamed(absl::string_view name) {
  for (int i = 0; i < 5; ++i) {
    if (name == kNames[i]) return static_cast<Dtype>(i);
  }
  if (name == "long") return Dtype::kInt64;
  if (name == "int") return Dtype::kInt32;
  if (name == "float") return Dtype::kFloat32;
  if (name == "double") return Dtype::kFloat64;
  return std::nullopt;
}

Dtype Promote(Dtype a, Dtype b) { return std::max(a, b); }

std::optional<int64_t> CountOf(const Sizes& shape) {
  int64_t count = 1;
  if (shape.size() > kMaxRank) return std::nullopt;
  for (const int64_t size : shape) {
    if (size < 0 || size > kMaxElements) return std::nullopt;
    count *= size;
    if (count > kMaxElements) return std::nullopt;
  }
  return count;
}

double Rounded(double value, Dtype dtype) {
  if (std::isnan(value)) return value;
  switch (dtype) {
    case Dtype::kBool:
      return value != 0;
    case Dtype::kInt32:
    case Dtype::kInt64:
      return std::trunc(value);
    case Dtype::kFloat32:
      return static_cast<double>(static_cast<float>(value));
    case Dtype::kFloat64:
      return value;
  }
  return value;
}

Tensor NewTensor(Sizes shape, std::vector<double> data, Dtype dtype) {
  for (double& value : data) value = Rounded(value, dtype);
  Tensor tensor{.storage = std::make_shared<Storage>(Storage{.data = std::move(data)}),
                .shape = std::move(shape),
                .dtype = dtype};
  tensor.strides = ContiguousStrides(tensor.shape);
  return tensor;
}

bool IsContiguous(const Tensor& tensor) {
  int64_t expected = 1;
  for (size_t i = tensor.rank(); i-- > 0;) {
    if (tensor.shape[i] == 0) return true;
    if (tensor.shape[i] != 1 && tensor.strides[i] != expected) return false;
    expected *= tensor.shape[i];
  }
  return true;
}

std::vector<int64_t> PlacesOf(const Tensor& tensor) {
  std::vector<int64_t> places{tensor.offset};
  for (size_t dim = 0; dim < tensor.rank(); ++dim) {
    std::vector<int64_t> next;
    next.reserve(places.size() * static_cast<size_t>(tensor.shape[dim]));
    for (const int64_t place : places) {
      for (int64_t i = 0; i < tensor.shape[dim]; ++i) {
        next.push_back(place + i * tensor.strides[dim]);
      }
    }
    places = std::move(next);
  }
  return places;
}

std::vector<double> ElementsOf(const Tensor& tensor) {
  std::vector<double> elements;
  for (const int64_t place : PlacesOf(tensor)) {
    elements.push_back(tensor.storage->data[static_cast<size_t>(place)]);
  }
  return elements;
}

std::optional<size_t> DimOf(int64_t dim, size_t rank) {
  const int64_t size = static_cast<int64_t>(rank);
  if (dim < 0) dim += size;
  if (dim < 0 || dim >= size) return std::nullopt;
  return static_cast<size_t>(dim);
}

Tensor Select(const Tensor& tensor, size_t dim, int64_t index) {
  Tensor view = tensor;
  view.offset += index * tensor.strides[dim];
  view.shape.erase(view.shape.begin() + static_cast<ptrdiff_t>(dim));
  view.strides.erase(view.strides.begin() + static_cast<ptrdiff_t>(dim));
  return view;
}

std::optional<Sizes> BroadcastShapes(const Sizes& a, const Sizes& b) {
  const Sizes& longer = a.size() >= b.size() ? a : b;
  const Sizes& shorter = a.size() >= b.size() ? b : a;
  Sizes result = longer;
  const size_t offset = longer.size() - shorter.size();
  for (size_t i = 0; i < shorter.size(); ++i) {
    int64_t& size = result[offset + i];
    if (size == 1) {
      size = shorter[i];
    } else if (shorter[i] != 1 && shorter[i] != size) {
      return std::nullopt;
    }
  }
  return result;
}

std::optional<Tensor> Expanded(const Tensor& tensor, const Sizes& shape) {
  if (shape.size() < tensor.rank() || !CountOf(shape)) return std::nullopt;
  Tensor view = tensor;
  const size_t offset = shape.size() - tensor.rank();
  view.shape = shape;
  view.strides.assign(shape.size(), 0);
  for (size_t i = 0; i < tensor.rank(); ++i) {
    if (tensor.shape[i] == shape[offset + i]) {
      view.strides[offset + i] = tensor.strides[i];
    } else if (tensor.shape[i] != 1) {
      return std::nullopt;
    }
  }
  return view;
}

Lines::Lines(const Sizes& shape, size_t dim) : length(shape[dim]) {
  for (size_t i = 0; i < dim; ++i) outer *= shape[i];
  for (size_t i = dim + 1; i < shape.size(); ++i) inner *= shape[i];
}

}  // namespace allreview::worked_examples
