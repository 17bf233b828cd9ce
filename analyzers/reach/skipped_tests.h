#ifndef ANALYZERS_REACH_SKIPPED_TESTS_H_
#define ANALYZERS_REACH_SKIPPED_TESTS_H_

// Tests that never run: marked `pytest.mark.skip` or `unittest.skip`, themselves, their class or
// their module, or skipping themselves before they call anything. Conditions (skipif) do not count.
//
//   skipped.Has(file, "TestRouter.test_drop")
//
// Part of Reach; one thread at a time.

#include <map>

#include "absl/strings/string_view.h"
#include "analyzers/reach/code_view.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::reach {

class SkippedTests {
 public:
  explicit SkippedTests(Codes& codes) : codes_(codes) {}

  // `name` is qualified within the file; a function in a test counts as the test.
  bool Has(const repository::IndexedFile& file, absl::string_view name);

 private:
  bool IsMarked(const repository::IndexedFile& file, absl::string_view scope);
  bool SkipsItself(const repository::IndexedFile& file, absl::string_view scope);

  Codes& codes_;
  std::map<const repository::IndexedFile*, bool> modules_;
};

}  // namespace allreview::reach

#endif  // ANALYZERS_REACH_SKIPPED_TESTS_H_
