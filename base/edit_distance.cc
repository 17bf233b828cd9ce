#include "base/edit_distance.h"

#include <algorithm>

#include "base/poll.h"

namespace allreview {

int EditDistance(absl::string_view a, absl::string_view b) {
  PollBytes(a.size() * b.size() * sizeof(int));
  std::vector<std::vector<int>> cost(a.size() + 1, std::vector<int>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) cost[i][0] = static_cast<int>(i);
  for (size_t j = 0; j <= b.size(); ++j) cost[0][j] = static_cast<int>(j);
  for (size_t i = 1; i <= a.size(); ++i) {
    for (size_t j = 1; j <= b.size(); ++j) {
      const int substitution = cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, substitution});
      const bool is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_swap) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

std::string Nearest(absl::string_view name, const std::vector<std::string>& candidates) {
  constexpr size_t kMaxLength = 200;  // The table is quadratic; names are short.
  if (name.empty() || name.size() > kMaxLength) return "";
  std::string nearest;
  int best = std::max(2, static_cast<int>(name.size()) / 3) + 1;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > kMaxLength) continue;
    // Each byte more or less is an edit.
    const int shorter = static_cast<int>(std::min(name.size(), candidate.size()));
    const int longer = static_cast<int>(std::max(name.size(), candidate.size()));
    if (longer - shorter > best) continue;
    const int distance = EditDistance(name, candidate);
    if (distance < best || (distance == best && !nearest.empty() && candidate < nearest)) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

}  // namespace allreview
