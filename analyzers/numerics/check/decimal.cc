#include "analyzers/numerics/check/decimal.h"

#include <cstdlib>

#include "absl/strings/str_format.h"

namespace allreview::numerics {

double WithDigits(double value, int digits) {
  return std::strtod(absl::StrFormat("%.*e", digits - 1, value).c_str(), nullptr);
}

std::string ShortestDecimal(Format format, double value) {
  if (IsNan(value)) return "nan";
  if (!IsFinite(value)) return value > 0 ? "inf" : "-inf";
  for (int digits = 1; digits <= 17; ++digits) {
    if (RoundTo(format, WithDigits(value, digits)) != value) continue;
    return absl::StrFormat("%.*g", digits, value);
  }
  return absl::StrFormat("%.17g", value);
}

}  // namespace allreview::numerics
