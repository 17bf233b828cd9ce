// Every float against the list of each format's numbers, and fp16 against the processor as well.

#include <gtest/gtest.h>
#include <immintrin.h>

#include "analyzers/numerics/arithmetic/format.h"
#include "analyzers/numerics/arithmetic/testing/grid_walk.h"

namespace allreview::numerics {
namespace {

TEST(FormatExhaustive, RoundsEveryFloatAsTheListOfNumbersSays) {
  EXPECT_EQ(CountWrongRoundings<Format::kTf32>(1), 0u);
  EXPECT_EQ(CountWrongRoundings<Format::kBf16>(1), 0u);
  EXPECT_EQ(CountWrongRoundings<Format::kFp16>(1), 0u);
  EXPECT_EQ(CountWrongRoundings<Format::kE4m3>(1), 0u);
  EXPECT_EQ(CountWrongRoundings<Format::kE4m3Saturated>(1), 0u);
  EXPECT_EQ(CountWrongRoundings<Format::kE5m2>(1), 0u);
  EXPECT_EQ(CountWrongRoundings<Format::kE5m2Saturated>(1), 0u);
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
