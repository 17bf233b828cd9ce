#ifndef ANALYZERS_MOVES_NAME_MOVES_H_
#define ANALYZERS_MOVES_NAME_MOVES_H_

// Which names of a change were not removed and added but moved or renamed, over all its files.
//
// Moved: the same code under the same name in another file or class; code that is nearly the same
// counts under a name that few things have. Renamed: the same code but for its name, or nearly the
// same with as many parameters. Where two candidates are about as good, nothing is guessed.
//
// O(n log n) in the size of what was added and removed: code is compared by hashes, and similar
// code is looked for by samples of its token sequences.

#include <vector>

#include "analyzers/moves/named_code.h"

namespace allreview::moves {

// Something that one version of a file has and the other has not. Borrowed.
struct LoneName {
  const NamedCode* code = nullptr;
  int file = 0;  // Of the change.
};

struct NameMove {
  LoneName from, to;
  bool is_renamed = false;  // Its own name is another one.
  // A member of a class that moved or was renamed, by the name it had there; and nothing else of it
  // changed.
  bool is_member = false, is_unchanged_member = false;
};

// No name is in two moves.
std::vector<NameMove> FindNameMoves(const std::vector<LoneName>& removed,
                                    const std::vector<LoneName>& added);

}  // namespace allreview::moves

#endif  // ANALYZERS_MOVES_NAME_MOVES_H_
