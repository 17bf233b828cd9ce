#ifndef ANALYZERS_REACH_TESTS_REACHING_H_
#define ANALYZERS_REACH_TESTS_REACHING_H_

// Which tests run a symbol: proven by calls, never by standing in the same file. Part of Reach.
//
// A method that is called through a base, an attribute or an object that nobody knows counts for
// tests that make an object of its class (or of one that inherits it), be it in a fixture, a set-up
// or a table of cases. Whoever makes an object runs its constructor and what frameworks call; other
// methods it must call itself. A test that puts something else in the place of the symbol, or of
// what stands between, does not run it (stand_ins.h). Tests that always skip are left out.

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/reach/code_view.h"
#include "analyzers/reach/fixtures.h"
#include "analyzers/reach/reaching_test.h"
#include "analyzers/reach/skipped_tests.h"
#include "analyzers/reach/stand_ins.h"
#include "analyzers/reach/walk.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::reach {

class TestsReaching {
 public:
  // All borrowed.
  TestsReaching(repository::Project& project, repository::RepositoryIndex& index, Codes& codes,
                SkippedTests& skipped)
      : project_(project),
        index_(index),
        codes_(codes),
        skipped_(skipped),
        fixtures_(project, index),
        stand_ins_(codes) {}

  // See Reach::TestsReaching.
  std::vector<ReachingTest> Find(absl::string_view absolute_name, int max);
  StandIns& stand_ins() { return stand_ins_; }

 private:
  struct Hit {
    ReachingTest test;
    repository::Found function;
    std::vector<std::string> through;  // Functions on the way, simple names.
    std::vector<std::string> methods;  // It runs so only when the test has objects of these.
  };
  std::vector<Hit> HitsOf(const std::vector<Walk::Seed>& seeds);
  void AddHits(const Walk& walk, size_t step, std::vector<Hit>& hits);
  using Makers = std::map<std::string, Hit, std::less<>>;  // By the name of the test.
  const Makers& MakersOf(const std::string& class_name);
  // The class, and those that inherit the method; all that inherit from it without one.
  std::vector<std::string> ClassesWith(const std::string& class_name, absl::string_view method);
  bool Makes(const Hit& hit, const std::string& method);
  void AddByTables(const std::string& class_name, Makers& makers);
  bool IsReplacedIn(const Hit& hit, absl::string_view name);
  // The test's own code uses the name.
  bool Says(const repository::Found& test, absl::string_view name);
  void AddMethod(const repository::Found& method, std::map<std::string, Hit>& found);
  void AddBackward(const repository::Found& method, std::map<std::string, Hit>& found);

  repository::Project& project_;
  repository::RepositoryIndex& index_;
  Codes& codes_;
  SkippedTests& skipped_;
  Fixtures fixtures_;
  StandIns stand_ins_;
  std::map<std::string, Makers> makers_;
  std::map<std::pair<const repository::IndexedFile*, std::string>, std::set<std::string>> users_;
};

}  // namespace allreview::reach

#endif  // ANALYZERS_REACH_TESTS_REACHING_H_
