#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_DATA_NAMES_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_DATA_NAMES_H_

// What is data of a model and what is only about it, by names and by the form of expressions.

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"
#include "analyzers/python/values.h"

namespace allreview::analysis {

// Numbers about a tensor, not the tensor.
bool IsAboutData(python::Node value);
// Whether a parameter without annotation is a tensor by convention.
bool IsNamedLikeData(absl::string_view name);
// Counts and switches, by convention.
bool IsNamedLikeNumber(absl::string_view name);
bool CannotBeData(python::ValueType type);
// The value is made by a call or an operator, not only named.
bool Transforms(python::Node value);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_DATA_NAMES_H_
