__global__ void early(const float *input, float *output, int stages) {
  for (int stage = 0; stage < stages; ++stage) {
    copy_2d_to_shared(buffers[(stage + 1) % 2], input, &barrier[stage + 1]);
    ptx::fence_proxy_async_shared_cta();  // expect: cuda-proxy-fence-before-reads
    ptx::mbarrier_wait_parity(&barrier[stage], 0);
    output[threadIdx.x] += buffers[stage % 2][threadIdx.x];
  }
}

__global__ void nested(const float *input, float *output, int rows, int columns) {
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) {
      if (x + 1 < columns) cp_async_bulk_tensor_2d_global_to_shared(next, input, &barrier[x + 1]);
      fence_proxy_async();  // expect: cuda-proxy-fence-before-reads
      mbarrier_wait_parity(&barrier[x], 0);
      Add(output, current);
    }
  }
}

__global__ void of_while(const float *input, float *output, int stages) {
  int stage = 0;
  while (stage < stages) {
    copy_1d_to_shared(buffers[(stage + 1) % 2], input, &barrier[stage + 1]);
    fence_proxy_async_shared_cta();  // expect: cuda-proxy-fence-before-reads
    mbarrier_wait_parity(&barrier[stage++], 0);
    Add(output, current);
  }
}

__global__ void late(const float *input, float *output, int stages) {
  for (int stage = 0; stage < stages; ++stage) {
    copy_2d_to_shared(buffers[(stage + 1) % 2], input, &barrier[stage + 1]);
    mbarrier_wait_parity(&barrier[stage], 0);
    Add(output, current);
    fence_proxy_async_shared_cta();  // silent: after the reads
  }
}

__global__ void twice(const float *input, float *output, int stages) {
  for (int stage = 0; stage < stages; ++stage) {
    copy_2d_to_shared(buffers[(stage + 1) % 2], input, &barrier[stage + 1]);
    fence_proxy_async_shared_cta();  // silent: another one stands behind the reads
    mbarrier_wait_parity(&barrier[stage], 0);
    Add(output, current);
    fence_proxy_async_shared_cta();  // silent: after the reads
  }
}

__global__ void stores(const float *input, float *output, int stages) {
  for (int stage = 0; stage < stages; ++stage) {
    copy_2d_to_shared(buffers[(stage + 1) % 2], input, &barrier[stage + 1]);
    fence_proxy_async_shared_cta();  // silent: it may be for the copy out of shared memory
    mbarrier_wait_parity(&barrier[stage], 0);
    cp_async_bulk_tensor_2d_shared_to_global(output, current);
  }
}

__global__ void once(const float *input, float *output) {
  copy_2d_to_shared(current, input, &barrier[0]);
  fence_proxy_async_shared_cta();  // silent: no next round
  mbarrier_wait_parity(&barrier[0], 0);
  Add(output, current);
}

__global__ void no_copy(float *output, int stages) {
  for (int stage = 0; stage < stages; ++stage) {
    fence_proxy_async_shared_cta();  // silent: nothing is copied in
    mbarrier_wait_parity(&barrier[stage], 0);
    Add(output, current);
  }
}
