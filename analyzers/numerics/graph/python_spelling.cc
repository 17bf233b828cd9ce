#include "analyzers/numerics/graph/python_spelling.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "analyzers/numerics/graph/operations.h"

namespace allreview::numerics {
namespace {

using enum Operation;

constexpr Infix kInfixes[] = {
    {kAdd, " + ", Binding::kSum},
    {kSubtract, " - ", Binding::kSum},
    {kMultiply, " * ", Binding::kProduct},
    {kDivide, " / ", Binding::kProduct},
    {kPower, " ** ", Binding::kPower},
    {kLess, " < ", Binding::kComparison},
    {kLessEqual, " <= ", Binding::kComparison},
    {kGreater, " > ", Binding::kComparison},
    {kGreaterEqual, " >= ", Binding::kComparison},
    {kEqual, " == ", Binding::kComparison},
    {kNotEqual, " != ", Binding::kComparison},
    {kAnd, " & ", Binding::kAnd},
    {kOr, " | ", Binding::kOr},
};

// Composites of several operations, in torch.nn.functional.
constexpr absl::string_view kFunctionalComposites[] = {"softmax",
                                                       "normalize",
                                                       "layer_norm",
                                                       "rms_norm",
                                                       "log_softmax",
                                                       "binary_cross_entropy",
                                                       "binary_cross_entropy_with_logits",
                                                       "cosine_similarity"};

absl::string_view ModuleOf(absl::string_view name) {
  for (const OperationInfo& info : AllOperations()) {
    if (info.name != name) continue;
    return info.Has(kFunctional) ? "F." : info.Has(kSpecial) ? "torch.special." : "torch.";
  }
  const bool is_functional =
      std::find(std::begin(kFunctionalComposites), std::end(kFunctionalComposites), name) !=
      std::end(kFunctionalComposites);
  return is_functional ? "F." : "torch.";
}

absl::string_view DtypeName(Format format) {
  switch (format) {
    case Format::kFp64:
      return "float64";
    case Format::kFp32:
    case Format::kTf32:
      return "float32";
    case Format::kBf16:
      return "bfloat16";
    case Format::kFp16:
      return "float16";
    case Format::kE5m2:
    case Format::kE5m2Saturated:
      return "float8_e5m2";
    default:
      return "float8_e4m3fn";
  }
}

absl::string_view CastMethod(Format format) {
  switch (format) {
    case Format::kFp64:
      return ".double()";
    case Format::kFp32:
      return ".float()";
    case Format::kBf16:
      return ".bfloat16()";
    case Format::kFp16:
      return ".half()";
    default:
      return "";
  }
}

}  // namespace

const Infix* InfixOf(Operation operation) {
  for (const Infix& infix : kInfixes) {
    if (infix.operation == operation) return &infix;
  }
  return nullptr;
}

std::string FunctionName(absl::string_view name) { return absl::StrCat(ModuleOf(name), name); }

std::string CastText(Format format) {
  const absl::string_view method = CastMethod(format);
  return method.empty() ? absl::StrCat(".to(torch.", DtypeName(format), ")") : std::string(method);
}

std::string NumberText(double value) {
  if (std::isnan(value)) return "float('nan')";
  if (std::isinf(value)) return value > 0 ? "float('inf')" : "float('-inf')";
  char digits[32];
  const std::to_chars_result end = std::to_chars(digits, digits + sizeof(digits), value);
  return std::string(digits, end.ptr);
}

}  // namespace allreview::numerics
