// Every float through format.h and through the host conversions of NVIDIA's headers, which are an
// oracle here and nothing else. Built by format_nvidia_test.sh, since the build knows no CUDA.

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <cstdio>

#include "analyzers/numerics/arithmetic/format.h"

namespace allreview::numerics {
namespace {

float Decode(__nv_fp8_interpretation_t encoding, __nv_fp8_storage_t code) {
  return __half2float(__half(__nv_cvt_fp8_to_halfraw(code, encoding)));
}

// How many floats `theirs` converts other than `format` has it; prints the first.
template <Format format, typename Theirs>
uint64_t CountWrong(const char* name, const Theirs& theirs) {
  uint64_t wrong = 0;
  for (uint64_t bits = 0; bits < uint64_t{1} << 32; ++bits) {
    const float x = FloatOf(static_cast<uint32_t>(bits));
    const float want = theirs(x);
    const uint32_t got = BitsOf(RoundTo<format>(x));
    if (got == (IsNan(want) ? kCanonicalNan32 : BitsOf(want))) continue;
    if (wrong++ == 0) std::printf("%s: x %a gives bits %08x, want %a\n", name, x, got, want);
  }
  std::printf("%s: %llu of 2^32 wrong\n", name, static_cast<unsigned long long>(wrong));
  return wrong;
}

template <Format format>
uint64_t CountWrongFp8(const char* name, __nv_saturation_t saturation,
                       __nv_fp8_interpretation_t encoding) {
  return CountWrong<format>(name, [=](float x) {
    return Decode(encoding, __nv_cvt_float_to_fp8(x, saturation, encoding));
  });
}

uint64_t CountAllWrong() {
  return CountWrong<Format::kFp16>("fp16",
                                   [](float x) { return __half2float(__float2half_rn(x)); }) +
         CountWrong<Format::kBf16>(
             "bf16", [](float x) { return __bfloat162float(__float2bfloat16_rn(x)); }) +
         CountWrongFp8<Format::kE4m3>("e4m3", __NV_NOSAT, __NV_E4M3) +
         CountWrongFp8<Format::kE4m3Saturated>("e4m3-sat", __NV_SATFINITE, __NV_E4M3) +
         CountWrongFp8<Format::kE5m2>("e5m2", __NV_NOSAT, __NV_E5M2) +
         CountWrongFp8<Format::kE5m2Saturated>("e5m2-sat", __NV_SATFINITE, __NV_E5M2);
}

}  // namespace
}  // namespace allreview::numerics

int main() { return allreview::numerics::CountAllWrong() == 0 ? 0 : 1; }
