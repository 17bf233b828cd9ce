#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_RENAMES_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_RENAMES_H_

// What was not removed and added but moved or renamed, over all files of a change.
//
// Moved: the same code under the same name in another file or class; code that is nearly the same
// counts under a name that few things have. Renamed: the same code but for its name, or nearly the
// same with as many parameters. Where two candidates are about as good, nothing is guessed. Of a
// class that moved, members that did not change otherwise are no changes.
//
// O(n log n) in the size of what was added and removed: code is compared by hashes, and similar
// code is looked for by samples of its token sequences.

#include <vector>

#include "services/analysis/change_model/symbols/symbols.h"

namespace allreview::analysis {

// Merges what belongs together into one, which has the place of what was added.
void MatchRenames(std::vector<SymbolChange>& changes);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_RENAMES_H_
