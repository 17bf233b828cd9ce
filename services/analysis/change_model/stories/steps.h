#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_STEPS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_STEPS_H_

// The statements of a changed function as FunctionStory.steps lists them.

#include <vector>

#include "services/analysis/change_model/graph/calls.h"
#include "services/analysis/change_model/stories/alignment.h"
#include "services/analysis/change_model/stories/statements.h"

namespace allreview::analysis {

// Both versions of a function, read.
struct FunctionVersions {
  const Statements* before = nullptr;  // Null: the function is new, or nobody knows what it was.
  const Statements& after;
  std::vector<AlignedStatement> aligned;
};

// At most `limit`: what did not change, far from what did, is left out first.
struct Steps {
  std::vector<v1::Step> steps;
  std::vector<int> after;  // For each step the statement of the right side; -1: it is gone.
  int left_out = 0;
};
Steps StepsOf(const FunctionVersions& versions, CallResolver& resolver, int limit);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_STEPS_H_
