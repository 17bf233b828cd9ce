// Values of calls: builtins, torch, functions of the file. Methods are in methods.cc.

#include <initializer_list>
#include <limits>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "analyzers/python/evaluator.h"

namespace allreview::python {
namespace {

constexpr int kMaxBases = 4;

Value Type(ValueType type) { return {.type = type}; }

bool IsOneOf(absl::string_view name, std::initializer_list<absl::string_view> names) {
  for (absl::string_view candidate : names) {
    if (candidate == name) return true;
  }
  return false;
}

absl::string_view LastPart(absl::string_view name) { return name.substr(name.rfind('.') + 1); }

// `get_tensor_model_parallel_group()` and other getters of a library of groups.
bool IsGroupGetter(absl::string_view name) {
  if (!absl::StartsWith(name, "get_")) return false;
  absl::ConsumeSuffix(&name, "_gloo");
  if (!absl::EndsWith(name, "_group")) return false;
  for (absl::string_view part : {"parallel", "process", "embedding", "world", "default", "amax"}) {
    if (absl::StrContains(name, part)) return true;
  }
  return IsNamedLikeProcessGroup(name);
}

bool IsModuleInTorch(absl::string_view name) {
  return absl::ConsumePrefix(&name, "torch.nn.") && !name.empty() &&
         name.find('.') == absl::string_view::npos &&
         absl::ascii_isupper(static_cast<unsigned char>(name[0]));
}

// "torch.FloatTensor", "torch.cuda.LongTensor".
Value OfLegacyConstructor(absl::string_view name) {
  struct Legacy {
    absl::string_view name;
    Dtype dtype;
  };
  static constexpr Legacy kLegacy[] = {
      {"FloatTensor", Dtype::kFloat32},  {"HalfTensor", Dtype::kFloat16},
      {"DoubleTensor", Dtype::kFloat64}, {"BFloat16Tensor", Dtype::kBfloat16},
      {"LongTensor", Dtype::kInteger},   {"IntTensor", Dtype::kInteger},
      {"ByteTensor", Dtype::kInteger},   {"BoolTensor", Dtype::kBool}};
  absl::ConsumePrefix(&name, "torch.");
  const bool is_cuda = absl::ConsumePrefix(&name, "cuda.");
  for (const Legacy& legacy : kLegacy) {
    if (legacy.name != name) continue;
    return {.type = ValueType::kTensor,
            .device = is_cuda ? DeviceType::kGpu : DeviceType::kCpu,
            .dtype = legacy.dtype};
  }
  return {};
}

}  // namespace

Value Values::Evaluator::OfCall(Node call) {
  const Node function = WithoutParentheses(call.child(Field::kFunction));
  const std::string name = module_.Resolve(function);
  absl::string_view rest = name;
  if (absl::ConsumePrefix(&rest, "builtins.")) return OfBuiltin(rest, call);
  if (absl::StartsWith(name, "math.") || absl::StartsWith(name, "time.")) {
    return Type(ValueType::kNumber);
  }
  if (absl::StartsWith(name, "numpy.")) return Type(ValueType::kNumpy);
  if (absl::ConsumePrefix(&rest, "torch.distributed.")) return OfDistributed(rest, call);
  if (absl::StartsWith(name, "torch.")) return OfTorch(name, call);
  if (!name.empty()) {
    const Value own = OfOwn(function);
    if (own.type != ValueType::kUnknown) return own;
  }
  const bool is_method = function.Is(Kind::kAttribute);
  const absl::string_view last =
      is_method ? function.child(Field::kAttribute).text() : LastPart(name);
  if (IsGroupGetter(last)) return Type(ValueType::kProcessGroup);
  return is_method ? OfMethod(call, function) : OfModuleCall(function);
}

Value Values::Evaluator::OfBuiltin(absl::string_view name, Node call) {
  const Node first = Argument(call, 0, "");
  if (name == "float" || name == "int") {
    Value number = first ? Of(first) : Value();
    const absl::string_view text = Module::StringContent(first);
    if (text == "inf" || text == "-inf") {
      const double infinity = std::numeric_limits<double>::infinity();
      number.number = text == "inf" ? infinity : -infinity;
    }
    if (name == "int") number.number.reset();
    return {.type = ValueType::kNumber, .number = number.number};
  }
  if (IsOneOf(name, {"len", "round", "ord", "hash", "id", "divmod"})) {
    return Type(ValueType::kNumber);
  }
  if (IsOneOf(name, {"bool", "isinstance", "issubclass", "hasattr", "callable", "all", "any"})) {
    return Type(ValueType::kBool);
  }
  if (IsOneOf(name, {"str", "repr", "format", "chr", "input"})) return Type(ValueType::kString);
  if (IsOneOf(name, {"dict", "vars", "locals", "globals"})) return Type(ValueType::kDict);
  if (IsOneOf(name, {"set", "frozenset"})) return Type(ValueType::kSet);
  if (name == "range") return SequenceOf(Type(ValueType::kNumber));
  if (IsOneOf(name, {"list", "tuple", "sorted", "reversed"})) {
    return SequenceOf(first ? ElementOf(first) : Value());
  }
  if (name == "abs" && first) {
    Value value = Of(first);
    value.number.reset();
    return value;
  }
  if (name == "sum" && first) {
    Value element = ElementOf(first);
    element.number.reset();
    return element.type == ValueType::kTensor || element.type == ValueType::kNumber ? element
                                                                                    : Value();
  }
  if ((name == "max" || name == "min") && ArgumentsOf(call).positional.size() > 1) {
    Value all = OfElements(call.child(Field::kArguments));
    all.number.reset();
    return all;
  }
  return {};
}

Value Values::Evaluator::OfDistributed(absl::string_view name, Node call) {
  if (IsOneOf(name, {"get_rank", "get_world_size", "get_group_rank", "get_global_rank"})) {
    return Type(ValueType::kNumber);
  }
  if (absl::StartsWith(name, "is_")) return Type(ValueType::kBool);
  if (name == "new_group" || name == "group.WORLD") return Type(ValueType::kProcessGroup);
  if (name == "isend" || name == "irecv") return Type(ValueType::kWork);
  if (name == "batch_isend_irecv") return SequenceOf(Type(ValueType::kWork));
  if (KeywordArgument(call, "async_op").Is(Kind::kTrue)) return Type(ValueType::kWork);
  return {};
}

Value Values::Evaluator::OfCuda(absl::string_view name) const {
  if (IsOneOf(name, {"Stream", "ExternalStream", "current_stream", "default_stream"})) {
    return Type(ValueType::kStream);
  }
  if (name == "Event") return Type(ValueType::kEvent);
  if (name == "current_device") return {.type = ValueType::kNumber, .device = DeviceType::kGpu};
  if (name == "device_count" || absl::StartsWith(name, "memory_") ||
      absl::StartsWith(name, "max_memory_")) {
    return Type(ValueType::kNumber);
  }
  return absl::StartsWith(name, "is_") ? Type(ValueType::kBool) : Value();
}

Value Values::Evaluator::OfTorch(const std::string& name, Node call) {
  const Value legacy = OfLegacyConstructor(name);
  if (legacy.type != ValueType::kUnknown) return legacy;
  absl::string_view rest = name;
  if (absl::ConsumePrefix(&rest, "torch.cuda.")) return OfCuda(rest);
  if (name == "torch.Size") return SequenceOf(Type(ValueType::kNumber));
  if (name == "torch.device") {
    const Node device = Argument(call, 0, "type");
    return {.type = ValueType::kDevice, .device = DeviceOf(device)};
  }
  if (absl::StartsWith(name, "torch.nn.parameter.") || name == "torch.nn.Parameter") {
    // It moves with its module.
    const Dtype dtype = Of(Argument(call, 0, "data")).dtype;
    return {.type = ValueType::kTensor,
            .dtype = dtype == Dtype::kInteger ? dtype : Dtype::kUnknown};
  }
  if (IsModuleInTorch(name)) return Type(ValueType::kModule);
  const TorchResult result = ResultOfTorch(name);
  const absl::string_view function = LastPart(name);
  if (result == TorchResult::kFactory) return OfFactory(function, call);
  if (result == TorchResult::kUnknown && function != "unique") return {};
  if (result == TorchResult::kLike) {
    Value value = Of(Argument(call, 0, "input"));
    value.type = ValueType::kTensor;
    return WithOptions(call, value);
  }
  return Shaped(result, function, call, CommonOfArguments(function, call));
}

// A new tensor, before dtype= and device= are looked at.
Value Values::Evaluator::OfFactory(absl::string_view name, Node call) {
  Value value{.type = ValueType::kTensor, .device = DeviceType::kCpu};
  const Node first = Argument(call, 0, "data");
  if (name == "randint" || name == "randperm" || absl::EndsWith(name, "_indices")) {
    value.dtype = Dtype::kInteger;
  } else if (name == "tensor" || name == "as_tensor" || name == "scalar_tensor") {
    const Value data = Of(first);
    if (data.type == ValueType::kTensor) value = data;
    if (data.type == ValueType::kUnknown && name == "as_tensor") value.device = data.device;
    if (data.type == ValueType::kSequence && data.element == ValueType::kTensor) {
      value.device = DeviceType::kCpu;
    }
    if (data.type == ValueType::kBool) value.dtype = Dtype::kBool;
    if (first.Is(Kind::kInteger)) value.dtype = Dtype::kInteger;
    if (first.Is(Kind::kFloat)) value.dtype = Dtype::kFloat32;
  } else if (name == "arange" || name == "full") {
    const Node fill = name == "full" ? Argument(call, 1, "fill_value") : Node();
    if (fill.Is(Kind::kFloat)) value.dtype = Dtype::kFloat32;
    if (fill.Is(Kind::kTrue) || fill.Is(Kind::kFalse)) value.dtype = Dtype::kBool;
    bool is_whole = name == "arange";
    for (Node bound : ArgumentsOf(call).positional) {
      const Value number = Of(bound);
      const bool is_shape = bound.Is(Kind::kSubscript) || bound.Is(Kind::kCall);
      if (!bound.Is(Kind::kInteger) && !(is_shape && number.type == ValueType::kNumber)) {
        is_whole = false;
      }
    }
    if (is_whole) value.dtype = Dtype::kInteger;
  } else if (name != "from_numpy" && name != "frombuffer" && name != "range") {
    value.dtype = Dtype::kFloat32;
  }
  if (name != "from_numpy" && value.device == DeviceType::kCpu) {
    value.device = DefaultDeviceAt(call);
  }
  return WithOptions(call, value);
}

// CPU, unless the file sets another default.
DeviceType Values::Evaluator::DefaultDeviceAt(Node call) {
  for (Node around = call.parent(); around; around = around.parent()) {
    if (around.Is(Kind::kFunctionDefinition)) break;
    if (!around.Is(Kind::kWithStatement)) continue;
    for (Node item : around.child(Kind::kWithClause).children()) {
      if (!item.Is(Kind::kWithItem)) continue;
      Node manager = item.child(Field::kValue);
      if (manager.Is(Kind::kAsPattern)) manager = manager.named_child(0);
      if (manager.Is(Kind::kCall) && module_.Calls(manager, "torch.device")) {
        return Of(manager).device;
      }
      if (absl::StrContains(manager.text(), "device")) return DeviceType::kUnknown;
    }
  }
  if (!sets_default_device_) {
    sets_default_device_ =
        !module_.CallsOf({"set_default_device", "set_default_tensor_type"}).empty();
  }
  return *sets_default_device_ ? DeviceType::kUnknown : DeviceType::kCpu;
}

// By device=, dtype= and pin_memory= of a call.
Value Values::Evaluator::WithOptions(Node call, Value tensor) {
  if (const Node dtype = KeywordArgument(call, "dtype")) {
    if (!dtype.Is(Kind::kNone)) tensor.dtype = Of(dtype).dtype;
  }
  if (const Node device = KeywordArgument(call, "device")) {
    if (!device.Is(Kind::kNone)) tensor.device = DeviceOf(device);
  }
  if (KeywordArgument(call, "out")) tensor.device = DeviceType::kUnknown;
  if (ArgumentsOf(call).has_double_star) return {.type = tensor.type};
  tensor.number.reset();
  return tensor;
}

// What the device= of a call names.
DeviceType Values::Evaluator::DeviceOf(Node device) {
  device = WithoutParentheses(device);
  if (device.Is(Kind::kInteger)) return DeviceType::kGpu;
  if (device.Is(Kind::kString) && absl::StrContains(device.text().substr(0, 8), "cuda")) {
    return DeviceType::kGpu;  // f"cuda:{rank}"
  }
  return Of(device).device;
}

// Own functions by their annotation, own classes of modules.
Value Values::Evaluator::OfOwn(Node function) const {
  const std::string as_written = module_.ResolveAsWritten(function);
  absl::string_view name = as_written;
  if (!absl::ConsumePrefix(&name, ":")) return {};
  const Definition* definition = module_.FindDefinition(name);
  if (definition == nullptr) return {};
  if (definition->kind == Definition::Kind::kClass) {
    return IsModuleClass(*definition, 0) ? Type(ValueType::kModule) : Value();
  }
  if (definition->is_async) return {};
  return ValueOfAnnotation(module_, definition->return_type);
}

bool Values::Evaluator::IsModuleClass(const Definition& a_class, int depth) const {
  if (depth > kMaxBases) return false;
  for (Node base : a_class.bases) {
    if (module_.Resolve(base) == "torch.nn.Module") return true;
    const Definition* own = OwnClass(base);
    if (own != nullptr && own != &a_class && IsModuleClass(*own, depth + 1)) return true;
  }
  return false;
}

}  // namespace allreview::python
