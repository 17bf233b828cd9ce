#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_SYMBOL_WRITER_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_SYMBOL_WRITER_H_

#include "services/analysis/change_model/symbols/symbols.h"

namespace allreview::analysis {

// Fills what `symbol` says of the side that is set: ranges, signatures, code; of the right side (of
// the left one when there is no other) also name, path, kind, documentation. Leaves status and
// counts of lines alone.
void DescribeSides(const change::AnalysedFile& file, SymbolChange& change);
// Describes the left side only, for a symbol that was found to come from elsewhere.
void DescribeBefore(SymbolChange& change);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_SYMBOL_WRITER_H_
