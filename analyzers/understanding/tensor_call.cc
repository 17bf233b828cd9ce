#include "analyzers/understanding/tensor_call.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/understanding/tensor_memory.h"

namespace allreview::understanding {
namespace {

using Kind = Atom::Kind;

// Positional arguments with stars spelled out; none: nobody knows how many there are.
std::optional<std::vector<Value>> Positionals(const Value* self,
                                              const std::vector<CallArgument>& arguments) {
  std::vector<Value> positional;
  if (self != nullptr) positional.push_back(*self);
  for (const CallArgument& argument : arguments) {
    if (argument.kind == CallArgument::Kind::kDoubleStar) return std::nullopt;
    if (argument.kind == CallArgument::Kind::kPositional) positional.push_back(argument.value);
    if (argument.kind != CallArgument::Kind::kStar) continue;
    const Atom* const only = argument.value.only();
    if (only == nullptr || !only->is_sized) return std::nullopt;
    positional.insert(positional.end(), only->parts.begin(), only->parts.end());
  }
  return positional;
}

bool IsSequence(const Value& value) {
  return std::any_of(value.atoms().begin(), value.atoms().end(), [](const Atom& atom) {
    return atom.kind == Kind::kTuple || atom.kind == Kind::kList;
  });
}

}  // namespace

std::optional<TensorCall> TensorCall::Bind(absl::string_view parameters, const Value* self,
                                           const std::vector<CallArgument>& arguments,
                                           Place place) {
  const std::optional<std::vector<Value>> positional = Positionals(self, arguments);
  if (!positional) return std::nullopt;
  TensorCall call(place);
  size_t next = 0;
  for (absl::string_view name : absl::StrSplit(parameters, ' ', absl::SkipEmpty())) {
    if (absl::ConsumePrefix(&name, "*")) {
      std::vector<Value> rest(positional->begin() + static_cast<int64_t>(next), positional->end());
      next = positional->size();
      if (rest.empty()) continue;
      const bool is_sequence = rest.size() == 1 && IsSequence(rest[0]);
      call.given_.emplace_back(
          name, is_sequence ? rest[0] : Value::Sequence(Kind::kTuple, std::move(rest), place));
    } else if (next < positional->size()) {
      call.given_.emplace_back(name, (*positional)[next++]);
    }
  }
  if (next < positional->size()) return std::nullopt;
  for (const CallArgument& argument : arguments) {
    if (argument.kind == CallArgument::Kind::kKeyword) {
      call.given_.emplace_back(argument.keyword, argument.value);
    }
  }
  return call;
}

TensorCall TensorCall::OfModule(const Atom& module, const Value& input, Place place) {
  TensorCall call(place);
  call.is_exact_ = module.is_exact;
  call.others_ = 1;
  call.given_.emplace_back("input", input);
  for (size_t i = 0; i < module.keys.size() && i < module.parts.size(); ++i) {
    call.given_.emplace_back(module.keys[i], module.parts[i]);
  }
  return call;
}

const Value* TensorCall::Find(absl::string_view name) const {
  for (const auto& [given, value] : given_) {
    if (given == name) return &value;
  }
  return nullptr;
}

// A parameter that is read twice counts once.
void TensorCall::Note(absl::string_view name, const Atom& tensor) {
  is_exact_ &= tensor.is_exact;
  if (!name.empty() && std::find(noted_.begin(), noted_.end(), name) != noted_.end()) return;
  noted_.emplace_back(name);
  ++(TensorOf(tensor).is_declared ? declared_ : others_);
}

const Tensor* TensorCall::TensorAt(absl::string_view name) {
  const Value* const value = Find(name);
  const Atom* const only = value == nullptr ? nullptr : value->only();
  if (only == nullptr || only->kind != Kind::kTensor) return nullptr;
  Note(name, *only);
  return &TensorOf(*only);
}

std::optional<std::vector<Value>> TensorCall::Elements(const Value& value) {
  const Atom* const only = value.only();
  if (only == nullptr) return std::nullopt;
  if (only->kind != Kind::kTuple && only->kind != Kind::kList) return std::vector<Value>{value};
  return only->is_sized ? std::optional(only->parts) : std::nullopt;
}

std::optional<std::vector<Tensor>> TensorCall::TensorsAt(absl::string_view name) {
  const Value* const value = Find(name);
  const std::optional<std::vector<Value>> elements =
      value == nullptr ? std::nullopt : Elements(*value);
  if (!elements) return std::nullopt;
  std::vector<Tensor> tensors;
  for (const Value& element : *elements) {
    const Atom* const only = element.only();
    if (only == nullptr || only->kind != Kind::kTensor) return std::nullopt;
    Note("", *only);
    tensors.push_back(TensorOf(*only));
  }
  return tensors;
}

std::optional<int64_t> TensorCall::IntegerAt(absl::string_view name) {
  return SizeAt(name).constant();
}

std::optional<int64_t> TensorCall::IntegerOr(absl::string_view name, int64_t fallback) {
  return IsGiven(name) ? IntegerAt(name) : std::optional(fallback);
}

std::optional<bool> TensorCall::BoolOr(absl::string_view name, bool fallback) {
  const Value* const value = Find(name);
  if (value == nullptr) return fallback;
  const Atom* const only = value->only();
  if (only == nullptr || only->kind != Kind::kBool) return std::nullopt;
  is_exact_ &= only->is_exact;
  return only->integer != 0;
}

Size TensorCall::SizeAt(absl::string_view name) {
  const Value* const value = Find(name);
  return value == nullptr ? Size() : SizeOf(*value, is_exact_);
}

std::optional<std::vector<int64_t>> TensorCall::IntegersAt(absl::string_view name) {
  const std::optional<std::vector<Size>> sizes = SizesAt(name);
  if (!sizes) return std::nullopt;
  std::vector<int64_t> integers;
  for (const Size& size : *sizes) {
    if (!size.constant()) return std::nullopt;
    integers.push_back(*size.constant());
  }
  return integers;
}

std::optional<std::vector<Size>> TensorCall::SizesAt(absl::string_view name) {
  const Value* const value = Find(name);
  const std::optional<std::vector<Value>> elements =
      value == nullptr ? std::nullopt : Elements(*value);
  if (!elements) return std::nullopt;
  std::vector<Size> sizes;
  for (const Value& element : *elements) {
    const Atom* const only = element.only();
    // A dtype, a tensor or None is no size.
    if (only != nullptr && only->kind != Kind::kInteger) return std::nullopt;
    sizes.push_back(SizeOf(element, is_exact_));
  }
  const bool is_one_unknown = sizes.size() == 1 && elements->at(0).is_open();
  return is_one_unknown ? std::nullopt : std::optional(std::move(sizes));
}

Dtype TensorCall::DtypeOr(Dtype fallback) {
  const Value* const value = Find("dtype");
  if (value == nullptr || value->IsCertainly(Kind::kNone)) return fallback;
  const Atom* const only = value->only();
  if (only != nullptr) is_exact_ &= only->is_exact;
  return DtypeOf(*value);
}

Device TensorCall::DeviceOr(Device fallback) const {
  const Value* const value = Find("device");
  return value == nullptr || value->IsCertainly(Kind::kNone) ? fallback : DeviceOf(*value);
}

Value TensorCall::Made(Tensor tensor) const {
  const Value value = Value::OfTensor(std::move(tensor), place_);
  return is_exact_ ? value : value.Promised();
}

Outcome TensorCall::Return(Shaped shaped, Dtype dtype, Device device) const {
  if (ContradictsItself() && !shaped.why.empty()) return {.why = std::move(shaped.why)};
  shaped.tensor.is_declared = declared_ > 0 && others_ == 0;
  return OutcomeOf(std::move(shaped), dtype, device, is_exact_, place_);
}

Outcome TensorCall::ReturnLike(Shaped shaped, const Tensor& tensor) {
  return Return(std::move(shaped), DtypeOr(tensor.dtype), DeviceOr(tensor.device));
}

Outcome TensorCall::ReturnView(Shaped shaped, const Tensor& tensor,
                               std::optional<std::vector<Size>> strides) {
  shaped.tensor = ViewOf(std::move(shaped.tensor), tensor, std::move(strides));
  shaped.is_view = true;
  return ReturnLike(std::move(shaped), tensor);
}

Outcome TensorCall::Fail(std::string why, bool is_dtype) const {
  if (!is_exact_ && !ContradictsItself()) return SomeTensor();
  return {.why = std::move(why), .is_dtype = is_dtype};
}

Outcome TensorCall::ReturnAll(std::vector<Tensor> tensors) const {
  std::vector<Value> values;
  for (Tensor& tensor : tensors) values.push_back(Made(std::move(tensor)));
  return {.value = Value::Sequence(Kind::kTuple, std::move(values), place_)};
}

Dtype DtypeOf(const Value& value) {
  const Atom* const only = value.only();
  if (only == nullptr || only->kind != Kind::kExternal) return Dtype::kUnknown;
  const absl::string_view name = only->text;
  if (name == "builtins.float") return Dtype::kFloat64;
  if (name == "builtins.int") return Dtype::kInt64;
  if (name == "builtins.bool") return Dtype::kBool;
  return absl::StartsWith(name, "torch.") ? DtypeNamed(name) : Dtype::kUnknown;
}

}  // namespace allreview::understanding
