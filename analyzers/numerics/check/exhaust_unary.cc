#include "analyzers/numerics/check/exhaust_unary.h"

#include <algorithm>
#include <vector>

#include "analyzers/numerics/arithmetic/ordinal.h"

namespace allreview::numerics {
namespace {

constexpr size_t kMaxRanges = 16;
constexpr int64_t kLanesAtOnce = 4096;

// The numbers of a format from the least that the code allows to the largest.
std::vector<double> NumbersOf(const Input& input, Format format) {
  std::vector<double> numbers;
  for (int64_t ordinal = -MaxOrdinal(format); ordinal <= MaxOrdinal(format); ++ordinal) {
    const double value = FromOrdinal(format, ordinal);
    if (input.minimum.has_value() && value < *input.minimum) continue;
    if (input.maximum.has_value() && value > *input.maximum) continue;
    numbers.push_back(value);
  }
  return numbers;
}

void Count(double value, const LaneDiagnosis& lane, bool is_after_failure, Exhausted& result) {
  ++result.failures;
  const bool is_same_range =
      is_after_failure && !result.ranges.empty() && result.ranges.back().state == lane.state;
  if (is_same_range) {
    result.ranges.back().last = value;
  } else {
    result.ranges.push_back({.first = value, .last = value, .state = lane.state});
  }
}

}  // namespace

std::optional<Exhausted> ExhaustUnary(const Graph& graph, Probe& probe) {
  if (graph.HasRows() || graph.inputs.size() != 1) return std::nullopt;
  const Format format = probe.format_of_input(0);
  if (MaxOrdinal(format) > (1 << 15)) return std::nullopt;
  const std::vector<double> numbers = NumbersOf(graph.inputs[0], format);
  Exhausted result{.inputs = numbers.size()};
  bool is_after_failure = false;
  for (size_t begin = 0; begin < numbers.size(); begin += kLanesAtOnce) {
    const size_t end = std::min(numbers.size(), begin + kLanesAtOnce);
    const std::vector<LaneDiagnosis> lanes =
        probe.TrySamples({std::vector<double>(numbers.begin() + begin, numbers.begin() + end)});
    for (size_t i = begin; i < end; ++i) {
      const LaneDiagnosis& lane = lanes[i - begin];
      if (lane.is_failure()) Count(numbers[i], lane, is_after_failure, result);
      is_after_failure = lane.is_failure();
    }
  }
  if (result.ranges.size() > kMaxRanges) {
    result.ranges_left_out = static_cast<int>(result.ranges.size() - kMaxRanges);
    result.ranges.resize(kMaxRanges);
  }
  return result;
}

}  // namespace allreview::numerics
