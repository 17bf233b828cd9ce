#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_EFFECTS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_EFFECTS_H_

#include <vector>

#include "analyzers/python/values.h"
#include "services/analysis/change_model/stories/statements.h"

namespace allreview::analysis {

// What a function does beside returning, in source order, each effect once. What functions inside
// of it do is only meant when it calls them: else they run at another time.
std::vector<v1::Effect> EffectsOf(const Statements& statements, const python::Values& values);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_EFFECTS_H_
