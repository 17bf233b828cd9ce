#ifndef ANALYZERS_NUMERICS_PROGRAM_SAMPLE_H_
#define ANALYZERS_NUMERICS_PROGRAM_SAMPLE_H_

// Numbers of a distribution from random words. For hosts and devices; see arithmetic/bits.h.
//
// Sample i of an input is a function of (key, stratum, slot, i) alone: lane i takes word i mod 4 of
// the Philox block with counter i / 4. So blocks, threads and devices cannot change it, and any
// sample can be made again by itself.

#include "analyzers/numerics/arithmetic/functions.h"
#include "analyzers/numerics/arithmetic/integers.h"
#include "analyzers/numerics/arithmetic/philox.h"

namespace allreview::numerics {

// The kinds of graph.h's Distribution, in its order.
enum class SampleKind : uint8_t {
  kNormal,
  kUniform,
  kLogUniform,
  kLogUniformPositive,
  kConstant,
  kPosition,
  kBernoulli,
  kInteger,
};

struct SampleSpec {
  SampleKind kind = SampleKind::kNormal;
  double a = 0;
  double b = 1;
};

// In (0, 1).
NUMERICS_FUNCTION double UniformOf(uint32_t word) {
  return (static_cast<double>(static_cast<int32_t>(word ^ 0x80000000u)) + 0x1.00000001p31) *
         0x1p-32;
}

// The standard normal quantile, by the single-precision approximation of erfinv in M. Giles,
// "Approximating the erfinv function" (GPU Computing Gems, 2011): relative error about 1e-7.
NUMERICS_FUNCTION double NormalOf(uint32_t word) {
  const double x = 2 * UniformOf(word) - 1;
  const double w = -Log((1 - x) * (1 + x));
  const double near = w - 2.5;
  double p = 2.81022636e-08;
  p = p * near + 3.43273939e-07;
  p = p * near - 3.5233877e-06;
  p = p * near - 4.39150654e-06;
  p = p * near + 0.00021858087;
  p = p * near - 0.00125372503;
  p = p * near - 0.00417768164;
  p = p * near + 0.246640727;
  p = p * near + 1.50140941;
  const double far = Sqrt(w) - 3;
  double q = -0.000200214257;
  q = q * far + 0.000100950558;
  q = q * far + 0.00134934322;
  q = q * far - 0.00367342844;
  q = q * far + 0.00573950773;
  q = q * far - 0.0076224613;
  q = q * far + 0.00943887047;
  q = q * far + 1.00167406;
  q = q * far + 2.83297682;
  constexpr double kRootOfTwo = 0x1.6a09e667f3bcdp+0;
  return (w < 5 ? p : q) * x * kRootOfTwo;
}

// 2^e * 1.m with e uniform among the whole numbers from a to b. The high bits of the word choose
// the sign and the exponent; a hash of the whole word is the fraction.
NUMERICS_FUNCTION double LogUniformOf(uint32_t word, double a, double b, bool is_signed) {
  const uint64_t count = static_cast<uint64_t>(b - a) + 1;
  const uint64_t choice = word & 0x7fffffffu;
  const double exponent = a + static_cast<double>(static_cast<int64_t>((choice * count) >> 31));
  const uint64_t spread = (static_cast<uint64_t>(word) * 0x9e3779b97f4a7c15ull) >> 12;
  const double significand = DoubleOf(0x3ff0000000000000ull | spread);
  const double magnitude =
      significand * DoubleOf(static_cast<uint64_t>(static_cast<int64_t>(exponent) + 1023) << 52);
  return is_signed && (word >> 31) != 0 ? -magnitude : magnitude;
}

// `position` counts along the row.
template <SampleKind kind>
NUMERICS_FUNCTION double SampleOf(uint32_t word, double position, double a, double b) {
  using enum SampleKind;
  if constexpr (kind == kNormal) return a + b * NormalOf(word);
  if constexpr (kind == kUniform) return a + (b - a) * UniformOf(word);
  if constexpr (kind == kLogUniform) return LogUniformOf(word, a, b, true);
  if constexpr (kind == kLogUniformPositive) return LogUniformOf(word, a, b, false);
  if constexpr (kind == kConstant) return a;
  if constexpr (kind == kPosition) return a + position;
  if constexpr (kind == kBernoulli) return UniformOf(word) < a ? 1.0 : 0.0;
  if constexpr (kind == kInteger) return a + Floor((b - a + 1) * UniformOf(word));
}

// The counter of the words of samples 4 * group … 4 * group + 3.
NUMERICS_FUNCTION PhiloxBlock WordsOf(uint64_t group, uint32_t slot, uint32_t stratum,
                                      PhiloxKey key) {
  return Philox({static_cast<uint32_t>(group), static_cast<uint32_t>(group >> 32), slot, stratum},
                key);
}

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_PROGRAM_SAMPLE_H_
