#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_OUTSIDE_CALLS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_OUTSIDE_CALLS_H_

// Calls whose effect is seen outside of the function, by well-known names. `name` is what
// Module::Resolve says of the callee.

#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"

namespace allreview::analysis {

bool DrawsRandom(python::Node call, absl::string_view name);
bool WritesFile(python::Node call, absl::string_view name);
bool Logs(python::Node call, absl::string_view name);

// os.environ["X"] of `os.environ["X"]`, `os.environ.get("X")` and `os.getenv("X")`; "": no such
// expression.
std::string EnvironmentVariableOf(const python::Module& module, python::Node expression);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_OUTSIDE_CALLS_H_
