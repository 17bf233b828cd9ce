#include "analyzers/numerics/graph/operations.h"

#include <array>

namespace allreview::numerics {
namespace {

using enum Operation;
using enum OperationKind;

constexpr std::array<OperationInfo, kOperationCount> kOperations = {{
    {kInput, "input", kLeaf, 0},
    {kConstant, "constant", kLeaf, 0, 1},
    {kPosition, "arange", kLeaf, 0, 2},
    {kAdd, "add", kElementwise, 2},
    {kSubtract, "sub", kElementwise, 2},
    {kMultiply, "mul", kElementwise, 2},
    {kDivide, "div", kElementwise, 2},
    {kNegate, "neg", kElementwise, 1},
    {kAbsolute, "abs", kElementwise, 1},
    {kSign, "sign", kElementwise, 1},
    {kReciprocal, "reciprocal", kElementwise, 1},
    {kRelu, "relu", kElementwise, 1},
    {kMaximum, "maximum", kElementwise, 2},
    {kMinimum, "minimum", kElementwise, 2},
    {kFloor, "floor", kElementwise, 1},
    {kCeil, "ceil", kElementwise, 1},
    {kTruncate, "trunc", kElementwise, 1},
    {kRound, "round", kElementwise, 1},
    {kLess, "lt", kElementwise, 2},
    {kLessEqual, "le", kElementwise, 2},
    {kGreater, "gt", kElementwise, 2},
    {kGreaterEqual, "ge", kElementwise, 2},
    {kEqual, "eq", kElementwise, 2},
    {kNotEqual, "ne", kElementwise, 2},
    {kAnd, "logical_and", kElementwise, 2},
    {kOr, "logical_or", kElementwise, 2},
    {kNot, "logical_not", kElementwise, 1},
    {kIsNan, "isnan", kElementwise, 1},
    {kIsInfinite, "isinf", kElementwise, 1},
    {kWhere, "where", kElementwise, 3},
    {kSqrt, "sqrt", kElementwise, 1},
    {kRsqrt, "rsqrt", kElementwise, 1},
    {kExp, "exp", kElementwise, 1},
    {kExp2, "exp2", kElementwise, 1},
    {kExpm1, "expm1", kElementwise, 1},
    {kLog, "log", kElementwise, 1},
    {kLog2, "log2", kElementwise, 1},
    {kLog10, "log10", kElementwise, 1},
    {kLog1p, "log1p", kElementwise, 1},
    {kSin, "sin", kElementwise, 1},
    {kCos, "cos", kElementwise, 1},
    {kTan, "tan", kElementwise, 1},
    {kAsin, "asin", kElementwise, 1},
    {kAcos, "acos", kElementwise, 1},
    {kAtan, "atan", kElementwise, 1},
    {kSinh, "sinh", kElementwise, 1},
    {kCosh, "cosh", kElementwise, 1},
    {kTanh, "tanh", kElementwise, 1},
    {kErf, "erf", kElementwise, 1},
    {kErfc, "erfc", kElementwise, 1},
    {kLgamma, "lgamma", kElementwise, 1},
    {kPower, "pow", kElementwise, 2},
    {kSigmoid, "sigmoid", kElementwise, 1},
    {kSilu, "silu", kElementwise, 1},
    {kGelu, "gelu", kElementwise, 1},
    {kGeluTanh, "gelu_tanh", kElementwise, 1},
    {kSoftplus, "softplus", kElementwise, 1, 2},
    {kLogSigmoid, "logsigmoid", kElementwise, 1},
    {kElu, "elu", kElementwise, 1, 1},
    {kLogAddExp, "logaddexp", kElementwise, 2},
    {kHypot, "hypot", kElementwise, 2},
    {kCast, "cast", kConversion, 1},
    {kSum, "sum", kReduction, 1},
    {kMean, "mean", kReduction, 1},
    {kProduct, "prod", kReduction, 1},
    {kMax, "amax", kReduction, 1},
    {kMin, "amin", kReduction, 1},
    {kVariance, "var", kReduction, 1, 1},
    {kNorm, "norm", kReduction, 1},
    {kDot, "dot", kReduction, 2},
    {kCumulativeSum, "cumsum", kScan, 1},
    {kCumulativeProduct, "cumprod", kScan, 1},
    {kLogCumulativeSumExp, "logcumsumexp", kScan, 1},
}};

constexpr bool IsInOrder() {
  for (int i = 0; i < kOperationCount; ++i) {
    if (static_cast<int>(kOperations[i].operation) != i) return false;
  }
  return true;
}
static_assert(IsInOrder(), "the table has a line for each operation, in the enumeration's order");

}  // namespace

const OperationInfo& InfoOf(Operation operation) {
  return kOperations[static_cast<size_t>(operation)];
}

absl::Span<const OperationInfo> AllOperations() { return kOperations; }

bool GivesSmallInteger(Operation operation) {
  switch (operation) {
    case kSign:
    case kLess:
    case kLessEqual:
    case kGreater:
    case kGreaterEqual:
    case kEqual:
    case kNotEqual:
    case kAnd:
    case kOr:
    case kNot:
    case kIsNan:
    case kIsInfinite:
      return true;
    default:
      return false;
  }
}

}  // namespace allreview::numerics
