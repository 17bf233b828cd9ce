#include "analyzers/numerics/program/exhaust.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "absl/strings/str_cat.h"

namespace allreview::numerics {
namespace {

constexpr uint64_t kMaxCount = uint64_t{1} << 40;

// The ordinal of the smallest finite number of the format that is not below `limit`; of the
// smallest of all when there is no limit.
int64_t OrdinalAtLeast(Format format, std::optional<double> limit) {
  const double value = std::max(limit.value_or(-HUGE_VAL), -TraitsOf(format).max);
  const int64_t ordinal = Ordinal(format, RoundTo(format, value));
  return FromOrdinal(format, ordinal) < value ? ordinal + 1 : ordinal;
}

InputDigits DigitsOf(const Input& input, Format under_test) {
  InputDigits digits{.format = input.format.value_or(under_test)};
  const Format format = digits.format;
  const bool is_constant =
      input.distribution.has_value() && input.distribution->kind == Distribution::Kind::kConstant;
  if (is_constant) {
    digits.low = digits.high = Ordinal(format, RoundTo(format, input.distribution->a));
    return digits;
  }
  if (input.role == Role::kMask) {
    digits.high = digits.step = Ordinal(format, 1.0);
    return digits;
  }
  digits.low = OrdinalAtLeast(format, input.minimum);
  std::optional<double> mirrored = input.maximum;
  if (mirrored.has_value()) mirrored = -*mirrored;
  digits.high = -OrdinalAtLeast(format, mirrored);
  return digits;
}

}  // namespace

absl::StatusOr<Exhaustion> ExhaustionOf(const Graph& graph, Format under_test) {
  if (graph.HasRows()) {
    return absl::InvalidArgumentError(
        "exhaustive sweep: the values of a row depend on each other, want independent samples");
  }
  Exhaustion result{.count = 1};
  for (const Input& input : graph.inputs) {
    const InputDigits digits = DigitsOf(input, under_test);
    if (digits.low > digits.high) {
      return absl::InvalidArgumentError(
          absl::StrCat("exhaustive sweep: no number is in the range of input '", input.name, "'"));
    }
    if (digits.count() > kMaxCount / result.count) {
      return absl::InvalidArgumentError("exhaustive sweep: more than 2^40 combinations of inputs");
    }
    result.count *= digits.count();
    result.inputs.push_back(digits);
  }
  return result;
}

}  // namespace allreview::numerics
