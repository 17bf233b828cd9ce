#ifndef ANALYZERS_ORGANISATION_RULES_TEST_RESULT_H_
#define ANALYZERS_ORGANISATION_RULES_TEST_RESULT_H_

#include <string>

namespace allreview::organisation_rules {

// Outcome of one test that a rule brings along.
struct TestResult {
  std::string rule_id;
  std::string name;  // "bad 1", "good 2".
  std::string file;
  int line = 1;         // Of the test.
  std::string failure;  // What was found and what was wanted. Empty: it passed.
};

}  // namespace allreview::organisation_rules

#endif  // ANALYZERS_ORGANISATION_RULES_TEST_RESULT_H_
