#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_SURROUNDINGS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_SURROUNDINGS_H_

#include <vector>

#include "analyzers/change/analysed_change.h"
#include "proto/analysis/v1/change_model.pb.h"
#include "services/analysis/change_model/build.h"

namespace allreview::analysis {

// Puts the change into its repository: edges beyond the changed symbols, paths, classes and
// pointers. `model` has its symbols of Python, and its functions if anybody derived them.
void AddSurroundings(const change::AnalysedChange& change,
                     const std::vector<v1::ChangedSymbol>& cpp_symbols, const ModelOptions& options,
                     v1::ChangeModel* model);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_SURROUNDINGS_H_
