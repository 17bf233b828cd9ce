#ifndef ANALYZERS_NUMERICS_ARITHMETIC_DECIMAL_H_
#define ANALYZERS_NUMERICS_ARITHMETIC_DECIMAL_H_

#include <string>

#include "analyzers/numerics/arithmetic/format.h"

namespace allreview::numerics {

// The shortest decimal that `format` rounds to `value`, a number of its grid: "6.25", "1e-08",
// "inf".
std::string ShortestDecimal(Format format, double value);

// `value` with `digits` significant decimal digits, rounded to nearest.
double WithDigits(double value, int digits);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_ARITHMETIC_DECIMAL_H_
