#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_COSTS_COSTS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_COSTS_COSTS_H_

// What a change costs and saves: tensors that it allocates, no longer allocates or makes larger,
// collectives that it adds on balance, and waits of the CPU. Sizes get the numbers that the
// repository's own defaults say.

#include <functional>
#include <vector>

#include "analyzers/change/analysed_change.h"
#include "proto/analysis/v1/change_model.pb.h"
#include "services/analysis/change_model/stories/tensor_sizes.h"

namespace allreview::analysis {

// `tensors` of its stories. The model has its symbols and stories.
void AddCosts(const change::AnalysedChange& change, std::vector<TensorFound> tensors,
              const std::function<bool()>& should_stop, v1::ChangeModel* model);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_COSTS_COSTS_H_
