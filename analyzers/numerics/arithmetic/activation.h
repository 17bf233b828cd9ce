#ifndef ANALYZERS_NUMERICS_ARITHMETIC_ACTIVATION_H_
#define ANALYZERS_NUMERICS_ARITHMETIC_ACTIVATION_H_

// Activations, and what belongs to them. For hosts and devices; see bits.h.
//
// Each has two overloads that are *not* the same formula:
//
//   const float y = RoundTo<Format::kBf16>(Sigmoid(x));        // What PyTorch's CUDA kernel does.
//   const double reference = Sigmoid(static_cast<double>(x));  // What it should have given.
//
// For floats: step by step the kernel named beside it (aten/src/ATen/native/cuda), in its opmath
// type, so that its artefacts stay: Sigmoid(-89.0f) is 0. The rounding to the dtype is the
// caller's. For doubles: the mathematical function, off by less than 3 ulp wherever it is not said
// otherwise.

#include "analyzers/numerics/arithmetic/error_function.h"
#include "analyzers/numerics/arithmetic/exponential.h"
#include "analyzers/numerics/arithmetic/hyperbolic.h"
#include "analyzers/numerics/arithmetic/logarithm.h"

namespace allreview::numerics {

// UnarySpecialOpsKernel.cu, sigmoid_kernel_cuda.
NUMERICS_FUNCTION float Sigmoid(float x) { return 1.0f / (1.0f + Exp(-x)); }
NUMERICS_FUNCTION double Sigmoid(double x) {
  const double power = Exp(-Abs(x));
  return (x < 0 ? power : 1.0) / (1.0 + power);
}

// ActivationSiluKernel.cu.
NUMERICS_FUNCTION float Silu(float x) { return x / (1.0f + Exp(-x)); }
NUMERICS_FUNCTION double Silu(double x) {
  // The limit, where infinity times 0 would be NaN.
  return x < -800 ? -0.0 : x * Sigmoid(x);
}

// 1 + erf(x / sqrt(2)) of |x| <= 800: twice what a normal distribution has below x.
NUMERICS_FUNCTION double TwiceNormalBelow(double x) {
  // 1 + erf u = erfc(-u), without its cancellation; and what the rounding of u leaves, by the
  // slope.
  const Wide u = Multiply(Wide{-0x1.6a09e667f3bcdp-1, 0x1.bdd3413b26456p-55}, x);
  const double slope = -0x1.20dd750429b6dp0 * Exp(-u.high * u.high);
  return Fma(slope, u.low, Erfc(u.high));
}

// ActivationGeluKernel.cu, approximate="none".
NUMERICS_FUNCTION float GeluErf(float x) {
  constexpr float kAlpha = static_cast<float>(0x1.6a09e667f3bcdp-1);  // sqrt(1 / 2).
  return x * 0.5f * (1.0f + Erf(x * kAlpha));
}
NUMERICS_FUNCTION double GeluErf(double x) {
  const double doubled = TwiceNormalBelow(x);
  // The limits, where infinity times 0 would be NaN.
  const double tail = x < -800 ? -0.0 : 0.5 * x * doubled;
  return x > 800 ? x : tail;
}

// ActivationGeluKernel.cu, approximate="tanh"; the double is that approximation without error.
NUMERICS_FUNCTION float GeluTanh(float x) {
  constexpr float kBeta = static_cast<float>(0x1.9884533d43651p-1);  // sqrt(2 / pi).
  constexpr float kKappa = 0.044715f;
  const float cube = x * x * x;
  const float inner = kBeta * (x + kKappa * cube);
  return 0.5f * x * (1.0f + Tanh(inner));
}
NUMERICS_FUNCTION double GeluTanh(double x) {
  // (1 + tanh u) / 2 = sigmoid(2 u), without its cancellation.
  const double inner = 0x1.9884533d43651p-1 * (x + 0.044715 * (x * x * x));
  return x < -800 ? -0.0 : x * Sigmoid(2 * inner);
}

template <typename T>
struct SoftplusOptions {
  T beta = 1;
  T threshold = 20;
};

// ActivationSoftplusKernel.cu. The double has no use for a threshold.
NUMERICS_FUNCTION float Softplus(float x, SoftplusOptions<float> options = {}) {
  const float scaled = x * options.beta;
  return scaled > options.threshold ? x : Log1p(Exp(scaled)) / options.beta;
}
NUMERICS_FUNCTION double Softplus(double x, SoftplusOptions<double> options = {}) {
  const double scaled = x * options.beta;
  return ((scaled > 0 ? scaled : 0.0) + Log1p(Exp(-Abs(scaled)))) / options.beta;
}

// ActivationLogSigmoidKernel.cu.
NUMERICS_FUNCTION float LogSigmoid(float x) { return (x < 0 ? x : 0.0f) - Log1p(Exp(-Abs(x))); }
NUMERICS_FUNCTION double LogSigmoid(double x) { return (x < 0 ? x : 0.0) - Log1p(Exp(-Abs(x))); }

// exp(x^2) erfc(x); of x below 0.5 that of 0.5.
NUMERICS_FUNCTION Wide ScaledComplementFromHalf(double x) {
  // Infinities must not reach the series.
  const double finite = x < 0x1p500 ? x : 0x1p500;
  return ScaledComplement(finite > 0.5 ? finite : 0.5);
}

// Math.cuh, log_ndtr_string: the logarithm of what a normal distribution has below x.
NUMERICS_FUNCTION float LogNdtr(float x) {
  const float t = x * static_cast<float>(0x1.6a09e667f3bcdp-1);  // sqrt(1 / 2).
  const float scaled = static_cast<float>(RoundToOdd(ScaledComplementFromHalf(-t)));
  const float tail = Log(scaled / 2) - t * t;
  const float body = Log1p(-Erfc(t) / 2);
  return x < -1 ? tail : body;
}
NUMERICS_FUNCTION double LogNdtr(double x) {
  const double scaled = ScaledComplementFromHalf(x * -0x1.6a09e667f3bcdp-1).high;
  const double tail = Log(0.5 * scaled) - 0.5 * (x * x);
  // Beyond 40 nothing is left above x.
  const double body = Log1p(x > 40 ? -0.0 : -0.5 * TwiceNormalBelow(-x));
  return x < -1 ? tail : body;
}

template <typename T>
struct EluOptions {
  T alpha = 1;
  T scale = 1;
  T input_scale = 1;
};

// ActivationEluKernel.cu; elu, celu and selu are its options.
template <typename T>
NUMERICS_FUNCTION T Elu(T x, EluOptions<T> options = {}) {
  const T positive = x * options.scale;
  const T negative = Expm1(x * options.input_scale) * (options.alpha * options.scale);
  return x > 0 ? positive : negative;
}

// LogAddExpKernel.cu.
NUMERICS_FUNCTION float LogAddExp(float a, float b) {
  const float larger = a > b ? a : b;
  const float result = larger + Log1p(Exp(-Abs(a - b)));
  return IsInfinite(a) && a == b ? a : result;
}
// Where the result is near 0 the error is relative to the larger operand: below 2^-54 of it.
NUMERICS_FUNCTION double LogAddExp(double a, double b) {
  const double larger = a > b ? a : b;
  const Wide difference = TwoSum(a > b ? b : a, -larger);
  // Below, the sum changes by its last addend only where the larger one is 0 or tiny.
  const bool is_far = difference.high < -700;
  Scaled reduced = ReduceExp(is_far ? -700 : difference.high);
  reduced.value.low += is_far ? 0.0 : difference.low;
  const Wide power = Multiply(ExpCore(reduced.value), PowerOfTwo(reduced.exponent));
  const Wide log = LogCore(ReduceLog(Add(power, 1.0)));
  const Wide sum = TwoSum(larger, log.high);
  const double near = sum.high + (sum.low + log.low);
  const double far = larger + Exp(difference.high);
  const double result = is_far ? far : near;
  const double finite = IsInfinite(larger) ? larger : result;
  return IsNan(a) || IsNan(b) ? DoubleOf(kCanonicalNan64) : finite;
}

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_ARITHMETIC_ACTIVATION_H_
