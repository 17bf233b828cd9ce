#ifndef ANALYZERS_NUMERICS_ARITHMETIC_FUNCTIONS_H_
#define ANALYZERS_NUMERICS_ARITHMETIC_FUNCTIONS_H_

// All functions of one or two numbers that this folder has, of floats and of doubles.

#include "analyzers/numerics/arithmetic/activation.h"            // IWYU pragma: export
#include "analyzers/numerics/arithmetic/error_function.h"        // IWYU pragma: export
#include "analyzers/numerics/arithmetic/exponential.h"           // IWYU pragma: export
#include "analyzers/numerics/arithmetic/hyperbolic.h"            // IWYU pragma: export
#include "analyzers/numerics/arithmetic/integers.h"              // IWYU pragma: export
#include "analyzers/numerics/arithmetic/inverse_trigonometry.h"  // IWYU pragma: export
#include "analyzers/numerics/arithmetic/log_gamma.h"             // IWYU pragma: export
#include "analyzers/numerics/arithmetic/logarithm.h"             // IWYU pragma: export
#include "analyzers/numerics/arithmetic/power.h"                 // IWYU pragma: export
#include "analyzers/numerics/arithmetic/roots.h"                 // IWYU pragma: export
#include "analyzers/numerics/arithmetic/trigonometry.h"          // IWYU pragma: export

#endif  // ANALYZERS_NUMERICS_ARITHMETIC_FUNCTIONS_H_
