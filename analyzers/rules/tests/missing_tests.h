#ifndef ANALYZERS_RULES_TESTS_MISSING_TESTS_H_
#define ANALYZERS_RULES_TESTS_MISSING_TESTS_H_

// What the rules on tests share: which new code nothing tests, and how to say so.

#include <string>
#include <vector>

#include "analyzers/rules/rule.h"
#include "analyzers/test_plan/tests_of_change.h"
#include "sentences/sentence.h"

namespace allreview::rules {

// New definitions that no test reaches, largest first, when the change as a whole brings next to no
// tests: nobody can then say that some test was only not understood. Empty: it brings enough, or
// there is too little. Looks at the index only when sizes allow for a finding.
std::vector<test_plan::NewDefinition> FindMissingTests(test_plan::TestsOfChange& tests);

// Same order; what is left when the above is empty and some of it is large.
std::vector<test_plan::NewDefinition> FindUnreachedCode(test_plan::TestsOfChange& tests);

// "`A.f` (pkg/a.py:12), `g` (pkg/b.py:3) and 4 more".
Words DefinitionList(const std::vector<test_plan::NewDefinition>& definitions);
// All but the first, as far as one wants to read.
std::vector<Related> RelatedDefinitions(const std::vector<test_plan::NewDefinition>& definitions);
int StatementsOf(const std::vector<test_plan::NewDefinition>& definitions);

// Where tests of that source file would go: the mirror of its folder, else the folder that most
// tests lie in.
std::string SuggestedTestFile(const std::string& source, test_plan::TestsOfChange& tests);

// The beginning of such a test file: imports, a fixture when the code needs process groups, one
// test for each definition.
std::string TestSkeleton(const std::vector<test_plan::NewDefinition>& definitions,
                         test_plan::TestsOfChange& tests);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_TESTS_MISSING_TESTS_H_
