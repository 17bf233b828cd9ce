#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_DELTAS_SETTING_DELTAS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_DELTAS_SETTING_DELTAS_H_

#include "services/analysis/change_model/deltas/delta_list.h"
#include "services/analysis/change_model/symbols/symbols.h"

namespace allreview::analysis {

// Adds one delta for each difference of a field, constant or flag: type, value, arguments; for
// collections, each element that came or went.
void AddSettingDeltas(const SymbolChange& change, DeltaList& deltas);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_DELTAS_SETTING_DELTAS_H_
