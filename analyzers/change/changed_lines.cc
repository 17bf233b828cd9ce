#include "analyzers/change/changed_lines.h"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace allreview::change {
namespace {

bool Contains(const std::vector<int>& sorted, int value) {
  return std::binary_search(sorted.begin(), sorted.end(), value);
}

bool HasBetween(const std::vector<int>& sorted, int first, int last) {
  const auto it = std::lower_bound(sorted.begin(), sorted.end(), first);
  return it != sorted.end() && *it <= last;
}

// Index; -1: none.
int HunkThatAdds(const std::vector<ChangedHunk>& hunks, int line) {
  // Those of a diff stand in the order of their lines.
  const auto after =
      std::upper_bound(hunks.begin(), hunks.end(), line,
                       [](int wanted, const ChangedHunk& hunk) { return wanted < hunk.new_start; });
  if (after != hunks.begin() && Contains(std::prev(after)->added, line)) {
    return static_cast<int>(after - hunks.begin()) - 1;
  }
  const auto found = std::find_if(hunks.begin(), hunks.end(), [&](const ChangedHunk& hunk) {
    return std::find(hunk.added.begin(), hunk.added.end(), line) != hunk.added.end();
  });
  return found == hunks.end() ? -1 : static_cast<int>(found - hunks.begin());
}

}  // namespace

ChangedLines::ChangedLines(const std::vector<ChangedHunk>& hunks) {
  for (const ChangedHunk& hunk : hunks) {
    added_.insert(added_.end(), hunk.added.begin(), hunk.added.end());
    if (hunk.old_lines == 0) continue;  // Nothing was removed.
    // Lines that both sides share keep the two counters in step.
    std::vector<int> is_new = hunk.added;
    is_new.insert(is_new.end(), hunk.moved.begin(), hunk.moved.end());
    std::sort(is_new.begin(), is_new.end());
    std::vector<int> removed = hunk.removed;
    std::sort(removed.begin(), removed.end());
    int old_line = hunk.old_start;
    int new_line = hunk.old_lines > 0 && hunk.new_lines == 0 ? hunk.new_start + 1 : hunk.new_start;
    const int old_end = hunk.old_start + hunk.old_lines;
    while (old_line < old_end) {
      if (Contains(removed, old_line)) {
        removed_before_.push_back(new_line);
        ++old_line;
      } else if (Contains(is_new, new_line)) {
        ++new_line;
      } else {
        ++old_line;
        ++new_line;
      }
    }
  }
  std::sort(added_.begin(), added_.end());
  added_.erase(std::unique(added_.begin(), added_.end()), added_.end());
  std::sort(removed_before_.begin(), removed_before_.end());
}

ChangedLines ChangedLines::All(int count) {
  ChangedLines lines;
  lines.added_.resize(count);
  std::iota(lines.added_.begin(), lines.added_.end(), 1);
  return lines;
}

bool ChangedLines::HasAdded(int first, int last) const {
  if (added_.empty() || last < added_.front() || first > added_.back()) return false;
  // One run, as in a new file: each line is there once.
  if (added_.back() - added_.front() + 1 == std::ssize(added_)) return true;
  return HasBetween(added_, first, last);
}

bool ChangedLines::HasRemoved(int first, int last) const {
  return HasBetween(removed_before_, first + 1, last);
}

ChangedLines::Run ChangedLines::FirstRun(const std::vector<ChangedHunk>& hunks, int first,
                                         int last) const {
  Run run;
  auto it = std::lower_bound(added_.begin(), added_.end(), first);
  if (it == added_.end() || *it > last) return run;
  run.first_line = *it;
  run.end_line = *it + 1;
  while (++it != added_.end() && *it == run.end_line && *it <= last) ++run.end_line;
  run.hunk = HunkThatAdds(hunks, run.first_line);
  return run;
}

}  // namespace allreview::change
