#include "analyzers/numerics/fpcore/preconditions.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"

namespace allreview::numerics {
namespace {

// Arguments without bounds: as far as it matters in training.
constexpr double kLargestExponent = 30;
// Between bounds that are further apart than this, sizes matter more than values.
constexpr double kWideRatio = 1000;

struct NamedNumber {
  absl::string_view name;
  double value;
};
// C11 names; section "Constants" of the FPCore specification.
constexpr NamedNumber kConstants[] = {
    {"E", 0x1.5bf0a8b145769p+1},          {"LOG2E", 0x1.71547652b82fep+0},
    {"LOG10E", 0x1.bcb7b1526e50ep-2},     {"LN2", 0x1.62e42fefa39efp-1},
    {"LN10", 0x1.26bb1bbb55516p+1},       {"PI", 0x1.921fb54442d18p+1},
    {"PI_2", 0x1.921fb54442d18p+0},       {"PI_4", 0x1.921fb54442d18p-1},
    {"M_1_PI", 0x1.45f306dc9c883p-2},     {"M_2_PI", 0x1.45f306dc9c883p-1},
    {"M_2_SQRTPI", 0x1.20dd750429b6dp+0}, {"SQRT2", 0x1.6a09e667f3bcdp+0},
    {"SQRT1_2", 0x1.6a09e667f3bcdp-1},
};

void AddBound(const SExpression& left, const SExpression& right,
              std::map<std::string, Bounds>& bounds) {
  if (left.is_list || right.is_list) return;
  const std::optional<double> low = NumberOf(left.atom);
  const std::optional<double> high = NumberOf(right.atom);
  if (low.has_value() == high.has_value()) return;
  if (low.has_value()) {
    std::optional<double>& minimum = bounds[right.atom].minimum;
    minimum = std::max(minimum.value_or(*low), *low);
  } else {
    std::optional<double>& maximum = bounds[left.atom].maximum;
    maximum = std::min(maximum.value_or(*high), *high);
  }
}

void Collect(const SExpression& condition, std::map<std::string, Bounds>& bounds) {
  if (!condition.is_list || condition.items.empty()) return;
  const SExpression& head = condition.items[0];
  if (head.Is("and")) {
    for (const SExpression& item : condition.items) Collect(item, bounds);
    return;
  }
  const bool is_ascending = head.Is("<") || head.Is("<=");
  if (!is_ascending && !head.Is(">") && !head.Is(">=")) return;
  for (size_t i = 1; i + 1 < condition.items.size(); ++i) {
    const SExpression& first = condition.items[i];
    const SExpression& second = condition.items[i + 1];
    AddBound(is_ascending ? first : second, is_ascending ? second : first, bounds);
  }
}

// The whole exponent of a bound, within what is sampled.
double ExponentOf(double magnitude) {
  if (magnitude <= 0) return -kLargestExponent;
  return std::clamp(std::floor(std::log2(magnitude)), -kLargestExponent, kLargestExponent);
}

}  // namespace

std::map<std::string, Bounds> BoundsOf(const SExpression& precondition) {
  std::map<std::string, Bounds> bounds;
  Collect(precondition, bounds);
  return bounds;
}

Distribution DistributionOf(const Bounds& bounds) {
  using Kind = Distribution::Kind;
  const Distribution everything{
      .kind = Kind::kLogUniform, .a = -kLargestExponent, .b = kLargestExponent};
  if (bounds.minimum.has_value() && bounds.maximum.has_value()) {
    const double low = *bounds.minimum;
    const double high = *bounds.maximum;
    if (low >= high) return {.kind = Kind::kConstant, .a = low, .b = 0};
    if (low < 0 || (low > 0 && high / low < kWideRatio) || high < kWideRatio) {
      return {.kind = Kind::kUniform, .a = low, .b = high};
    }
    return {.kind = Kind::kLogUniformPositive,
            .a = ExponentOf(low),
            // The upper binade would reach beyond the bound.
            .b = std::max(ExponentOf(low), ExponentOf(high) - 1)};
  }
  if (bounds.minimum.has_value() && *bounds.minimum >= 0) {
    return {.kind = Kind::kLogUniformPositive,
            .a = *bounds.minimum > 0 ? ExponentOf(*bounds.minimum) + 1 : -kLargestExponent,
            .b = kLargestExponent};
  }
  if (bounds.minimum.has_value()) {
    return {.kind = Kind::kUniform, .a = *bounds.minimum, .b = *bounds.minimum + kWideRatio};
  }
  if (bounds.maximum.has_value()) {
    return {.kind = Kind::kUniform, .a = *bounds.maximum - kWideRatio, .b = *bounds.maximum};
  }
  return everything;
}

std::optional<double> NumberOf(absl::string_view atom) {
  for (const NamedNumber& constant : kConstants) {
    if (constant.name == atom) return constant.value;
  }
  if (atom == "INFINITY") return std::numeric_limits<double>::infinity();
  const std::vector<absl::string_view> parts = absl::StrSplit(atom, absl::MaxSplits('/', 1));
  double value = 0;
  if (parts.size() == 2) {
    double divisor = 0;
    if (!absl::SimpleAtod(parts[0], &value) || !absl::SimpleAtod(parts[1], &divisor) ||
        divisor == 0) {
      return std::nullopt;
    }
    return value / divisor;
  }
  const absl::string_view digits = atom.substr(atom.find_first_not_of("+-") == 1 ? 1 : 0);
  if (digits.empty() || (!absl::ascii_isdigit(digits[0]) && digits[0] != '.')) return std::nullopt;
  // Hexadecimal floats, too, which SimpleAtod does not read.
  const std::string text(atom);
  char* end = nullptr;
  value = std::strtod(text.c_str(), &end);
  if (end != text.c_str() + text.size()) return std::nullopt;
  return value;
}

}  // namespace allreview::numerics
