#ifndef ANALYZERS_NUMERICS_REFEREE_INTERVAL_FUNCTIONS_H_
#define ANALYZERS_NUMERICS_REFEREE_INTERVAL_FUNCTIONS_H_

// Functions of intervals that are not monotone, and those that PyTorch builds from several. All are
// the mathematical functions: no threshold, no kernel formula. See interval.h.

#include <cstdint>

#include "analyzers/numerics/referee/interval.h"

namespace allreview::numerics {

Interval Sine(const Interval& x);
Interval Cosine(const Interval& x);
Interval Tangent(const Interval& x);
Interval ArcSine(const Interval& x);
Interval ArcCosine(const Interval& x);
Interval HyperbolicCosine(const Interval& x);
Interval ReciprocalRoot(const Interval& x);
Interval LogGamma(const Interval& x);
Interval Power(const Interval& x, const Interval& y);
Interval Hypotenuse(const Interval& a, const Interval& b);

Interval SignOf(const Interval& x);  // Of a NaN: 0.
Interval Sigmoid(const Interval& x);
Interval Silu(const Interval& x);
Interval NormalBelow(const Interval& x);  // What a normal distribution has below x.
Interval Gelu(const Interval& x);
Interval GeluTanh(const Interval& x);
Interval Softplus(const Interval& x, double beta);
Interval LogSigmoid(const Interval& x);
Interval Elu(const Interval& x, double alpha);
Interval LogAddExp(const Interval& a, const Interval& b);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_REFEREE_INTERVAL_FUNCTIONS_H_
