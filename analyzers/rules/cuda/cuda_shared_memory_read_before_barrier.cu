__global__ void neighbours(const float *input, float *output, int n) {
  __shared__ float part[256];
  const int tid = threadIdx.x;
  part[tid] = input[tid];
  output[tid] = part[tid + 1];  // expect: cuda-shared-memory-read-before-barrier
}

__global__ void one_writes(const float *input, float *output) {
  __shared__ float mean;
  if (threadIdx.x == 0) mean = input[0];
  output[threadIdx.x] = mean;  // expect: cuda-shared-memory-read-before-barrier
}

__global__ void tree(float *output) {
  __shared__ float part[256];
  part[threadIdx.x] = 1;
  __syncthreads();
  for (int stride = 128; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) {
      part[threadIdx.x] += part[threadIdx.x + stride];  // expect: cuda-shared-memory-read-before-barrier
    }
  }
  __syncthreads();
  output[0] = part[0];
}

__global__ void transpose(const float *input, float *output, int n) {
  __shared__ float tile[32][33];
  tile[threadIdx.y][threadIdx.x] = input[threadIdx.y * n + threadIdx.x];
  output[threadIdx.y * n + threadIdx.x] = tile[threadIdx.x][threadIdx.y];  // expect: cuda-shared-memory-read-before-barrier
}

__global__ void in_order(const float *input, float *output) {
  __shared__ float part[256];
  __shared__ float total;
  const int tid = threadIdx.x;
  part[tid] = input[tid];
  output[tid] = part[threadIdx.x];  // silent: its own slot
  __syncthreads();
  output[tid] += part[tid + 1];  // silent: after the barrier
  if (tid == 0) {
    total = 1;
    output[0] = total;  // silent: the same thread
  }
  __syncthreads();
  output[tid] += total;  // silent: after the barrier
}

__device__ void fill(float *slots) { slots[threadIdx.x] = 0; }

__global__ void handed_on(float *output) {
  __shared__ float part[256];
  fill(part);
  part[threadIdx.x] = 1;
  output[threadIdx.x] = part[threadIdx.x + 1];  // silent: the array is handed on
}

__global__ void waits_elsewhere(const float *input, float *output) {
  __shared__ float part[256];
  part[threadIdx.x] = input[threadIdx.x];
  WaitForAll();
  output[threadIdx.x] = part[threadIdx.x + 1];  // silent: the function may wait
}

__global__ void either(const float *input, float *output, bool is_first) {
  __shared__ float part[256];
  if (is_first) {
    part[threadIdx.x] = input[threadIdx.x];
  } else {
    output[threadIdx.x] = part[threadIdx.x + 1];  // silent: the other branch
  }
}

__global__ void own_sum(float *output) {
  __shared__ float part[256];
  part[threadIdx.x] = 1;
  if (threadIdx.x == 0) output[0] = part[0];  // silent: the slot of that thread
  __syncthreads();
  if (threadIdx.x < 32) {
    part[threadIdx.x] = 2;
    output[threadIdx.x] = part[threadIdx.x + 16];  // silent: one warp, which may run in step
  }
}
