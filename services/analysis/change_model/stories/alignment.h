#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_ALIGNMENT_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_ALIGNMENT_H_

// Which statement of a function became which, before to after a change.
//
// Statements are matched block by block: only what stands in matched blocks is compared, so that an
// `else` of one `if` never becomes that of another. What stays alone is then looked for anywhere in
// the function: the same code elsewhere was moved, as when it was put under a new `if`.

#include <vector>

#include "services/analysis/change_model/stories/statements.h"

namespace allreview::analysis {

struct AlignedStatement {
  int before = -1;  // -1: it is new.
  int after = -1;   // -1: it is gone.
  v1::Step::Status status = v1::Step::STATUS_KEPT;
};

// In the order of the right side; removed ones where they stood.
std::vector<AlignedStatement> Align(const Statements& before, const Statements& after);
// All of one side: added.
std::vector<AlignedStatement> AllAdded(const Statements& after);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_ALIGNMENT_H_
