#ifndef ANALYZERS_NUMERICS_ARITHMETIC_WIDE_FUNCTIONS_H_
#define ANALYZERS_NUMERICS_ARITHMETIC_WIDE_FUNCTIONS_H_

// Functions of pairs, for points where the fp64 reference is suspect. For hosts and devices; see
// bits.h.
//
//   const Wide y = Log1p(Exp(Wide{x, 0}));
//
// Relative errors are below 2^-95 where argument and result lie between 2^-900 and 2^900 in
// magnitude. Outside, and at poles, infinities and NaN, the result is that of the double function
// with a low part of 0. Arguments must be normalised. They branch: no loop over them vectorises.

#include "analyzers/numerics/arithmetic/exponential.h"
#include "analyzers/numerics/arithmetic/hyperbolic.h"
#include "analyzers/numerics/arithmetic/logarithm.h"
#include "analyzers/numerics/arithmetic/roots.h"

namespace allreview::numerics {

namespace wide_internal {

NUMERICS_FUNCTION Wide Unscale(Scaled x) {
  return {ScaleByPowerOfTwo(x.value.high, x.exponent), ScaleByPowerOfTwo(x.value.low, x.exponent)};
}

// A finite logarithm for another base.
NUMERICS_FUNCTION Wide Rebase(Wide log, Wide factor) {
  return IsFinite(log.high) ? Multiply(log, factor) : log;
}

}  // namespace wide_internal

NUMERICS_FUNCTION Wide Absolute(Wide x) { return x.high < 0 ? Negate(x) : x; }
NUMERICS_FUNCTION Wide Subtract(Wide a, Wide b) { return Add(a, Negate(b)); }

NUMERICS_FUNCTION Wide Sqrt(Wide x) {
  if (!(x.high > 0) || !IsFinite(x.high)) return {Sqrt(x.high), 0};
  return SqrtWide(x);
}

NUMERICS_FUNCTION Wide Exp(Wide x) {
  return Abs(x.high) < 709 ? wide_internal::Unscale(ExpWide(x)) : Wide{Exp(x.high), 0};
}

NUMERICS_FUNCTION Wide Exp2(Wide x) {
  if (!(Abs(x.high) < 1022)) return {Exp2(x.high), 0};
  const double whole = NearestInteger(x.high);
  const Wide rest = Multiply(Add(x, -whole), Wide{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56});
  return wide_internal::Unscale({Add(Expm1CoreWide(rest), 1.0), whole});
}

NUMERICS_FUNCTION Wide Expm1(Wide x) {
  if (Abs(x.high) < 0x1p-900) return x;
  return Abs(x.high) < 680 ? Expm1Wide(x) : Wide{Expm1(x.high), 0};
}

NUMERICS_FUNCTION Wide Log(Wide x) {
  if (!(x.high >= 0x1p-1022) || !IsFinite(x.high)) return {Log(x.high), 0};
  return LogWide(x);
}

NUMERICS_FUNCTION Wide Log2(Wide x) {
  return wide_internal::Rebase(Log(x), logarithm_internal::kInverseLn2);
}
NUMERICS_FUNCTION Wide Log10(Wide x) {
  return wide_internal::Rebase(Log(x), logarithm_internal::kInverseLn10);
}

NUMERICS_FUNCTION Wide Log1p(Wide x) {
  if (Abs(x.high) < 0x1p-900) return x;
  const bool is_inside = IsFinite(x.high) && Add(x, 1.0).high >= 0x1p-1022;
  return is_inside ? Log1pWide(x) : Wide{Log1p(x.high), 0};
}

NUMERICS_FUNCTION Wide Tanh(Wide x) {
  if (Abs(x.high) < 0x1p-900) return x;
  return Abs(x.high) < 300 ? TanhWide(x) : Wide{Tanh(x.high), 0};
}

// 1 / (1 + e^-x) without its overflow.
NUMERICS_FUNCTION Wide Sigmoid(Wide x) {
  const Wide power = Exp(Negate(Absolute(x)));
  return Divide(x.high < 0 ? power : Wide{1, 0}, Add(power, 1.0));
}

// log(1 + e^x).
NUMERICS_FUNCTION Wide Softplus(Wide x) {
  const Wide rest = Log1p(Exp(Negate(Absolute(x))));
  return x.high > 0 && IsFinite(x.high) ? Add(x, rest) : x.high > 0 ? x : rest;
}
NUMERICS_FUNCTION Wide LogSigmoid(Wide x) { return Negate(Softplus(Negate(x))); }

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_ARITHMETIC_WIDE_FUNCTIONS_H_
