#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_INTENT_CHATTER_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_INTENT_CHATTER_H_

#include "absl/strings/string_view.h"

namespace allreview::analysis {

// What the commits of a branch leave in a squashed message and what says nothing of the change:
// "nit", "modify comment", "fix lint", "for reference", "Update router.py", "[pre-commit.ci] auto
// fixes".
bool IsChatter(absl::string_view sentence);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_INTENT_CHATTER_H_
