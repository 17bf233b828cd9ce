#ifndef ANALYZERS_NUMERICS_PROGRAM_ROWS_H_
#define ANALYZERS_NUMERICS_PROGRAM_ROWS_H_

// Reductions and scans of one row, in the orders of program.h. For hosts and devices: a GPU's block
// of 128 threads brings a reducer of its own, which adds in the same strided order. Includes
// nothing but the arithmetic; see cpu/kernels.inc.

#include <cstdint>

#include "analyzers/numerics/arithmetic/format.h"
#include "analyzers/numerics/program/evaluate.h"

#ifdef __clang__
#pragma clang diagnostic ignored "-Wunknown-pragmas"  // `GCC ivdep`, which only vectorises.
#endif

namespace allreview::numerics {

inline constexpr int kAccumulators = 128;

struct RowCall {
  const void* operands[2] = {};
  bool is_one[2] = {};  // One value for the whole row.
  void* result = nullptr;
  int lanes = 0;
  Format format = Format::kFp32;  // Of partial results, where they are rounded.
  bool is_accumulated_in_format = false;
  // Scans: accumulated in fp64 although elements are fp32, as PyTorch's CPU kernels do.
  bool is_accumulated_in_double = false;
  int log_chunk = 0;  // 0: sequential; else Sklansky's network over chunks of 2^log_chunk.
  double parameter = 0;
};

// The strided reduction of term(0), term(1)…; `start` is neutral for `combine`.
template <typename T, typename Term, typename Combine>
NUMERICS_FUNCTION T ReduceStrided(int lanes, T start, const Term& term, const Combine& combine) {
  T accumulators[kAccumulators];
  for (int j = 0; j < kAccumulators; ++j) accumulators[j] = start;
  int i = 0;
  for (; i + kAccumulators <= lanes; i += kAccumulators) {
#pragma GCC ivdep
    for (int j = 0; j < kAccumulators; ++j) {
      accumulators[j] = combine(accumulators[j], term(i + j));
    }
  }
  for (int j = 0; i + j < lanes; ++j) accumulators[j] = combine(accumulators[j], term(i + j));
  for (int half = kAccumulators / 2; half > 0; half /= 2) {
#pragma GCC ivdep
    for (int j = 0; j < half; ++j) {
      accumulators[j] = combine(accumulators[j], accumulators[j + half]);
    }
  }
  return accumulators[0];
}

// A reducer of one thread.
struct SerialReducer {
  template <typename T, typename Term, typename Combine>
  NUMERICS_FUNCTION T operator()(int lanes, T start, const Term& term,
                                 const Combine& combine) const {
    return ReduceStrided<T>(lanes, start, term, combine);
  }
};

template <typename T>
struct Sum {
  NUMERICS_FUNCTION T operator()(T a, T b) const { return a + b; }
};
template <typename T>
struct Product {
  NUMERICS_FUNCTION T operator()(T a, T b) const { return a * b; }
};
template <typename T>
struct Larger {
  NUMERICS_FUNCTION T operator()(T a, T b) const { return Maximum(a, b); }
};
template <typename T>
struct Smaller {
  NUMERICS_FUNCTION T operator()(T a, T b) const { return Minimum(a, b); }
};

// Terms of a reduction.
template <typename T>
struct Element {
  const T* a;
  NUMERICS_FUNCTION T operator()(int i) const { return a[i]; }
};
template <typename T>
struct CentredSquare {
  const T* a;
  T mean;
  NUMERICS_FUNCTION T operator()(int i) const {
    const T centred = a[i] - mean;
    return centred * centred;
  }
};
template <typename T>
struct PairProduct {
  const T* a;
  const T* b;
  int a_step;
  int b_step;
  NUMERICS_FUNCTION T operator()(int i) const { return a[i * a_step] * b[i * b_step]; }
};

// CUDA multiplies by a factor 1 / n in fp32 (ReduceMomentKernel.cu, MeanOps).
template <typename T>
NUMERICS_FUNCTION T MeanOfSum(T sum, int lanes) {
  return sum * (T{1} / static_cast<T>(lanes));
}
NUMERICS_FUNCTION double MeanOfSum(double sum, int lanes) {
  return sum / static_cast<double>(lanes);
}

template <typename T, typename Reducer>
NUMERICS_FUNCTION T MeanOfRow(const RowCall& call, const T* a, const Reducer& reduce) {
  const T sum = reduce(call.lanes, T{0}, Element<T>{a}, Sum<T>());
  if (!call.is_accumulated_in_format) return MeanOfSum(sum, call.lanes);
  // CPU kernels round the sum to the dtype first.
  return static_cast<T>(RoundTo(call.format, sum)) / static_cast<T>(call.lanes);
}

template <typename T, typename Reducer>
NUMERICS_FUNCTION T VarianceOfRow(const RowCall& call, const T* a, const Reducer& reduce) {
  const T sum = reduce(call.lanes, T{0}, Element<T>{a}, Sum<T>());
  const CentredSquare<T> term{a, MeanOfSum(sum, call.lanes)};
  const T squares = reduce(call.lanes, T{0}, term, Sum<T>());
  return squares / (static_cast<T>(call.lanes) - static_cast<T>(call.parameter));
}

template <Operation operation, typename T, typename Reducer>
NUMERICS_FUNCTION T ReduceRow(const RowCall& call, const Reducer& reduce) {
  [[maybe_unused]] const T* a = static_cast<const T*>(call.operands[0]);
  [[maybe_unused]] const T* b = static_cast<const T*>(call.operands[1]);
  [[maybe_unused]] const int lanes = call.lanes;
#define REDUCTION(enumerator, name, operands, parameters, flags, value, ...) \
  if constexpr (operation == Operation::enumerator) return value;
#include "analyzers/numerics/graph/operations.inc"
}

// One step of a scan.
template <Operation operation, typename T>
NUMERICS_FUNCTION T ScanStep(T carry, T x) {
#define SCAN(enumerator, name, flags, value, interval) \
  if constexpr (operation == Operation::enumerator) return value;
#include "analyzers/numerics/graph/operations.inc"
}

template <Operation operation, typename T>
NUMERICS_FUNCTION T RoundedStep(const RowCall& call, T carry, T x) {
  const T next = ScanStep<operation>(carry, x);
  return call.is_accumulated_in_format ? static_cast<T>(RoundTo(call.format, next)) : next;
}

template <Operation operation, typename Carry, typename T>
NUMERICS_FUNCTION void ScanSequential(const RowCall& call, const T* x, T* result) {
  Carry carry = static_cast<Carry>(x[0]);
  result[0] = x[0];
  for (int i = 1; i < call.lanes; ++i) {
    carry = RoundedStep<operation>(call, carry, static_cast<Carry>(x[i]));
    result[i] = static_cast<T>(carry);
  }
}

// Pairs of a scan that do not depend on each other, side by side, so that a loop over them
// vectorises. A device's threads have no such loops, and little memory of their own.
#if defined(__CUDA_ARCH__)
inline constexpr int kStagedPairs = 4;
#else
inline constexpr int kStagedPairs = 64;
#endif

template <typename T>
struct StagedPairs {
  T upper[kStagedPairs];
  T lower[kStagedPairs];
  int places[kStagedPairs];  // Of `upper` in the row, where the results go.
  int count = 0;
};

template <typename T>
NUMERICS_FUNCTION void RoundAll(Format format, T* values, int count) {
  Dispatch(format, [values, count]<Format kFormat>() NUMERICS_LAMBDA {
    // A float stands for itself in fp64.
    constexpr bool is_itself = kFormat == Format::kFp64 && sizeof(T) == sizeof(float);
    constexpr Format kUsed = is_itself ? Format::kFp32 : kFormat;
#pragma GCC ivdep
    for (int k = 0; k < count; ++k) values[k] = RoundTo<kUsed>(values[k]);
  });
}

template <Operation operation, typename T>
NUMERICS_FUNCTION void CombineStaged(const RowCall& call, StagedPairs<T>& pairs, T* row) {
  for (int k = 0; k < pairs.count; ++k) {
    pairs.upper[k] = ScanStep<operation>(pairs.upper[k], pairs.lower[k]);
  }
  if (call.is_accumulated_in_format) RoundAll(call.format, pairs.upper, pairs.count);
  for (int k = 0; k < pairs.count; ++k) row[pairs.places[k]] = pairs.upper[k];
  pairs.count = 0;
}

// Adds the last element of each lower half to its upper half.
template <Operation operation, typename T>
NUMERICS_FUNCTION void SklanskyStep(const RowCall& call, int half, int size, T* row) {
  StagedPairs<T> pairs;
  for (int block = half; block < size; block += 2 * half) {
    for (int i = block; i < block + half && i < size; ++i) {
      pairs.upper[pairs.count] = row[i];
      pairs.lower[pairs.count] = row[block - 1];
      pairs.places[pairs.count++] = i;
      if (pairs.count == kStagedPairs) CombineStaged<operation>(call, pairs, row);
    }
  }
  CombineStaged<operation>(call, pairs, row);
}

// ScanUtils.cuh, tensor_kernel_scan_innermost_dim_impl: the carry joins the first element of a
// chunk, and step m adds the last element of each lower half of 2^m to the upper half.
template <Operation operation, typename T>
NUMERICS_FUNCTION void ScanSklansky(const RowCall& call, const T* x, T* result) {
  const int chunk = 1 << call.log_chunk;
  for (int i = 0; i < call.lanes; ++i) result[i] = x[i];
  for (int begin = 0; begin < call.lanes; begin += chunk) {
    const int size = call.lanes - begin < chunk ? call.lanes - begin : chunk;
    T* row = result + begin;
    if (begin > 0) row[0] = RoundedStep<operation>(call, row[0], row[-1]);
    for (int half = 1; half < size; half *= 2) SklanskyStep<operation>(call, half, size, row);
  }
}

NUMERICS_FUNCTION constexpr bool IsScan(Operation operation) {
#define SCAN(enumerator, ...) \
  if (operation == Operation::enumerator) return true;
#include "analyzers/numerics/graph/operations.inc"
  return false;
}

template <Operation operation, typename T>
NUMERICS_FUNCTION void ScanRow(const RowCall& call) {
  T* result = static_cast<T*>(call.result);
  const T* x = static_cast<const T*>(call.operands[0]);
  if (call.log_chunk > 0) return ScanSklansky<operation>(call, x, result);
  if (call.is_accumulated_in_double) return ScanSequential<operation, double>(call, x, result);
  ScanSequential<operation, T>(call, x, result);
}

// On one thread.
template <Operation operation, typename T>
NUMERICS_FUNCTION void RunRow(const RowCall& call) {
  if constexpr (IsScan(operation)) {
    ScanRow<operation, T>(call);
  } else {
    static_cast<T*>(call.result)[0] = ReduceRow<operation, T>(call, SerialReducer());
  }
}

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_PROGRAM_ROWS_H_
