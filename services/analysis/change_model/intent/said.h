#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_INTENT_SAID_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_INTENT_SAID_H_

#include "services/analysis/change_model/intent/intent.h"

namespace allreview::analysis {

// Adds what authors say around the change, most telling first: by what a sentence is for, whether
// the change says it or takes it back, what it stands at, and how clear it is. A sentence that
// leans on the one before it ("It then …") comes with that one. Housekeeping and what is said twice
// are left out. At most kMaxSaid.
inline constexpr int kMaxSaid = 40;
void AddSaid(const IntentInput& input, v1::Intent& intent);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_INTENT_SAID_H_
