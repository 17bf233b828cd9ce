// clang-format off
#include <torch/extension.h>

#define THREADS 256

namespace ns {

template <typename T, int kUnroll = 4>
__global__ void __launch_bounds__(THREADS) scale_kernel(T* __restrict__ out, const T* x, float by,
                                                        int64_t n) {
  __shared__ float tile[THREADS];
  const int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  auto value = static_cast<float>(x[i]);
  tile[threadIdx.x] = value * by;
  __syncthreads();
  out[i] = static_cast<T>(tile[threadIdx.x]);
}

struct Plan {
  int rows_ = 0;
  at::Tensor buffer_;
  void run(cudaStream_t stream);
};

void Plan::run(cudaStream_t stream) {
  C10_CUDA_CHECK(cudaMemsetAsync(buffer_.data_ptr(), 0, buffer_.nbytes(), stream));
}

at::Tensor scale(at::Tensor x, double by) {
  TORCH_CHECK(x.is_contiguous(), "x must be contiguous");
  auto out = at::empty_like(x);
  const auto n = x.numel();
  constexpr int kThreads = THREADS / 2;
  dim3 grid(n);
  AT_DISPATCH_FLOATING_TYPES_AND(at::kHalf, x.scalar_type(), "scale", [&] {
    scale_kernel<scalar_t><<<(n + kThreads - 1) / kThreads, kThreads, 0, stream>>>(
        out.data_ptr<scalar_t>(), x.data_ptr<scalar_t>(), by, n);
  });
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  return out;
}

void scale_any(Tensor x) {
  TYPE_SWITCH_FLOAT(x.dtype(), T,
    using Vector = Vec<T, 4>;
    scale_kernel<T><<<1, 32>>>(x.data(), x.data(), 1.f, x.size()););
}

}  // namespace ns

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("scale", &ns::scale, py::arg("x"), py::arg("by") = 2.0);
}
