#ifndef ANALYZERS_WORKED_EXAMPLES_TENSOR_H_
#define ANALYZERS_WORKED_EXAMPLES_TENSOR_H_

// Small dense tensors with PyTorch's semantics: views share their storage, dtypes promote.
//
//   Tensor x = NewTensor({2, 2}, {1, 2, 3, 4}, Dtype::kFloat32);
//   Select(x, 0, 1).offset   ->  2
//
// Pure.

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::worked_examples {

enum class Dtype { kBool, kInt32, kInt64, kFloat32, kFloat64 };
using Sizes = std::vector<int64_t>;

inline constexpr int64_t kMaxElements = 4096;
inline constexpr size_t kMaxRank = 8;

struct Storage {
  std::vector<double> data;  // NaN: nobody has written it.
  // Whether others see what is written here is not known: nothing may be written.
  bool is_frozen = false;
};

struct Tensor {
  std::shared_ptr<Storage> storage = nullptr;
  Sizes shape = {}, strides = {};
  int64_t offset = 0;
  Dtype dtype = Dtype::kFloat32;
  size_t rank() const { return shape.size(); }
};

bool IsFloating(Dtype dtype);
// "float32"
absl::string_view NameOf(Dtype dtype);
std::optional<Dtype> DtypeNamed(absl::string_view name);
// Of two tensors, or of a tensor and what yields to it.
Dtype Promote(Dtype a, Dtype b);

// Number of elements; nullopt: too many, or a negative size.
std::optional<int64_t> CountOf(const Sizes& shape);
// `data` in row-major order, as many as the shape has; rounded to what the dtype holds.
Tensor NewTensor(Sizes shape, std::vector<double> data, Dtype dtype);
double Rounded(double value, Dtype dtype);

bool IsContiguous(const Tensor& tensor);
// Positions in the storage, in row-major order.
std::vector<int64_t> PlacesOf(const Tensor& tensor);
// In row-major order; NaN where nobody has written.
std::vector<double> ElementsOf(const Tensor& tensor);

// -1 is the last one. nullopt: there is none.
std::optional<size_t> DimOf(int64_t dim, size_t rank);
// A view without the dimension, at that index.
Tensor Select(const Tensor& tensor, size_t dim, int64_t index);
// nullopt: they do not fit.
std::optional<Sizes> BroadcastShapes(const Sizes& a, const Sizes& b);
// A view; the shape must be one that it broadcasts to.
std::optional<Tensor> Expanded(const Tensor& tensor, const Sizes& shape);

// The elements along one dimension, line by line.
struct Lines {
  Lines(const Sizes& shape, size_t dim);
  int64_t At(int64_t line, int64_t j) const {
    return ((line / inner) * length + j) * inner + line % inner;
  }
  int64_t outer = 1, length = 1, inner = 1;
  int64_t count() const { return outer * inner; }
};

}  // namespace allreview::worked_examples

#endif  // ANALYZERS_WORKED_EXAMPLES_TENSOR_H_
