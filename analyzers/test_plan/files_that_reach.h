#ifndef ANALYZERS_TEST_PLAN_FILES_THAT_REACH_H_
#define ANALYZERS_TEST_PLAN_FILES_THAT_REACH_H_

#include <set>
#include <string>
#include <vector>

#include "analyzers/test_plan/changed_code.h"
#include "analyzers/test_plan/reaching_tests.h"

namespace allreview::test_plan {

// Files with tests that are known to run changed definitions, those that change most.
struct ReachingFiles {
  std::vector<std::string> nearest;  // With the nearest test of each definition; each once.
  std::set<std::string> all;
};
ReachingFiles FilesThatReach(ReachingTests& reaching, std::vector<ChangedDefinition> changed);

}  // namespace allreview::test_plan

#endif  // ANALYZERS_TEST_PLAN_FILES_THAT_REACH_H_
