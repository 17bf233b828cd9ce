#ifndef ANALYZERS_MOVES_UNIT_MATCHES_H_
#define ANALYZERS_MOVES_UNIT_MATCHES_H_

// Which statement or call of the new files was which of the old ones.
//
// First within each definition, whose group is given: what is equal stayed, wherever in it, larger
// pieces first, equal ones in their order. What is left alone is then looked for in all other
// definitions of the change: it moved. That takes more than a few tokens, or neighbours that moved
// with it; a call, and what is equal but for `self.`, must be the only one of its kind. An import
// that another file needs now is no moved code. What one side has more often than the other is new
// or gone as often.
//
// O(n log n) in the units; each is compared once when it is taken.

#include <cstdint>
#include <vector>

#include "analyzers/moves/units.h"

namespace allreview::moves {

struct UnitMatch {
  enum class How : uint8_t { kNone, kStayed, kMoved, kMovedToReceiver };
  How how = How::kNone;
  bool is_header = false;        // Only what stands before the first block of it.
  int32_t file = -1, unit = -1;  // On the other side.
};

// One version of the files of a change.
struct Side {
  std::vector<const Units*> files;           // Null: not there, or not known.
  std::vector<std::vector<int32_t>> groups;  // By file and definition; the module's is last.
  std::vector<std::vector<UnitMatch>> matches = {};  // By file and unit: the result.
};

// Fills the matches of both sides.
void MatchUnits(Side& before, Side& after);

}  // namespace allreview::moves

#endif  // ANALYZERS_MOVES_UNIT_MATCHES_H_
