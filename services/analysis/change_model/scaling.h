#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_SCALING_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_SCALING_H_

#include <functional>
#include <vector>

#include "analyzers/change/analysed_file.h"
#include "analyzers/moves/moves.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::analysis {

// Adds the costs of changed functions (see ChangeModel.scaling), but for those of test files, whose
// cost is nobody's concern. `should_stop` is polled before each file.
void AddScaling(const std::vector<change::AnalysedFile>& files, const moves::Moves& moves,
                const std::function<bool()>& should_stop, v1::ChangeModel* model);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_SCALING_H_
