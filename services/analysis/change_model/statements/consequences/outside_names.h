#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_CONSEQUENCES_OUTSIDE_NAMES_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_CONSEQUENCES_OUTSIDE_NAMES_H_

// Names by which the world outside speaks with the program: environment variables that it reads,
// keys that it logs.

#include <string>
#include <vector>

#include "analyzers/change/analysed_change.h"
#include "analyzers/python/module.h"

namespace allreview::analysis {

// A name on one side, and the first place that says it.
struct OutsideName {
  std::string name;
  const python::Module* module = nullptr;
  python::Node node = {};
  std::string fallback = {};  // Of a variable: what stands for it, as written. Empty: nothing.
};

// Read before the change and by no code of the repository any more; and the other way round. Sorted
// by name, each once.
std::vector<OutsideName> GoneEnvironmentVariables(const change::AnalysedChange& change);
std::vector<OutsideName> NewEnvironmentVariables(const change::AnalysedChange& change);

// Logged by a function that is still there, and said nowhere in the changed files any more.
std::vector<OutsideName> GoneLoggedKeys(const change::AnalysedChange& change);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_CONSEQUENCES_OUTSIDE_NAMES_H_
