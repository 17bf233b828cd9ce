// Values of method calls, and of functions of torch by their arguments.

#include "absl/strings/match.h"
#include "analyzers/python/evaluator.h"

namespace allreview::python {
namespace {

Value Type(ValueType type) { return {.type = type}; }

bool IsOneOf(absl::string_view name, std::initializer_list<absl::string_view> names) {
  for (absl::string_view candidate : names) {
    if (candidate == name) return true;
  }
  return false;
}

// max, min and median give values and indices along a dimension.
bool GivesIndicesToo(absl::string_view name, Node call, bool is_method) {
  if (KeywordArgument(call, "return_indices").Is(Kind::kTrue)) return true;
  if (name == "nonzero") return KeywordArgument(call, "as_tuple").Is(Kind::kTrue);
  if (!IsOneOf(name, {"max", "min", "median", "nanmedian"})) return false;
  if (KeywordArgument(call, "dim") || KeywordArgument(call, "keepdim")) return true;
  const Node dim = Argument(call, is_method ? 0 : 1, "");
  return dim.Is(Kind::kInteger) || dim.Is(Kind::kUnaryOperator);
}

// With one dimension in doubt, `x.max(y)` may be a tensor or two.
bool IsUncertain(absl::string_view name, Node call, bool is_method, const Value& second) {
  if (!IsOneOf(name, {"max", "min", "median", "nanmedian"})) return false;
  return Argument(call, is_method ? 0 : 1, "other") && second.type != ValueType::kTensor;
}

// The result of such a function of integers is no integer.
bool IsOfReals(absl::string_view name) {
  return IsOneOf(name,
                 {"exp",      "log",         "log2",        "log10",   "log1p",       "expm1",
                  "sqrt",     "rsqrt",       "mean",        "std",     "var",         "norm",
                  "softmax",  "log_softmax", "logsumexp",   "sigmoid", "tanh",        "sin",
                  "cos",      "tan",         "erf",         "div",     "true_divide", "reciprocal",
                  "quantile", "median",      "vector_norm", "pow",     "float_power"});
}

}  // namespace

// The call of a module that is known to return one tensor.
Value Values::Evaluator::OfModuleCall(Node function) {
  Node maker = module_.Dereference(function);
  if (maker.Is(Kind::kAttribute) && maker.child(Field::kObject).text() == "self") {
    const Definition* a_class = module_.EnclosingClass(function);
    if (a_class == nullptr) return {};
    const std::vector<Node> values =
        module_.SelfAttributeValues(*a_class, maker.child(Field::kAttribute).text());
    if (values.size() != 1) return {};
    maker = values[0];
  }
  if (!maker.Is(Kind::kCall)) return {};
  return GivesOneTensor(module_.Resolve(maker.child(Field::kFunction))) ? Type(ValueType::kTensor)
                                                                        : Value();
}

Value Values::Evaluator::OfMethod(Node call, Node function) {
  const Node object = function.child(Field::kObject);
  const absl::string_view method = function.child(Field::kAttribute).text();
  const Value value = Of(object);
  switch (value.type) {
    case ValueType::kTensor:
      return OfTensorMethod(call, value, method);
    case ValueType::kNumpy:
      if (method == "item") return Type(ValueType::kNumber);
      return method == "tolist" ? SequenceOf(Type(ValueType::kNumber)) : value;
    case ValueType::kStream:
      return IsOneOf(method, {"record_event"}) ? Type(ValueType::kEvent) : Value();
    case ValueType::kEvent:
      if (method == "query") return Type(ValueType::kBool);
      return method == "elapsed_time" ? Type(ValueType::kNumber) : Value();
    case ValueType::kProcessGroup:
      return method == "size" || method == "rank" ? Type(ValueType::kNumber) : Value();
    case ValueType::kString:
      if (absl::StartsWith(method, "is") || absl::EndsWith(method, "with")) {
        return Type(ValueType::kBool);
      }
      return IsOneOf(method, {"split", "splitlines"})      ? SequenceOf(value)
             : IsOneOf(method, {"find", "count", "index"}) ? Type(ValueType::kNumber)
             : method == "encode"                          ? Value()
                                                           : Type(ValueType::kString);
    case ValueType::kModule:
      if (IsOneOf(method, {"to", "cuda", "cpu", "eval", "train", "half", "float", "bfloat16",
                           "double", "requires_grad_", "to_empty"})) {
        return value;
      }
      break;
    default:
      break;
  }
  // Tensor or module: where it lives is known all the same.
  if (method == "cpu" || method == "cuda") {
    return {.device = method == "cpu" ? DeviceType::kCpu : DeviceType::kGpu};
  }
  if (method == "numpy") return Type(ValueType::kNumpy);
  if (method == "parameters" || method == "buffers") return SequenceOf(Type(ValueType::kTensor));
  if (method == "state_dict") return Type(ValueType::kDict);
  if (method == "get_group") return Type(ValueType::kProcessGroup);
  if (IsOneOf(method, {"item", "numel", "nelement", "element_size", "data_ptr", "dim"})) {
    return Type(ValueType::kNumber);
  }
  if (method == "size" && !ArgumentsOf(call).positional.empty()) return Type(ValueType::kNumber);
  if (method == "tolist") return SequenceOf(Type(ValueType::kNumber));
  if (IsOnlyOfTensors(method)) {
    return OfTensorMethod(call, {.type = ValueType::kTensor, .device = value.device}, method);
  }
  return OfModuleCall(function);
}

Value Values::Evaluator::OfTensorMethod(Node call, const Value& tensor, absl::string_view method) {
  Value result = tensor;
  if (method == "cuda") result.device = DeviceType::kGpu;
  if (method == "cpu" || method == "pin_memory") result.device = DeviceType::kCpu;
  if (IsOneOf(method, {"float", "half", "bfloat16", "double", "long", "int", "short", "bool"})) {
    result.dtype = *DtypeNamed(method);
  }
  if (!(result == tensor) || IsOneOf(method, {"cuda", "cpu", "pin_memory", "float"})) {
    return result;
  }
  if (method == "to" || method == "type_as" || method == "type") return Moved(call, tensor);
  if (method == "view" || method == "copy_") {
    const Value first = Of(Argument(call, 0, "dtype"));
    if (method == "view" && first.type == ValueType::kDtype) result.dtype = first.dtype;
    return result;
  }
  const TorchResult kind = ResultOfTensorMethod(method);
  if (method == "size" || method == "stride") {
    const bool is_one = !ArgumentsOf(call).positional.empty() || KeywordArgument(call, "dim");
    return is_one ? Type(ValueType::kNumber) : SequenceOf(Type(ValueType::kNumber));
  }
  if (kind == TorchResult::kUnknown && method != "unique") return {};
  if (kind == TorchResult::kLike) {
    result.number.reset();
    return WithOptions(call, result);
  }
  // `a.add(b)`: the other operand matters, too.
  if (IsOneOf(method, {"add", "sub", "mul", "div", "maximum", "minimum", "matmul", "mm", "bmm"})) {
    const Node other = Argument(call, 0, "other");
    result = Operate(method == "div" ? "/" : "+", tensor, other ? Of(other) : Value());
  }
  return Shaped(kind, method, call, result);
}

// `.to(device)`, `.to(torch.float16)`, `.to(other)`, `.to(device, dtype)`, `.type_as(other)`.
Value Values::Evaluator::Moved(Node call, Value tensor) {
  for (Node argument : ArgumentsOf(call).positional) {
    if (argument.Is(Kind::kTrue) || argument.Is(Kind::kFalse)) break;  // non_blocking, copy
    const Value value = Of(argument);
    const DeviceType device = DeviceOf(argument);
    if (value.type == ValueType::kDtype) {
      tensor.dtype = value.dtype;
    } else if (value.type == ValueType::kTensor) {
      tensor.device = value.device;
      tensor.dtype = value.dtype;
    } else if (value.type == ValueType::kDevice || value.type == ValueType::kString ||
               device != DeviceType::kUnknown || absl::StrContains(argument.text(), "device")) {
      tensor.device = device;
    } else if (absl::StrContains(argument.text(), "dtype")) {
      tensor.dtype = Dtype::kUnknown;
    } else {
      tensor.device = DeviceType::kUnknown;
      tensor.dtype = Dtype::kUnknown;
    }
  }
  return WithOptions(call, tensor);
}

// The result of an operation on `tensor`, which says where it lives and of which type it is.
Value Values::Evaluator::Shaped(TorchResult result, absl::string_view name, Node call,
                                Value tensor) {
  const bool is_method =
      call.child(Field::kFunction).Is(Kind::kAttribute) &&
      Of(call.child(Field::kFunction).child(Field::kObject)).type == ValueType::kTensor;
  tensor.type = ValueType::kTensor;
  tensor.number.reset();
  switch (result) {
    case TorchResult::kNumber:
      return Type(ValueType::kNumber);
    case TorchResult::kBool:
      return Type(ValueType::kBool);
    case TorchResult::kString:
      return Type(ValueType::kString);
    case TorchResult::kNumbers:
      return SequenceOf(Type(ValueType::kNumber));
    case TorchResult::kArray:
      return Type(ValueType::kNumpy);
    case TorchResult::kBoolTensor:
      tensor.dtype = Dtype::kBool;
      return tensor;
    case TorchResult::kIntegerTensor:
      tensor.dtype = Dtype::kInteger;
      return GivesIndicesToo(name, call, is_method) ? SequenceOf(tensor) : tensor;
    case TorchResult::kTensors:
      return SequenceOf(tensor);
    default:
      break;
  }
  if (name == "unique") {
    const Arguments arguments = ArgumentsOf(call);
    return arguments.keywords.empty() && arguments.positional.size() < 2 ? tensor : Value();
  }
  if (name == "where" && !is_method && ArgumentsOf(call).positional.size() < 2) return {};
  if (GivesIndicesToo(name, call, is_method)) {
    tensor.dtype = Dtype::kUnknown;
    return SequenceOf(tensor);
  }
  const Node second = Argument(call, is_method ? 0 : 1, "other");
  if (IsUncertain(name, call, is_method, second ? Of(second) : Value())) return {};
  const bool is_whole = tensor.dtype == Dtype::kInteger || tensor.dtype == Dtype::kBool;
  if (is_whole && IsOfReals(name)) tensor.dtype = Dtype::kUnknown;
  if (is_whole && IsOneOf(name, {"sum", "cumsum", "prod"})) tensor.dtype = Dtype::kInteger;
  return WithOptions(call, tensor);
}

// Device and type of what a function of torch makes of its arguments.
Value Values::Evaluator::CommonOfArguments(absl::string_view name, Node call) {
  std::optional<Value> all;
  // Whether all that decides the device, or the type, is known.
  bool is_gpu = false, is_certain = !ArgumentsOf(call).has_star, is_dtype_certain = is_certain;
  int position = 0;
  const auto take = [&](Node argument) {
    Value value = Of(argument);
    if (value.type == ValueType::kSequence && value.element == ValueType::kTensor) {
      value = {.type = ValueType::kTensor, .device = value.device, .dtype = value.dtype};
    }
    if (value.type == ValueType::kUnknown) {
      is_certain = false;
      is_dtype_certain &= name == "where" && position == 0;
    }
    if (value.type != ValueType::kTensor) return;
    is_gpu |= value.device == DeviceType::kGpu;
    if (name == "where" && position == 0) value.dtype = Dtype::kUnknown;
    all = !all || (name == "where" && position == 1) ? value : Operate("+", *all, value);
  };
  for (Node argument : ArgumentsOf(call).positional) {
    take(argument);
    ++position;
  }
  for (Node keyword : ArgumentsOf(call).keywords) {
    const absl::string_view option = keyword.child(Field::kName).text();
    if (option != "dtype" && option != "device") take(keyword.child(Field::kValue));
  }
  Value result = all.value_or(Value{.type = ValueType::kTensor});
  if (is_gpu) result.device = DeviceType::kGpu;
  if (!is_certain && !is_gpu) result.device = DeviceType::kUnknown;
  if (!is_dtype_certain) result.dtype = Dtype::kUnknown;
  return result;
}

}  // namespace allreview::python
