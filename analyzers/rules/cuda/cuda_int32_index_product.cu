struct Arguments {
  int row_length_list[8];
};

__global__ void pad(const float *input, float *output, Arguments args, int hidden, int *table) {
  const int row_length = args.row_length_list[0];
  const int block = blockIdx.x;
  const int tile_row = block * 32;
  const int row = tile_row + threadIdx.y;
  output[row * row_length + 1] = 0;  // expect: cuda-int32-index-product
  output += row * hidden;  // expect: cuda-int32-index-product
  const float *mine = input + row * hidden;  // expect: cuda-int32-index-product
  const int offset = row * hidden + 3;  // expect: cuda-int32-index-product
  output[offset] = mine[0];
  const size_t wide = static_cast<size_t>(row) * hidden;  // silent: one factor has 64 bits
  output[wide] = 0;
  __shared__ float tile[1024];
  tile[row * hidden] = 0;  // silent: shared memory is small
  output[tile_row * 32] = 0;  // silent: a constant width
  const int lane = threadIdx.x;
  output[lane * hidden] = 0;  // silent: no row of the grid
  table[row * hidden] = 0;  // silent: a table of indices
  if (row * hidden < 5) return;  // silent: no offset
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;  // silent: the index of a thread
  output[thread] = 0;
}

__global__ void wide_parameters(float *output, int64_t hidden) {
  output[blockIdx.x * hidden] = 0;  // silent: the parameter has 64 bits
}

__global__ void kept_narrow(float *output, size_t hidden) {
  const int row = blockIdx.x;
  const int offset = row * hidden + threadIdx.x;  // expect: cuda-int32-index-product
  output[offset] = 0;
  const size_t wide = row * hidden + threadIdx.x;  // silent: kept in 64 bits
  output[wide] = 0;
  const int unused = row * hidden;  // silent: no offset
}

template <int kWidth>
__global__ void of_template(float *output) {
  output[blockIdx.x * kWidth] = 0;  // silent: known at compile time
}

void on_host(float *output, int row, int hidden) {
  output[row * hidden] = 0;  // silent: no device code
}
