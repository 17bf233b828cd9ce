#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_DELTAS_SIGNATURE_DELTAS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_DELTAS_SIGNATURE_DELTAS_H_

#include "services/analysis/change_model/deltas/delta_list.h"
#include "services/analysis/change_model/symbols/symbols.h"

namespace allreview::analysis {

// Parameters, defaults, annotations, decorators, bases, docstring.
void AddSignatureDeltas(const SymbolChange& change, DeltaList& deltas);

// The docstring alone.
void AddDocstringDelta(const SymbolChange& change, DeltaList& deltas);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_DELTAS_SIGNATURE_DELTAS_H_
