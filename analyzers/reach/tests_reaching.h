#ifndef ANALYZERS_REACH_TESTS_REACHING_H_
#define ANALYZERS_REACH_TESTS_REACHING_H_

// Which tests reach a symbol. Part of Reach.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::reach {

struct ReachingTest {
  std::string name;  // Absolute.
  std::string path;
  repository::Place place;  // Of the test's definition.
  std::string relation;     // "calls", "reaches", "constructs", "sets up": what it does with it.
  int distance = 1;         // In calls.
};

// See Reach::TestsReaching.
class SkippedTests;
std::vector<ReachingTest> TestsReaching(repository::Project& project,
                                        repository::RepositoryIndex& index, SkippedTests& skipped,
                                        absl::string_view absolute_name, int max);

}  // namespace allreview::reach

#endif  // ANALYZERS_REACH_TESTS_REACHING_H_
