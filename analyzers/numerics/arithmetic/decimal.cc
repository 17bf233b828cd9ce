#include "analyzers/numerics/arithmetic/decimal.h"

#include <cstdlib>

#include "absl/strings/str_format.h"

namespace allreview::numerics {

namespace {

// Without an exponent where people would not write one.
std::string Plain(double value, int digits) {
  const double magnitude = Abs(value);
  for (int places = digits; places <= 7 && magnitude < 1e7; ++places) {
    std::string text = absl::StrFormat("%.*g", places, value);
    if (text.find('e') == std::string::npos) return text;
    if (magnitude < 1) break;
  }
  return absl::StrFormat("%.*g", digits, value);
}

}  // namespace

double WithDigits(double value, int digits) {
  return std::strtod(absl::StrFormat("%.*e", digits - 1, value).c_str(), nullptr);
}

std::string ShortestDecimal(Format format, double value) {
  if (IsNan(value)) return "nan";
  if (!IsFinite(value)) return value > 0 ? "inf" : "-inf";
  for (int digits = 1; digits <= 17; ++digits) {
    const double rounded = WithDigits(value, digits);
    if (RoundTo(format, rounded) == value) return Plain(rounded, digits);
  }
  return absl::StrFormat("%.17g", value);
}

}  // namespace allreview::numerics
