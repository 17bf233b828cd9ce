#ifndef SERVICES_REPORT_PSEUDO_CODE_SELECTION_H_
#define SERVICES_REPORT_PSEUDO_CODE_SELECTION_H_

// Which statements of a function its pseudo-code shows.

#include <vector>

#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::report {

enum class Detail {
  kAll,      // Everything but noise.
  kContext,  // What changed, and what it reads and returns.
  kChanges,  // What changed.
  kShallow,  // What changed at the two outer levels.
  kOutline,  // Headers, communication and returns that changed.
};

// One flag for each step of `story`, true for those that are shown. The headers around a shown
// statement are shown, with the `if` of a shown `else`.
// `quiet` are those that are never shown: QuietOf or NoiseOf.
std::vector<bool> SelectSteps(const analysis::v1::FunctionStory& story, Detail detail,
                              const std::vector<bool>& quiet);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_PSEUDO_CODE_SELECTION_H_
