#ifndef ANALYZERS_NUMERICS_GRAPH_OPERATION_H_
#define ANALYZERS_NUMERICS_GRAPH_OPERATION_H_

// The operations that a graph is made of. A new one: its line here, its line in operations.cc, its
// evaluation in program/evaluate.h. Read by host and device code.
//
// Functions that PyTorch builds from several of these (softmax, layer_norm, clamp…) are no
// operations: torch_functions.h expands them.

#include <cstdint>

namespace allreview::numerics {

enum class Operation : uint8_t {
  // Leaves.
  kInput,     // Sampled.
  kConstant,  // Node::parameters[0].
  kPosition,  // 0, 1, 2… along the row axis; times parameters[1] plus parameters[0].

  // One rounding. Comparisons and logic give 1 or 0. Maximum, minimum and relu pass a NaN on.
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kNegate,
  kAbsolute,
  kSign,
  kReciprocal,
  kRelu,
  kMaximum,
  kMinimum,
  kFloor,
  kCeil,
  kTruncate,
  kRound,  // Half to even.
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kEqual,
  kNotEqual,
  kAnd,
  kOr,
  kNot,
  kIsNan,
  kIsInfinite,
  kWhere,  // (condition, if true, if false).

  // One rounding of the mathematical function.
  kSqrt,
  kRsqrt,
  kExp,
  kExp2,
  kExpm1,
  kLog,
  kLog2,
  kLog10,
  kLog1p,
  kSin,
  kCos,
  kTan,
  kAsin,
  kAcos,
  kAtan,
  kSinh,
  kCosh,
  kTanh,
  kErf,
  kErfc,
  kLgamma,
  kPower,

  // PyTorch's kernel formula in fp32, then one rounding; the reference is the mathematical
  // function.
  kSigmoid,
  kSilu,
  kGelu,      // By erf.
  kGeluTanh,  // approximate="tanh".
  kSoftplus,  // parameters: beta, threshold.
  kLogSigmoid,
  kElu,  // parameters[0]: alpha.
  kLogAddExp,
  kHypot,

  kCast,  // To Node::format, or to the format under test.

  // Along the row axis: one value for each row.
  kSum,
  kMean,
  kProduct,
  kMax,
  kMin,
  kVariance,  // parameters[0]: correction. Two passes (PyTorch: Welford), accumulated in fp32.
  kNorm,      // Euclidean.
  kDot,  // Sum of products (a, b); products are exact in fp32 for formats of 11 bits and fewer.

  // Along the row axis: as many values as there were.
  kCumulativeSum,
  kCumulativeProduct,
  kLogCumulativeSumExp,

  kCount,
};

inline constexpr int kOperationCount = static_cast<int>(Operation::kCount);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_GRAPH_OPERATION_H_
