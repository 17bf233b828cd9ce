#include "analyzers/worked_examples/call.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"

namespace allreview::worked_examples {

std::optional<Sizes> IntegersOf(const Value& value) {
  if (value.Is(Type::kInt)) return Sizes{value.integer};
  if (!value.IsSequence()) return std::nullopt;
  Sizes integers;
  for (const Value& item : *value.items) {
    if (!item.IsInteger()) return std::nullopt;
    integers.push_back(item.integer);
  }
  return integers;
}

std::optional<Tensor> TensorOf(const Value& value) {
  switch (value.type) {
    case Type::kTensor:
      return *value.tensor;
    case Type::kBool:
      return NewTensor({}, {value.AsNumber()}, Dtype::kBool);
    case Type::kInt:
      return NewTensor({}, {value.AsNumber()}, Dtype::kInt64);
    case Type::kFloat:
      // As wide as Python's; what it meets decides.
      return NewTensor({}, {value.number}, Dtype::kFloat64);
    default:
      return std::nullopt;
  }
}

const Value* Call::Get(size_t position, absl::string_view keyword) {
  if (position < positional_.size()) {
    used_.insert(position);
    return &positional_[position];
  }
  return keyword.empty() ? nullptr : Keyword(keyword);
}

const Value* Call::Keyword(absl::string_view keyword) {
  for (const auto& [name, value] : keywords_) {
    if (name != keyword) continue;
    used_keywords_.emplace(keyword);
    return &value;
  }
  return nullptr;
}

Value Call::Require(size_t position, absl::string_view keyword) {
  const Value* const value = Get(position, keyword);
  return value == nullptr ? halt.GiveUp("a missing argument") : *value;
}

std::optional<int64_t> Call::MaybeInteger(size_t position, absl::string_view keyword) {
  const Value* const value = Get(position, keyword);
  if (value == nullptr || value->Is(Type::kNone)) return std::nullopt;
  if (value->IsInteger()) return value->integer;
  if (value->Is(Type::kTensor) && !IsFloating(value->tensor->dtype)) {
    const std::vector<double> elements = Elements(*value->tensor);
    if (elements.size() == 1) return static_cast<int64_t>(elements[0]);
  }
  halt.GiveUp("an argument that is no integer");
  return std::nullopt;
}

int64_t Call::Integer(size_t position, absl::string_view keyword) {
  const std::optional<int64_t> value = MaybeInteger(position, keyword);
  if (!value) halt.GiveUp("a missing integer");
  return value.value_or(0);
}

double Call::Number(size_t position, absl::string_view keyword, double fallback) {
  const Value* const value = Get(position, keyword);
  if (value == nullptr || value->Is(Type::kNone)) return fallback;
  if (value->IsNumber()) return value->AsNumber();
  if (value->Is(Type::kTensor)) {
    const std::vector<double> elements = Elements(*value->tensor);
    if (elements.size() == 1) return elements[0];
  }
  halt.GiveUp("an argument that is no number");
  return fallback;
}

bool Call::Flag(size_t position, absl::string_view keyword, bool fallback) {
  const Value* const value = Get(position, keyword);
  if (value == nullptr) return fallback;
  const std::optional<bool> truth = TruthOf(*value);
  if (!truth) halt.GiveUp("an unknown flag");
  return truth.value_or(fallback);
}

Tensor Call::AsTensor(size_t position, absl::string_view keyword) {
  const Value* const value = Get(position, keyword);
  std::optional<Tensor> tensor = value == nullptr ? std::nullopt : TensorOf(*value);
  if (tensor) return *std::move(tensor);
  halt.GiveUp("an argument that is no tensor");
  return NewTensor({}, {0}, Dtype::kFloat32);
}

std::optional<Sizes> Call::SizesFrom(size_t position, absl::string_view keyword) {
  const Value* const first = Get(position, keyword);
  if (first == nullptr) return std::nullopt;
  if (first->IsSequence()) return IntegersOf(*first);
  Sizes sizes;
  for (size_t i = position; i < std::max(positional_.size(), position + 1); ++i) {
    const Value* const value = Get(i, keyword);
    if (value == nullptr || !value->IsInteger()) return std::nullopt;
    sizes.push_back(value->integer);
  }
  return sizes;
}

std::optional<Dtype> Call::DtypeArgument() {
  const Value* const value = Keyword("dtype");
  if (value == nullptr || value->Is(Type::kNone)) return std::nullopt;
  const std::optional<Dtype> dtype =
      value->Is(Type::kName) && absl::StartsWith(value->text, "torch.")
          ? DtypeNamed(absl::StripPrefix(value->text, "torch."))
          : std::nullopt;
  if (!dtype) halt.GiveUp("a dtype that is not computed with");
  return dtype;
}

std::vector<double> Call::Elements(const Tensor& tensor) {
  std::vector<double> elements = ElementsOf(tensor);
  if (std::any_of(elements.begin(), elements.end(), [](double e) { return std::isnan(e); })) {
    halt.GiveUp("an element that nobody has written, or no number");
  }
  return elements;
}

void Call::IgnorePlacement() {
  for (absl::string_view name :
       {"device", "non_blocking", "memory_format", "pin_memory", "layout", "requires_grad"}) {
    Keyword(name);
  }
}

bool Call::AreAllUsed() const {
  return used_.size() == positional_.size() && used_keywords_.size() == keywords_.size();
}

}  // namespace allreview::worked_examples
