#ifndef ANALYZERS_NUMERICS_ARITHMETIC_TESTING_CORRECT_ROUNDING_H_
#define ANALYZERS_NUMERICS_ARITHMETIC_TESTING_CORRECT_ROUNDING_H_

// Judges functions of this folder against MPFR. Three questions, one call each:
//
//   constexpr FloatFunction kExp = {
//       .name = "exp", .apply = ApplyToAll<Exp>, .libm = std::exp, .mpfr = mpfr_exp};
//
//   // Is a float function correctly rounded? Stride 1 visits all 2^32 inputs in one to three
//   // minutes; an odd stride visits a sample with all endings of the bits.
//   const RoundingReport report = CheckRounding(kExp, {.stride = 1});
//   EXPECT_EQ(report.wrong, 0u) << report;
//   EXPECT_EQ(report.digest, 0x...u);   // Of all results, in order: pins them.
//
//   // How far off is a double function? In ulps of the result, worst of a sample.
//   EXPECT_LT(WorstUlps({.function = Exp, .mpfr = mpfr_exp}, {.low = -700, .high = 700}).value,
//   0.6);
//
//   // How many bits of a pair are right? 100 means a relative error below 2^-100.
//   EXPECT_GT(FewestBits(ExpOfDouble, mpfr_exp, {.low = -700, .high = 700}).value, 98);
//
// The double function of libm decides all but the few inputs whose result may round differently
// within its error of a few ulps (2^-48 is allowed for): those go to MPFR at 200 bits. So the
// arithmetic under test is never its own judge. One thread; a NaN must be the canonical one.

#include <mpfr.h>

#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/numerics/arithmetic/wide.h"

namespace allreview::numerics {

using MpfrFunction = int (*)(mpfr_t result, mpfr_srcptr x, mpfr_rnd_t rounding);

// Applies a function to `count` numbers, in a loop that the compiler may vectorise.
template <float (*kFunction)(float)>
void ApplyToAll(const float* inputs, float* results, int count) {
  for (int i = 0; i < count; ++i) results[i] = kFunction(inputs[i]);
}

struct FloatFunction {
  absl::string_view name;
  void (*apply)(const float* inputs, float* results, int count) = nullptr;
  double (*libm)(double) = nullptr;  // Null: MPFR decides all.
  MpfrFunction mpfr = nullptr;
};

// Bit patterns first, first + stride, … below end.
struct FloatRange {
  uint64_t first = 0;
  uint64_t end = uint64_t{1} << 32;
  uint64_t stride = 1;
};

struct RoundingReport {
  uint64_t inputs = 0;
  uint64_t by_mpfr = 0;  // Of these, how many MPFR decided.
  uint64_t wrong = 0;
  uint64_t digest = 0;
  struct Miss {
    float x, got, wanted;
  };
  std::vector<Miss> first_misses = {};  // At most 8.
};
std::ostream& operator<<(std::ostream& out, const RoundingReport& report);

RoundingReport CheckRounding(const FloatFunction& function, const FloatRange& range);

// Inputs from low to high: `count` of them, half evenly spaced in value, half in bits.
struct DoubleRange {
  double low = 0;
  double high = 0;
  int count = 20'000;
};

// The worst of a sample and where it was.
struct Worst {
  double value = 0;
  double x = 0;
};

struct DoubleFunction {
  double (*function)(double) = nullptr;
  MpfrFunction mpfr = nullptr;
};
// Below the normal numbers in units of the smallest subnormal. NaN or infinity where a finite
// number was wanted, or the reverse, is infinitely far off.
Worst WorstUlps(const DoubleFunction& function, const DoubleRange& range);

// A pair whose true value is 0 must be 0; else the bits are -log2 of the relative error, at most
// 200. Inputs below 2^-900 are left out, except 0: the low parts of their pairs are subnormal.
Worst FewestBits(Wide (*function)(double), MpfrFunction mpfr, const DoubleRange& range);

// The worst of several ranges, in ulps.
double WorstOver(double (*function)(double), MpfrFunction mpfr,
                 std::initializer_list<DoubleRange> ranges);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_ARITHMETIC_TESTING_CORRECT_ROUNDING_H_
