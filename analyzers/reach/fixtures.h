#ifndef ANALYZERS_REACH_FIXTURES_H_
#define ANALYZERS_REACH_FIXTURES_H_

// Which tests get what a function sets up: a fixture, or a method that runs before each test of its
// class.
//
//   Fixtures fixtures(project, index);
//   for (const repository::Found& test : fixtures.TestsServedBy(function)) ...
//
// A fixture serves those that take a parameter of its name, through other fixtures, too, below the
// folder of its conftest.py or in its file. Set-ups serve the classes that inherit them. One
// thread.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/repository/facts.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::reach {

bool IsSetUpName(absl::string_view name);
bool TakesParameter(const repository::DefinitionFacts& definition, absl::string_view name);
// The test that the function is or stands in; none: it belongs to no test.
repository::Found TestAround(const repository::Found& function);

class Fixtures {
 public:
  Fixtures(repository::Project& project, repository::RepositoryIndex& index)
      : project_(project), index_(index) {}

  std::vector<repository::Found> TestsServedBy(const repository::Found& function);
  // Tests of the class and of those that inherit from it.
  std::vector<repository::Found> TestsOfClass(const std::string& class_name);

 private:
  // Tests and fixtures that take the fixture.
  std::vector<repository::Found> TakersOf(const repository::Found& fixture);

  repository::Project& project_;
  repository::RepositoryIndex& index_;
};

}  // namespace allreview::reach

#endif  // ANALYZERS_REACH_FIXTURES_H_
