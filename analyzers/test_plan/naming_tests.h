#ifndef ANALYZERS_TEST_PLAN_NAMING_TESTS_H_
#define ANALYZERS_TEST_PLAN_NAMING_TESTS_H_

// Tests that name a definition in their code although no call is known to lead to it: what a test
// calls through a fixture or a fake has no known type.
//
//   const Naming naming = FindNaming(change, tests.repository(), definition);
//   if (naming.file == nullptr) ...  // No test says the name: only then may one call it untested.

#include <string>

#include "analyzers/change/analysed_change.h"
#include "analyzers/test_plan/repository_files.h"

namespace allreview::test_plan {

struct Naming {
  const repository::IndexedFile* file = nullptr;  // Null: no test file has the name in its code.
  std::string function = {};                      // The function that says it.
  int line = 0;                                   // Of that function.
  // It can mean nothing else: no other definition has the name, or the change edits the test.
  bool is_certain = false;
};

// Texts do not count, nor do tests that put something else in its place. A special method counts as
// its class.
Naming FindNaming(const change::AnalysedChange& change, const RepositoryFiles& repository,
                  const python::Definition& definition);

}  // namespace allreview::test_plan

#endif  // ANALYZERS_TEST_PLAN_NAMING_TESTS_H_
