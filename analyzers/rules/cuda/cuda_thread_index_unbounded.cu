__global__ void scale(float *data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;  // expect: cuda-thread-index-unbounded
  data[i] *= 2;
}

__global__ void split(const float *input, float *output, int width, int height) {
  const size_t thread = blockIdx.x * blockDim.x + threadIdx.x;  // expect: cuda-thread-index-unbounded
  const size_t x = thread % width;
  const size_t y = thread / width;
  output[y * width + x] = input[x];
}

template <typename T>
__global__ void of_template(T *data, int stride) {
  const auto i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x;  // expect: cuda-thread-index-unbounded
  const auto offset = i * stride;
  data[offset] = 0;
}

__global__ void bound(float *data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;  // silent: compared
  if (i < n) data[i] = 0;
}

__global__ void bound_later(float *data, int width, int height) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;  // silent: the row is compared
  const int y = i / width;
  if (y >= height) return;
  data[i] = 0;
}

__global__ void handed_on(float *data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;  // silent: a function may test it
  Store(data, i, n);
}

__global__ void even(float *data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;  // silent: nothing is left over
  data[i] = 0;
}

__global__ void exact(float *data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;  // silent: the grid is not rounded up
  data[i] = 0;
}

void launch(float *data, int n, int width, int height) {
  const int threads = 256;
  scale<<<(n + threads - 1) / threads, threads>>>(data);
  const int blocks = DIVUP(width * height, threads);
  split<<<blocks, threads>>>(data, data, width, height);
  of_template<float><<<ceil_div(n, threads), threads>>>(data, 4);
  bound<<<(n + threads - 1) / threads, threads>>>(data, n);
  bound_later<<<blocks, threads>>>(data, width, height);
  handed_on<<<blocks, threads>>>(data, n);
  exact<<<n, threads>>>(data);
}

void launch_even(float *data, int n) {
  const int size = 128;
  if (n % size != 0) return;
  even<<<(n + size - 1) / size, size>>>(data);
}
