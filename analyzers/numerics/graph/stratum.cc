#include "analyzers/numerics/graph/stratum.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "analyzers/numerics/graph/distribution_text.h"

namespace allreview::numerics {
namespace {

using Kind = Distribution::Kind;

constexpr Distribution Normal(double mean, double deviation) {
  return {Kind::kNormal, mean, deviation};
}
constexpr Distribution Uniform(double low, double high) { return {Kind::kUniform, low, high}; }
constexpr Distribution LogUniform(double low, double high) {
  return {Kind::kLogUniform, low, high};
}
constexpr Distribution LogUniformPositive(double low, double high) {
  return {Kind::kLogUniformPositive, low, high};
}
constexpr Distribution Constant(double value) { return {Kind::kConstant, value, 0}; }

struct Family {
  Distribution distribution;
  Plausibility plausibility;
};

// What training code sees of each role, most usual first. Ranges: activations and logits of
// transformers after normalisation lie within a few units and reach tens in outlier channels
// (Dettmers et al., LLM.int8(), 2022); gradients of large models lie between 2^-30 and 1
// (Micikevicius et al., Mixed Precision Training, 2018, figure 3).
std::vector<Family> FamiliesOf(Role role) {
  using enum Plausibility;
  switch (role) {
    case Role::kActivation:
      return {{Normal(0, 1), kRealistic},    {Normal(0, 4), kRealistic},
              {Normal(0, 0.02), kRealistic}, {Normal(0, 16), kPlausible},
              {Normal(4, 0.25), kPlausible}, {LogUniform(-24, 15), kAdversarial}};
    case Role::kLogit:
      return {{Normal(0, 1), kRealistic},
              {Normal(0, 4), kRealistic},
              {Normal(0, 12), kPlausible},
              {Normal(0, 40), kAdversarial},
              {LogUniform(-20, 12), kAdversarial}};
    case Role::kLogProbability:
      return {{Uniform(-12, 0), kRealistic},
              {Normal(-2, 0.05), kRealistic},
              {Uniform(-60, 0), kPlausible},
              {Uniform(-400, 0), kAdversarial}};
    case Role::kProbability:
      return {{Uniform(0.001, 0.999), kRealistic},
              {LogUniformPositive(-12, -1), kRealistic},
              {LogUniformPositive(-24, -1), kPlausible},
              {Uniform(0, 1), kPlausible},
              {LogUniformPositive(-60, -1), kAdversarial}};
    case Role::kGradient:
      return {{Normal(0, 0.001), kRealistic},
              {LogUniform(-24, -4), kRealistic},
              {Normal(0, 1), kPlausible},
              {LogUniform(-40, 4), kAdversarial}};
    case Role::kPosition:
      return {{{Kind::kPosition, 0, 0}, kRealistic}};
    case Role::kNormWeight:
      return {{Normal(1, 0.1), kRealistic}, {Uniform(0.1, 4), kPlausible}};
    case Role::kWeight:
      return {{Normal(0, 0.02), kRealistic}, {Normal(0, 0.5), kPlausible}};
    case Role::kLossScale:
      return {{{Kind::kLogUniformPositive, 10, 16}, kRealistic},
              {{Kind::kLogUniformPositive, 0, 24}, kPlausible}};
    case Role::kSecondMoment:
      return {{LogUniformPositive(-24, -4), kRealistic},
              {LogUniformPositive(-40, 0), kPlausible},
              {LogUniformPositive(-80, 10), kAdversarial}};
    case Role::kVariance:
      return {{Uniform(0.1, 4), kRealistic},
              {LogUniformPositive(-12, 6), kPlausible},
              {LogUniformPositive(-40, 20), kAdversarial}};
    case Role::kMask:
      return {{{Kind::kBernoulli, 0.5, 0}, kRealistic}, {{Kind::kBernoulli, 0.9, 0}, kPlausible}};
    case Role::kEpsilon:
      return {{Constant(1e-5), kRealistic}, {Constant(1e-8), kPlausible}};
    case Role::kCountOf:
      return {{{Kind::kInteger, 1, 4096}, kRealistic}, {{Kind::kInteger, 1, 1 << 20}, kPlausible}};
    case Role::kLabel:
      return {{{Kind::kInteger, 0, 1}, kRealistic}};
  }
  return {};
}

// The range that the code proves of an input.
Distribution Limited(Distribution d, const Input& input) {
  const double low = input.minimum.value_or(-HUGE_VAL);
  const double high = input.maximum.value_or(HUGE_VAL);
  if (low >= 0) {
    if (d.kind == Kind::kLogUniform) d.kind = Kind::kLogUniformPositive;
    // The half of the bell that is possible.
    if (d.kind == Kind::kNormal && d.a - 3 * d.b < low) {
      d = Uniform(low, std::min(high, std::max(d.a + 3 * d.b, low + 1)));
    }
  }
  if (d.kind == Kind::kUniform) {
    d.a = std::max(d.a, low);
    d.b = std::max(d.a, std::min(d.b, high));
  }
  if (d.kind == Kind::kLogUniform || d.kind == Kind::kLogUniformPositive) {
    if (high < HUGE_VAL && high > 0) d.b = std::min(d.b, std::floor(std::log2(high)) - 1);
    if (low > 0) d.a = std::max(d.a, std::ceil(std::log2(low)));
    d.b = std::max(d.a, d.b);
  }
  if (d.kind == Kind::kNormal && high < d.a + 3 * d.b) {
    d = Uniform(std::max(low, d.a - 3 * d.b), high);
  }
  return d;
}

}  // namespace

absl::string_view PlausibilityName(Plausibility plausibility) {
  switch (plausibility) {
    case Plausibility::kRealistic:
      return "realistic";
    case Plausibility::kPlausible:
      return "plausible";
    case Plausibility::kAdversarial:
      return "adversarial";
  }
  return "";
}

std::vector<Stratum> StrataOf(const Graph& graph, SampleSize size) {
  std::vector<std::vector<Family>> families;
  size_t count = 1;
  for (const Input& input : graph.inputs) {
    if (input.distribution.has_value()) {
      families.push_back({{*input.distribution, Plausibility::kRealistic}});
    } else {
      families.push_back(FamiliesOf(input.role));
    }
    count = std::max(count, families.back().size());
  }
  std::vector<Stratum> strata;
  for (size_t i = 0; i < count; ++i) {
    Stratum stratum{.id = static_cast<uint32_t>(i)};
    if (graph.HasRows()) {
      stratum.row_length = size.row_length;
      stratum.rows = std::max<int64_t>(1, size.lanes / size.row_length);
    } else {
      stratum.row_length = size.lanes;
    }
    for (size_t k = 0; k < families.size(); ++k) {
      const Family& family = families[k][std::min(i, families[k].size() - 1)];
      stratum.distributions.push_back(Limited(family.distribution, graph.inputs[k]));
      stratum.plausibility = std::max(stratum.plausibility, family.plausibility);
      absl::StrAppend(&stratum.name, k > 0 ? " " : "", graph.inputs[k].name, "~",
                      DistributionText(stratum.distributions.back()));
    }
    strata.push_back(std::move(stratum));
  }
  std::stable_sort(strata.begin(), strata.end(), [](const Stratum& a, const Stratum& b) {
    return a.plausibility < b.plausibility;
  });
  return strata;
}

}  // namespace allreview::numerics
