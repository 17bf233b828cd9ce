#ifndef ANALYZERS_ORGANISATION_RULES_RULE_TESTS_H_
#define ANALYZERS_ORGANISATION_RULES_RULE_TESTS_H_

// Runs the tests that rules bring along.
//
//   for (const TestResult& result : RunTests(*loaded.rules)) Show(result);

#include <string>
#include <vector>

#include "analyzers/organisation_rules/rule_set.h"

namespace allreview::organisation_rules {

struct TestResult {
  std::string rule_id;
  std::string name;  // "bad 1", "good 2".
  std::string file;
  int line = 1;         // Of the test.
  std::string failure;  // What was found and what was wanted. Empty: it passed.
};

// In the order of rules and tests. Each test is a change of one file, reviewed with that rule
// alone. A rewrite must leave Python behind in which the rule finds less.
std::vector<TestResult> RunTests(const RuleSet& rules);

}  // namespace allreview::organisation_rules

#endif  // ANALYZERS_ORGANISATION_RULES_RULE_TESTS_H_
