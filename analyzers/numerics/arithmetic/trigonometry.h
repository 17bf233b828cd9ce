#ifndef ANALYZERS_NUMERICS_ARITHMETIC_TRIGONOMETRY_H_
#define ANALYZERS_NUMERICS_ARITHMETIC_TRIGONOMETRY_H_

// Sine, cosine and tangent of every float and double, with one result on every machine. For hosts
// and devices; see bits.h.
//
//   float y = Sin(0.5f);          // Correctly rounded: of all floats none is off.
//   double reference = Sin(0.5);  // Within 0.502 ulp.
//
// Cos and Tan were checked on every 4099th float; functions_exhaustive_test has all.
// Infinities and NaN give the canonical NaN, and zeros keep their sign. A branch separates
// |x| < kLargeAngle, whose code has none, from the rest: loops that find all their arguments to be
// moderate call SinOfModerate and so on, which vectorise (7 ns instead of 32 for a float).

#include "analyzers/numerics/arithmetic/angle_reduction.h"
#include "analyzers/numerics/arithmetic/series.h"

namespace allreview::numerics {

// sin(x) / x in powers of x^2.
struct SineSeries {
  static constexpr NUMERICS_FUNCTION Wide Coefficient(int i) {
    constexpr Wide kTable[] = {
        {0x1p+0, 0x0p+0},
        {-0x1.5555555555555p-3, -0x1.5555555555555p-57},
        {0x1.1111111111111p-7, 0x1.1111111111111p-63},
        {-0x1.a01a01a01a01ap-13, -0x1.a01a01a01a01ap-73},
        {0x1.71de3a556c734p-19, -0x1.c154f8ddc6cp-73},
        {-0x1.ae64567f544e4p-26, 0x1.c062e06d1f209p-80},
        {0x1.6124613a86d09p-33, 0x1.f28e0cc748ebep-87},
        {-0x1.ae7f3e733b81fp-41, -0x1.1d8656b0ee8cbp-97},
        {0x1.952c77030ad4ap-49, 0x1.ac981465ddc6cp-103},
        {-0x1.2f49b46814157p-57, -0x1.2650f61dbdcb4p-112},
        {0x1.71b8ef6dcf572p-66, -0x1.d043ae40c4647p-120},
        {-0x1.761b41316381ap-75, 0x1.3423c7d91404fp-130},
        {0x1.3f3ccdd165fa9p-84, -0x1.58ddadf344487p-139},
        {-0x1.d1ab1c2dccea3p-94, -0x1.054d0c78aea14p-149},
    };
    return kTable[i];
  }
};

// cos(x) in powers of x^2.
struct CosineSeries {
  static constexpr NUMERICS_FUNCTION Wide Coefficient(int i) {
    constexpr Wide kTable[] = {
        {0x1p+0, 0x0p+0},
        {-0x1p-1, 0x0p+0},
        {0x1.5555555555555p-5, 0x1.5555555555555p-59},
        {-0x1.6c16c16c16c17p-10, 0x1.f49f49f49f49fp-65},
        {0x1.a01a01a01a01ap-16, 0x1.a01a01a01a01ap-76},
        {-0x1.27e4fb7789f5cp-22, -0x1.cbbc05b4fa99ap-76},
        {0x1.1eed8eff8d898p-29, -0x1.2aec959e14c06p-83},
        {-0x1.93974a8c07c9dp-37, -0x1.05d6f8a2efd1fp-92},
        {0x1.ae7f3e733b81fp-45, 0x1.1d8656b0ee8cbp-101},
        {-0x1.6827863b97d97p-53, -0x1.eec01221a8b0bp-107},
        {0x1.e542ba4020225p-62, 0x1.ea72b4afe3c2fp-120},
        {-0x1.0ce396db7f853p-70, 0x1.aebcdbd20331cp-124},
        {0x1.f2cf01972f578p-80, -0x1.9ada5fcc1ab14p-135},
        {-0x1.88e85fc6a4e5ap-89, 0x1.71c37ebd1654p-143},
        {0x1.0a18a2635085dp-98, 0x1.b9e2e28e1aa54p-153},
    };
    return kTable[i];
  }
};

// What is left out is below 2^-65, and below 2^-105 for lgamma.
inline constexpr SeriesLength kAngleSeries = {.terms = 10, .wide = 3};
inline constexpr SeriesLength kWideAngleSeries = {.terms = 14, .wide = 14};

template <SeriesLength kLength>
NUMERICS_FUNCTION Wide SineNearZero(Wide rest) {
  return Multiply(rest, EvaluateSeries<SineSeries, kLength>(Multiply(rest, rest)));
}

template <SeriesLength kLength>
NUMERICS_FUNCTION Wide CosineNearZero(Wide rest) {
  constexpr SeriesLength kLonger = {.terms = kLength.terms + 1, .wide = kLength.wide};
  return EvaluateSeries<CosineSeries, kLonger>(Multiply(rest, rest));
}

// `if_odd` or `if_even`, with the sign changed in the second half turn.
NUMERICS_FUNCTION Wide SelectByQuadrant(uint64_t quadrant, Wide if_even, Wide if_odd) {
  const bool is_odd = (quadrant & 1) != 0;
  const uint64_t sign = (quadrant & 2) << 62;
  return {DoubleOf(Select(is_odd, BitsOf(if_odd.high), BitsOf(if_even.high)) ^ sign),
          DoubleOf(Select(is_odd, BitsOf(if_odd.low), BitsOf(if_even.low)) ^ sign)};
}

template <SeriesLength kLength>
NUMERICS_FUNCTION Wide SineOf(ReducedAngle angle) {
  return SelectByQuadrant(angle.quadrant, SineNearZero<kLength>(angle.rest),
                          CosineNearZero<kLength>(angle.rest));
}

template <SeriesLength kLength>
NUMERICS_FUNCTION Wide CosineOf(ReducedAngle angle) {
  return SineOf<kLength>({.rest = angle.rest, .quadrant = angle.quadrant + 1});
}

// tan(x + pi / 2) = -1 / tan(x).
template <SeriesLength kLength>
NUMERICS_FUNCTION Wide TangentOf(ReducedAngle angle) {
  const Wide sine = SineNearZero<kLength>(angle.rest);
  const Wide cosine = CosineNearZero<kLength>(angle.rest);
  const uint64_t is_odd = angle.quadrant & 1;
  return Divide(SelectByQuadrant(is_odd, sine, cosine), SelectByQuadrant(is_odd * 3, cosine, sine));
}

// For every x; NaN for infinities and NaN.
NUMERICS_FUNCTION ReducedAngle ReduceAngle(double x) {
  if (Abs(x) < kLargeAngle) return ReduceModerateAngle(x);
  if (!IsFinite(x)) return {.rest = {DoubleOf(kCanonicalNan64), 0}};
  return ReduceLargeAngle(x);
}

// What a function gives at `argument`, from its `value`, where f(0) = 0 keeps the sign and the
// value at infinities is NaN.
NUMERICS_FUNCTION double OddAngleFunction(double argument, Wide value) {
  const uint64_t bits = Select(argument == 0, BitsOf(argument), BitsOf(value.high));
  return DoubleOf(Select(IsFinite(argument), bits, kCanonicalNan64));
}
NUMERICS_FUNCTION float OddAngleFunction(float argument, Wide value) {
  const float rounded = static_cast<float>(RoundToOdd(value));
  const uint32_t bits = Select(argument == 0, BitsOf(argument), BitsOf(rounded));
  return FloatOf(Select(IsFinite(argument), bits, kCanonicalNan32));
}

NUMERICS_FUNCTION double Sin(double x) {
  return OddAngleFunction(x, SineOf<kAngleSeries>(ReduceAngle(x)));
}
NUMERICS_FUNCTION float Sin(float x) {
  return OddAngleFunction(x, SineOf<kAngleSeries>(ReduceAngle(x)));
}
NUMERICS_FUNCTION double Tan(double x) {
  return OddAngleFunction(x, TangentOf<kAngleSeries>(ReduceAngle(x)));
}
NUMERICS_FUNCTION float Tan(float x) {
  return OddAngleFunction(x, TangentOf<kAngleSeries>(ReduceAngle(x)));
}

NUMERICS_FUNCTION double Cos(double x) {
  const double y = CosineOf<kAngleSeries>(ReduceAngle(x)).high;
  return DoubleOf(Select(IsFinite(x), BitsOf(y), kCanonicalNan64));
}
NUMERICS_FUNCTION float Cos(float x) {
  const float y = static_cast<float>(RoundToOdd(CosineOf<kAngleSeries>(ReduceAngle(x))));
  return FloatOf(Select(IsFinite(x), BitsOf(y), kCanonicalNan32));
}

// The same bits for |x| < kLargeAngle, without a branch.
template <typename T>
NUMERICS_FUNCTION T SinOfModerate(T x) {
  return OddAngleFunction(x, SineOf<kAngleSeries>(ReduceModerateAngle(x)));
}
template <typename T>
NUMERICS_FUNCTION T TanOfModerate(T x) {
  return OddAngleFunction(x, TangentOf<kAngleSeries>(ReduceModerateAngle(x)));
}
NUMERICS_FUNCTION double CosOfModerate(double x) {
  return CosineOf<kAngleSeries>(ReduceModerateAngle(x)).high;
}
NUMERICS_FUNCTION float CosOfModerate(float x) {
  return static_cast<float>(RoundToOdd(CosineOf<kAngleSeries>(ReduceModerateAngle(x))));
}

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_ARITHMETIC_TRIGONOMETRY_H_
