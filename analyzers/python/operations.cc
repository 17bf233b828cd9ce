// Values of literals and operators, and what values have in common.

#include <cmath>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_replace.h"
#include "analyzers/python/evaluator.h"

namespace allreview::python {
namespace {

bool IsPlain(const Value& value) {
  return value.type == ValueType::kNumber || value.type == ValueType::kBool;
}

bool IsFloating(Dtype dtype) {
  return dtype != Dtype::kUnknown && dtype != Dtype::kInteger && dtype != Dtype::kBool;
}

// The device of an operation on a tensor and another operand.
DeviceType DeviceOfBoth(const Value& tensor, const Value& other) {
  if (tensor.device == DeviceType::kGpu || IsPlain(other)) return tensor.device;
  if (other.type == ValueType::kTensor && other.device == DeviceType::kGpu) return other.device;
  // A number of the CPU may meet a tensor of the GPU, so that one tensor of the CPU decides
  // nothing.
  if (other.type == ValueType::kTensor && other.device == tensor.device) return tensor.device;
  return DeviceType::kUnknown;
}

Dtype DtypeOfBoth(const Value& tensor, const Value& other) {
  if (IsPlain(other)) {
    if (IsFloating(tensor.dtype)) return tensor.dtype;
    if (other.type == ValueType::kBool || tensor.dtype == Dtype::kUnknown) return tensor.dtype;
    // Nobody knows here whether 2 was written as 2.0.
    const bool is_fraction = other.number && *other.number != std::floor(*other.number);
    return is_fraction ? Dtype::kFloat32 : Dtype::kUnknown;
  }
  if (other.type != ValueType::kTensor) return Dtype::kUnknown;
  if (tensor.dtype == other.dtype) return tensor.dtype;
  if (IsFloating(tensor.dtype) && !IsFloating(other.dtype) && other.dtype != Dtype::kUnknown) {
    return tensor.dtype;
  }
  if (IsFloating(other.dtype) && !IsFloating(tensor.dtype) && tensor.dtype != Dtype::kUnknown) {
    return other.dtype;
  }
  return Dtype::kUnknown;  // Also depends on which of them has no dimensions.
}

std::optional<double> Fold(absl::string_view op, double left, double right) {
  if (op == "+") return left + right;
  if (op == "-") return left - right;
  if (op == "*") return left * right;
  if (op == "/" && right != 0) return left / right;
  if (op == "//" && right != 0) return std::floor(left / right);
  if (op == "**" && (left != 0 || right >= 0)) return std::pow(left, right);
  if (op == "<<" && right >= 0 && right < 63) return std::ldexp(left, static_cast<int>(right));
  return std::nullopt;
}

bool IsComparison(absl::string_view op) {
  return op == "==" || op == "!=" || op == "<" || op == ">" || op == "<=" || op == ">=";
}

}  // namespace

Value Join(const Value& a, const Value& b) {
  if (a == b) return a;
  if (a.type == ValueType::kNone) return b;
  if (b.type == ValueType::kNone) return a;
  if (a.type != b.type) return {};
  Value joined = a;
  if (a.device != b.device) joined.device = DeviceType::kUnknown;
  if (a.dtype != b.dtype) joined.dtype = Dtype::kUnknown;
  if (a.element != b.element) joined.element = ValueType::kUnknown;
  if (a.number != b.number) joined.number.reset();
  return joined;
}

Value SequenceOf(const Value& element) {
  return {.type = ValueType::kSequence,
          .device = element.device,
          .dtype = element.dtype,
          .element = element.type};
}

Value OfLiteral(Node number) {
  Value value{.type = ValueType::kNumber};
  const std::string text = absl::StrReplaceAll(number.text(), {{"_", ""}});
  double parsed = 0;
  if (absl::SimpleAtod(text, &parsed)) value.number = parsed;
  return value;
}

Value Operate(absl::string_view op, const Value& left, const Value& right) {
  const bool is_left_tensor = left.type == ValueType::kTensor;
  if (is_left_tensor || right.type == ValueType::kTensor) {
    const Value& tensor = is_left_tensor ? left : right;
    const Value& other = is_left_tensor ? right : left;
    if (other.type == ValueType::kNumpy && !is_left_tensor) return {};
    Value result{.type = ValueType::kTensor, .device = DeviceOfBoth(tensor, other)};
    result.dtype = IsComparison(op) ? Dtype::kBool : DtypeOfBoth(tensor, other);
    if (op == "/" && !IsFloating(result.dtype) && result.dtype != Dtype::kUnknown) {
      result.dtype = Dtype::kFloat32;
    }
    return result;
  }
  if (left.type == ValueType::kNumpy || right.type == ValueType::kNumpy) {
    return left.type == right.type || IsPlain(left) || IsPlain(right)
               ? Value{.type = ValueType::kNumpy}
               : Value();
  }
  if (left.type == ValueType::kString && op == "%") return {.type = ValueType::kString};
  if (left.type == ValueType::kUnknown || right.type == ValueType::kUnknown) return {};
  if (IsComparison(op)) return {.type = ValueType::kBool};
  if (IsPlain(left) && IsPlain(right)) {
    Value number{.type = ValueType::kNumber};
    if (left.number && right.number) number.number = Fold(op, *left.number, *right.number);
    return number;
  }
  if (left.type == right.type && left.type == ValueType::kSequence) return Join(left, right);
  if (left.type == right.type && left.type == ValueType::kString) {
    return {.type = ValueType::kString};
  }
  if (op == "*" && left.type == ValueType::kSequence) return left;
  return {};
}

bool IsNamedLikeHostValue(absl::string_view name) {
  if (name == "np") return true;
  for (absl::string_view part : {"cpu", "host", "pinned", "numpy", "_np", "np_"}) {
    if (absl::StrContains(name, part)) return true;
  }
  for (absl::string_view end : {"tokens_per_expert", "_splits", "_type"}) {
    if (absl::EndsWith(name, end)) return true;
  }
  return false;
}

bool IsNamedLikeProcessGroup(absl::string_view name) {
  if (name == "group" || name == "process_group" || name == "pg") return true;
  if (absl::EndsWith(name, "process_group") || absl::EndsWith(name, "parallel_group") ||
      absl::EndsWith(name, "_pg")) {
    return true;
  }
  for (absl::string_view axis :
       {"tp", "dp", "cp", "pp", "ep", "etp", "edp", "mp", "embd", "gloo"}) {
    const std::string group = std::string(axis) + "_group";
    if (name == group || absl::EndsWith(name, "_" + group)) return true;
  }
  return false;
}

bool Values::IsHost(Node expression) const {
  expression = WithoutParentheses(expression);
  const Value value = Of(expression);
  switch (value.type) {
    case ValueType::kUnknown:
    case ValueType::kTensor:
      if (value.device == DeviceType::kCpu) return true;
      if (value.device == DeviceType::kGpu) return false;
      break;
    case ValueType::kSequence:
      if (value.device == DeviceType::kCpu) return true;
      if (value.element == ValueType::kTensor || value.element == ValueType::kUnknown) break;
      return true;
    case ValueType::kDict:
    case ValueType::kModule:
      break;
    default:
      return true;
  }
  while (expression.Is(Kind::kSubscript)) {
    expression = WithoutParentheses(expression.child(Field::kValue));
  }
  if (expression.Is(Kind::kAttribute)) expression = expression.child(Field::kAttribute);
  return expression.Is(Kind::kIdentifier) && IsNamedLikeHostValue(expression.text());
}

}  // namespace allreview::python
