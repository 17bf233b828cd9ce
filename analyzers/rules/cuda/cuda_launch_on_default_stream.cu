__global__ void scale(float *data) { data[threadIdx.x] *= 2; }
template <int kWidth>
__global__ void shift(float *data) { data[threadIdx.x] += kWidth; }

void without(float *data, int n, cudaStream_t stream) {
  scale<<<n, 256>>>(data);  // expect: cuda-launch-on-default-stream
  scale<<<n, 256, 0, 0>>>(data);  // expect: cuda-launch-on-default-stream
  shift<4><<<n, 256, 64>>>(data);  // expect: cuda-launch-on-default-stream
  scale<<<n, 256, 0, stream>>>(data);  // silent: the stream is passed
}

void of_pytorch(float *data, int n) {
  auto stream = at::cuda::getCurrentCUDAStream();
  scale<<<n, 256, 0, stream>>>(data);  // silent: the stream is passed
}

void no_stream(float *data, int n) {
  scale<<<n, 256>>>(data);  // silent: no stream at hand
  cudaStream_t later = MakeStream();
  shift<8><<<n, 256, 0, later>>>(data);  // silent: the stream is passed
}

void other_scope(float *data, int n) {
  {
    cudaStream_t inner = MakeStream();
    scale<<<n, 256, 0, inner>>>(data);  // silent: the stream is passed
  }
  scale<<<n, 256>>>(data);  // silent: the stream is out of scope
}

void many(float *data, cudaStream_t *streams) {
  scale<<<1, 256>>>(data);  // silent: which of the streams is not known
}
