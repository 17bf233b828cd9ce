#ifndef ANALYZERS_MOVES_PRINT_MOVES_H_
#define ANALYZERS_MOVES_PRINT_MOVES_H_

// What a change moved, for people and golden files:
//
//   renamed "pkg/a.py":7 reduce -> "pkg/a.py":9 total
//   part "pkg/a.py" reduce -> "pkg/a.py" reduce_tensor: 3 statements, 40 tokens
//   moved "pkg/a.py":3-5 -> "pkg/a.py":9-11
//   new "pkg/a.py":20 check
//   gone "pkg/b.py":4 verify
//
// Bounded (base/outline.h).

#include <string>

#include "analyzers/moves/moves.h"

namespace allreview::moves {

std::string PrintMoves(const Moves& moves);

}  // namespace allreview::moves

#endif  // ANALYZERS_MOVES_PRINT_MOVES_H_
