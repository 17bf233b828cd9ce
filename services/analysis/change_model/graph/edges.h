#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_EDGES_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_EDGES_H_

#include <vector>

#include "analyzers/change/analysed_file.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::analysis {

// Calls, imports and inheritance among the changed symbols and their files, before and after,
// sorted by from, to and kind. `symbols` are those of all files.
std::vector<v1::Edge> CollectEdges(const std::vector<change::AnalysedFile>& files,
                                   const std::vector<v1::ChangedSymbol>& symbols);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_EDGES_H_
