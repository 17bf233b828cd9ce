#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_EXTENSION_PATHS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_EXTENSION_PATHS_H_

// How Python gets to changed functions and kernels of C++ and CUDA: the way to the call of an
// extension as call_paths.h finds it, then from its binding by calls and launches.

#include <vector>

#include "services/analysis/change_model/graph/call_paths.h"

namespace allreview::analysis {

// One for each function of `cpp_symbols` that a binding leads to and Python calls, those that
// change most first, at most fifteen. `options.symbols` are those of Python.
std::vector<v1::CallPath> CollectExtensionPaths(const CallPathOptions& options,
                                                const std::vector<v1::ChangedSymbol>& cpp_symbols,
                                                CallerMap& callers, reach::EntryPoints& entries,
                                                SourceLines& lines);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_EXTENSION_PATHS_H_
