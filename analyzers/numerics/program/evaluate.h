#ifndef ANALYZERS_NUMERICS_PROGRAM_EVALUATE_H_
#define ANALYZERS_NUMERICS_PROGRAM_EVALUATE_H_

// One operation on numbers: in fp32 as PyTorch's kernels compute, before the rounding to the format
// of the result, and in fp64 as the reference. CPU kernels are loops over Evaluate, the GPU's
// interpreter calls EvaluateAny.

#include "analyzers/numerics/arithmetic/functions.h"
#include "analyzers/numerics/arithmetic/integers.h"
#include "analyzers/numerics/graph/operation.h"

#if defined(__CUDACC__)
#define NUMERICS_OUT_OF_LINE __host__ __device__ __noinline__
#else
#define NUMERICS_OUT_OF_LINE inline __attribute__((noinline))
#endif

namespace allreview::numerics {

template <typename T>
struct Arguments {
  T a = 0;
  T b = 0;
  T c = 0;
  T parameters[2] = {};
};

template <typename T>
NUMERICS_FUNCTION T FromBool(bool value) {
  return value ? T{1} : T{0};
}

// PyTorch's maximum and minimum pass a NaN on; C's fmax does not.
template <typename T>
NUMERICS_FUNCTION T Maximum(T a, T b) {
  return (a > b || IsNan(a)) ? a : b;
}
template <typename T>
NUMERICS_FUNCTION T Minimum(T a, T b) {
  return (a < b || IsNan(a)) ? a : b;
}

template <typename T>
NUMERICS_FUNCTION T SignOf(T a) {
  // A NaN gives 0, as a comparison with 0 says (c10 signbit-free sign kernel).
  return FromBool<T>(a > 0) - FromBool<T>(a < 0);
}

// The values of graph/operations.inc.
template <Operation operation, typename T>
NUMERICS_FUNCTION T Evaluate(const Arguments<T>& x) {
  [[maybe_unused]] const T &a = x.a, &b = x.b, &c = x.c;
  [[maybe_unused]] const T(&p)[2] = x.parameters;
#define ELEMENTWISE(enumerator, name, operands, parameters, flags, value, ...) \
  if constexpr (operation == Operation::enumerator) return value;
#include "analyzers/numerics/graph/operations.inc"
}

// Large functions stay out of line, or the interpreter's registers would be those of the largest.
template <Operation operation, typename T>
NUMERICS_OUT_OF_LINE T EvaluateOutOfLine(const Arguments<T>& x) {
  return Evaluate<operation>(x);
}

// Evaluate with the operation as a number; 0 of one that is not elementwise.
template <typename T>
NUMERICS_FUNCTION T EvaluateAny(Operation operation, const Arguments<T>& x) {
  switch (operation) {
#define ELEMENTWISE(enumerator, name, operands, parameters, flags, ...)                        \
  case Operation::enumerator:                                                                  \
    if constexpr (((flags)&kIsLarge) != 0) return EvaluateOutOfLine<Operation::enumerator>(x); \
    return Evaluate<Operation::enumerator>(x);
#include "analyzers/numerics/graph/operations.inc"
    default:
      return 0;
  }
}

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_PROGRAM_EVALUATE_H_
