#include "analyzers/numerics/check/shrink.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "analyzers/numerics/arithmetic/decimal.h"
#include "analyzers/numerics/arithmetic/ordinal.h"

namespace allreview::numerics {
namespace {

using Values = std::vector<std::vector<double>>;

// What has to stay: the failure, and whether it lies in the result's range.
class Goal {
 public:
  explicit Goal(const LaneDiagnosis& sample)
      : failure_(sample.cause.failure), is_range_(sample.is_result_range()) {}

  bool IsMet(const LaneDiagnosis& lane) const {
    if (lane.cause.failure != failure_) return false;
    return is_range_ ? lane.is_result_range() : lane.is_failure();
  }

 private:
  const Failure failure_;
  const bool is_range_;
};

// Numbers that stay as they are: the caller gave them, or the code does.
bool IsFixed(const Input& input) {
  return input.distribution.has_value() &&
         input.distribution->kind == Distribution::Kind::kConstant;
}

bool IsAllowed(const Input& input, double value) {
  const bool is_positive = input.role == Role::kSecondMoment || input.role == Role::kVariance ||
                           input.role == Role::kProbability || input.role == Role::kEpsilon ||
                           (input.distribution.has_value() &&
                            input.distribution->kind == Distribution::Kind::kLogUniformPositive);
  if (is_positive && value <= 0) return false;
  return !(input.minimum.has_value() && value < *input.minimum) &&
         !(input.maximum.has_value() && value > *input.maximum);
}

// Simpler numbers than `value`, the simplest first.
std::vector<double> SimplerThan(double value) {
  std::vector<double> candidates = {0, 1, -1};
  for (int digits = 1; digits <= 4; ++digits) {
    const double rounded = WithDigits(value, digits);
    const double step = std::pow(10.0, std::floor(std::log10(std::fabs(value))) - (digits - 1));
    for (const double candidate : {rounded, rounded + step, rounded - step}) {
      if (std::isfinite(candidate)) candidates.push_back(WithDigits(candidate, digits));
    }
  }
  return candidates;
}

class Shrinker {
 public:
  Shrinker(Probe& probe, const Graph& graph, const FailingSample& sample)
      : probe_(probe), graph_(graph), goal_(sample.diagnosis), has_rows_(graph.HasRows()) {
    shrunk_.inputs = sample.inputs;
    shrunk_.diagnosis = sample.diagnosis;
    shrunk_.lane = static_cast<int>(has_rows_ ? sample.lane : 0);
    if (!has_rows_) return;
    for (const std::vector<double>& values : sample.inputs) {
      shrunk_.row_length = std::max(shrunk_.row_length, static_cast<int>(values.size()));
    }
  }

  Shrunk Run() {
    if (has_rows_) {
      MakeConstant();
      Shorten();
    }
    Simplify();
    Approach();
    // The exact boundary of a wide format has many digits; a number that reads well says as much.
    Simplify();
    if (has_rows_) Shorten();
    return std::move(shrunk_);
  }

 private:
  // The first lane that fails as wanted, if any; kept when there is one.
  bool Keep(const Values& inputs, int row_length) {
    Values full = inputs;
    if (has_rows_) {
      for (size_t k = 0; k < full.size(); ++k) {
        if (graph_.inputs[k].extent != Extent::kElement) continue;
        if (full[k].size() == 1) full[k].assign(static_cast<size_t>(row_length), full[k][0]);
        full[k].resize(static_cast<size_t>(row_length));
      }
    }
    const std::vector<LaneDiagnosis> lanes =
        has_rows_ ? probe_.TryRow(full, row_length) : probe_.TrySamples(full);
    const auto found = std::find_if(lanes.begin(), lanes.end(),
                                    [&](const LaneDiagnosis& lane) { return goal_.IsMet(lane); });
    if (found == lanes.end()) return false;
    shrunk_.inputs = inputs;
    for (std::vector<double>& values : shrunk_.inputs) {
      if (values.size() > static_cast<size_t>(row_length) && has_rows_) {
        values.resize(static_cast<size_t>(row_length));
      }
    }
    shrunk_.row_length = has_rows_ ? row_length : 0;
    shrunk_.lane = static_cast<int>(found - lanes.begin());
    shrunk_.diagnosis = *found;
    return true;
  }

  bool KeepWith(size_t input, double value) {
    if (!IsAllowed(graph_.inputs[input], value)) return false;
    Values inputs = shrunk_.inputs;
    inputs[input] = {probe_.Rounded(input, value)};
    return Keep(inputs, shrunk_.row_length);
  }

  bool IsOne(size_t input) const { return shrunk_.inputs[input].size() == 1; }

  // Rows of one number: the largest of the row, its mean, or the wrong element.
  void MakeConstant() {
    for (size_t k = 0; k < shrunk_.inputs.size(); ++k) {
      const std::vector<double>& row = shrunk_.inputs[k];
      if (row.size() < 2) continue;
      const double largest = *std::max_element(row.begin(), row.end());
      const double smallest = *std::min_element(row.begin(), row.end());
      double sum = 0;
      for (const double value : row) sum += value;
      for (const double candidate : {largest, sum / static_cast<double>(row.size()), smallest}) {
        if (std::isfinite(candidate) && KeepWith(k, candidate)) break;
      }
    }
  }

  // The shortest row that fails, if shorter ones than a failing one never do.
  void Shorten() {
    int low = 0;  // Does not fail, or is no row.
    for (int length = 1; length < shrunk_.row_length; length *= 2) {
      if (Keep(shrunk_.inputs, length)) break;
      low = length;
    }
    while (shrunk_.row_length - low > 1) {
      const int middle = low + (shrunk_.row_length - low) / 2;
      if (!Keep(shrunk_.inputs, middle)) low = middle;
    }
    shrunk_.is_shortest = true;
  }

  void Simplify() {
    for (size_t k = 0; k < shrunk_.inputs.size(); ++k) {
      if (IsFixed(graph_.inputs[k]) || !IsOne(k)) continue;
      const double value = shrunk_.inputs[k][0];
      if (value == 0 || !std::isfinite(value)) continue;
      // Four digits name every number of such a format well enough.
      if (is_at_boundary_ && TraitsOf(probe_.format_of_input(k)).precision <= 11) continue;
      for (const double candidate : SimplerThan(value)) {
        if (probe_.Rounded(k, candidate) == value || KeepWith(k, candidate)) break;
      }
    }
  }

  // Bisects along the grid of each input towards 0, as far as the failure lasts without a gap.
  void Approach() {
    for (size_t k = 0; k < shrunk_.inputs.size(); ++k) {
      if (IsFixed(graph_.inputs[k]) || !IsOne(k)) continue;
      const Format format = probe_.format_of_input(k);
      int64_t failing = Ordinal(format, shrunk_.inputs[k][0]);
      int64_t passing = 0;
      if (std::abs(failing) < 2 || KeepWith(k, 0)) continue;
      while (std::abs(failing - passing) > 1) {
        const int64_t middle = passing + (failing - passing) / 2;
        (KeepWith(k, FromOrdinal(format, middle)) ? failing : passing) = middle;
      }
    }
    is_at_boundary_ = true;
  }

  Probe& probe_;
  const Graph& graph_;
  const Goal goal_;
  const bool has_rows_;
  bool is_at_boundary_ = false;
  Shrunk shrunk_;
};

}  // namespace

Shrunk ShrinkSample(Probe& probe, const Graph& graph, const FailingSample& sample) {
  return Shrinker(probe, graph, sample).Run();
}

}  // namespace allreview::numerics
