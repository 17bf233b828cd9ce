#include "analyzers/numerics/arithmetic/self_test.h"

#include <gtest/gtest.h>
#include <immintrin.h>

namespace allreview::numerics {
namespace {

constexpr unsigned kDenormalsAreZero = 0x40;
constexpr unsigned kFlushToZero = _MM_FLUSH_ZERO_ON;

// The verdict with the given bits of MXCSR set; the old ones are back when this returns.
absl::Status SelfTestWith(unsigned mode) {
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before | mode);
  absl::Status status = SelfTest();
  _mm_setcsr(before);
  return status;
}

TEST(SelfTest, PassesInTheDefaultMode) { EXPECT_EQ(SelfTest(), absl::OkStatus()); }

TEST(SelfTest, RefusesAThreadThatFlushesSubnormalResults) {
  EXPECT_EQ(SelfTestWith(kFlushToZero).message(),
            "this thread flushes subnormal results to 0 (FTZ of MXCSR is set), want them kept: a "
            "library built with -ffast-math may have set it");
}

TEST(SelfTest, RefusesAThreadThatReadsSubnormalOperandsAsZero) {
  EXPECT_EQ(SelfTestWith(kDenormalsAreZero).message(),
            "this thread reads subnormal operands as 0 (DAZ of MXCSR is set), want them kept: a "
            "library built with -ffast-math may have set it");
}

TEST(SelfTest, RefusesEveryOtherRoundingMode) {
  for (const unsigned mode : {_MM_ROUND_DOWN, _MM_ROUND_UP, _MM_ROUND_TOWARD_ZERO}) {
    EXPECT_EQ(SelfTestWith(mode).message(),
              "this thread does not round to nearest, want the default rounding mode");
  }
}

}  // namespace
}  // namespace allreview::numerics
