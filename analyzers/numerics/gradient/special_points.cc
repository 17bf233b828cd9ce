#include "analyzers/numerics/gradient/special_points.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace allreview::numerics {
namespace {

using Kind = Distribution::Kind;

bool Allows(const Distribution& distribution, double value) {
  switch (distribution.kind) {
    case Kind::kNormal:
      return std::fabs(value - distribution.a) <= 6 * distribution.b;
    case Kind::kUniform:
      return value >= distribution.a && value < distribution.b;
    case Kind::kLogUniform:
      return value != 0 && std::fabs(value) >= std::exp2(distribution.a) &&
             std::fabs(value) <= std::exp2(distribution.b);
    case Kind::kLogUniformPositive:
      return value > 0 && value >= std::exp2(distribution.a) && value <= std::exp2(distribution.b);
    case Kind::kConstant:
      return value == distribution.a;
    case Kind::kPosition:
      return value >= distribution.a && value == std::floor(value);
    case Kind::kBernoulli:
      return value == 0 || value == 1;
    case Kind::kInteger:
      return value >= distribution.a && value <= distribution.b && value == std::floor(value);
  }
  return false;
}

bool Allows(Role role, double value) {
  switch (role) {
    case Role::kProbability:
      return value >= 0 && value <= 1;
    case Role::kMask:
    case Role::kLabel:
      return value == 0 || value == 1;
    case Role::kVariance:
    case Role::kSecondMoment:
    case Role::kPosition:
      return value >= 0;
    case Role::kNormWeight:
    case Role::kLossScale:
    case Role::kEpsilon:
    case Role::kCountOf:
      return value > 0;
    case Role::kLogProbability:
      return value <= 0;
    default:
      return true;
  }
}

bool Allows(const Input& input, double value) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (value < input.minimum.value_or(-kInfinity) || value > input.maximum.value_or(kInfinity)) {
    return false;
  }
  return input.distribution.has_value() ? Allows(*input.distribution, value)
                                        : Allows(input.role, value);
}

bool Allows(const Input& input, const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(),
                     [&](double value) { return Allows(input, value); });
}

// The first is the usual one.
std::vector<std::vector<double>> CandidatesOf(const Input& input, bool has_rows) {
  std::vector<std::vector<double>> candidates;
  if (has_rows && input.extent == Extent::kElement) {
    candidates = {{0.75, 0.25, -0.5, 0.5},
                  {0.75, 0.25, 0.125, 0.5},
                  {1, 2, 3, 4},
                  {-1, -2, -3, -4},
                  {0, 0, 0, 0},
                  {1, 1, 1, 1},
                  {0, 1, 0, 0},
                  {-1, -1, -1, -1},
                  {0.5, 0.5, 0, 0.25}};
  } else {
    candidates = {{0.75}, {-0.5}, {0}, {1}, {-1}, {2}, {0.5}};
  }
  std::vector<std::vector<double>> possible;
  for (std::vector<double>& candidate : candidates) {
    if (Allows(input, candidate)) possible.push_back(std::move(candidate));
  }
  if (possible.empty()) {
    // Nothing special in its range: one number of it.
    const Distribution d = input.distribution.value_or(Distribution{Kind::kConstant, 1, 0});
    const bool is_logarithmic = d.kind == Kind::kLogUniform || d.kind == Kind::kLogUniformPositive;
    const double value = is_logarithmic             ? std::exp2((d.a + d.b) / 2)
                         : d.kind == Kind::kUniform ? (d.a + d.b) / 2
                                                    : d.a;
    possible.push_back(std::vector<double>(candidates[0].size(), value));
  }
  return possible;
}

}  // namespace

std::vector<SpecialPoint> SpecialPointsOf(const Graph& graph) {
  const size_t count = graph.inputs.size();
  std::vector<std::vector<std::vector<double>>> candidates;
  for (const Input& input : graph.inputs)
    candidates.push_back(CandidatesOf(input, graph.HasRows()));
  SpecialPoint usual;
  for (const auto& of_input : candidates) usual.push_back(of_input[0]);
  // At most two inputs are special at a time: pairs meet at ties and at 0 / 0.
  std::vector<SpecialPoint> points;
  for (size_t i = 0; i < count; ++i) {
    for (const std::vector<double>& value : candidates[i]) {
      SpecialPoint point = usual;
      point[i] = value;
      points.push_back(point);
      for (size_t j = i + 1; j < count; ++j) {
        for (const std::vector<double>& other : candidates[j]) {
          SpecialPoint pair = point;
          pair[j] = other;
          points.push_back(std::move(pair));
        }
      }
    }
  }
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  std::erase(points, usual);
  return points;
}

}  // namespace allreview::numerics
