#include "analyzers/numerics/arithmetic/testing/correct_rounding_of_pairs.h"

#include <algorithm>

#include "analyzers/numerics/arithmetic/testing/rounding_judge.h"

namespace allreview::numerics {
namespace {

using rounding_internal::CanonicalBits;
using rounding_internal::DecideBy;
using rounding_internal::Decision;
using rounding_internal::Judge;
using rounding_internal::kPrecision;
using rounding_internal::NextRandom;
using rounding_internal::Number;

constexpr int kBlock = 512;

struct Pair {
  float x, y;
};

Pair RandomPair(uint64_t& state, uint64_t index) {
  const uint64_t random = NextRandom(state);
  const uint32_t low = static_cast<uint32_t>(random);
  const uint32_t high = static_cast<uint32_t>(random >> 32);
  if (index % 3 == 0) return {FloatOf(low), FloatOf(high)};
  // Exponents -16 to 15, both signs.
  const auto moderate = [](uint32_t bits) { return FloatOf((bits & 0x87ffffffu) + 0x37800000u); };
  if (index % 3 == 1) return {moderate(low), moderate(high)};
  const float x = moderate(low);
  if (index % 2 == 0) return {x, FloatOf(BitsOf(x) + high % 5 - 2)};
  return {FloatOf(BitsOf(x) & 0xff800000u), moderate(high)};
}

// What a function should give.
class Oracle {
 public:
  explicit Oracle(const FloatBinaryFunction& function) : function_(function) {}

  Decision Estimate(Pair pair) const {
    return function_.libm ? DecideBy(function_.libm(pair.x, pair.y)) : Decision{};
  }
  float Exact(Pair pair) {
    mpfr_set_flt(x_.get(), pair.x, MPFR_RNDN);
    mpfr_set_flt(y_.get(), pair.y, MPFR_RNDN);
    function_.mpfr(result_.get(), x_.get(), y_.get(), MPFR_RNDN);
    return mpfr_get_flt(result_.get(), MPFR_RNDN);
  }
  float Wanted(Pair pair) {
    const Decision estimate = Estimate(pair);
    return estimate.is_sure ? estimate.value : Exact(pair);
  }

 private:
  const FloatBinaryFunction& function_;
  Number x_{24}, y_{24}, result_{kPrecision};
};

// Neighbours on a line, and what the function gave for them.
struct Block {
  float x[kBlock], y[kBlock], results[kBlock];
  int count = 0;

  Pair At(int i) const { return {x[i], y[i]}; }
};

// The next floats of a line, all of one sign: kBlock divides each sign's share.
uint64_t Fill(Block& block, const FloatLine& line, uint64_t bits) {
  const uint64_t end = std::min(line.range.end, (bits / kBlock + 1) * kBlock);
  float* const varied = line.is_second_fixed ? block.x : block.y;
  float* const fixed = line.is_second_fixed ? block.y : block.x;
  for (block.count = 0; bits < end; bits += line.range.stride) {
    fixed[block.count] = line.fixed;
    varied[block.count++] = FloatOf(static_cast<uint32_t>(bits));
  }
  return bits;
}

}  // namespace

RoundingReport CheckRoundingOfPairs(const FloatBinaryFunction& function, uint64_t count) {
  Oracle oracle(function);
  Judge judge;
  uint64_t state = 1;
  for (uint64_t i = 0; i < count; ++i) {
    const Pair pair = RandomPair(state, i);
    float result = 0;
    function.apply(&pair.x, &pair.y, &result, 1);
    judge.Add(pair.x, result, oracle.Estimate(pair), [&] { return oracle.Exact(pair); });
  }
  return judge.Report();
}

RoundingReport CheckRoundingAlong(const FloatBinaryFunction& function, const FloatLine& line) {
  Oracle oracle(function);
  Judge judge;
  Block block;
  for (uint64_t bits = line.range.first; bits < line.range.end;) {
    bits = Fill(block, line, bits);
    if (block.count == 0) continue;
    function.apply(block.x, block.y, block.results, block.count);
    const float* const varied = line.is_second_fixed ? block.x : block.y;
    const float first = oracle.Wanted(block.At(0));
    const float last = oracle.Wanted(block.At(block.count - 1));
    const bool is_flat = CanonicalBits(first) == CanonicalBits(last);
    for (int i = 0; i < block.count; ++i) {
      if (is_flat) {
        judge.Add(varied[i], block.results[i], first);
      } else {
        const Pair pair = block.At(i);
        judge.Add(varied[i], block.results[i], oracle.Estimate(pair),
                  [&] { return oracle.Exact(pair); });
      }
    }
  }
  return judge.Report();
}

}  // namespace allreview::numerics
