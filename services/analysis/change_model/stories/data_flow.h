#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_DATA_FLOW_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_DATA_FLOW_H_

#include "analyzers/python/values.h"
#include "services/analysis/change_model/stories/alignment.h"
#include "services/analysis/change_model/stories/statements.h"
#include "services/analysis/change_model/stories/tensors.h"

namespace allreview::analysis {

// How data passes through a function: assignments and returns whose value is made of data by a call
// or an operator, and communication, in source order. At most 30 steps, those next to what changed;
// none when the function does no such work. `symbol` is left to the caller.
v1::DataFlow DataFlowOf(const Statements& after, const std::vector<AlignedStatement>& aligned,
                        const Tensors& tensors, const python::Values& values);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_DATA_FLOW_H_
