#include "analyzers/test_plan/files_that_reach.h"

#include <algorithm>

namespace allreview::test_plan {

std::set<std::string> FilesThatReach(ReachingTests& reaching,
                                     std::vector<ChangedDefinition> changed) {
  constexpr size_t kMost = 12;
  std::stable_sort(changed.begin(), changed.end(),
                   [](const auto& a, const auto& b) { return a.changed_lines > b.changed_lines; });
  if (changed.size() > kMost) changed.resize(kMost);
  std::set<std::string> paths;
  for (const ChangedDefinition& definition : changed) {
    for (const reach::ReachingTest& test : reaching.Of(*definition.file, *definition.definition)) {
      paths.insert(test.path);
    }
  }
  return paths;
}

}  // namespace allreview::test_plan
