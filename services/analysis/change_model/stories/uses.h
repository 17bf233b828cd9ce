#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_USES_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_USES_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "services/analysis/change_model/stories/statements.h"

namespace allreview::analysis {

// A variable of the function that a statement's own code reads or writes: local names, parameters,
// and attributes of self as "self.x". `x[0] = y` and `x.add_(y)` write x, `x.size = 1` writes x.
struct Use {
  std::string name;
  python::Node node;  // The identifier, or the attribute of self.
  bool is_write = false;
  bool is_binding = false;  // The name gets a new value, not its value new content.
};

// In source order; each use once. Names of modules, functions and constants are not among them,
// nor what comprehensions and lambdas bind, nor `_`.
std::vector<Use> UsesOf(const Statements& statements, const Statement& statement);

// Name of the first parameter of a method: "self". Empty: there is none that is the object.
absl::string_view SelfOf(const Statements& statements);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_USES_H_
