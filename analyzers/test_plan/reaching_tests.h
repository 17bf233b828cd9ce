#ifndef ANALYZERS_TEST_PLAN_REACHING_TESTS_H_
#define ANALYZERS_TEST_PLAN_REACHING_TESTS_H_

// Tests that run a changed definition: proven by calls, never by standing in the same file.
//
//   ReachingTests reaching(change);
//   for (const reach::ReachingTest& test : reaching.Of(file, definition)) ...
//
// When all calls of a new function stand behind a comparison with a text, `config.kind == "fast"`,
// only tests of files that say the text count. Loads the index. One thread.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "analyzers/change/analysed_change.h"
#include "analyzers/reach/reach.h"

namespace allreview::test_plan {

class ReachingTests {
 public:
  // Borrowed.
  explicit ReachingTests(const change::AnalysedChange& change) : change_(change) {}

  // Tests that the change adds or edits first, then the nearest.
  const std::vector<reach::ReachingTest>& Of(const change::AnalysedFile& file,
                                             const python::Definition& definition);

 private:
  std::set<std::string> TextsAround(const python::Definition& definition);
  bool SaysOneOf(const reach::ReachingTest& test, const repository::IndexedFile& file,
                 const std::set<std::string>& texts) const;
  bool IsChanged(const std::string& path) const;

  const change::AnalysedChange& change_;
  std::map<const python::Definition*, std::vector<reach::ReachingTest>> known_;
};

}  // namespace allreview::test_plan

#endif  // ANALYZERS_TEST_PLAN_REACHING_TESTS_H_
