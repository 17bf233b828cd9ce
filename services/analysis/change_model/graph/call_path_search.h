#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_CALL_PATH_SEARCH_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_CALL_PATH_SEARCH_H_

// The best ways by which execution gets to a function, found by walking back from it: cheap hops
// first (certain calls, hot code, changed code), tests last, up to an entry point.
//
//   for (const FoundPath& path : FindCallPaths(target, {.callers = callers, .entries = entries}))
//
// Deterministic. What it costs is bounded by the budget of functions whose callers are looked up.

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "analyzers/reach/entry_points.h"
#include "analyzers/repository/project.h"
#include "services/analysis/change_model/graph/callers.h"

namespace allreview::analysis {

struct FoundPath {
  // Outermost first; each calls the next one, the last one the target. Empty: the target alone.
  // They point into the map of callers.
  std::vector<const Caller*> calls = {};
  std::string root_kind = "";
  bool is_test = false;
};

struct CallPathContext {
  CallerMap& callers;
  reach::EntryPoints& entries;
  repository::Project& project;
  const std::set<std::string>& changed_ids;
  std::function<bool()> should_stop = {};
};

// `target` is an absolute name. One path at least; at most three, which differ in who calls the
// target or in where they begin.
std::vector<FoundPath> FindCallPaths(const std::string& target, const CallPathContext& context);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_CALL_PATH_SEARCH_H_
