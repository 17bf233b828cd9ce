#ifndef ANALYZERS_NUMERICS_ARITHMETIC_ORDINAL_H_
#define ANALYZERS_NUMERICS_ARITHMETIC_ORDINAL_H_

// Numbers counted along the grid of a format. For hosts and devices; see bits.h.
//
//   Ordinal<Format::kBf16>(1.0f) - Ordinal<Format::kBf16>(0.99609375f) == 1
//
// Both zeros are 0, neighbours differ by 1, negation changes the sign, and the infinities lie one
// past the largest number, also where the format has none. A NaN has no place: it counts as an
// infinity, so ask IsNan first. The argument must lie on the grid of the format.

#include "analyzers/numerics/arithmetic/format.h"

namespace allreview::numerics {

namespace format_internal {

template <Format format, typename T>
NUMERICS_FUNCTION typename Carrier<T>::Signed OrdinalOf(T value) {
  using G = Grid<format, T>;
  using Bits = typename G::Bits;
  const Bits magnitude = BitsOf(Abs(value));
  Bits ordinal = (magnitude >> G::kDroppedBits) - G::kOrdinalBase;
  if constexpr (G::kIsNarrower) {
    const T shifted = G::Of(magnitude) + G::Of(G::kSubnormalShift);
    ordinal =
        Select(IsLess(magnitude, G::kMinNormal), BitsOf(shifted) - G::kSubnormalShift, ordinal);
  }
  ordinal = Select(IsLess(G::kMaxOrdinal, ordinal), G::kMaxOrdinal + 1, ordinal);
  // Two's complement by mask: -x is ~x + 1.
  const Bits is_negative = BitsOf(value) >> (sizeof(Bits) * 8 - 1);
  return static_cast<typename G::Signed>((ordinal ^ (Bits{0} - is_negative)) + is_negative);
}

template <Format format, typename T>
NUMERICS_FUNCTION T FromOrdinalOf(typename Carrier<T>::Signed ordinal) {
  using G = Grid<format, T>;
  using Bits = typename G::Bits;
  const Bits is_negative = static_cast<Bits>(ordinal) >> (sizeof(Bits) * 8 - 1);
  const Bits magnitude = (static_cast<Bits>(ordinal) ^ (Bits{0} - is_negative)) + is_negative;
  Bits bits = (magnitude + G::kOrdinalBase) << G::kDroppedBits;
  if constexpr (G::kIsNarrower) {
    constexpr Bits kFirstNormal = Bits{1} << (G::kTraits.precision - 1);
    const T shift = G::Of(G::kSubnormalShift);
    const Bits subnormal = BitsOf(G::Of(G::kSubnormalShift + magnitude) - shift);
    bits = Select(IsLess(magnitude, kFirstNormal), subnormal, bits);
  }
  bits = Select(IsLess(G::kMaxOrdinal, magnitude), G::kInfinity, bits);
  return G::Of(bits | (is_negative << (sizeof(Bits) * 8 - 1)));
}

}  // namespace format_internal

template <Format format>
NUMERICS_FUNCTION int32_t Ordinal(float value) {
  static_assert(format != Format::kFp64, "a float does not carry fp64");
  return format_internal::OrdinalOf<format>(value);
}
template <Format format>
NUMERICS_FUNCTION int64_t Ordinal(double value) {
  return format_internal::OrdinalOf<format>(value);
}
NUMERICS_FUNCTION int64_t Ordinal(Format format, double value) {
  return Dispatch(format,
                  [value]<Format kFormat>() NUMERICS_LAMBDA { return Ordinal<kFormat>(value); });
}

// The number at `ordinal`; +-infinity past the largest ones. Never -0.
template <Format format>
NUMERICS_FUNCTION float FromOrdinal(int32_t ordinal) {
  static_assert(format != Format::kFp64, "a float does not carry fp64");
  return format_internal::FromOrdinalOf<format, float>(ordinal);
}
template <Format format>
NUMERICS_FUNCTION double DoubleFromOrdinal(int64_t ordinal) {
  return format_internal::FromOrdinalOf<format, double>(ordinal);
}
NUMERICS_FUNCTION double FromOrdinal(Format format, int64_t ordinal) {
  return Dispatch(format, [ordinal]<Format kFormat>()
                              NUMERICS_LAMBDA { return DoubleFromOrdinal<kFormat>(ordinal); });
}

// The ordinal of the largest finite number: there are 2 * MaxOrdinal(format) + 1 finite ones.
NUMERICS_FUNCTION constexpr int64_t MaxOrdinal(Format format) {
  const FormatTraits traits = TraitsOf(format);
  const uint64_t max = __builtin_bit_cast(uint64_t, traits.max) >> (53 - traits.precision);
  const uint64_t base = static_cast<uint64_t>(traits.min_exponent + 1022) << (traits.precision - 1);
  return static_cast<int64_t>(max - base);
}

// The distance from |value| to the next larger number, the unit of "n ulp". The largest number,
// infinities and NaN have that of the numbers below the largest one.
NUMERICS_FUNCTION double Ulp(Format format, double value) {
  const FormatTraits traits = TraitsOf(format);
  const double magnitude = Abs(value) < traits.max ? Abs(value) : traits.max;
  const double normal = magnitude < MinNormal(format) ? MinNormal(format) : magnitude;
  const double power = DoubleOf(BitsOf(normal) & kInfinity64);
  return power * (2 * UnitRoundoff(format));
}

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_ARITHMETIC_ORDINAL_H_
