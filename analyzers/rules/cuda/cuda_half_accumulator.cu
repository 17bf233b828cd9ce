__global__ void sum(const __half *input, const __nv_bfloat16 *other, __half *output, int n) {
  __half total = 0;
  __half product = 0;
  __nv_bfloat16 count = 0;
  float wide = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    total += input[i];  // expect: cuda-half-accumulator
    product = __hfma(input[i], input[i], product);  // expect: cuda-half-accumulator
    count = count + other[i];  // expect: cuda-half-accumulator
    wide += __half2float(input[i]);  // silent: the sum is a float
    __half shifted = input[i];
    shifted += input[0];  // silent: a new value in each round
    output[i] += input[i];  // silent: not one sum
  }
  total += input[0];  // silent: no loop
  output[0] = total;
}

template <typename T>
__global__ void of_template(const T *input, T *output, int n) {
  T total = 0;
  for (int i = 0; i < n; ++i) total += input[i];  // silent: the type is not known
  output[0] = total;
}

float on_host(const __half *input, int n) {
  __half total = 0;
  for (int i = 0; i < n; ++i) total += input[i];  // silent: no device code
  return total;
}
