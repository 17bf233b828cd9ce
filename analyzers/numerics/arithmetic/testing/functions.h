#ifndef ANALYZERS_NUMERICS_ARITHMETIC_TESTING_FUNCTIONS_H_
#define ANALYZERS_NUMERICS_ARITHMETIC_TESTING_FUNCTIONS_H_

// The functions of one argument that are correctly rounded in float, with their oracles.

#include <mpfr.h>

#include <cmath>

#include "analyzers/numerics/arithmetic/functions.h"
#include "analyzers/numerics/arithmetic/testing/correct_rounding.h"

namespace allreview::numerics {

// As IEEE 754 has it; MPFR has +infinity at -0.
inline int MpfrRsqrt(mpfr_t result, mpfr_srcptr x, mpfr_rnd_t rounding) {
  const int ternary = mpfr_rec_sqrt(result, x, rounding);
  return mpfr_zero_p(x) ? mpfr_setsign(result, result, mpfr_signbit(x), rounding) : ternary;
}
inline double LibmRsqrt(double x) { return 1 / std::sqrt(x); }

inline int MpfrLgamma(mpfr_t result, mpfr_srcptr x, mpfr_rnd_t rounding) {
  int sign = 0;
  return mpfr_lgamma(result, &sign, x, rounding);
}

inline constexpr FloatFunction kFloatFunctions[] = {
    {.name = "Exp", .apply = ApplyToAll<Exp>, .libm = std::exp, .mpfr = mpfr_exp},
    {.name = "Exp2", .apply = ApplyToAll<Exp2>, .libm = std::exp2, .mpfr = mpfr_exp2},
    {.name = "Expm1", .apply = ApplyToAll<Expm1>, .libm = std::expm1, .mpfr = mpfr_expm1},
    {.name = "Log", .apply = ApplyToAll<Log>, .libm = std::log, .mpfr = mpfr_log},
    {.name = "Log2", .apply = ApplyToAll<Log2>, .libm = std::log2, .mpfr = mpfr_log2},
    {.name = "Log10", .apply = ApplyToAll<Log10>, .libm = std::log10, .mpfr = mpfr_log10},
    {.name = "Log1p", .apply = ApplyToAll<Log1p>, .libm = std::log1p, .mpfr = mpfr_log1p},
    {.name = "Rsqrt", .apply = ApplyToAll<Rsqrt>, .libm = LibmRsqrt, .mpfr = MpfrRsqrt},
    {.name = "Tanh", .apply = ApplyToAll<Tanh>, .libm = std::tanh, .mpfr = mpfr_tanh},
    {.name = "Sinh", .apply = ApplyToAll<Sinh>, .libm = std::sinh, .mpfr = mpfr_sinh},
    {.name = "Cosh", .apply = ApplyToAll<Cosh>, .libm = std::cosh, .mpfr = mpfr_cosh},
    {.name = "Sin", .apply = ApplyToAll<Sin>, .libm = std::sin, .mpfr = mpfr_sin},
    {.name = "Cos", .apply = ApplyToAll<Cos>, .libm = std::cos, .mpfr = mpfr_cos},
    {.name = "Tan", .apply = ApplyToAll<Tan>, .libm = std::tan, .mpfr = mpfr_tan},
    {.name = "Asin", .apply = ApplyToAll<Asin>, .libm = std::asin, .mpfr = mpfr_asin},
    {.name = "Acos", .apply = ApplyToAll<Acos>, .libm = std::acos, .mpfr = mpfr_acos},
    {.name = "Atan", .apply = ApplyToAll<Atan>, .libm = std::atan, .mpfr = mpfr_atan},
    {.name = "Erf", .apply = ApplyToAll<Erf>, .libm = std::erf, .mpfr = mpfr_erf},
    {.name = "Erfc", .apply = ApplyToAll<Erfc>, .libm = std::erfc, .mpfr = mpfr_erfc},
    {.name = "Lgamma", .apply = ApplyToAll<Lgamma>, .libm = std::lgamma, .mpfr = MpfrLgamma},
};

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_ARITHMETIC_TESTING_FUNCTIONS_H_
