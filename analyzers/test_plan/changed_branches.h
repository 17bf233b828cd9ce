#ifndef ANALYZERS_TEST_PLAN_CHANGED_BRANCHES_H_
#define ANALYZERS_TEST_PLAN_CHANGED_BRANCHES_H_

// What tests make of the conditions that a change adds or alters.
//
//   router.py:343 `gather_size > 1`: never true; tests/test_qb.py:40 starts one rank
//
// By constants that tests and their recipes give settings and parameters (analyzers/reach), and for
// sizes of parallel groups by the sizes that the tests which get there ask for. What neither tells
// is left out. Loads the index, reads files of tests.

#include <functional>
#include <string>
#include <vector>

#include "analyzers/change/analysed_change.h"
#include "analyzers/test_plan/reaching_tests.h"
#include "analyzers/test_plan/test_text.h"
#include "analyzers/test_plan/test_verification.h"

namespace allreview::test_plan {

// Text of a file of the repository after the change; null: it cannot be had.
using TextOfTest = std::function<const TestText*(const std::string& path)>;

// By path and line, at most forty.
std::vector<TestVerification::Branch> ChangedBranches(const change::AnalysedChange& change,
                                                      ReachingTests& reaching,
                                                      const TextOfTest& text_of);

}  // namespace allreview::test_plan

#endif  // ANALYZERS_TEST_PLAN_CHANGED_BRANCHES_H_
