#ifndef ANALYZERS_NUMERICS_ARITHMETIC_POLYNOMIAL_H_
#define ANALYZERS_NUMERICS_ARITHMETIC_POLYNOMIAL_H_

// Polynomials by Horner's rule, unrolled while compiling so that loops around them vectorise. For
// hosts and devices; see bits.h.
//
//   Polynomial(x, 1.0, 0.5, 0.25)   // 1 + 0.5 x + 0.25 x^2.

#include "analyzers/numerics/arithmetic/wide.h"

namespace allreview::numerics {

NUMERICS_FUNCTION double Polynomial(double, double last) { return last; }
template <typename... Rest>
NUMERICS_FUNCTION double Polynomial(double x, double first, Rest... rest) {
  return Fma(Polynomial(x, rest...), x, first);
}

// `coefficients` + x * (tail), in about 100 bits: a few wide coefficients before a tail that is so
// small that double suffices for it.
NUMERICS_FUNCTION Wide WidePolynomial(Wide, double tail) { return {tail, 0}; }
template <typename... Rest>
NUMERICS_FUNCTION Wide WidePolynomial(Wide x, Wide first, Rest... rest) {
  return Add(Multiply(WidePolynomial(x, rest...), x), first);
}

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_ARITHMETIC_POLYNOMIAL_H_
