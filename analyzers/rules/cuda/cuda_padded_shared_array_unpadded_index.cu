#define COLS 32

__global__ void transpose(const float *input, float *output, int n) {
  __shared__ float tile[COLS * (COLS + 1)];
  const int r = threadIdx.y, c = threadIdx.x;
  tile[r * COLS + c] = input[r * n + c];  // expect: cuda-padded-shared-array-unpadded-index
  __syncthreads();
  output[r * n + c] = tile[c * COLS + r];
}

__global__ void width_first(float *output, int n) {
  __shared__ float tile[(COLS + 1) * 16];
  for (int k = 0; k < n; ++k) {
    tile[(k + threadIdx.y) * COLS + threadIdx.x] = 0;  // expect: cuda-padded-shared-array-unpadded-index
  }
  output[0] = tile[threadIdx.y * COLS];
}

template <int kCols>
__global__ void of_template(float *output) {
  __shared__ float tile[8 * (kCols + 1)];
  tile[kCols * threadIdx.y + threadIdx.x] = 0;  // expect: cuda-padded-shared-array-unpadded-index
  output[0] = tile[kCols * threadIdx.x];
}

__global__ void padded(float *output) {
  __shared__ float tile[COLS * (COLS + 1)];
  tile[threadIdx.y * (COLS + 1) + threadIdx.x] = 0;  // silent: the padded width
  __shared__ float plain[COLS * COLS];
  plain[threadIdx.y * COLS + threadIdx.x] = 0;  // silent: no padding
  __shared__ float square[COLS][COLS + 1];
  square[threadIdx.y][threadIdx.x] = 0;  // silent: two dimensions
  __shared__ float mixed[COLS * (COLS + 1)];
  mixed[threadIdx.y * COLS + threadIdx.x] = 0;  // silent: another index is padded
  output[0] = mixed[threadIdx.x * (COLS + 1)];
  __shared__ float flat[COLS * (COLS + 1)];
  flat[threadIdx.x] = 0;  // silent: no rows
}
