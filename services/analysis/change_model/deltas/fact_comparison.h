#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_DELTAS_FACT_COMPARISON_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_DELTAS_FACT_COMPARISON_H_

// What differs between the facts of the two versions of a function.

#include <vector>

#include "services/analysis/change_model/deltas/code_facts.h"
#include "services/analysis/change_model/deltas/delta_list.h"

namespace allreview::analysis {

using Facts = std::vector<CodeFact>;  // In source order.

// Takes out of both what both have, as often as both have it; results and variables of the
// environment altogether.
void CancelShared(Facts& before, Facts& after);

// Pairs what is about the same thing, and tells it as one delta; the rest came or went.
void CompareFacts(Facts before, Facts after, DeltaList& deltas);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_DELTAS_FACT_COMPARISON_H_
