#ifndef ANALYZERS_UNDERSTANDING_TENSOR_MEMORY_H_
#define ANALYZERS_UNDERSTANDING_TENSOR_MEMORY_H_

// Where the elements of a tensor lie, whose memory that is, whether somebody wrote it, and whether
// it requires a gradient.
//
//   const Tensor x = {.has_rank = true, .sizes = {b, s, h, d}, .is_contiguous = true};
//   const Tensor y = ViewOf(Transposed(x, 1, 2).tensor, x, Strides after the transposition);
//   StridesOf(y)                            ->  [s*h*d, d, h*d, 1]
//   Viewed(y, {b, s, h*d}).is_impossible    ->  true: a view cannot say where the elements lie
//
// Of a transposed tensor whose sizes nobody knows the order of its dimensions in memory is known.
//
// Strides are formulas over sizes. Those that differ as formulas are taken to differ: a size that
// has a name is not 1, and two of them are not the same number.
//
// Storages are numbered within one run of a code: what leaves the run has none (WithoutStorage()).
//
// Plain data; pure. Private to this folder, but for the struct.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analyzers/understanding/tensor.h"

namespace allreview::understanding {

struct Memory {
  // Tensors of one storage share elements: what is written into one is in the others. It is the
  // instruction that made it, counted from 1. 0: nobody knows which it is.
  uint32_t storage = 0;
  bool is_unwritten = false;  // Certainly: torch.empty() made it, and nobody wrote anything since.
  // By dimension; empty: they follow from Tensor::is_contiguous, or nobody knows them.
  std::vector<Size> strides = {};
  // By dimension, its place in memory, where nothing lies between elements: {0, 2, 1} of
  // x.transpose(1, 2). Empty: nobody knows.
  std::vector<Size> order = {};

  // Of the tensor itself; what shares its memory may require another. See machine_gradients.cc.
  Grad grad = Grad::kUnknown;

  bool is_empty() const {
    return storage == 0 && strides.empty() && order.empty() && grad == Grad::kUnknown;
  }
  friend bool operator==(const Memory&, const Memory&) = default;
};

Grad GradOf(const Tensor& tensor);
// What holds of both, and the same in both; null: nothing.
std::shared_ptr<const Memory> JoinMemory(const Tensor& a, const Tensor& b);
bool IsSameMemory(const Tensor& a, const Tensor& b);
// Without formulas that have names.
std::shared_ptr<const Memory> UnnamedMemory(const Memory& memory);
// " strides [8, 1, 4] unwritten"; "": nothing to say.
std::string TextOf(const Memory& memory);

// None: the rank, some size or the order is not known.
std::optional<std::vector<Size>> StridesOf(const Tensor& tensor);
// Of x.select(dim, i); a number that counts from the back when negative.
std::optional<std::vector<Size>> StridesWithout(const Tensor& tensor, int64_t dim);
// Its elements certainly do not lie in the order of its dimensions.
bool IsCertainlyReordered(const Tensor& tensor);
// The tensor, which shares memory with `from`, with these strides.
Tensor ViewOf(Tensor view, const Tensor& from, std::optional<std::vector<Size>> strides);
// The same, where dimension i is dimension dims[i] of `from`.
Tensor Reordered(Tensor view, const Tensor& from, const std::vector<Size>& dims);
// 0, 1, 2, …: the dimensions of the tensor in their order.
std::vector<Size> DimensionsOf(const Tensor& tensor);
// "strides are [8, 1, 4]", "dimensions lie in the order [0, 2, 1] in memory".
std::string OrderText(const Tensor& tensor);
// With elements of its own in the order of its dimensions.
Tensor Contiguous(Tensor tensor);

// What x.view(wanted) makes of strides; sizes that nobody knows may be any. None: nobody knows
// them, or there are no such strides.
struct Viewing {
  std::optional<std::vector<Size>> strides = {};
  bool is_impossible = false;
};
Viewing Viewed(const Tensor& tensor, const std::vector<Size>& wanted);

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_TENSOR_MEMORY_H_
