#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_PARAMETERS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_PARAMETERS_H_

#include <vector>

#include "services/analysis/change_model/stories/docstring.h"
#include "services/analysis/change_model/stories/statements.h"
#include "services/analysis/change_model/stories/tensors.h"

namespace allreview::analysis {

// Parameters after the change, without self; stars stand before the name. `before` may be null:
// then all are new.
std::vector<v1::Value> InputsOf(const Statements& after, const Statements* before,
                                const Tensors& tensors, const Docstring& docstring);

// What is returned or yielded, each distinct expression once. A bare `return` is no result.
std::vector<v1::Value> OutputsOf(const Statements& after, const Statements* before,
                                 const Tensors& tensors, const Docstring& docstring);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_PARAMETERS_H_
