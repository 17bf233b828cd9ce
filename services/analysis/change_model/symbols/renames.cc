#include "services/analysis/change_model/symbols/renames.h"

#include <cstdint>
#include <map>
#include <utility>

#include "services/analysis/change_model/symbols/symbol_writer.h"

namespace allreview::analysis {
namespace {

using moves::NameMove;
using v1::ChangedSymbol;

using CodeKey = std::pair<const python::SyntaxTree*, uint32_t>;
CodeKey KeyOf(python::Node code) { return {code.tree(), code.index()}; }

ChangedSymbol::Status StatusOf(const NameMove& move) {
  if (move.is_unchanged_member) return ChangedSymbol::STATUS_UNSPECIFIED;
  if (move.is_member) return ChangedSymbol::STATUS_MODIFIED;
  return move.is_renamed ? ChangedSymbol::STATUS_RENAMED : ChangedSymbol::STATUS_MOVED;
}

// Makes one change of both.
void Join(SymbolChange& old, SymbolChange& change, ChangedSymbol::Status status) {
  change.before = old.before;
  change.module_before = old.module_before;
  change.symbol.set_status(status);
  change.symbol.set_removed_lines(old.symbol.removed_lines());
  DescribeBefore(change);
  old.symbol.set_status(ChangedSymbol::STATUS_UNSPECIFIED);
}

}  // namespace

void MatchRenames(const moves::Moves& moves, std::vector<SymbolChange>& changes) {
  std::map<CodeKey, SymbolChange*> removed;
  for (SymbolChange& change : changes) {
    if (change.symbol.status() != ChangedSymbol::STATUS_REMOVED || !change.before) continue;
    removed[KeyOf(change.before->code)] = &change;
  }
  for (SymbolChange& change : changes) {
    if (change.symbol.status() != ChangedSymbol::STATUS_ADDED || !change.after) continue;
    const NameMove* const move = moves.MoveTo(change.after->code);
    if (move == nullptr) continue;
    const auto old = removed.find(KeyOf(move->from.code->code));
    if (old != removed.end()) Join(*old->second, change, StatusOf(*move));
  }
  std::erase_if(changes, [](const SymbolChange& change) {
    return change.symbol.status() == ChangedSymbol::STATUS_UNSPECIFIED;
  });
}

}  // namespace allreview::analysis
