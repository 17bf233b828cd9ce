#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_REPOSITORY_EDGES_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_REPOSITORY_EDGES_H_

// Relations of the changed symbols to the rest of the repository: who calls them and whom they
// call, what they inherit from, override, consist of, import anew, and which tests reach them.
//
//   std::vector<v1::Edge> edges = CollectRepositoryEdges({...}, std::move(edges_of_change));
//
// What begins in a changed file is compared with the file before the change.

#include <functional>
#include <vector>

#include "analyzers/change/analysed_change.h"
#include "analyzers/reach/entry_points.h"
#include "proto/analysis/v1/change_model.pb.h"
#include "services/analysis/change_model/graph/callers.h"

namespace allreview::analysis {

struct RepositoryEdgeOptions {
  const change::AnalysedChange& change;
  const std::vector<v1::ChangedSymbol>& symbols;
  CallerMap& callers;
  reach::EntryPoints& entries;
  std::function<bool()> should_stop = {};
};

// Sorted by from, to and kind; each once; with those of `edges`. At most 400: those between changed
// symbols first, then what goes out of them, what comes in, and tests.
std::vector<v1::Edge> CollectRepositoryEdges(const RepositoryEdgeOptions& options,
                                             std::vector<v1::Edge> edges);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_REPOSITORY_EDGES_H_
