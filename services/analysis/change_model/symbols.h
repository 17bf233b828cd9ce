#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_H_

#include <vector>

#include "analyzers/rules/rule.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::analysis {

// Definitions that the change added, removed or touched, sorted by position. Functions inside of
// functions count as a part of these. A class counts as modified when lines of its own changed, not
// only those of its methods.
std::vector<v1::ChangedSymbol> CollectSymbols(const rules::AnalysedFile& file);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_H_
