#ifndef ANALYZERS_REPOSITORY_TESTS_MAP_H_
#define ANALYZERS_REPOSITORY_TESTS_MAP_H_

// Which tests reach a symbol. Part of Project; one thread at a time.

#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/repository/answers.h"
#include "analyzers/repository/call_graph.h"
#include "analyzers/repository/names.h"

namespace allreview::repository {

class TestsMap {
 public:
  TestsMap(Names& names, CallGraph& calls) : names_(names), calls_(calls) {}

  // See Project.
  std::vector<ReachingTest> Reaching(absl::string_view absolute_name, int max);

 private:
  std::vector<Found> TestsServedBy(const Found& function);

  Names& names_;
  CallGraph& calls_;
};

}  // namespace allreview::repository

#endif  // ANALYZERS_REPOSITORY_TESTS_MAP_H_
