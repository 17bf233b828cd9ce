#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_CLASS_EDGES_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_CLASS_EDGES_H_

#include "services/analysis/change_model/graph/edge_set.h"
#include "services/analysis/change_model/graph/repository_edges.h"

namespace allreview::analysis {

// Adds what the changed classes, and the classes of changed methods, inherit from and consist of,
// which classes derive from them or hold them, and what their changed methods override or are
// overridden by. Classes of the repository only.
void AddClassEdges(const RepositoryEdgeOptions& options, EdgeSet* edges);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_CLASS_EDGES_H_
