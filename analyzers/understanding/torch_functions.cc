// The part of the calls of torch that finds who knows a function.

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/torch/apis.h"
#include "analyzers/understanding/tensor_memory.h"
#include "analyzers/understanding/torch_calls.h"

namespace allreview::understanding {
namespace {

using Kind = Atom::Kind;
using Arguments = std::vector<CallArgument>;
using torch::Api;
using torch::DtypeRule;
using torch::Overload;
using torch::ShapeRule;

constexpr absl::string_view kMethods = "torch.Tensor.";

const TorchFunction* FindFunction(absl::string_view full) {
  const size_t dot = full.rfind('.');
  const absl::string_view room = full.substr(0, dot), name = full.substr(dot + 1);
  const bool is_plain = room == "torch" || room == "torch.Tensor" || room == "torch.nn" ||
                        room == "torch.nn.functional" || room == "torch.nn.parameter";
  if (!is_plain) return nullptr;
  if (const TorchFunction* const row = FindCreation(name)) return row;
  if (const TorchFunction* const row = FindReshaping(name)) return row;
  return FindCombining(name);
}

// The parameters of an overload as TensorCall::Bind() has them.
std::string ParametersOf(const Api& api, const Overload& overload) {
  std::string names = api.kind == Api::Kind::kMethod ? "input" : "";
  for (const torch::Parameter& parameter : overload.parameters) {
    if (parameter.kind == torch::Parameter::Kind::kKeywordOnly) break;
    const bool is_star = parameter.kind == torch::Parameter::Kind::kStar;
    absl::StrAppend(&names, names.empty() ? "" : " ", is_star ? "*" : "", parameter.name);
  }
  return names;
}

bool IsTensor(const Value* value) { return value != nullptr && value->CanBe(Kind::kTensor); }

// What is required is given, everything given has a parameter, and dim is no tensor.
bool Fits(const Api& api, const Overload& overload, const TensorCall& call) {
  const bool has_dim = std::any_of(api.overloads.begin(), api.overloads.end(), [](const auto& one) {
    return one.shape == ShapeRule::kReduced;
  });
  for (const torch::Parameter& parameter : overload.parameters) {
    const bool is_plain = parameter.kind == torch::Parameter::Kind::kPlain ||
                          parameter.kind == torch::Parameter::Kind::kPositionalOnly;
    const Value* const given = call.Find(parameter.name);
    if (is_plain && !parameter.has_default && given == nullptr) return false;
    if (parameter.name == "dim" && IsTensor(given)) return false;
    if (parameter.name == "other" && has_dim && given != nullptr && !IsTensor(given)) return false;
  }
  return std::all_of(call.given().begin(), call.given().end(), [&](const auto& given) {
    return given.first == "input" ||
           std::any_of(overload.parameters.begin(), overload.parameters.end(),
                       [&](const auto& parameter) { return parameter.name == given.first; });
  });
}

// All tensors of a call, broadcast; unknown when something may be one that nobody knows.
Shaped BroadcastAll(TensorCall& call) {
  Shaped result = {.tensor = {.has_rank = true}};
  bool are_contiguous = true;
  for (const auto& [name, value] : call.given()) {
    const Atom* const only = value.only();
    if (only == nullptr || only->kind == Kind::kExternal || only->kind == Kind::kInstance)
      return {};
    if (only->kind != Kind::kTensor) continue;
    const Tensor& tensor = *call.TensorAt(name);
    are_contiguous = are_contiguous && tensor.is_contiguous;
    result = Broadcast(result.tensor, tensor);
    if (!result.why.empty()) return result;
  }
  result.tensor.is_contiguous = are_contiguous;
  return result;
}

Shaped ReducedBy(TensorCall& call, const Tensor& tensor) {
  const Value* const dim = call.Find("dim");
  const std::optional<bool> keeps = call.BoolOr("keepdim", false);
  if (!keeps) return {};
  if (dim != nullptr && !dim->IsCertainly(Kind::kNone)) {
    const std::optional<std::vector<int64_t>> dims = call.IntegersAt("dim");
    return dims ? Reduced(tensor, *dims, *keeps) : Shaped();
  }
  if (!*keeps) return {.tensor = {.has_rank = true}};
  std::vector<Size> ones(tensor.sizes.size(), Size::Constant(1));
  return {.tensor = {.has_rank = tensor.has_rank, .sizes = std::move(ones)}};
}

Shaped ShapeBy(ShapeRule rule, TensorCall& call, const Tensor& first) {
  switch (rule) {
    case ShapeRule::kSame: {
      Shaped same = {.tensor = first};
      const std::optional<int64_t> dim = call.IntegerAt("dim");
      if (dim) DimensionOf(first, *dim, same.why);
      return same;
    }
    case ShapeRule::kBroadcast:
      return BroadcastAll(call);
    case ShapeRule::kReduced:
      return ReducedBy(call, first);
    case ShapeRule::kScalar:
      return {.tensor = {.has_rank = true}};
    default:
      return {};
  }
}

Dtype PromotedBy(const TensorCall& call, const Tensor& first) {
  Tensor promoted = first;
  for (const auto& [name, value] : call.given()) {
    const Atom* const only = value.only();
    if (only == nullptr) return Dtype::kUnknown;
    if (only->kind == Kind::kTensor) promoted.dtype = PromotedDtype(promoted, TensorOf(*only));
    if (only->kind == Kind::kReal && IsIntegral(promoted.dtype)) promoted.dtype = Dtype::kFloat;
  }
  return promoted.dtype;
}

Dtype DtypeBy(const Overload& overload, const TensorCall& call, const Tensor& first) {
  switch (overload.dtype) {
    case DtypeRule::kSame:
    case DtypeRule::kReal:
      return first.dtype;
    case DtypeRule::kPromoted:
      return PromotedBy(call, first);
    case DtypeRule::kFloat: {
      const Dtype promoted = PromotedBy(call, first);
      return IsIntegral(promoted) ? Dtype::kFloat : promoted;
    }
    case DtypeRule::kSum:
      return IsIntegral(first.dtype) ? Dtype::kInt64 : first.dtype;
    case DtypeRule::kNamed:
      return DtypeNamed(overload.dtype_name);
    default:
      return Dtype::kUnknown;
  }
}

// Numbers of Python. The table is not exact about them.
std::optional<Value> PlainResult(torch::Result result, Place place) {
  switch (result) {
    case torch::Result::kBool:
      return Value::SomeBool(place).Promised();
    case torch::Result::kInt:
      return Value::Some(Kind::kInteger, place).Promised();
    case torch::Result::kFloat:
      return Value::Some(Kind::kReal, place).Promised();
    case torch::Result::kNumber:
      return SomeNumber(place);
    default:
      return std::nullopt;
  }
}

std::optional<Outcome> ResultOf(const Overload& overload, TensorCall& call) {
  if (std::optional<Value> plain = PlainResult(overload.result, call.place())) {
    return Outcome{.value = *std::move(plain)};
  }
  const bool is_pair = overload.result == torch::Result::kTuple && overload.tuple_size == 2 &&
                       overload.shape == ShapeRule::kReduced;
  if (overload.result != torch::Result::kTensor && !is_pair) return std::nullopt;
  const Tensor* const first =
      call.given().empty() ? nullptr : call.TensorAt(call.given().front().first);
  if (first == nullptr) return is_pair ? std::nullopt : std::optional(call.SomeTensor());
  Shaped shaped = ShapeBy(overload.shape, call, *first);
  if (!is_pair) {
    const Dtype dtype = call.DtypeOr(DtypeBy(overload, call, *first));
    return call.Return(std::move(shaped), dtype, call.DeviceOr(first->device));
  }
  if (!shaped.why.empty()) return call.Fail(std::move(shaped.why));
  Tensor values = shaped.tensor, indices = shaped.tensor;
  values.dtype = first->dtype;
  indices.dtype = Dtype::kInt64;
  // Its parts have names, too, so it is no plain tuple.
  return Outcome{.value = Value(Atom{.kind = Kind::kTuple,
                                     .is_sized = true,
                                     .parts = {call.Made(values), call.Made(indices)},
                                     .is_exact = false,
                                     .origin = call.place()})};
}

std::optional<Outcome> CallDeclared(const Atom& callee, const Value* self,
                                    const Arguments& arguments, Place place) {
  const Api* const api = torch::FindApi(callee.text);
  if (api == nullptr || api->kind == Api::Kind::kClass) return std::nullopt;
  for (const Overload& overload : api->overloads) {
    std::optional<TensorCall> call =
        TensorCall::Bind(ParametersOf(*api, overload), self, arguments, place);
    if (call && Fits(*api, overload, *call)) return ResultOf(overload, *call);
  }
  return std::nullopt;
}

// Numbers and texts that are attributes of a tensor.
std::optional<Value> PlainAttribute(const Atom& atom, absl::string_view name, Place place) {
  const Tensor& tensor = TensorOf(atom);
  if (name == "shape") return ShapeOf(atom, place);
  if (name == "ndim") {
    const Size rank =
        tensor.has_rank ? Size::Constant(static_cast<int64_t>(tensor.sizes.size())) : Size();
    const Value value = Value::OfSize(rank, place);
    return atom.is_exact ? value : value.Promised();
  }
  if (name == "device") {
    if (tensor.device == Device::kUnknown) return Value::Unknown();
    return ObjectOfDevice(Value::Text(tensor.device == Device::kCpu ? "cpu" : "cuda", place),
                          place);
  }
  if (name == "dtype") {
    const bool is_known = tensor.dtype != Dtype::kUnknown && tensor.dtype != Dtype::kFloat;
    if (!is_known) return Value::Unknown();
    const Value value = Value::External(absl::StrCat("torch.", NameOf(tensor.dtype)), place);
    return atom.is_exact ? value : value.Promised();
  }
  const Grad grad = GradOf(tensor);
  if (name == "requires_grad" && grad != Grad::kUnknown) {
    const Value value = Value::Bool(grad != Grad::kNone, place);
    return atom.is_exact ? value : value.Promised();
  }
  for (absl::string_view flag : {"requires_grad", "is_cuda", "is_leaf", "is_sparse"}) {
    if (name == flag) return Value::SomeBool(place);
  }
  return std::nullopt;
}

}  // namespace

Value SomeNumber(Place place) {
  return Value::SomeBool(place)
      .JoinedWith(Value::Some(Kind::kInteger, place))
      .JoinedWith(Value::Some(Kind::kReal, place))
      .Promised();
}

Value AttributeOfTensor(const Atom& atom, absl::string_view name, Place place) {
  if (std::optional<Value> plain = PlainAttribute(atom, name, place)) return *std::move(plain);
  const Tensor& tensor = TensorOf(atom);
  if (name == "data") return Value(atom);
  const bool is_matrix = tensor.has_rank && tensor.sizes.size() == 2;
  if (name == "mT" || (name == "T" && is_matrix)) {
    Shaped shaped = Transposed(tensor, -2, -1);
    const bool has_order = tensor.has_rank && tensor.sizes.size() >= 2 && tensor.has_memory();
    const Tensor dims = {.has_rank = true, .sizes = DimensionsOf(tensor)};
    shaped.tensor = has_order ? Reordered(std::move(shaped.tensor), tensor,
                                          Transposed(dims, -2, -1).tensor.sizes)
                              : ViewOf(std::move(shaped.tensor), tensor, std::nullopt);
    shaped.tensor.is_declared = tensor.is_declared;
    shaped.is_view = true;
    return OutcomeOf(std::move(shaped), tensor.dtype, tensor.device, atom.is_exact, place).value;
  }
  if (name == "T") return Value::OfTensor({.dtype = tensor.dtype}, place);
  const std::string full = absl::StrCat(kMethods, name);
  const Api* const api = torch::FindApi(full);
  const bool is_method =
      api != nullptr ? api->kind == Api::Kind::kMethod : FindFunction(full) != nullptr;
  if (!is_method) return Value::Unknown();
  return Value(Atom{.kind = Kind::kExternal,
                    .text = full,
                    .is_sized = true,
                    .parts = {Value(atom)},
                    .origin = place});
}

// Modules and arrays have some of these methods, too: so it is no more than a promise.
std::optional<Value> ReturnOfNamed(absl::string_view method, const Arguments& arguments,
                                   Place place) {
  constexpr std::pair<absl::string_view, Dtype> kCasts[] = {{"bfloat16", Dtype::kBfloat16},
                                                            {"double", Dtype::kFloat64},
                                                            {"float", Dtype::kFloat32},
                                                            {"half", Dtype::kFloat16},
                                                            {"long", Dtype::kInt64}};
  for (const auto& [name, dtype] : kCasts) {
    if (method == name) return Value::OfTensor({.dtype = dtype}, place).Promised();
  }
  if (method == "to") {
    Tensor moved;
    for (const CallArgument& argument : arguments) {
      if (DtypeOf(argument.value) != Dtype::kUnknown) moved.dtype = DtypeOf(argument.value);
      if (DeviceOf(argument.value) != Device::kUnknown) moved.device = DeviceOf(argument.value);
    }
    return moved == Tensor() ? std::nullopt
                             : std::optional(Value::OfTensor(moved, place).Promised());
  }
  // Of a tensor that nobody knows.
  for (absl::string_view name : {"new_empty", "new_full", "new_ones", "new_zeros"}) {
    if (method == name) return Value::OfTensor(Contiguous({}), place).Promised();
  }
  if (method == "cpu") return Value::OfTensor({.device = Device::kCpu}, place).Promised();
  if (method == "cuda") return Value::OfTensor({.device = Device::kCuda}, place).Promised();
  if (method == "item") return SomeNumber(place);
  if (method == "numpy") return Value::InstanceOfExternal("numpy.ndarray", place).Promised();
  return std::nullopt;
}

bool OnlyComputes(const Atom& callee) {
  if (callee.kind != Kind::kExternal || !absl::StartsWith(callee.text, "torch.")) return false;
  if (FindFunction(callee.text) != nullptr) return true;
  if (callee.parts.empty() || absl::EndsWith(callee.text, "_")) return false;
  const absl::string_view name = absl::string_view(callee.text).substr(kMethods.size());
  return name != "backward" && !absl::StartsWith(name, "register_");
}

std::optional<Outcome> CallTorch(const Atom& callee, const Arguments& arguments, Place place) {
  if (callee.kind == Kind::kInstance) return CallModuleOfTorch(callee, arguments, place);
  if (!absl::StartsWith(callee.text, "torch.")) return std::nullopt;
  const Value* const self = callee.parts.empty() ? nullptr : &callee.parts[0];
  if (const TorchFunction* const row = FindFunction(callee.text)) {
    std::optional<TensorCall> call = TensorCall::Bind(row->parameters, self, arguments, place);
    if (!call) return std::nullopt;
    return row->call(*call);
  }
  if (std::optional<Value> module = MakeModuleOfTorch(callee.text, arguments, place)) {
    return Outcome{.value = *std::move(module)};
  }
  return CallDeclared(callee, self, arguments, place);
}

}  // namespace allreview::understanding
