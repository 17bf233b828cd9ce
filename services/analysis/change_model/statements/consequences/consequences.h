#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_CONSEQUENCES_CONSEQUENCES_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_CONSEQUENCES_CONSEQUENCES_H_

// What follows from a change for those around it: callers outside of it, configurations, saved
// checkpoints, those who read its logs; and what to look at after the merge.
//
// Only real effects: a default that changes and calls that rely on it, not an annotation. Each is
// one statement of its kind.

#include <functional>

#include "analyzers/change/analysed_change.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::analysis {

// Adds statements to the model.
void AddConsequences(const change::AnalysedChange& change, const std::function<bool()>& should_stop,
                     v1::ChangeModel* model);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_CONSEQUENCES_CONSEQUENCES_H_
