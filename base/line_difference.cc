#include "base/line_difference.h"

#include <algorithm>

#include "base/poll.h"

namespace allreview {
namespace {

using Lines = std::vector<absl::string_view>;

// Lengths of the longest common subsequences of the ends from each pair of lines on.
std::vector<std::vector<int>> CommonLengths(const Lines& a, const Lines& b) {
  std::vector<std::vector<int>> length(a.size() + 1, std::vector<int>(b.size() + 1));
  for (size_t i = a.size(); i-- > 0;) {
    Poll(static_cast<int>(b.size()));
    for (size_t j = b.size(); j-- > 0;) {
      length[i][j] =
          a[i] == b[j] ? length[i + 1][j + 1] + 1 : std::max(length[i + 1][j], length[i][j + 1]);
    }
  }
  return length;
}

}  // namespace

std::vector<LineStep> LineDifference(const Lines& before, const Lines& after, size_t max_lines) {
  using Fate = LineStep::Fate;
  std::vector<LineStep> steps;
  size_t i = 0, j = 0;
  if (before.size() <= max_lines && after.size() <= max_lines) {
    const std::vector<std::vector<int>> length = CommonLengths(before, after);
    while (i < before.size() && j < after.size()) {
      if (before[i] == after[j]) {
        steps.push_back({Fate::kStays, j++});
        ++i;
      } else if (length[i + 1][j] >= length[i][j + 1]) {
        steps.push_back({Fate::kGoes, i++});
      } else {
        steps.push_back({Fate::kComes, j++});
      }
    }
  }
  while (i < before.size()) steps.push_back({Fate::kGoes, i++});
  while (j < after.size()) steps.push_back({Fate::kComes, j++});
  return steps;
}

}  // namespace allreview
