#ifndef ANALYZERS_REACH_REACHING_TEST_H_
#define ANALYZERS_REACH_REACHING_TEST_H_

// A test that runs a symbol, as Reach answers. Plain data.

#include <string>

#include "analyzers/repository/facts.h"

namespace allreview::reach {

struct ReachingTest {
  std::string name;  // Absolute.
  std::string path;
  repository::Place place;  // Of the test's definition.
  std::string relation;     // "calls", "reaches", "constructs", "sets up": what it does with it.
  int distance = 1;         // In calls.
};

}  // namespace allreview::reach

#endif  // ANALYZERS_REACH_REACHING_TEST_H_
