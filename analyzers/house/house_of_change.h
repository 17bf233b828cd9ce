#ifndef ANALYZERS_HOUSE_HOUSE_OF_CHANGE_H_
#define ANALYZERS_HOUSE_HOUSE_OF_CHANGE_H_

// The house rules that a change is measured by: those of its base. Read at the first question, by
// one listing and one read; what the code usually does comes from the index. Safe from any thread.

#include <mutex>
#include <vector>

#include "analyzers/change/analysed_change.h"
#include "analyzers/house/norms.h"
#include "analyzers/house/policy.h"

namespace allreview::house {

class HouseOfChange {
 public:
  // The change must outlive it.
  explicit HouseOfChange(const change::AnalysedChange& change) : change_(change) {}

  const Policy& policy();
  // Habits of the Python files that the change leaves alone, sorted by path.
  const std::vector<FileHabits>& habits();

 private:
  std::vector<File> ReadFiles();
  std::vector<FileHabits> CollectHabits();

  const change::AnalysedChange& change_;
  std::once_flag has_policy_, has_habits_;
  Policy policy_;
  std::vector<FileHabits> habits_;
};

}  // namespace allreview::house

#endif  // ANALYZERS_HOUSE_HOUSE_OF_CHANGE_H_
