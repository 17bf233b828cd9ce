#ifndef ANALYZERS_TEST_PLAN_FILES_THAT_REACH_H_
#define ANALYZERS_TEST_PLAN_FILES_THAT_REACH_H_

#include <set>
#include <string>
#include <vector>

#include "analyzers/test_plan/changed_code.h"
#include "analyzers/test_plan/reaching_tests.h"

namespace allreview::test_plan {

// Paths of files with a test that is proven to run one of the largest changed definitions. Empty:
// none is known.
std::set<std::string> FilesThatReach(ReachingTests& reaching,
                                     std::vector<ChangedDefinition> changed);

}  // namespace allreview::test_plan

#endif  // ANALYZERS_TEST_PLAN_FILES_THAT_REACH_H_
