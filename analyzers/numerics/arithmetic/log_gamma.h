#ifndef ANALYZERS_NUMERICS_ARITHMETIC_LOG_GAMMA_H_
#define ANALYZERS_NUMERICS_ARITHMETIC_LOG_GAMMA_H_

// log |Gamma(x)| of every float and double, with one result on every machine and no branches. For
// hosts and devices; see bits.h.
//
//   float y = Lgamma(0.5f);            // Correctly rounded: every float was compared.
//   double reference = Lgamma(0.5);    // Within 0.51 ulp, but see below.
//
// Infinite at 0, at negative integers and at infinities. Among negative arguments the function has
// zeros that are no doubles; close to them the error of Lgamma(double) is below 2^-90 instead,
// which is less than 1 ulp wherever the result is above 2^-38.

#include "analyzers/numerics/arithmetic/integers.h"
#include "analyzers/numerics/arithmetic/power.h"
#include "analyzers/numerics/arithmetic/trigonometry.h"

namespace allreview::numerics {

// Stirling's series: z times what log Gamma(z) has beyond its elementary terms, in powers of 1 /
// z^2.
struct StirlingSeries {
  static constexpr NUMERICS_FUNCTION Wide Coefficient(int i) {
    constexpr Wide kTable[] = {
        {0x1.5555555555555p-4, 0x1.5555555555555p-58},
        {-0x1.6c16c16c16c17p-9, 0x1.f49f49f49f49fp-64},
        {0x1.a01a01a01a01ap-11, 0x1.a01a01a01a01ap-71},
        {-0x1.3813813813814p-11, 0x1.fb1fb1fb1fb2p-65},
        {0x1.b951e2b18ff23p-11, 0x1.5c3a9ce01b952p-65},
        {-0x1.f6ab0d9993c7dp-10, 0x1.f82553c999b0ep-64},
        {0x1.a41a41a41a41ap-8, 0x1.069069069069p-62},
        {-0x1.e4286cb0f5398p-6, 0x1.1efcdab896745p-61},
        {0x1.6fe96381e068p-3, -0x1.79e2405a71f88p-61},
        {-0x1.6476701181f3ap+0, 0x1.24246319da678p-56},
        {0x1.ace44322ce006p+3, -0x1.62c2b1bbcdd32p-51},
        {-0x1.39b2525cccc1bp+7, 0x1.52604768a30fcp-47},
        {0x1.12234e81b4e82p+11, -0x1.2c5f92c5f92c6p-43},
        {-0x1.1a198ae1c4ab8p+15, 0x1.4c012227b696ep-41},
        {0x1.51a2089a6e11ap+19, 0x1.c219ee4fdc447p-36},
        {-0x1.d1089b142d357p+23, -0x1.e2030b4d5de2p-31},
        {0x1.6d29a0f6433b8p+28, -0x1.9dbcc48676f31p-26},
        {-0x1.445119d9e466fp+33, 0x1.5159fdb2a3b69p-22},
    };
    return kTable[i];
  }
};

// log Gamma(1 + e) / e in powers of e: -gamma, zeta(2) / 2, -zeta(3) / 3...
struct LogGammaNearOneSeries {
  static constexpr NUMERICS_FUNCTION Wide Coefficient(int i) {
    constexpr Wide kTable[] = {
        {-0x1.2788cfc6fb619p-1, 0x1.6cb90701fbfabp-58},
        {0x1.a51a6625307d3p-1, 0x1.1873d8912200cp-56},
        {-0x1.9a4d55beab2d7p-2, 0x1.4c26d1b465993p-59},
        {0x1.151322ac7d848p-2, 0x1.b5f91211196e5p-57},
        {-0x1.a8b9c17aa6149p-3, -0x1.2e826a4fdae1ap-58},
        {0x1.5b40cb100c306p-3, 0x1.4a79940f15696p-59},
        {-0x1.2703a1dcea3aep-3, -0x1.6307fd0794ac4p-57},
        {0x1.010b36af86397p-3, -0x1.741a635b224a6p-59},
    };
    return kTable[i];
  }
};

// log Gamma(2 + e) / e in powers of e.
struct LogGammaNearTwoSeries {
  static constexpr NUMERICS_FUNCTION Wide Coefficient(int i) {
    constexpr Wide kTable[] = {
        {0x1.b0ee6072093cep-2, 0x1.6cb90701fbfabp-58},
        {0x1.4a34cc4a60fa6p-2, 0x1.1873d8912200cp-56},
        {-0x1.13e001a557607p-4, 0x1.fb68be2f8821fp-58},
        {0x1.51322ac7d8483p-6, 0x1.afc89088cb729p-60},
        {-0x1.e404fc218f5f2p-8, 0x1.e4a627cf1eb34p-62},
        {0x1.7add6eadb6c3p-9, -0x1.5b7828c7fd7f4p-64},
        {-0x1.38ac5c2bf8e08p-10, 0x1.8a4c1cfd9cec8p-65},
        {0x1.0b36af86396e9p-11, -0x1.0698d6c892967p-65},
    };
    return kTable[i];
  }
};

NUMERICS_FUNCTION Wide SelectWide(bool condition, Wide if_true, Wide if_false) {
  return {condition ? if_true.high : if_false.high, condition ? if_true.low : if_false.low};
}

// How far x was moved to reach 16: the product x (x + 1) ... (x + steps - 1).
struct RisingProduct {
  Wide product = {1.0, 0.0};
  double steps = 0;
};

// Unrolled while compiling: a loop around an inner loop is not vectorised.
template <int kSteps>
NUMERICS_FUNCTION RisingProduct RiseToSixteen(double x) {
  if constexpr (kSteps == 0) {
    return {};
  } else {
    const RisingProduct before = RiseToSixteen<kSteps - 1>(x);
    const bool is_below = x + (kSteps - 1) < 16;
    const Wide factor = SelectWide(is_below, TwoSum(x, kSteps - 1), Wide{1.0, 0.0});
    return {Multiply(before.product, factor), before.steps + (is_below ? 1.0 : 0.0)};
  }
}

// For x in [2^-60, 2^500]: log Gamma(z) by Stirling's series, for the first z = x + n >= 16, less
// log(x (x + 1) ... (z - 1)).
NUMERICS_FUNCTION Wide LogGammaByStirling(double x) {
  constexpr Wide kHalfLogTwoPiLessHalf = {0x1.acfe390c97d69p-2, 0x1.3494bc9001442p-56};
  constexpr SeriesLength kLength = {.terms = 17, .wide = 5};
  const RisingProduct rise = RiseToSixteen<16>(x);
  const Wide z = TwoSum(x, rise.steps);
  const Wide inverse = Divide(Wide{1.0, 0.0}, z);
  const Wide series = EvaluateSeries<StirlingSeries, kLength>(Multiply(inverse, inverse));
  const Wide main = Multiply(Add(z, -0.5), Add(LogWide(z), -1.0));
  const Wide rest = Add(Multiply(inverse, series), kHalfLogTwoPiLessHalf);
  return Add(Add(main, rest), Negate(LogWide(rise.product)));
}

// For x in [2^-60, 2^500], relative error below 2^-60 also next to the zeros at 1 and 2.
NUMERICS_FUNCTION Wide LogGammaOfPositive(double x) {
  constexpr double kNear = 0x1p-9;
  constexpr SeriesLength kLength = {.terms = 8, .wide = 2};
  const bool is_near_one = Abs(x - 1) < kNear;
  const bool is_near_two = Abs(x - 2) < kNear;
  const Wide from_one = {is_near_one ? x - 1 : 0.0, 0.0};
  const Wide from_two = {is_near_two ? x - 2 : 0.0, 0.0};
  const Wide near_one =
      Multiply(EvaluateSeries<LogGammaNearOneSeries, kLength>(from_one), from_one);
  const Wide near_two =
      Multiply(EvaluateSeries<LogGammaNearTwoSeries, kLength>(from_two), from_two);
  const Wide elsewhere = LogGammaByStirling(x);
  return SelectWide(is_near_one, near_one, SelectWide(is_near_two, near_two, elsewhere));
}

// log(pi / |x sin(pi x)|), what log |Gamma(x)| + log Gamma(-x) is; for x that are not whole.
NUMERICS_FUNCTION Wide LogOfReflection(double magnitude) {
  constexpr Wide kPi = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
  constexpr Wide kLogPi = {0x1.250d048e7a1bdp+0, 0x1.7abf2ad8d5088p-57};
  const double fraction = Abs(magnitude - RoundHalfEven(magnitude));
  const bool is_steep = fraction > 0.25;
  const Wide angle = Multiply(kPi, is_steep ? 0.5 - fraction : fraction);
  const Wide sine = SelectWide(is_steep, CosineNearZero<kWideAngleSeries>(angle),
                               SineNearZero<kWideAngleSeries>(angle));
  const Wide product = Multiply(sine, magnitude);
  // A whole number must not reach the logarithm.
  return Add(kLogPi, Negate(LogWide(SelectWide(product.high > 0, product, kPi))));
}

// log |Gamma(x)| where it is finite and |x| < 2^500.
NUMERICS_FUNCTION Wide LogGamma(double x) {
  const double magnitude = Abs(x);
  // Below, log |Gamma(x)| = -log |x| to double precision.
  const bool is_tiny = magnitude < 0x1p-60;
  const double clamped = is_tiny ? 0x1p-60 : (magnitude < 0x1p500 ? magnitude : 0x1p500);
  const Wide positive = LogGammaOfPositive(clamped);
  const Wide negative = Add(LogOfReflection(clamped), Negate(positive));
  const Wide tiny = Negate(LogOfMagnitude(is_tiny && magnitude > 0 ? magnitude : 1.0));
  return SelectWide(is_tiny, tiny, SelectWide(x < 0, negative, positive));
}

// x log x - x, with a factor that keeps it in range.
NUMERICS_FUNCTION double LogGammaOfHuge(double x) {
  const bool is_huge = x >= 0x1p500 && IsFinite(x);
  const double argument = is_huge ? x : 0x1p500;
  return Multiply(Add(LogOfMagnitude(argument), -1.0), argument * 0x1p-100).high * 0x1p100;
}

NUMERICS_FUNCTION bool IsPoleOfGamma(double x) {
  return Abs(x) == DoubleOf(kInfinity64) || (x <= 0 && RoundHalfEven(x) == x);
}

NUMERICS_FUNCTION double Lgamma(double x) {
  // + 0: the zeros at 1 and 2 are positive.
  const double y = x >= 0x1p500 ? LogGammaOfHuge(x) : LogGamma(x).high + 0.0;
  const uint64_t bits = Select(IsPoleOfGamma(x), kInfinity64, BitsOf(y));
  return DoubleOf(Select(IsNan(x), kCanonicalNan64, bits));
}

NUMERICS_FUNCTION float Lgamma(float x) {
  const auto y = static_cast<float>(RoundToOdd(LogGamma(x)) + 0.0);
  const uint32_t bits = Select(IsPoleOfGamma(x), kInfinity32, BitsOf(y));
  return FloatOf(Select(IsNan(x), kCanonicalNan32, bits));
}

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_ARITHMETIC_LOG_GAMMA_H_
