#ifndef ANALYZERS_ORGANISATION_RULES_RULE_TESTS_H_
#define ANALYZERS_ORGANISATION_RULES_RULE_TESTS_H_

// Runs the tests that rules bring along.
//
//   for (const TestResult& result : RunTests(*loaded.rules)) Show(result);

#include <functional>
#include <vector>

#include "analyzers/organisation_rules/rule_set.h"
#include "analyzers/organisation_rules/test_result.h"

namespace allreview::organisation_rules {

// In the order of rules and tests. Each test is a change of one file, reviewed with that rule
// alone. A rewrite must leave Python behind in which the rule finds less.
// A test that takes more than two seconds of `cpu_seconds`, of the calling thread, fails; without
// that function none does.
std::vector<TestResult> RunTests(const RuleSet& rules,
                                 const std::function<double()>& cpu_seconds = {});

}  // namespace allreview::organisation_rules

#endif  // ANALYZERS_ORGANISATION_RULES_RULE_TESTS_H_
