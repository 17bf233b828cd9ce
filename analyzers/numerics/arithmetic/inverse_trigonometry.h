#ifndef ANALYZERS_NUMERICS_ARITHMETIC_INVERSE_TRIGONOMETRY_H_
#define ANALYZERS_NUMERICS_ARITHMETIC_INVERSE_TRIGONOMETRY_H_

// Inverse tangent, sine and cosine of every float and double, with one result on every machine and
// no branches. For hosts and devices; see bits.h.
//
//   float y = Atan(0.5f);          // Correctly rounded: checked for every float.
//   double reference = Atan(0.5);  // Within 0.502 ulp.
//
// NaN, and arguments of Asin and Acos beyond [-1, 1], give the canonical NaN; zeros keep their sign
// in Atan and Asin.

#include "analyzers/numerics/arithmetic/series.h"

namespace allreview::numerics {

// atan(x) / x in powers of x^2.
struct ArcTangentSeries {
  static constexpr NUMERICS_FUNCTION Wide Coefficient(int i) {
    constexpr Wide kTable[] = {
        {0x1p+0, 0x0p+0},
        {-0x1.5555555555555p-2, -0x1.5555555555555p-56},
        {0x1.999999999999ap-3, -0x1.999999999999ap-57},
        {-0x1.2492492492492p-3, -0x1.2492492492492p-57},
        {0x1.c71c71c71c71cp-4, 0x1.c71c71c71c71cp-58},
    };
    return kTable[i];
  }
};

// For |x| <= 1/64, where the rest is below 2^-62 relative.
inline constexpr SeriesLength kArcTangentSeries = {.terms = 5, .wide = 2};

// atan(i / 32), i <= 32.
NUMERICS_FUNCTION Wide ArcTangentAt(uint64_t i) {
  static constexpr double kTable[] = {
      0x0p+0,
      0x0p+0,
      0x1.ffd55bba97625p-6,
      -0x1.5ec431444912cp-60,
      0x1.ff55bb72cfdeap-5,
      -0x1.c934d86d23f1dp-60,
      0x1.7ee182602f10fp-4,
      -0x1.cfb654c0c3d98p-58,
      0x1.fd5ba9aac2f6ep-4,
      -0x1.cd37686760c17p-59,
      0x1.3d6eee8c6626cp-3,
      0x1.61a3b0ce9281bp-57,
      0x1.7b97b4bce5b02p-3,
      0x1.347b0b4f881cap-58,
      0x1.b90d7529260a2p-3,
      0x1.17b10d2e0e5abp-61,
      0x1.f5b75f92c80ddp-3,
      0x1.8ab6e3cf7afbdp-57,
      0x1.18bf5a30bf178p-2,
      0x1.30ca4748b1bf9p-57,
      0x1.362773707ebccp-2,
      -0x1.963a544b672d8p-57,
      0x1.530ad9951cd4ap-2,
      -0x1.2566480884082p-57,
      0x1.6f61941e4def1p-2,
      -0x1.c63aae6f6e918p-56,
      0x1.8b24d394a1b25p-2,
      0x1.b6d0ba3748fa8p-56,
      0x1.a64eec3cc23fdp-2,
      -0x1.24dec1b50b7ffp-56,
      0x1.c0db4c94ec9fp-2,
      -0x1.cc1ce70934c34p-56,
      0x1.dac670561bb4fp-2,
      0x1.a2b7f222f65e2p-56,
      0x1.f40dd0b541418p-2,
      -0x1.a3992dc382a23p-57,
      0x1.0657e94db30dp-1,
      -0x1.d5b495f6349e6p-56,
      0x1.1255d9bfbd2a9p-1,
      -0x1.2bdaee1c0ee35p-58,
      0x1.1e00babdefeb4p-1,
      -0x1.928df287a668fp-58,
      0x1.2958e59308e31p-1,
      -0x1.09e73b0c6c087p-56,
      0x1.345f01cce37bbp-1,
      0x1.1021137c71102p-55,
      0x1.3f13fb89e96f4p-1,
      0x1.ecf8b492644fp-56,
      0x1.4978fa3269ee1p-1,
      0x1.2419a87f2a458p-56,
      0x1.538f57b89061fp-1,
      -0x1.1bb74abda520cp-55,
      0x1.5d58987169b18p-1,
      0x1.0028e4bc5e7cap-57,
      0x1.66d663923e087p-1,
      -0x1.6ea6febe8bbbap-56,
      0x1.700a7c5784634p-1,
      -0x1.8c34d25aadef6p-56,
      0x1.78f6bbd5d315ep-1,
      0x1.406a08980374p-55,
      0x1.819d0b7158a4dp-1,
      -0x1.bf76229d3b917p-56,
      0x1.89ff5ff57f1f8p-1,
      -0x1.55b9a5e177a1bp-55,
      0x1.921fb54442d18p-1,
      0x1.1a62633145c07p-55,
  };
  return {kTable[2 * i], kTable[2 * i + 1]};
}

// atan(y / x) in [0, pi / 2], for y and x >= 0, not both 0, and neither above 2^500. With q the
// smaller over the larger and c the nearest multiple of 1/32:
// atan(q) = atan(c) + atan((q - c) / (1 + c q)).
template <SeriesLength kLength>
NUMERICS_FUNCTION Wide ArcTangentOfRatio(Wide y, Wide x) {
  constexpr Wide kHalfPi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
  const bool is_steep = y.high > x.high;
  const Wide smaller = {is_steep ? x.high : y.high, is_steep ? x.low : y.low};
  const Wide larger = {is_steep ? y.high : x.high, is_steep ? y.low : x.low};
  const double ratio = smaller.high / larger.high;
  // A NaN must not reach the table.
  const double rounded = Fma(ratio <= 1 ? ratio : 0.0, 32.0, 0x1.8p52);
  const double center = (rounded - 0x1.8p52) * 0x1p-5;
  const Wide numerator = Add(smaller, Multiply(larger, -center));
  const Wide rest = Divide(numerator, Add(larger, Multiply(smaller, center)));
  const Wide series = EvaluateSeries<ArcTangentSeries, kLength>(Multiply(rest, rest));
  const Wide angle = Add(ArcTangentAt(BitsOf(rounded) & 63), Multiply(rest, series));
  const Wide complement = Add(kHalfPi, Negate(angle));
  return {is_steep ? complement.high : angle.high, is_steep ? complement.low : angle.low};
}

// atan(|x|). The clamp is where pi / 2 has long been reached.
template <SeriesLength kLength>
NUMERICS_FUNCTION Wide ArcTangentOfMagnitude(Wide x) {
  const double sign = x.high < 0 ? -1.0 : 1.0;
  const bool is_huge = Abs(x.high) > 0x1p200;
  const Wide magnitude = {is_huge ? 0x1p200 : sign * x.high, is_huge ? 0.0 : sign * x.low};
  return ArcTangentOfRatio<kLength>(magnitude, {1.0, 0.0});
}

// sqrt(1 - x^2), for |x| <= 1.
NUMERICS_FUNCTION Wide OtherLeg(Wide x) {
  const Wide one = {1.0, 0.0};
  const Wide square = Multiply(Add(one, Negate(x)), Add(one, x));
  return SqrtWide({square.high > 0 ? square.high : 0.0, square.low});
}

// asin(|x|), for |x| <= 1.
template <SeriesLength kLength>
NUMERICS_FUNCTION Wide ArcSineOfMagnitude(Wide x) {
  const double sign = x.high < 0 ? -1.0 : 1.0;
  return ArcTangentOfRatio<kLength>({sign * x.high, sign * x.low}, OtherLeg(x));
}

// acos(x), for |x| <= 1.
template <SeriesLength kLength>
NUMERICS_FUNCTION Wide ArcCosine(Wide x) {
  constexpr Wide kPi = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
  const double sign = x.high < 0 ? -1.0 : 1.0;
  const Wide angle = ArcTangentOfRatio<kLength>(OtherLeg(x), {sign * x.high, sign * x.low});
  const Wide complement = Add(kPi, Negate(angle));
  return {x.high < 0 ? complement.high : angle.high, x.high < 0 ? complement.low : angle.low};
}

// `magnitude` with the sign of `argument`, f(0) = 0, or NaN outside of the domain.
NUMERICS_FUNCTION double OddInverse(double argument, Wide magnitude, bool is_in_domain) {
  const uint64_t sign = BitsOf(argument) & 0x8000000000000000ull;
  const uint64_t bits = Select(argument == 0, uint64_t{0}, BitsOf(magnitude.high));
  return DoubleOf(Select(is_in_domain, bits | sign, kCanonicalNan64));
}
NUMERICS_FUNCTION float OddInverse(float argument, Wide magnitude, bool is_in_domain) {
  const uint32_t sign = BitsOf(argument) & 0x80000000u;
  const float rounded = static_cast<float>(RoundToOdd(magnitude));
  const uint32_t bits = Select(argument == 0, uint32_t{0}, BitsOf(rounded));
  return FloatOf(Select(is_in_domain, bits | sign, kCanonicalNan32));
}

NUMERICS_FUNCTION double Atan(double x) {
  return OddInverse(x, ArcTangentOfMagnitude<kArcTangentSeries>({x, 0.0}), !IsNan(x));
}
NUMERICS_FUNCTION float Atan(float x) {
  return OddInverse(x, ArcTangentOfMagnitude<kArcTangentSeries>({x, 0.0}), !IsNan(x));
}
NUMERICS_FUNCTION double Asin(double x) {
  return OddInverse(x, ArcSineOfMagnitude<kArcTangentSeries>({x, 0.0}), Abs(x) <= 1);
}
NUMERICS_FUNCTION float Asin(float x) {
  return OddInverse(x, ArcSineOfMagnitude<kArcTangentSeries>({x, 0.0}), Abs(x) <= 1);
}
NUMERICS_FUNCTION double Acos(double x) {
  const double y = ArcCosine<kArcTangentSeries>({x, 0.0}).high;
  return DoubleOf(Select(Abs(x) <= 1, BitsOf(y), kCanonicalNan64));
}
NUMERICS_FUNCTION float Acos(float x) {
  const float y = static_cast<float>(RoundToOdd(ArcCosine<kArcTangentSeries>({x, 0.0})));
  return FloatOf(Select(Abs(x) <= 1, BitsOf(y), kCanonicalNan32));
}

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_ARITHMETIC_INVERSE_TRIGONOMETRY_H_
