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

template <typename Predicate>
bool HoldsFor(const FileContext& file, Node expression, Predicate holds) {
  return expression && (holds(file.ValueOf(expression)) || holds(WhenCalled(file, expression)));
}

}  // namespace

bool IsOnHost(const FileContext& file, Node expression) {
  return HoldsFor(file, expression, understanding::IsOnHost);
}

bool IsPrecise(const FileContext& file, Node expression) {
  return HoldsFor(file, expression, [](const Value& value) {
    const Dtype dtype = understanding::DtypeOfTensor(value);
    return value.is_impossible() || dtype == Dtype::kFloat32 || dtype == Dtype::kFloat64;
  });
}

std::vector<double> NumbersOf(const FileContext& file, Node expression) {
  if (!expression) return {};
  std::vector<double> numbers = understanding::NumbersOf(file.ValueOf(expression));
  return numbers.empty() ? understanding::NumbersOf(WhenCalled(file, expression)) : numbers;
}

bool NamesDevice(const FileContext& file, Node expression, understanding::Device device) {
  return HoldsFor(file, expression,
                  [&](const Value& value) { return understanding::DeviceOf(value) == device; });
}

}  // namespace allreview::rules
