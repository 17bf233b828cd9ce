#ifndef ANALYZERS_NUMERICS_ARITHMETIC_WIDE_H_
#define ANALYZERS_NUMERICS_ARITHMETIC_WIDE_H_

// Pairs of doubles whose unevaluated sum carries about 106 bits, and the steps that turn such a
// pair into one correctly rounded number. For hosts and devices; see bits.h.

#include "analyzers/numerics/arithmetic/bits.h"

namespace allreview::numerics {

// high + low with |low| <= ulp(high) / 2 once normalised.
struct Wide {
  double high = 0;
  double low = 0;
};

// a + b exactly (Knuth's two-sum).
NUMERICS_FUNCTION Wide TwoSum(double a, double b) {
  const double sum = a + b;
  const double from_b = sum - a;
  return {sum, (a - (sum - from_b)) + (b - from_b)};
}

// a + b exactly, where |a| >= |b| or a is 0 (Dekker's fast two-sum).
NUMERICS_FUNCTION Wide FastTwoSum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

// a * b exactly, barring overflow and underflow.
NUMERICS_FUNCTION Wide TwoProduct(double a, double b) {
  const double product = a * b;
  return {product, Fma(a, b, -product)};
}

NUMERICS_FUNCTION Wide Add(Wide a, Wide b) {
  const Wide high = TwoSum(a.high, b.high);
  const Wide low = TwoSum(a.low, b.low);
  const Wide sum = FastTwoSum(high.high, high.low + low.high);
  return FastTwoSum(sum.high, sum.low + low.low);
}

NUMERICS_FUNCTION Wide Add(Wide a, double b) {
  const Wide sum = TwoSum(a.high, b);
  return FastTwoSum(sum.high, sum.low + a.low);
}

NUMERICS_FUNCTION Wide Negate(Wide a) { return {-a.high, -a.low}; }

NUMERICS_FUNCTION Wide Multiply(Wide a, Wide b) {
  const Wide product = TwoProduct(a.high, b.high);
  return FastTwoSum(product.high, product.low + Fma(a.high, b.low, a.low * b.high));
}

NUMERICS_FUNCTION Wide Multiply(Wide a, double b) {
  const Wide product = TwoProduct(a.high, b);
  return FastTwoSum(product.high, Fma(a.low, b, product.low));
}

NUMERICS_FUNCTION Wide Divide(Wide a, Wide b) {
  const double quotient = a.high / b.high;
  const Wide rest = Add(a, Negate(Multiply(b, quotient)));
  return FastTwoSum(quotient, rest.high / b.high);
}

NUMERICS_FUNCTION Wide SqrtWide(Wide a) {
  const double root = Sqrt(a.high);
  if (root == 0) return {root, 0};
  const Wide rest = Add(a, Negate(TwoProduct(root, root)));
  return FastTwoSum(root, rest.high / (2 * root));
}

// The pair rounded to odd: a later rounding to at most 51 bits is then as if made once. Both parts
// must be finite, |low| <= ulp(high) / 2.
NUMERICS_FUNCTION double RoundToOdd(Wide value) {
  const uint64_t bits = BitsOf(value.high);
  const bool is_up = (value.low > 0) == ((bits >> 63) == 0);
  const bool is_moved = value.low != 0.0 && (bits & 1) == 0;
  return DoubleOf(bits + Select(is_moved, Select(is_up, uint64_t{1}, ~uint64_t{0}), uint64_t{0}));
}

// 2^k for an integral k in [-1022, 1023], by bits, so that loops over it vectorise.
NUMERICS_FUNCTION double PowerOfTwo(double k) {
  return DoubleOf(BitsOf(k + (0x1.8p52 + 1023.0)) << 52);
}

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_ARITHMETIC_WIDE_H_
