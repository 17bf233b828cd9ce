#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_VARIABLES_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_VARIABLES_H_

#include <vector>

#include "analyzers/python/values.h"
#include "services/analysis/change_model/stories/statements.h"
#include "services/analysis/change_model/stories/tensors.h"

namespace allreview::analysis {

// The variables that carry a function, most used first; at most 12. What is used once carries
// nothing. `before` may be null.
std::vector<v1::Variable> VariablesOf(const Statements& after, const Statements* before,
                                      const Tensors& tensors, const python::Values& values);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_VARIABLES_H_
