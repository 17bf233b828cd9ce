#ifndef ANALYZERS_NUMERICS_ARITHMETIC_BITS_H_
#define ANALYZERS_NUMERICS_ARITHMETIC_BITS_H_

// The operations that every header of this folder is built from, with one result on every machine:
// IEEE 754 +, -, *, / as the compiler writes them, and the explicit square root, fused multiply-add
// and reinterpretations below. Compiled by a host compiler and by nvcc, so: no standard library, no
// exceptions, no static state.
//
// The promise holds under flags that the build sets: hosts with -ffp-contract=off, devices with
// -fmad=false -ftz=false -prec-div=true -prec-sqrt=true. Nothing here calls libm or libdevice.

#include <cstdint>

#if defined(__CUDACC__)
#define NUMERICS_FUNCTION __host__ __device__ __forceinline__
#else
#define NUMERICS_FUNCTION inline __attribute__((always_inline))
#endif

// Behind the parameters of a lambda. Functions that are not inlined would be shared by the objects
// for several instruction sets that a program links, and might run on a machine that lacks theirs.
#if defined(__CUDACC__)
#define NUMERICS_LAMBDA
#else
#define NUMERICS_LAMBDA __attribute__((always_inline))
#endif

namespace allreview::numerics {

inline constexpr uint32_t kCanonicalNan32 = 0x7fc00000u;
inline constexpr uint64_t kCanonicalNan64 = 0x7ff8000000000000ull;
inline constexpr uint32_t kInfinity32 = 0x7f800000u;
inline constexpr uint64_t kInfinity64 = 0x7ff0000000000000ull;

NUMERICS_FUNCTION uint32_t BitsOf(float value) {
#if defined(__CUDA_ARCH__)
  return __float_as_uint(value);
#else
  return __builtin_bit_cast(uint32_t, value);
#endif
}

NUMERICS_FUNCTION uint64_t BitsOf(double value) {
#if defined(__CUDA_ARCH__)
  return static_cast<uint64_t>(__double_as_longlong(value));
#else
  return __builtin_bit_cast(uint64_t, value);
#endif
}

NUMERICS_FUNCTION float FloatOf(uint32_t bits) {
#if defined(__CUDA_ARCH__)
  return __uint_as_float(bits);
#else
  return __builtin_bit_cast(float, bits);
#endif
}

NUMERICS_FUNCTION double DoubleOf(uint64_t bits) {
#if defined(__CUDA_ARCH__)
  return __longlong_as_double(static_cast<long long>(bits));
#else
  return __builtin_bit_cast(double, bits);
#endif
}

// a * b + c, rounded once.
NUMERICS_FUNCTION double Fma(double a, double b, double c) {
#if defined(__CUDA_ARCH__)
  return __fma_rn(a, b, c);
#else
  return __builtin_fma(a, b, c);
#endif
}

NUMERICS_FUNCTION float Fma(float a, float b, float c) {
#if defined(__CUDA_ARCH__)
  return __fmaf_rn(a, b, c);
#else
  return __builtin_fmaf(a, b, c);
#endif
}

NUMERICS_FUNCTION float Sqrt(float value) {
#if defined(__CUDA_ARCH__)
  return __fsqrt_rn(value);
#else
  return __builtin_sqrtf(value);
#endif
}

NUMERICS_FUNCTION double Sqrt(double value) {
#if defined(__CUDA_ARCH__)
  return __dsqrt_rn(value);
#else
  return __builtin_sqrt(value);
#endif
}

NUMERICS_FUNCTION bool IsNan(float value) { return value != value; }
NUMERICS_FUNCTION bool IsNan(double value) { return value != value; }
NUMERICS_FUNCTION float Abs(float value) { return FloatOf(BitsOf(value) & 0x7fffffffu); }
NUMERICS_FUNCTION double Abs(double value) {
  return DoubleOf(BitsOf(value) & 0x7fffffffffffffffull);
}
NUMERICS_FUNCTION bool IsFinite(float value) { return (BitsOf(value) & 0x7fffffffu) < kInfinity32; }
NUMERICS_FUNCTION bool IsFinite(double value) {
  return (BitsOf(value) & 0x7fffffffffffffffull) < kInfinity64;
}
NUMERICS_FUNCTION bool IsInfinite(float value) {
  return (BitsOf(value) & 0x7fffffffu) == kInfinity32;
}
NUMERICS_FUNCTION bool IsInfinite(double value) {
  return (BitsOf(value) & 0x7fffffffffffffffull) == kInfinity64;
}

// `if_true` or `if_false` without a branch: GCC vectorises this form and not always `?:`.
NUMERICS_FUNCTION uint32_t Select(bool condition, uint32_t if_true, uint32_t if_false) {
  const uint32_t mask = 0u - static_cast<uint32_t>(condition);
  return (if_true & mask) | (if_false & ~mask);
}
NUMERICS_FUNCTION uint64_t Select(bool condition, uint64_t if_true, uint64_t if_false) {
  const uint64_t mask = 0ull - static_cast<uint64_t>(condition);
  return (if_true & mask) | (if_false & ~mask);
}

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_ARITHMETIC_BITS_H_
