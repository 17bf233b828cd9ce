#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_POINTERS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_POINTERS_H_

#include <vector>

#include "analyzers/change/analysed_change.h"
#include "proto/analysis/v1/change_model.pb.h"
#include "services/analysis/change_model/graph/callers.h"
#include "services/analysis/change_model/graph/source_lines.h"

namespace allreview::analysis {

struct PointerOptions {
  const change::AnalysedChange& change;
  const std::vector<v1::ChangedSymbol>& symbols;
  const std::vector<v1::Edge>& edges;  // Of the repository.
};

// Unchanged code that is worth reading beside the change, most useful first, at most twelve and at
// most four for one reason. Each place once, for its best reason. Documents only where the change
// itself holds some that name a changed symbol.
std::vector<v1::Pointer> CollectPointers(const PointerOptions& options, SourceLines& lines);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_POINTERS_H_
