#ifndef ANALYZERS_NUMERICS_ARITHMETIC_SERIES_H_
#define ANALYZERS_NUMERICS_ARITHMETIC_SERIES_H_

// Power series with as many leading terms in Wide arithmetic as the result needs; the others, whose
// errors the argument makes small, in double. For hosts and devices; see bits.h.
//
//   struct ExpSeries {
//     static constexpr NUMERICS_FUNCTION Wide Coefficient(int i) {
//       constexpr Wide kTable[] = {...};
//       return kTable[i];
//     }
//   };
//   Wide sum = EvaluateSeries<ExpSeries, {.terms = 14, .wide = 3}>(z);
//
// Unrolled at compile time: no loop and no table are left. |Coefficient(i) * z| must be at least
// twice the sum of the later terms.

#include "analyzers/numerics/arithmetic/wide.h"

namespace allreview::numerics {

struct SeriesLength {
  int terms;  // All: the series is Coefficient(0) + ... + Coefficient(terms - 1) z^(terms - 1).
  int wide;   // Those in Wide arithmetic, from the first, at least 1.
};

// larger + smaller, where |larger| >= |smaller|.
NUMERICS_FUNCTION Wide AddSmaller(Wide larger, Wide smaller) {
  const Wide sum = FastTwoSum(larger.high, smaller.high);
  return FastTwoSum(sum.high, sum.low + (larger.low + smaller.low));
}

template <typename Series, int kFirst, int kTerms>
NUMERICS_FUNCTION double EvaluateTail(double z) {
  constexpr Wide kCoefficient = Series::Coefficient(kFirst);
  if constexpr (kFirst + 1 >= kTerms) {
    return kCoefficient.high;
  } else {
    return Fma(EvaluateTail<Series, kFirst + 1, kTerms>(z), z, kCoefficient.high);
  }
}

template <typename Series, SeriesLength kLength, int kFirst = 0>
NUMERICS_FUNCTION Wide EvaluateSeries(Wide z) {
  constexpr Wide kCoefficient = Series::Coefficient(kFirst);
  if constexpr (kFirst + 1 >= kLength.terms) {
    return kCoefficient;
  } else if constexpr (kFirst + 1 >= kLength.wide) {
    const double tail = EvaluateTail<Series, kFirst + 1, kLength.terms>(z.high);
    return AddSmaller(kCoefficient, Multiply(z, tail));
  } else {
    const Wide rest = EvaluateSeries<Series, kLength, kFirst + 1>(z);
    return AddSmaller(kCoefficient, Multiply(z, rest));
  }
}

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_ARITHMETIC_SERIES_H_
