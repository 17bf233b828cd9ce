// The part of the calls of torch that makes tensors and converts them.

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/understanding/tensor_memory.h"
#include "analyzers/understanding/torch_calls.h"

namespace allreview::understanding {
namespace {

using Kind = Atom::Kind;

Outcome Filled(TensorCall& call, Dtype fallback, absl::string_view name = "size") {
  const std::optional<std::vector<Size>> sizes = call.SizesAt(name);
  Shaped shaped;
  if (sizes) shaped.tensor = {.has_rank = true, .sizes = *sizes};
  shaped.tensor.is_contiguous = !call.IsGiven("memory_format");
  return call.Return(std::move(shaped), call.DtypeOr(fallback), call.DeviceOr(Device::kUnknown));
}

// torch.zeros(2, 3)
Outcome Zeros(TensorCall& call) { return Filled(call, Dtype::kFloat); }

Dtype DtypeOfNumber(const Atom& atom) {
  if (atom.kind == Kind::kBool) return Dtype::kBool;
  if (atom.kind == Kind::kInteger) return Dtype::kInt64;
  return atom.kind == Kind::kReal ? Dtype::kFloat : Dtype::kUnknown;
}

Outcome Full(TensorCall& call) {
  const Value* const fill = call.Find("fill_value");
  const Atom* const only = fill == nullptr ? nullptr : fill->only();
  return Filled(call, only == nullptr ? Dtype::kUnknown : DtypeOfNumber(*only));
}

// randint(high, size), randint(low, high, size)
Outcome RandInt(TensorCall& call) {
  const Value* size = call.Find("size");
  const absl::string_view name = size == nullptr ? "high" : "size";
  size = call.Find(name);
  const bool is_size = size != nullptr && (size->CanBe(Kind::kTuple) || size->CanBe(Kind::kList));
  return is_size ? Filled(call, Dtype::kInt64, name) : call.SomeTensor();
}

Outcome Eye(TensorCall& call) {
  const Size rows = call.SizeAt("n"), columns = call.IsGiven("m") ? call.SizeAt("m") : rows;
  return call.Return({.tensor = Contiguous({.has_rank = true, .sizes = {rows, columns}})},
                     call.DtypeOr(Dtype::kFloat), call.DeviceOr(Device::kUnknown));
}

// arange(end), arange(start, end), arange(start, end, step)
Outcome Arange(TensorCall& call) {
  const bool has_two = call.IsGiven("end");
  const Size start = has_two ? call.SizeAt("start") : Size::Constant(0);
  const Size end = has_two ? call.SizeAt("end") : call.SizeAt("start");
  const Size step = call.IsGiven("step") ? call.SizeAt("step") : Size::Constant(1);
  bool is_whole = true;
  for (absl::string_view name : {"start", "end", "step"}) {
    const Value* const value = call.Find(name);
    is_whole &= value == nullptr || value->IsCertainly(Kind::kInteger);
  }
  Size length;
  if (start.constant() && end.constant() && step.constant().value_or(0) > 0) {
    const int64_t by = *step.constant();
    const std::optional<int64_t> whole = (end - start).constant();
    if (whole && *whole >= 0) length = Size::Constant(*whole / by + (*whole % by > 0 ? 1 : 0));
  } else if (step.constant() == 1) {
    length = end - start;
  }
  const Dtype fallback = is_whole ? Dtype::kInt64 : Dtype::kUnknown;
  return call.Return(
      {.tensor = Contiguous({.has_rank = true, .sizes = {is_whole ? length : Size()}})},
      call.DtypeOr(fallback), call.DeviceOr(Device::kUnknown));
}

Outcome Linspace(TensorCall& call) {
  return call.Return({.tensor = Contiguous({.has_rank = true, .sizes = {call.SizeAt("steps")}})},
                     call.DtypeOr(Dtype::kFloat), call.DeviceOr(Device::kUnknown));
}

// Nested lists of numbers; none: nobody knows what is in them.
std::optional<Tensor> OfLiteral(const Value& value) {
  const Atom* const only = value.only();
  if (only == nullptr || !only->is_exact) return std::nullopt;
  if (only->kind == Kind::kBool || only->kind == Kind::kInteger || only->kind == Kind::kReal) {
    return Tensor{.has_rank = true, .dtype = DtypeOfNumber(*only)};
  }
  const bool is_sequence = only->kind == Kind::kList || only->kind == Kind::kTuple;
  if (!is_sequence || !only->is_sized || only->parts.empty()) return std::nullopt;
  std::optional<Tensor> joined;
  for (const Value& part : only->parts) {
    std::optional<Tensor> element = OfLiteral(part);
    if (!element) return std::nullopt;
    if (joined && joined->sizes != element->sizes) return std::nullopt;
    const Dtype promoted = joined ? Promoted(joined->dtype, element->dtype) : element->dtype;
    joined = std::move(element);
    joined->dtype = promoted;
  }
  joined->sizes.insert(joined->sizes.begin(),
                       Size::Constant(static_cast<int64_t>(only->parts.size())));
  return joined;
}

Outcome OfData(TensorCall& call) {
  const Value* const data = call.Find("data");
  if (const Tensor* const tensor = call.TensorAt("data")) {
    return call.ReturnLike({.tensor = *tensor}, *tensor);
  }
  const std::optional<Tensor> tensor = data == nullptr ? std::nullopt : OfLiteral(*data);
  Shaped shaped;
  if (tensor) shaped.tensor = Contiguous(*tensor);
  return call.Return(shaped, call.DtypeOr(shaped.tensor.dtype), call.DeviceOr(Device::kUnknown));
}

// Moved with the module that it becomes a part of.
Outcome Parameter(TensorCall& call) {
  const Tensor* const data = call.TensorAt("data");
  if (data == nullptr) return call.SomeTensor();
  Shaped same = {.tensor = *data, .is_view = true};
  return call.Return(std::move(same), data->dtype, Device::kUnknown);
}

// torch.device("cuda", 0)
Outcome MakeDevice(TensorCall& call) {
  const Value* const type = call.Find("type");
  return {.value = ObjectOfDevice(type == nullptr ? Value::Unknown() : *type, call.place())};
}

// x.new_zeros(2, 3)
Outcome NewFilled(TensorCall& call) {
  const Tensor* const like = call.TensorAt("input");
  if (like == nullptr) return call.SomeTensor();
  const std::optional<std::vector<Size>> sizes = call.SizesAt("size");
  Shaped shaped;
  if (sizes) shaped.tensor = {.has_rank = true, .sizes = *sizes};
  shaped.tensor.is_contiguous = true;
  return call.ReturnLike(std::move(shaped), *like);
}

Outcome Like(TensorCall& call) {
  const Tensor* const like = call.TensorAt("input");
  if (like == nullptr) return call.SomeTensor();
  Shaped shaped = {.tensor = *like};
  if (call.IsGiven("memory_format")) shaped.tensor.is_contiguous = false;
  return call.ReturnLike(std::move(shaped), *like);
}

// x.detach(), x.requires_grad_()
Outcome SameMemory(TensorCall& call) {
  const Tensor* const like = call.TensorAt("input");
  if (like == nullptr) return call.SomeTensor();
  return call.ReturnLike({.tensor = *like, .is_view = true}, *like);
}

// The tensor itself where its elements lie in that order.
Outcome MadeContiguous(TensorCall& call) {
  const Tensor* const like = call.TensorAt("input");
  if (like == nullptr) return call.SomeTensor();
  Shaped shaped = {.tensor = *like, .is_view = like->is_contiguous};
  if (!like->is_contiguous) shaped.tensor = Contiguous(*like);
  if (call.IsGiven("memory_format")) shaped.tensor = like->WithoutMemory();
  return call.ReturnLike(std::move(shaped), *like);
}

template <Dtype kDtype>
Outcome Cast(TensorCall& call) {
  const Tensor* const tensor = call.TensorAt("input");
  if (tensor == nullptr) return call.SomeTensor();
  return call.Return({.tensor = *tensor}, kDtype, tensor->device);
}

template <Device kDevice>
Outcome Moved(TensorCall& call) {
  const Tensor* const tensor = call.TensorAt("input");
  if (tensor == nullptr) return call.SomeTensor();
  return call.Return({.tensor = *tensor}, tensor->dtype, kDevice);
}

// x.to(dtype), x.to(device, dtype), x.to(other)
Outcome To(TensorCall& call) {
  const Tensor* const tensor = call.TensorAt("input");
  if (tensor == nullptr) return call.SomeTensor();
  Dtype dtype = call.DtypeOr(tensor->dtype);
  Device device = call.DeviceOr(tensor->device);
  const Value* const rest = call.Find("rest");
  const Atom* const only = rest == nullptr ? nullptr : rest->only();
  const bool is_known = only != nullptr && only->is_sized && only->parts.size() <= 2;
  for (const Value& part : is_known ? only->parts : std::vector<Value>()) {
    if (DtypeOf(part) != Dtype::kUnknown) {
      dtype = DtypeOf(part);
    } else if (part.IsCertainly(Kind::kText) || DeviceOf(part) != Device::kUnknown) {
      device = DeviceOf(part);
    } else {  // A device, a dtype or another tensor.
      dtype = call.IsGiven("dtype") ? dtype : Dtype::kUnknown;
      device = Device::kUnknown;
    }
  }
  if (rest != nullptr && !is_known) dtype = Dtype::kUnknown, device = Device::kUnknown;
  Shaped moved = {.tensor = *tensor};
  if (call.IsGiven("memory_format")) moved.tensor.is_contiguous = false;
  return call.Return(std::move(moved), dtype, device);
}

constexpr TorchFunction kCreation[] = {
    {"Parameter", "data requires_grad", &Parameter},
    {"arange", "start end step", &Arange},
    {"as_tensor", "data dtype device", &OfData},
    {"bfloat16", "input", &Cast<Dtype::kBfloat16>},
    {"bool", "input", &Cast<Dtype::kBool>},
    {"clone", "input", &Like},
    {"contiguous", "input memory_format", &MadeContiguous},
    {"cpu", "input", &Moved<Device::kCpu>},
    {"cuda", "input device", &Moved<Device::kCuda>},
    {"detach", "input", &SameMemory},
    {"device", "type index", &MakeDevice},
    {"double", "input", &Cast<Dtype::kFloat64>},
    {"empty", "*size", &Zeros},
    {"empty_like", "input", &Like},
    {"eye", "n m", &Eye},
    {"float", "input", &Cast<Dtype::kFloat32>},
    {"full", "size fill_value", &Full},
    {"full_like", "input fill_value", &Like},
    {"half", "input", &Cast<Dtype::kFloat16>},
    {"int", "input", &Cast<Dtype::kInt32>},
    {"linspace", "start end steps", &Linspace},
    {"long", "input", &Cast<Dtype::kInt64>},
    {"new_empty", "input *size", &NewFilled},
    {"new_full", "input size fill_value", &NewFilled},
    {"new_ones", "input *size", &NewFilled},
    {"new_zeros", "input *size", &NewFilled},
    {"ones", "*size", &Zeros},
    {"ones_like", "input", &Like},
    {"rand", "*size", &Zeros},
    {"rand_like", "input", &Like},
    {"randint", "low high size", &RandInt},
    {"randn", "*size", &Zeros},
    {"randn_like", "input", &Like},
    {"requires_grad_", "input requires_grad", &SameMemory},
    {"tensor", "data", &OfData},
    {"to", "input *rest", &To},
    {"type_as", "input other",
     [](TensorCall& call) {
       const Tensor* const tensor = call.TensorAt("input");
       const Tensor* const other = call.TensorAt("other");
       if (tensor == nullptr || other == nullptr) return call.SomeTensor();
       return call.Return({.tensor = *tensor}, other->dtype, other->device);
     }},
    {"zeros", "*size", &Zeros},
    {"zeros_like", "input", &Like},
};

}  // namespace

Value ObjectOfDevice(const Value& type, Place place) {
  Atom device = {
      .kind = Kind::kInstance, .text = "torch.device", .is_sized = true, .origin = place};
  device.parts = {type};
  return Value(std::move(device)).Promised();
}

const TorchFunction* FindCreation(absl::string_view name) { return FindIn(kCreation, name); }

}  // namespace allreview::understanding
