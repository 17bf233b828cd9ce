#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_CONDITIONS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_CONDITIONS_H_

#include <vector>

#include "services/analysis/change_model/stories/statements.h"

namespace allreview::analysis {

// What must hold in a function and what happens when it does not, in source order: assertions,
// raises, early ways out and fallbacks; each once. What functions inside of it ask for is not
// meant.
std::vector<v1::Condition> ConditionsOf(const Statements& statements);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_CONDITIONS_H_
