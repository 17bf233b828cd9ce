__global__ void scale(float *data) { data[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }
__global__ void strided(float *data, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    data[i] *= 2;
  }
}

void direct(float *data, int n, int threads) {
  scale<<<n / threads, threads>>>(data);  // expect: cuda-grid-rounded-down
}

void by_locals(float *data, unsigned n, unsigned hidden, unsigned groups) {
  unsigned threads = 1024;
  unsigned rows = threads / hidden;
  unsigned blocks = n / rows / groups;  // expect: cuda-grid-rounded-down
  dim3 grid(groups, blocks);
  dim3 block(threads);
  scale<<<grid, block>>>(data);
}

void of_dim3(float *data, int n, int rows) {
  const int threads = 128;
  scale<<<dim3(n / threads, rows), threads>>>(data);  // expect: cuda-grid-rounded-down
}

void rounded_up(float *data, int n) {
  const int threads = 128;
  scale<<<(n + threads - 1) / threads, threads>>>(data);  // silent: rounded up
  scale<<<(n - 1) / threads + 1, threads>>>(data);  // silent: rounded up
  const int padded = n + threads - 1;
  scale<<<padded / threads, threads>>>(data);  // silent: rounded up before
  strided<<<n / threads, threads>>>(data, n);  // silent: the kernel goes round
  scale<<<n / 4, threads>>>(data);  // silent: not by the size of the block
  Elsewhere<<<n / threads, threads>>>(data);  // silent: the kernel is not known
}

void checked(float *data, int count) {
  const int width = 128;
  CHECK(count % width == 0);
  scale<<<count / width, width>>>(data);  // silent: checked before
}
