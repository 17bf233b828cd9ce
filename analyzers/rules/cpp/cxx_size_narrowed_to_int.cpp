#include <torch/extension.h>

struct Metadata {
  int sizes[24];
  int64_t starts[24];
};

void store(const at::Tensor& x, Metadata* metadata) {
  int n = x.numel();  // expect: cxx-size-narrowed-to-int
  const int32_t bytes = x.numel() * sizeof(float);  // expect: cxx-size-narrowed-to-int
  const int64_t count = x.numel();
  int again = count;  // expect: cxx-size-narrowed-to-int
  metadata->sizes[0] = x.numel();  // expect: cxx-size-narrowed-to-int
  metadata->starts[0] = x.numel();  // silent: the field has 64 bits
  int64_t wide = x.numel();  // silent: so has the variable
  auto kept = x.numel();  // silent: auto takes the type of the value
  int rank = x.dim();  // silent: a number of dimensions
  int blocks = (x.numel() + 255) / 256;  // silent: a number of blocks
  int last = x.numel() % 32;  // silent: a rest
  int rows = x.size(0);  // silent: one dimension alone
  int cast = static_cast<int>(x.numel());  // silent: somebody thought of it
}

void unknown_object(const at::Tensor& x, Unknown& metadata) {
  metadata.sizes[1] = x.numel();  // expect: cxx-size-narrowed-to-int
  metadata.starts[1] = x.numel();  // silent: all members of that name have 64 bits
}

int elements_of(const at::Tensor& x) {
  return x.numel();  // expect: cxx-size-narrowed-to-int
}

int checked(const at::Tensor& x) {
  TORCH_CHECK(x.numel() <= std::numeric_limits<int>::max());
  return x.numel();  // silent: it was checked
}

int64_t all_of(const at::Tensor& x) {
  return x.numel();  // silent: returned in 64 bits
}

int round_up(const int value, const int multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

size_t padded(size_t rows) {
  size_t padded_rows = round_up(rows, 128);  // expect: cxx-size-narrowed-to-int
  int small = round_up(12, 128);  // silent: known at compile time
  int narrow = round_up(small, 16);  // silent: ints all along
  return padded_rows + small + narrow;
}

struct Shape {
  int elements() const {
    size_t count = 1;
    for (size_t dim : dims) count *= dim;
    return count;  // expect: cxx-size-narrowed-to-int
  }
  size_t wide_elements() const {
    size_t count = 1;
    for (size_t dim : dims) count *= dim;
    return count;  // silent: the result is wide
  }
  int rank() const {
    size_t count = dims.size();
    return count;  // silent: no product of sizes
  }
  std::vector<size_t> dims;
};
