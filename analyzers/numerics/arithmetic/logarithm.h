#ifndef ANALYZERS_NUMERICS_ARITHMETIC_LOGARITHM_H_
#define ANALYZERS_NUMERICS_ARITHMETIC_LOGARITHM_H_

// Log, Log2, Log10 and Log1p. For hosts and devices; see bits.h.
//
// For floats: correctly rounded for every input. For doubles: off by less than 0.6 ulp. At the pole
// -infinity, below it the canonical NaN. No branches, so loops over them vectorise.

#include "analyzers/numerics/arithmetic/log_core.h"

namespace allreview::numerics {

namespace logarithm_internal {

inline constexpr Wide kInverseLn2 = {0x1.71547652b82fep0, 0x1.777d0ffda0d24p-56};
inline constexpr Wide kInverseLn10 = {0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57};

// What the logarithm of `argument` is where it is not a positive finite number, else `result`.
NUMERICS_FUNCTION float KeepSpecial(float argument, float result) {
  const float inner = BitsOf(argument) == kInfinity32 ? argument : result;
  const float poled = argument == 0 ? FloatOf(kInfinity32 | 0x80000000u) : inner;
  return argument >= 0 ? poled : FloatOf(kCanonicalNan32);
}
NUMERICS_FUNCTION double KeepSpecial(double argument, double result) {
  const double inner = BitsOf(argument) == kInfinity64 ? argument : result;
  const double poled = argument == 0 ? DoubleOf(kInfinity64 | uint64_t{1} << 63) : inner;
  return argument >= 0 ? poled : DoubleOf(kCanonicalNan64);
}

// A float has no subnormal double; what has no logarithm gives some number.
NUMERICS_FUNCTION Scaled Reduce(float x) { return ReduceLog(static_cast<double>(x)); }
NUMERICS_FUNCTION Scaled Reduce(double x) {
  const bool is_subnormal = x < 0x1p-1022;
  Scaled reduced = ReduceLog(is_subnormal ? x * 0x1p54 : x);
  reduced.exponent -= is_subnormal ? 54.0 : 0.0;
  return reduced;
}

// The binary logarithm: exact at powers of 2.
NUMERICS_FUNCTION Wide Log2Core(Scaled reduced) {
  const Wide fraction = Multiply(Log1pCore(reduced.value), kInverseLn2);
  const Wide sum = FastTwoSum(reduced.exponent, fraction.high);
  return FastTwoSum(sum.high, sum.low + fraction.low);
}

NUMERICS_FUNCTION float Round(Wide value) { return static_cast<float>(RoundToOdd(value)); }

}  // namespace logarithm_internal

NUMERICS_FUNCTION float Log(float x) {
  const Wide log = LogCore(logarithm_internal::Reduce(x));
  return logarithm_internal::KeepSpecial(x, logarithm_internal::Round(log));
}
NUMERICS_FUNCTION double Log(double x) {
  return logarithm_internal::KeepSpecial(x, LogCore(logarithm_internal::Reduce(x)).high);
}

NUMERICS_FUNCTION float Log2(float x) {
  const Wide log = logarithm_internal::Log2Core(logarithm_internal::Reduce(x));
  return logarithm_internal::KeepSpecial(x, logarithm_internal::Round(log));
}
NUMERICS_FUNCTION double Log2(double x) {
  const Wide log = logarithm_internal::Log2Core(logarithm_internal::Reduce(x));
  return logarithm_internal::KeepSpecial(x, log.high);
}

NUMERICS_FUNCTION float Log10(float x) {
  const Wide log = LogCore(logarithm_internal::Reduce(x));
  const Wide scaled = Multiply(log, logarithm_internal::kInverseLn10);
  return logarithm_internal::KeepSpecial(x, logarithm_internal::Round(scaled));
}
NUMERICS_FUNCTION double Log10(double x) {
  const Wide log = LogCore(logarithm_internal::Reduce(x));
  return logarithm_internal::KeepSpecial(x, Multiply(log, logarithm_internal::kInverseLn10).high);
}

NUMERICS_FUNCTION float Log1p(float x) {
  const Wide argument = TwoSum(1.0, static_cast<double>(x));
  const float result = logarithm_internal::Round(LogCore(ReduceLog(argument)));
  // Exact where it decides: at -1 and at infinity.
  const float rounded_argument = 1.0f + x;
  const float special = logarithm_internal::KeepSpecial(rounded_argument, result);
  return x == 0 ? x : special;
}
NUMERICS_FUNCTION double Log1p(double x) {
  const Wide argument = TwoSum(1.0, x);
  const double result = LogCore(ReduceLog(argument)).high;
  const double special = logarithm_internal::KeepSpecial(argument.high, result);
  return Abs(x) < 0x1p-54 ? x : special;
}

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_ARITHMETIC_LOGARITHM_H_
