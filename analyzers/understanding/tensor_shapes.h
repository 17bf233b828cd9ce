#ifndef ANALYZERS_UNDERSTANDING_TENSOR_SHAPES_H_
#define ANALYZERS_UNDERSTANDING_TENSOR_SHAPES_H_

// What torch makes of shapes. Pure.
//
//   Broadcast({2, 3}, {4, 3}).why   ->  "cannot broadcast [2, 3] and [4, 3]: 2 and 4"
//
// A `why` says that torch certainly raises: whatever the sizes are that nobody knows. Only sizes
// and rank of results are filled in, unless a function says more. A size of unknown value may be 1;
// what is sliced is taken not to be empty.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/understanding/tensor.h"

namespace allreview::understanding {

struct Shaped {
  Tensor tensor = {};
  std::string why = {};  // "": it does not raise for what is known.
  bool is_view = false;  // Tensor::memory is meant; else it has memory of its own.
};

// "[b, s, 4*h]".
std::string ShapeText(const Tensor& tensor);

Shaped Broadcast(const Tensor& a, const Tensor& b);
// torch.matmul.
Shaped Multiplied(const Tensor& a, const Tensor& b);
// x.view(wanted); one size may be -1.
Shaped Reshaped(const Tensor& tensor, std::vector<Size> wanted);
// x.expand(wanted).
Shaped Expanded(const Tensor& tensor, const std::vector<Size>& wanted);
Shaped Flattened(const Tensor& tensor, int64_t first, int64_t last);
Shaped Permuted(const Tensor& tensor, const std::vector<int64_t>& dims);
Shaped Transposed(const Tensor& tensor, int64_t first, int64_t second);
// Without `dims`, or with 1 there.
Shaped Reduced(const Tensor& tensor, const std::vector<int64_t>& dims, bool keeps);
Shaped Squeezed(const Tensor& tensor, int64_t dim);
Shaped Unsqueezed(const Tensor& tensor, int64_t dim);
Shaped Concatenated(const std::vector<Tensor>& tensors, int64_t dim);
Shaped Stacked(const std::vector<Tensor>& tensors, int64_t dim);
// With another size in one dimension.
Shaped Resized(const Tensor& tensor, int64_t dim, const Size& size);
// x @ weight.T for the weight [out, in].
Shaped Projected(const Tensor& tensor, const Size& in, const Size& out);
// torch.einsum.
Shaped Contracted(absl::string_view equation, const std::vector<Tensor>& operands);

// The dimension that `dim` says, from the front; none: nobody knows, or it is out of range, and
// then `why` is filled in. `extra` more than the tensor has are allowed.
std::optional<size_t> DimensionOf(const Tensor& tensor, int64_t dim, std::string& why,
                                  int64_t extra = 0);

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_TENSOR_SHAPES_H_
