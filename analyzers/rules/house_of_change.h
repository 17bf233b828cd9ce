#ifndef ANALYZERS_RULES_HOUSE_OF_CHANGE_H_
#define ANALYZERS_RULES_HOUSE_OF_CHANGE_H_

// The house rules that a change is measured by: those of its base. Read at the first question, by
// one listing and one read; what the code usually does comes from the index. Safe from any thread.

#include <mutex>
#include <vector>

#include "analyzers/house/norms.h"
#include "analyzers/house/policy.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {

class HouseOfChange {
 public:
  // The change must outlive it.
  explicit HouseOfChange(const AnalysedChange& change) : change_(change) {}

  const house::Policy& policy();
  // Of the Python files that the change leaves alone, sorted by path.
  const std::vector<house::FileHabits>& habits();

 private:
  std::vector<house::File> ReadFiles();
  std::vector<house::FileHabits> CollectHabits();

  const AnalysedChange& change_;
  std::once_flag has_policy_, has_habits_;
  house::Policy policy_;
  std::vector<house::FileHabits> habits_;
};

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_HOUSE_OF_CHANGE_H_
