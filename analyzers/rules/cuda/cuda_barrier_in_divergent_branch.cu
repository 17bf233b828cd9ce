__global__ void pad(const float *input, float *output, int n) {
  __shared__ float part[256];
  const int tid = threadIdx.x;
  const int lane = tid % 32;
  __syncthreads();  // silent: all threads pass it
  if (tid < n) {
    part[tid] = input[tid];
    __syncthreads();  // expect: cuda-barrier-in-divergent-branch
  }
  if (lane == 0) __syncthreads();  // expect: cuda-barrier-in-divergent-branch
  for (int i = tid; i < n; i += blockDim.x) {
    part[tid] = input[i];
    __syncthreads();  // silent: the bound may be a multiple of the block
  }
  if (threadIdx.x / 32 == 0) {
    __syncthreads();  // expect: cuda-barrier-in-divergent-branch
  } else {
    __syncwarp();  // silent: the threads of one warp
  }
  if (blockIdx.x == 0) {
    __syncthreads();  // silent: a whole block takes the branch
  }
  for (int start = 0; start < n; start += blockDim.x) {
    part[tid] = start + tid < n ? input[start + tid] : 0;
    __syncthreads();  // silent: the loop runs equally often for all threads
  }
  for (int i = tid; i < 1024; i += 256) {
    __syncthreads();  // silent: a constant bound may be a multiple of the block
  }
  const int first = __shfl_sync(0xffffffff, tid, 0);
  if (first == 0) __syncthreads();  // silent: not known to differ
}

struct Rows {
  int first, count;
};

__global__ void tiles(const float *input, float *output, Rows all) {
  namespace cg = cooperative_groups;
  const cg::thread_block block = cg::this_thread_block();
  auto whole = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const Rows own = {(int)threadIdx.x, all.count};
  if (own.count > 0) {
    block.sync();  // silent: the object knows other things than its thread
  }
  if (threadIdx.x < all.count) {
    tile.sync();  // silent: the threads of a warp
    whole.sync();  // expect: cuda-barrier-in-divergent-branch
  }
}

__global__ void leave(float *output, int n) {
  if (threadIdx.x >= n) return;
  __syncthreads();  // silent: threads that have left are not waited for
  output[threadIdx.x] = 0;
}

void on_host(int n) {
  if (n > 0) __syncthreads();  // silent: no device code
}

__global__ void all_of(float *output, int n) {
  if (threadIdx.x < n) {
    __syncthreads();  // silent: the block has n threads
    output[threadIdx.x] = 0;
  }
}

__global__ void launched_elsewhere(float *output, int n) {
  if (threadIdx.x < n && n > 1) __syncthreads();  // silent: the block may have n threads
}

void launch(const float *input, float *output, int n) {
  pad<<<4, 256>>>(input, output, n);
  all_of<<<1, n>>>(output, n);
  tiles<<<4, 256>>>(input, output, Rows{0, n});
}
