#include "analyzers/numerics/graph/distribution_text.h"

#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/numerics/arithmetic/decimal.h"

namespace allreview::numerics {
namespace {

using Kind = Distribution::Kind;

// As short as it can be, and the same number when read again.
std::string NumberText(double value) { return ShortestDecimal(Format::kFp64, value); }

constexpr DistributionFamily kFamilies[] = {
    {"N", Kind::kNormal, 2, "N(mean, standard deviation)"},
    {"U", Kind::kUniform, 2, "U(low, high)"},
    {"logU", Kind::kLogUniform, 2, "logU(low exponent, high exponent)"},
    {"logU+", Kind::kLogUniformPositive, 2, "logU+(low exponent, high exponent)"},
    {"C", Kind::kConstant, 1, "C(value)"},
    {"arange", Kind::kPosition, 1, "arange(start)"},
    {"mask", Kind::kBernoulli, 1, "mask(probability of 1)"},
    {"integer", Kind::kInteger, 2, "integer(low, high)"},
};

}  // namespace

absl::Span<const DistributionFamily> DistributionFamilies() { return kFamilies; }

std::string DistributionText(const Distribution& d) {
  for (const DistributionFamily& known : kFamilies) {
    if (known.kind != d.kind) continue;
    return known.argument_count == 1
               ? absl::StrCat(known.name, "(", NumberText(d.a), ")")
               : absl::StrCat(known.name, "(", NumberText(d.a), ",", NumberText(d.b), ")");
  }
  return "";
}

absl::StatusOr<Distribution> ParseDistribution(absl::string_view text) {
  const auto wrong = [&] {
    return absl::InvalidArgumentError(
        absl::StrCat("'", text, "' is no distribution such as N(0,4), U(0,1) or logU(-20,-8)"));
  };
  const size_t open = text.find('(');
  if (open == absl::string_view::npos || !absl::EndsWith(text, ")")) return wrong();
  const std::vector<absl::string_view> numbers =
      absl::StrSplit(text.substr(open + 1, text.size() - open - 2), ',');
  for (const DistributionFamily& known : kFamilies) {
    if (known.name != text.substr(0, open)) continue;
    Distribution d{.kind = known.kind, .b = 0};
    if (static_cast<int>(numbers.size()) != known.argument_count ||
        !absl::SimpleAtod(numbers[0], &d.a) ||
        (known.argument_count == 2 && !absl::SimpleAtod(numbers[1], &d.b))) {
      return wrong();
    }
    return d;
  }
  return wrong();
}

}  // namespace allreview::numerics
