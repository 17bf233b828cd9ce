#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_RENAMES_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_RENAMES_H_

// What was not removed and added but moved or renamed, as analyzers/moves knows it.

#include <vector>

#include "analyzers/moves/moves.h"
#include "services/analysis/change_model/symbols/symbols.h"

namespace allreview::analysis {

// Merges what belongs together into one, which has the place of what was added. Of a class that
// moved, members that did not change otherwise are no changes.
void MatchRenames(const moves::Moves& moves, std::vector<SymbolChange>& changes);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_RENAMES_H_
