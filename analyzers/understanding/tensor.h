#ifndef ANALYZERS_UNDERSTANDING_TENSOR_H_
#define ANALYZERS_UNDERSTANDING_TENSOR_H_

// What is known of a tensor: rank and sizes, dtype, device, and where its elements lie.
//
//   Tensor x = {.has_rank = true, .sizes = {b, s, h}, .dtype = Dtype::kFloat32};
//   x.ToText()   ->  "tensor[b, s, h] float32"
//
// Plain data. A chain of joins ends: each one forgets sizes, the rank, the dtype or the device.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/understanding/size.h"

namespace allreview::understanding {

enum class Dtype : uint8_t {
  kUnknown,
  kBool,
  kUint8,
  kInt8,
  kInt16,
  kInt32,
  kInt64,
  kFloat,  // Some floating-point type: the default one is what a program says.
  kFloat16,
  kBfloat16,
  kFloat32,
  kFloat64,
};

// "float32" of "torch.float32", "torch.float" and "float"; kUnknown: it is none of these.
Dtype DtypeNamed(absl::string_view name);
absl::string_view NameOf(Dtype dtype);
bool IsFloating(Dtype dtype);
bool IsIntegral(Dtype dtype);  // bool is, too.
// What torch.result_type says of two tensors with dimensions.
Dtype Promoted(Dtype a, Dtype b);
// One is an integer or bool and the other is not, so that no autocast makes them equal.
bool CertainlyDiffer(Dtype a, Dtype b);

enum class Device : uint8_t { kUnknown, kCpu, kCuda };

// Whether backward() leads to it.
enum class Grad : uint8_t {
  kUnknown,
  kNone,      // It requires no gradient.
  kRequired,  // It does; it may be a leaf.
  kLeaf,      // It does, and no operation made it.
};

struct Memory;  // tensor_memory.h

struct Tensor {
  bool has_rank = false;
  // By dimension; of unknown rank the last ones, as far as they are known.
  std::vector<Size> sizes = {};
  Dtype dtype = Dtype::kUnknown;
  Device device = Device::kUnknown;
  // Which shape it is, while its rank is unknown: sizes that are asked of it are named after it,
  // and tensors made of it may have the same one. 0: nobody knows.
  uint64_t id = 0;
  std::string name = {};  // For readers.
  // Its sizes come of annotations alone. Two such tensors that do not fit contradict each other,
  // whether or not the annotations are true.
  bool is_declared = false;
  // Its elements lie one behind the other, in the order of its dimensions.
  bool is_contiguous = false;
  // Where else they lie, and whose they are. Null: nobody knows, as of most tensors.
  std::shared_ptr<const Memory> memory = {};

  // A size that counts from the front, or from the back when negative; unknown when it is.
  Size at(int64_t dimension) const;
  // How many elements; unknown as soon as a size is.
  Size count() const;
  Tensor JoinedWith(const Tensor& other) const;
  // Sizes that have names are unknown.
  Tensor Unnamed() const;
  bool is_named() const;
  bool has_memory() const { return is_contiguous || memory != nullptr; }
  // Nothing is known of where its elements lie.
  Tensor WithoutMemory() const;
  // "tensor[b, s, 4*h] float32", "tensor[..., h]", "tensor".
  std::string ToText() const;
  // Names do not count.
  friend bool operator==(const Tensor& a, const Tensor& b);
  size_t hash() const;
};

// Numbers that a program is sure to have only one of, each with its id: sizes of a tensor `id`.
uint64_t IdOfSize(uint64_t tensor, int64_t dimension);

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_TENSOR_H_
