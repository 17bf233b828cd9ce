#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_DELTAS_DELTAS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_DELTAS_DELTAS_H_

// What is semantically different about each changed symbol.
//
// The facts (code_facts.h) of the two sides of a function are compared as multisets, so that a
// statement that only moved is no delta; facts of both sides that are about the same thing (calls
// of one function, values of one attribute) become one delta with both texts. What is new or gone
// as a whole has deltas only of what a reader must know of: exceptions, collectives, placement,
// environment, keys of state dicts, guards. Code that only went to another function, or came from
// one, is neither new nor gone.

#include <functional>
#include <vector>

#include "analyzers/moves/moves.h"
#include "services/analysis/change_model/symbols/symbols.h"

namespace allreview::analysis {

// At most 40 for each symbol, sorted by kind and place; more_deltas says how many are left out.
// Stops early, leaving symbols without deltas, when `should_stop` says so; it may be empty.
void AddDeltas(std::vector<SymbolChange>& changes, const moves::Moves& moves,
               const std::function<bool()>& should_stop);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_DELTAS_DELTAS_H_
