#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_EXAMPLES_EXAMPLES_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_EXAMPLES_EXAMPLES_H_

// Changed functions, run on the smallest inputs for which they do something, before and after.
//
// Tried in the order of the model's stories. A function has an example when both versions run to
// their end and differ in what they compute, or when it is new and computes in several steps.

#include <functional>

#include "analyzers/change/analysed_change.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::analysis {

void AddExamples(const change::AnalysedChange& change, const std::function<bool()>& should_stop,
                 v1::ChangeModel* model);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_EXAMPLES_EXAMPLES_H_
