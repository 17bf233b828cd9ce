#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_BOUND_NAMES_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_BOUND_NAMES_H_

#include <vector>

#include "analyzers/change/analysed_file.h"
#include "analyzers/moves/moves.h"
#include "services/analysis/change_model/symbols/symbols.h"

namespace allreview::analysis {

// A name that an import, an assignment or another definition binds now is not gone: who uses it
// still finds it. Such removed symbols are told as modified, or get the status UNSPECIFIED where
// nothing is to be told of them.
void KeepBoundNames(const std::vector<change::AnalysedFile>& files, const moves::Moves& moves,
                    std::vector<SymbolChange>& changes);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_BOUND_NAMES_H_
