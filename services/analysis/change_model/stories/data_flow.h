#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_DATA_FLOW_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_DATA_FLOW_H_

#include <vector>

#include "analyzers/python/values.h"
#include "services/analysis/change_model/stories/alignment.h"
#include "services/analysis/change_model/stories/state_uses.h"
#include "services/analysis/change_model/stories/statements.h"
#include "services/analysis/change_model/stories/tensors.h"

namespace allreview::analysis {

struct FlowKnowledge {
  const Tensors& tensors;
  const python::Values& values;
  const StateNames& names;
};

// How data passes through a function: assignments, loops, returns and calls in place whose value is
// made of data by a call or an operator, communication, and what is done to state, in source order.
// What a collective or a call in place fills is its output. State is named "self.x" whatever the
// object is called here. Of a function without tensors all values are followed. At most 30 steps,
// those next to what changed. `symbol` is left to the caller.
v1::DataFlow DataFlowOf(const Statements& after, const std::vector<AlignedStatement>& aligned,
                        const FlowKnowledge& knowledge);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_DATA_FLOW_H_
