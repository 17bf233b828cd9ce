// Every float against the list of each format's numbers, and fp16 against the processor as well.

#include <gtest/gtest.h>
#include <immintrin.h>

#include "analyzers/numerics/arithmetic/format.h"
#include "analyzers/numerics/arithmetic/testing/grid_walk.h"

namespace allreview::numerics {
namespace {

template <Format format>
uint64_t CountWrong() {
  GridWalk walk(format);
  uint64_t wrong = 0;
  for (uint32_t bits = 0; bits <= kInfinity32; ++bits) {
    const float value = FloatOf(bits);
    // The sign of NaN is dropped, that of everything else is kept.
    const uint32_t want = BitsOf(static_cast<float>(walk.Round(value)));
    const bool is_nan = (want & 0x7fffffffu) > kInfinity32;
    const uint32_t got = BitsOf(RoundTo<format>(value));
    const uint32_t negative = BitsOf(RoundTo<format>(-value));
    wrong += is_nan ? got != kCanonicalNan32 || negative != kCanonicalNan32
                    : got != want || negative != (want | 0x80000000u);
  }
  for (uint32_t bits = kInfinity32 + 1; bits < 0x80000000u; ++bits) {
    wrong += BitsOf(RoundTo<format>(FloatOf(bits))) != kCanonicalNan32;
    wrong += BitsOf(RoundTo<format>(FloatOf(bits | 0x80000000u))) != kCanonicalNan32;
  }
  return wrong;
}

TEST(FormatExhaustive, RoundsEveryFloatAsTheListOfNumbersSays) {
  EXPECT_EQ(CountWrong<Format::kTf32>(), 0u);
  EXPECT_EQ(CountWrong<Format::kBf16>(), 0u);
  EXPECT_EQ(CountWrong<Format::kFp16>(), 0u);
  EXPECT_EQ(CountWrong<Format::kE4m3>(), 0u);
  EXPECT_EQ(CountWrong<Format::kE4m3Saturated>(), 0u);
  EXPECT_EQ(CountWrong<Format::kE5m2>(), 0u);
  EXPECT_EQ(CountWrong<Format::kE5m2Saturated>(), 0u);
}

TEST(FormatExhaustive, RoundsEveryFloatToFp16AsTheProcessorDoes) {
  uint64_t wrong = 0;
  for (uint64_t bits = 0; bits < uint64_t{1} << 32; ++bits) {
    const float value = FloatOf(static_cast<uint32_t>(bits));
    const float got = RoundTo<Format::kFp16>(value);
    const float want = _cvtsh_ss(_cvtss_sh(value, _MM_FROUND_TO_NEAREST_INT));
    wrong += IsNan(value) ? BitsOf(got) != kCanonicalNan32 : BitsOf(got) != BitsOf(want);
  }
  EXPECT_EQ(wrong, 0u);
}

}  // namespace
}  // namespace allreview::numerics
