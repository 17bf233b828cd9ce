#ifndef ANALYZERS_NUMERICS_ARITHMETIC_FORMAT_H_
#define ANALYZERS_NUMERICS_ARITHMETIC_FORMAT_H_

// The number formats of tensors, and rounding to them. For hosts and devices; see bits.h.
//
// A value of any format but kFp64 is carried as a float that lies on the format's grid:
//
//   const float product = RoundTo<Format::kBf16>(a * b);          // As a bf16 kernel of PyTorch.
//   const float wanted = RoundTo<Format::kBf16>(reference);       // A double: rounded once.
//   const int32_t off = Ordinal<Format::kBf16>(product) - Ordinal<Format::kBf16>(wanted);
//
// Rounding is to nearest, ties to even, as a cast between dtypes; subnormals are kept, and every
// NaN becomes the canonical one, since devices differ in the NaNs that they make. The forms with
// the format as template argument have no branch, so loops over them vectorise; the run-time forms
// choose among them. Needs the default rounding mode and no flushing of subnormals; see
// self_test.h.

#include "analyzers/numerics/arithmetic/bits.h"

namespace allreview::numerics {

enum class Format : uint8_t {
  kFp64,
  kFp32,
  kTf32,  // What tensor cores read of an fp32 operand. No tensor has this dtype.
  kBf16,
  kFp16,
  kE4m3,           // float8_e4m3fn. Above 448 there is NaN only, as in the casts of PyTorch.
  kE4m3Saturated,  // The same grid; infinities and what is too large become +-448.
  kE5m2,           // float8_e5m2, which has infinities.
  kE5m2Saturated,  // The same grid; infinities and what is too large become +-57344.
};
inline constexpr int kFormatCount = 9;

// What a magnitude that rounds to above the largest finite one becomes.
enum class OnOverflow : uint8_t { kInfinity, kNan, kLargest };

struct FormatTraits {
  int precision = 0;     // Significant bits, with the hidden one.
  int min_exponent = 0;  // The smallest normal number is 2^min_exponent.
  double max = 0;        // The largest finite number.
  OnOverflow on_overflow = OnOverflow::kInfinity;
};

NUMERICS_FUNCTION constexpr FormatTraits TraitsOf(Format format) {
  switch (format) {
    case Format::kFp64:
      return {53, -1022, 0x1.fffffffffffffp1023, OnOverflow::kInfinity};
    case Format::kFp32:
      return {24, -126, 0x1.fffffep127, OnOverflow::kInfinity};
    case Format::kTf32:
      return {11, -126, 0x1.ffcp127, OnOverflow::kInfinity};
    case Format::kBf16:
      return {8, -126, 0x1.fep127, OnOverflow::kInfinity};
    case Format::kFp16:
      return {11, -14, 0x1.ffcp15, OnOverflow::kInfinity};
    case Format::kE4m3:
      return {4, -6, 448, OnOverflow::kNan};
    case Format::kE4m3Saturated:
      return {4, -6, 448, OnOverflow::kLargest};
    case Format::kE5m2:
      return {3, -14, 57344, OnOverflow::kInfinity};
    case Format::kE5m2Saturated:
      return {3, -14, 57344, OnOverflow::kLargest};
  }
  return {};
}

// 2^k for k in [-1074, 1023], also in constant expressions.
NUMERICS_FUNCTION constexpr double ExactPowerOfTwo(int k) {
  const uint64_t bits =
      k >= -1022 ? static_cast<uint64_t>(k + 1023) << 52 : uint64_t{1} << (k + 1074);
  return __builtin_bit_cast(double, bits);
}

NUMERICS_FUNCTION constexpr double MinNormal(Format format) {
  return ExactPowerOfTwo(TraitsOf(format).min_exponent);
}
NUMERICS_FUNCTION constexpr double MinSubnormal(Format format) {
  return ExactPowerOfTwo(TraitsOf(format).min_exponent - TraitsOf(format).precision + 1);
}
// Half the distance from 1 to the next larger number: the largest relative error of a rounding.
NUMERICS_FUNCTION constexpr double UnitRoundoff(Format format) {
  return ExactPowerOfTwo(-TraitsOf(format).precision);
}

namespace format_internal {

// The binary layout of what carries a value.
template <typename T>
struct Carrier;
template <>
struct Carrier<float> {
  using Bits = uint32_t;
  using Signed = int32_t;
  static constexpr int kPrecision = 24;
  static constexpr int kBias = 127;
  static constexpr Bits kInfinity = kInfinity32;
  static constexpr Bits kNan = kCanonicalNan32;
  NUMERICS_FUNCTION static float Of(Bits bits) { return FloatOf(bits); }
};
template <>
struct Carrier<double> {
  using Bits = uint64_t;
  using Signed = int64_t;
  static constexpr int kPrecision = 53;
  static constexpr int kBias = 1023;
  static constexpr Bits kInfinity = kInfinity64;
  static constexpr Bits kNan = kCanonicalNan64;
  NUMERICS_FUNCTION static double Of(Bits bits) { return DoubleOf(bits); }
};

// Where the grid of a format lies in the bits of its carrier.
template <Format format, typename T>
struct Grid : Carrier<T> {
  using Bits = typename Carrier<T>::Bits;
  static constexpr FormatTraits kTraits = TraitsOf(format);
  static constexpr int kDroppedBits = Carrier<T>::kPrecision - kTraits.precision;
  // The format's exponents end before the carrier's, so subnormals and overflow need steps of
  // their own.
  static constexpr bool kIsNarrower = kTraits.min_exponent > 1 - Carrier<T>::kBias;
  static constexpr Bits kMinNormal = static_cast<Bits>(kTraits.min_exponent + Carrier<T>::kBias)
                                     << (Carrier<T>::kPrecision - 1);
  static constexpr Bits kMax = __builtin_bit_cast(Bits, static_cast<T>(kTraits.max));
  static constexpr Bits kOverflow =
      kTraits.on_overflow == OnOverflow::kLargest ? kMax : Carrier<T>::kInfinity;
  // Half an ulp above the largest number, whose last bit is 0: a tie goes down to it.
  static constexpr Bits kNanAbove = kTraits.on_overflow == OnOverflow::kNan
                                        ? kMax + (Bits{1} << (kDroppedBits - 1))
                                        : Carrier<T>::kInfinity;
  // The ulp of this number is the format's smallest subnormal: a subnormal plus this is rounded to
  // the grid, and its bits less these count quanta.
  static constexpr Bits kSubnormalShift =
      kIsNarrower ? kMinNormal + (static_cast<Bits>(kDroppedBits) << (Carrier<T>::kPrecision - 1))
                  : Bits{0};
  // The bits of a normal number, dropped bits gone, less this are its ordinal.
  static constexpr Bits kOrdinalBase =
      (kMinNormal >> kDroppedBits) - (Bits{1} << (kTraits.precision - 1));
  static constexpr Bits kMaxOrdinal = (kMax >> kDroppedBits) - kOrdinalBase;
};

// Signed comparisons of magnitudes: AVX2 has no unsigned ones.
NUMERICS_FUNCTION bool IsLess(uint32_t a, uint32_t b) {
  return static_cast<int32_t>(a) < static_cast<int32_t>(b);
}
NUMERICS_FUNCTION bool IsLess(uint64_t a, uint64_t b) {
  return static_cast<int64_t>(a) < static_cast<int64_t>(b);
}

template <Format format, typename T>
NUMERICS_FUNCTION T Round(T value) {
  using G = Grid<format, T>;
  using Bits = typename G::Bits;
  const Bits magnitude = BitsOf(Abs(value));
  Bits rounded = magnitude;
  if constexpr (G::kDroppedBits > 0) {
    constexpr Bits kDropped = (Bits{1} << G::kDroppedBits) - 1;
    const Bits last_kept = (magnitude >> G::kDroppedBits) & 1;
    rounded = (magnitude + (kDropped >> 1) + last_kept) & ~kDropped;
  }
  if constexpr (G::kIsNarrower) {
    const T shift = G::Of(G::kSubnormalShift);
    const Bits subnormal = BitsOf((G::Of(magnitude) + shift) - shift);
    rounded = Select(IsLess(magnitude, G::kMinNormal), subnormal, rounded);
    if constexpr (G::kTraits.on_overflow != OnOverflow::kNan) {
      rounded = Select(IsLess(G::kMax, rounded), G::kOverflow, rounded);
    }
  }
  rounded |= BitsOf(value) ^ magnitude;
  return G::Of(Select(IsLess(G::kNanAbove, magnitude), G::kNan, rounded));
}

}  // namespace format_internal

// `value` on the grid of `format`.
template <Format format>
NUMERICS_FUNCTION float RoundTo(float value) {
  static_assert(format != Format::kFp64, "a float does not carry fp64");
  return format_internal::Round<format>(value);
}
template <Format format>
NUMERICS_FUNCTION double RoundTo(double value) {
  return format_internal::Round<format>(value);
}

// As cvt.rna.tf32.f32: ties away from zero.
NUMERICS_FUNCTION float RoundTf32Away(float value) {
  const uint32_t magnitude = BitsOf(Abs(value));
  const uint32_t rounded = ((magnitude + 0x1000u) & ~0x1fffu) | (BitsOf(value) ^ magnitude);
  return FloatOf(Select(format_internal::IsLess(kInfinity32, magnitude), kCanonicalNan32, rounded));
}

// `call` with the format as a template argument: the switch behind every run-time form.
//
//   Dispatch(format, [&]<Format kFormat>() NUMERICS_LAMBDA { return RoundTo<kFormat>(value); });
template <typename Call>
NUMERICS_FUNCTION auto Dispatch(Format format, const Call& call) {
  switch (format) {
    case Format::kFp64:
      break;
    case Format::kFp32:
      return call.template operator()<Format::kFp32>();
    case Format::kTf32:
      return call.template operator()<Format::kTf32>();
    case Format::kBf16:
      return call.template operator()<Format::kBf16>();
    case Format::kFp16:
      return call.template operator()<Format::kFp16>();
    case Format::kE4m3:
      return call.template operator()<Format::kE4m3>();
    case Format::kE4m3Saturated:
      return call.template operator()<Format::kE4m3Saturated>();
    case Format::kE5m2:
      return call.template operator()<Format::kE5m2>();
    case Format::kE5m2Saturated:
      return call.template operator()<Format::kE5m2Saturated>();
  }
  return call.template operator()<Format::kFp64>();
}

// A float stands for itself in kFp64.
NUMERICS_FUNCTION float RoundTo(Format format, float value) {
  return Dispatch(format, [value]<Format kFormat>() NUMERICS_LAMBDA {
    constexpr Format kUsed = kFormat == Format::kFp64 ? Format::kFp32 : kFormat;
    return RoundTo<kUsed>(value);
  });
}
NUMERICS_FUNCTION double RoundTo(Format format, double value) {
  return Dispatch(format,
                  [value]<Format kFormat>() NUMERICS_LAMBDA { return RoundTo<kFormat>(value); });
}

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_ARITHMETIC_FORMAT_H_
