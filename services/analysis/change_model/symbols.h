#ifndef ANALYZERS_RULES_SYMBOLS_H_
#define ANALYZERS_RULES_SYMBOLS_H_

#include <vector>

#include "analyzers/rules/engine.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {

// Definitions that the change added, removed or touched, sorted by path, then position. Functions
// inside of functions count as a part of these. A class counts as modified when lines of its own
// changed, not only those of its methods.
std::vector<ChangedSymbol> CollectSymbols(const AnalysedFile& file);

// Calls, imports and inheritance among the changed symbols and their files, before and after,
// sorted by from, to and kind. `symbols` are those of all files.
std::vector<SymbolEdge> CollectEdges(const std::vector<AnalysedFile>& files,
                                     const std::vector<ChangedSymbol>& symbols);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_SYMBOLS_H_
