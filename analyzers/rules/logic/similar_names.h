#ifndef ANALYZERS_RULES_LOGIC_SIMILAR_NAMES_H_
#define ANALYZERS_RULES_LOGIC_SIMILAR_NAMES_H_

#include "absl/strings/string_view.h"

namespace allreview::rules::logic {

// The words of the two names begin alike: `hidden_state` and `hidden_states`, but not `cpu_size`
// and `gpu_size`, which are two things and no misspelling.
bool BeginAlike(absl::string_view a, absl::string_view b);

}  // namespace allreview::rules::logic

#endif  // ANALYZERS_RULES_LOGIC_SIMILAR_NAMES_H_
