#ifndef ANALYZERS_RULES_HOUSE_OF_CHANGE_H_
#define ANALYZERS_RULES_HOUSE_OF_CHANGE_H_

// The house rules that a change is measured by: those of its base. Read at the first question, by
// one listing and one read; what the code usually does comes from the index. One thread.

#include <memory>
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

  const AnalysedChange& change_;
  std::unique_ptr<house::Policy> policy_;
  std::unique_ptr<std::vector<house::FileHabits>> habits_;
};

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_HOUSE_OF_CHANGE_H_
