#include "analyzers/test_plan/files_that_reach.h"

#include <algorithm>

namespace allreview::test_plan {

ReachingFiles FilesThatReach(ReachingTests& reaching, std::vector<ChangedDefinition> changed) {
  constexpr size_t kMost = 12;
  std::stable_sort(changed.begin(), changed.end(),
                   [](const auto& a, const auto& b) { return a.changed_lines > b.changed_lines; });
  if (changed.size() > kMost) changed.resize(kMost);
  ReachingFiles files;
  for (const ChangedDefinition& definition : changed) {
    const auto& tests = reaching.Of(*definition.file, *definition.definition);
    for (const reach::ReachingTest& test : tests) files.all.insert(test.path);
    if (tests.empty()) continue;
    const std::string& path = tests[0].path;
    const bool is_told =
        std::find(files.nearest.begin(), files.nearest.end(), path) != files.nearest.end();
    if (!is_told) files.nearest.push_back(path);
  }
  return files;
}

}  // namespace allreview::test_plan
