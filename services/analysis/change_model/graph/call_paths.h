#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_CALL_PATHS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_CALL_PATHS_H_

// How execution gets to the changed functions. analyzers/reach/entry_points.h says what
// CallPath.root_kind may be.

#include <functional>
#include <string>
#include <vector>

#include "analyzers/change/analysed_change.h"
#include "analyzers/reach/entry_points.h"
#include "proto/analysis/v1/change_model.pb.h"
#include "services/analysis/change_model/graph/call_path_search.h"
#include "services/analysis/change_model/graph/callers.h"
#include "services/analysis/change_model/graph/source_lines.h"

namespace allreview::analysis {

struct CallPathOptions {
  const change::AnalysedChange& change;
  const std::vector<v1::ChangedSymbol>& symbols;
  std::vector<std::string> first_ids;  // Ids of the functions that matter most, in order.
  std::function<bool()> should_stop;
};

// One to three for each of at most fifteen functions, those of `first_ids` first, then by how much
// of them is new. Functions of tests only when the change has no others.
std::vector<v1::CallPath> CollectCallPaths(const CallPathOptions& options, CallerMap& callers,
                                           reach::EntryPoints& entries, SourceLines& lines);

// A caller on such a path, whose file was fetched.
v1::Hop HopOf(const Caller& caller, const CallPathContext& context, const SourceLines& lines);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_CALL_PATHS_H_
