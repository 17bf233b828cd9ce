#include "analyzers/rules/shared/known_values.h"

#include "analyzers/understanding/value_traits.h"
#include "analyzers/values/values_of_change.h"

namespace allreview::rules {
namespace {

using understanding::Dtype;
using understanding::Value;

Value WhenCalled(const FileContext& file, Node expression) {
  values::ValuesOfChange* const values = file.values_of_change();
  return values == nullptr ? Value::Unknown() : values->WhenCalled(file.module(), expression);
}

// What never runs may be cut off by what fails before it, so that it says nothing.
template <typename Predicate>
bool HoldsFor(const FileContext& file, Node expression, Predicate holds) {
  const auto is_known = [&](const Value& value) { return !value.is_impossible() && holds(value); };
  return expression &&
         (is_known(file.ValueOf(expression)) || is_known(WhenCalled(file, expression)));
}

}  // namespace

bool IsOnHost(const FileContext& file, Node expression) {
  return HoldsFor(file, expression, understanding::IsOnHost);
}

bool IsPrecise(const FileContext& file, Node expression) {
  return HoldsFor(file, expression, [](const Value& value) {
    const Dtype dtype = understanding::DtypeOfTensor(value);
    return dtype == Dtype::kFloat32 || dtype == Dtype::kFloat64;
  });
}

std::vector<double> NumbersOf(const FileContext& file, Node expression) {
  if (!expression) return {};
  std::vector<double> numbers = understanding::NumbersOf(file.ValueOf(expression));
  return numbers.empty() ? understanding::NumbersOf(WhenCalled(file, expression)) : numbers;
}

std::string StridesOfReordered(const FileContext& file, Node expression) {
  const std::string strides = understanding::StridesOfReordered(file.ValueOf(expression));
  return strides.empty() ? understanding::StridesOfReordered(WhenCalled(file, expression))
                         : strides;
}

std::vector<Node> UnwrittenReadBy(const FileContext& file, Node expression) {
  values::ValuesOfChange* const values = file.values_of_change();
  return values == nullptr ? std::vector<Node>()
                           : values->UnwrittenReadBy(file.module(), expression);
}

std::vector<std::vector<std::string>> MeshesOf(const FileContext& file, Node expression) {
  for (const Value& value : {file.ValueOf(expression), WhenCalled(file, expression)}) {
    if (value.ranks() != nullptr && !value.ranks()->meshes.empty()) return value.ranks()->meshes;
  }
  return {};
}

bool NamesDevice(const FileContext& file, Node expression, understanding::Device device) {
  return HoldsFor(file, expression,
                  [&](const Value& value) { return understanding::DeviceOf(value) == device; });
}

}  // namespace allreview::rules
