__global__ void multiply(const float *a, const float *b, float *c, int n) {
  __shared__ float left[16][16];
  __shared__ float right[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  for (int t = 0; t < n; t += 16) {
    left[ty][tx] = a[ty * n + t + tx];  // expect: cuda-shared-memory-reused-without-wait
    right[ty][tx] = b[(t + ty) * n + tx];  // expect: cuda-shared-memory-reused-without-wait
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += left[ty][k] * right[k][tx];
  }
  c[ty * n + tx] = sum;
}

__global__ void broadcast(const float *input, float *output, int rounds) {
  __shared__ float first;
  for (int i = 0; i < rounds; ++i) {
    if (threadIdx.x == 0) {
      first = input[i];  // expect: cuda-shared-memory-reused-without-wait
    }
    __syncthreads();
    output[i * 256 + threadIdx.x] = first;
  }
}

__global__ void waits_first(const float *input, float *output, int rounds) {
  __shared__ float part[256];
  for (int i = 0; i < rounds; ++i) {
    __syncthreads();
    part[threadIdx.x] = input[i];  // silent: the round begins with a barrier
    __syncthreads();
    output[i] += part[threadIdx.x + 1];
  }
}

__global__ void waits_last(const float *input, float *output, int rounds) {
  __shared__ float part[256];
  for (int i = 0; i < rounds; ++i) {
    part[threadIdx.x] = input[i];  // silent: the round ends with a barrier
    __syncthreads();
    output[i] += part[threadIdx.x + 1];
    __syncthreads();
  }
}

__global__ void alternates(const float *input, float *output, int rounds) {
  __shared__ float part[2][256];
  for (int i = 0; i < rounds; ++i) {
    part[i % 2][threadIdx.x] = input[i];  // silent: two buffers
    __syncthreads();
    output[i] += part[i % 2][threadIdx.x + 1];
  }
}

__global__ void own_slot(const float *input, float *output, int rounds) {
  __shared__ float part[256];
  for (int i = 0; i < rounds; ++i) {
    part[threadIdx.x] = input[i];  // silent: nobody else reads the slot
    __syncthreads();
    output[i] += part[threadIdx.x];
  }
}

__global__ void once(const float *input, float *output) {
  __shared__ float part[256];
  part[threadIdx.x] = input[threadIdx.x];  // silent: no loop
  __syncthreads();
  output[threadIdx.x] = part[threadIdx.x + 1];
}
