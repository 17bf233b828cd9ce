#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_SYMBOLS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_SYMBOLS_H_

// What the change added, removed or touched.
//
//   std::vector<SymbolChange> symbols = CollectSymbols(change.files(), change.moves());
//
// A definition is compared by its tokens (analyzers/moves/code_tokens.h): one that only stands
// elsewhere in its file is not listed. A class is compared without its methods. What one file lost
// and another (or the same) gained under the same or another name counts as moved or renamed.

#include <optional>
#include <vector>

#include "analyzers/change/analysed_file.h"
#include "analyzers/moves/moves.h"
#include "proto/analysis/v1/change_model.pb.h"
#include "services/analysis/change_model/symbols/side_symbols.h"

namespace allreview::analysis {

// A changed symbol, and its syntax. Points into the files.
struct SymbolChange {
  v1::ChangedSymbol symbol;  // Without deltas.
  // Not set: the side does not exist, or is not known; of a module, always.
  std::optional<SideSymbol> before = {}, after = {};
  const python::Module* module_before = nullptr;
  const python::Module* module_after = nullptr;
};

// Sorted by path, then position.
std::vector<SymbolChange> CollectSymbols(const std::vector<change::AnalysedFile>& files,
                                         const moves::Moves& moves);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_SYMBOLS_H_
