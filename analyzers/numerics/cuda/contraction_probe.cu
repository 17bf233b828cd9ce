// What a compiler would contract to fused multiply-adds if it might; ptx_test.sh looks for them.

__global__ void ContractionProbe(const double* wide, const float* single, double* wide_result,
                                 float* single_result) {
  const int i = static_cast<int>(threadIdx.x);
  wide_result[i] = wide[i] * wide[i + 1] + wide[i + 2];
  single_result[i] = single[i] * single[i + 1] - single[i + 2] / single[i + 3];
}
