#ifndef ANALYZERS_NUMERICS_PROGRAM_EVALUATE_H_
#define ANALYZERS_NUMERICS_PROGRAM_EVALUATE_H_

// One operation on numbers: in fp32 as PyTorch's kernels compute, before the rounding to the format
// of the result, and in fp64 as the reference. The only place that says what an elementwise
// operation does; CPU kernels are loops over it, the GPU's interpreter a switch over it.

#include "analyzers/numerics/arithmetic/functions.h"
#include "analyzers/numerics/arithmetic/integers.h"
#include "analyzers/numerics/graph/operation.h"

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
  // Of a NaN: 0, as a comparison with 0 says (c10 signbit-free sign kernel).
  return FromBool<T>(a > 0) - FromBool<T>(a < 0);
}

template <Operation operation, typename T>
NUMERICS_FUNCTION T Evaluate(const Arguments<T>& x) {
  using enum Operation;
  // clang-format off
  if constexpr (operation == kAdd) return x.a + x.b;
  else if constexpr (operation == kSubtract) return x.a - x.b;
  else if constexpr (operation == kMultiply) return x.a * x.b;
  else if constexpr (operation == kDivide) return x.a / x.b;
  else if constexpr (operation == kNegate) return -x.a;
  else if constexpr (operation == kAbsolute) return Abs(x.a);
  else if constexpr (operation == kSign) return SignOf(x.a);
  else if constexpr (operation == kReciprocal) return T{1} / x.a;
  else if constexpr (operation == kRelu) return (x.a > 0 || IsNan(x.a)) ? x.a : T{0};
  else if constexpr (operation == kMaximum) return Maximum(x.a, x.b);
  else if constexpr (operation == kMinimum) return Minimum(x.a, x.b);
  else if constexpr (operation == kFloor) return Floor(x.a);
  else if constexpr (operation == kCeil) return -Floor(-x.a);
  else if constexpr (operation == kTruncate) return x.a < 0 ? -Floor(-x.a) : Floor(x.a);
  else if constexpr (operation == kRound) return RoundHalfEven(x.a);
  else if constexpr (operation == kLess) return FromBool<T>(x.a < x.b);
  else if constexpr (operation == kLessEqual) return FromBool<T>(x.a <= x.b);
  else if constexpr (operation == kGreater) return FromBool<T>(x.a > x.b);
  else if constexpr (operation == kGreaterEqual) return FromBool<T>(x.a >= x.b);
  else if constexpr (operation == kEqual) return FromBool<T>(x.a == x.b);
  else if constexpr (operation == kNotEqual) return FromBool<T>(x.a != x.b);
  else if constexpr (operation == kAnd) return FromBool<T>(x.a != 0 && x.b != 0);
  else if constexpr (operation == kOr) return FromBool<T>(x.a != 0 || x.b != 0);
  else if constexpr (operation == kNot) return FromBool<T>(x.a == 0);
  else if constexpr (operation == kIsNan) return FromBool<T>(IsNan(x.a));
  else if constexpr (operation == kIsInfinite) return FromBool<T>(!IsNan(x.a) && !IsFinite(x.a));
  else if constexpr (operation == kWhere) return x.a != 0 ? x.b : x.c;
  else if constexpr (operation == kSqrt) return Sqrt(x.a);
  else if constexpr (operation == kRsqrt) return Rsqrt(x.a);
  else if constexpr (operation == kExp) return Exp(x.a);
  else if constexpr (operation == kExp2) return Exp2(x.a);
  else if constexpr (operation == kExpm1) return Expm1(x.a);
  else if constexpr (operation == kLog) return Log(x.a);
  else if constexpr (operation == kLog2) return Log2(x.a);
  else if constexpr (operation == kLog10) return Log10(x.a);
  else if constexpr (operation == kLog1p) return Log1p(x.a);
  else if constexpr (operation == kSin) return Sin(x.a);
  else if constexpr (operation == kCos) return Cos(x.a);
  else if constexpr (operation == kTan) return Tan(x.a);
  else if constexpr (operation == kAsin) return Asin(x.a);
  else if constexpr (operation == kAcos) return Acos(x.a);
  else if constexpr (operation == kAtan) return Atan(x.a);
  else if constexpr (operation == kSinh) return Sinh(x.a);
  else if constexpr (operation == kCosh) return Cosh(x.a);
  else if constexpr (operation == kTanh) return Tanh(x.a);
  else if constexpr (operation == kErf) return Erf(x.a);
  else if constexpr (operation == kErfc) return Erfc(x.a);
  else if constexpr (operation == kLgamma) return Lgamma(x.a);
  else if constexpr (operation == kPower) return Pow(x.a, x.b);
  else if constexpr (operation == kSigmoid) return Sigmoid(x.a);
  else if constexpr (operation == kSilu) return Silu(x.a);
  else if constexpr (operation == kGelu) return GeluErf(x.a);
  else if constexpr (operation == kGeluTanh) return GeluTanh(x.a);
  else if constexpr (operation == kSoftplus) return Softplus(x.a, {.beta = x.parameters[0], .threshold = x.parameters[1]});
  else if constexpr (operation == kLogSigmoid) return LogSigmoid(x.a);
  else if constexpr (operation == kElu) return Elu<T>(x.a, {.alpha = x.parameters[0]});
  else if constexpr (operation == kLogAddExp) return LogAddExp(x.a, x.b);
  else if constexpr (operation == kHypot) return Hypot(x.a, x.b);
  // clang-format on
}

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_PROGRAM_EVALUATE_H_
