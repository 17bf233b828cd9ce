#ifndef ANALYZERS_NUMERICS_ARITHMETIC_ROOTS_H_
#define ANALYZERS_NUMERICS_ARITHMETIC_ROOTS_H_

// Rsqrt and Hypot. For hosts and devices; see bits.h, which has Sqrt.
//
// For floats: correctly rounded for every input. For doubles: off by less than 0.51 ulp. The rsqrtf
// of CUDA may be off by 2 ulp. No branches, so loops over them vectorise.

#include "analyzers/numerics/arithmetic/wide.h"

namespace allreview::numerics {

namespace roots_internal {

// 1 / sqrt(x) for positive finite x.
NUMERICS_FUNCTION Wide RsqrtCore(double x) {
  const double root = 1.0 / Sqrt(x);
  // One step of Newton with the rest 1 - x root^2 in full.
  const Wide product = TwoProduct(x, root);
  const double rest = Fma(-product.high, root, 1.0) - product.low * root;
  return FastTwoSum(root, 0.5 * root * rest);
}

// sqrt(x^2 + y^2) where neither square overflows and not both vanish.
NUMERICS_FUNCTION Wide HypotCore(double x, double y) {
  const Wide sum = Add(TwoProduct(x, x), TwoProduct(y, y));
  const double root = Sqrt(sum.high);
  const Wide rest = Add(sum, Negate(TwoProduct(root, root)));
  return FastTwoSum(root, rest.high / (2 * root));
}

}  // namespace roots_internal

NUMERICS_FUNCTION float Rsqrt(float x) {
  const float result = static_cast<float>(RoundToOdd(roots_internal::RsqrtCore(x)));
  const float inner = BitsOf(x) == kInfinity32 ? 0.0f : result;
  const float poled = x == 0 ? FloatOf(kInfinity32 | BitsOf(x)) : inner;
  return x >= 0 ? poled : FloatOf(kCanonicalNan32);
}
NUMERICS_FUNCTION double Rsqrt(double x) {
  const double result = roots_internal::RsqrtCore(x).high;
  const double inner = BitsOf(x) == kInfinity64 ? 0.0 : result;
  const double poled = x == 0 ? DoubleOf(kInfinity64 | BitsOf(x)) : inner;
  return x >= 0 ? poled : DoubleOf(kCanonicalNan64);
}

// Infinite where an operand is, even beside NaN, as IEEE 754 and C want it.
NUMERICS_FUNCTION float Hypot(float x, float y) {
  const float result = static_cast<float>(RoundToOdd(roots_internal::HypotCore(x, y)));
  const float nonzero = x == 0 && y == 0 ? 0.0f : result;
  const float finite = IsNan(x) || IsNan(y) ? FloatOf(kCanonicalNan32) : nonzero;
  return IsInfinite(x) || IsInfinite(y) ? FloatOf(kInfinity32) : finite;
}
NUMERICS_FUNCTION double Hypot(double x, double y) {
  const double largest = Abs(x) > Abs(y) ? Abs(x) : Abs(y);
  const double down = largest > 0x1p500 ? 0x1p-600 : 1.0;
  const double scale = largest < 0x1p-400 ? 0x1p600 : down;
  const double unscale = largest < 0x1p-400 ? 0x1p-600 : 1.0 / down;
  const double result = roots_internal::HypotCore(x * scale, y * scale).high * unscale;
  const double nonzero = largest == 0 ? 0.0 : result;
  const double finite = IsNan(x) || IsNan(y) ? DoubleOf(kCanonicalNan64) : nonzero;
  return IsInfinite(x) || IsInfinite(y) ? DoubleOf(kInfinity64) : finite;
}

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_ARITHMETIC_ROOTS_H_
