#ifndef TOOLS_DEBUG_PHASES_OF_CHANGE_H_
#define TOOLS_DEBUG_PHASES_OF_CHANGE_H_

// Phases that look at a change.
//
//   for (const PhaseOfChange& phase : PhasesOfChange()) { … phase.print(reviewed) … }

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tools/debug/reviewed_change.h"

namespace allreview::debug {

struct PhaseOfChange {
  absl::string_view name;  // "house".
  absl::string_view what;  // "what the repository asks of new code, and where it says so".
  std::string (*print)(const ReviewedChange& reviewed);
};

// In the order of the review.
const std::vector<PhaseOfChange>& PhasesOfChange();

}  // namespace allreview::debug

#endif  // TOOLS_DEBUG_PHASES_OF_CHANGE_H_
