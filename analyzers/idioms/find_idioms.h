#ifndef ANALYZERS_IDIOMS_FIND_IDIOMS_H_
#define ANALYZERS_IDIOMS_FIND_IDIOMS_H_

// Idioms of tensor, distributed and training code, found in a file.
//
//   for (const Found& found : FindIdioms(module, is_new)) {
//     English(found.sentence)   // "`mask` marks the padding: positions at or beyond the length …"
//   }
//
// A row says what it matches or is silent. Deterministic; linear in the file but for the blocks and
// functions that single rows look through, which are bounded. Any thread.

#include <functional>
#include <string>
#include <vector>

#include "analyzers/idioms/idiom.h"
#include "sentences/sentence.h"

namespace allreview::idioms {

struct Found {
  Match match;
  Words sentence;                     // Without a period.
  std::string object;                 // What it is said of: the target, or the code itself.
  int first_line = 0, last_line = 0;  // Of a statement with a block its header.
};

// By place; what lies within another expression that is found is left out. `is_wanted` is asked for
// the nodes at which idioms begin.
std::vector<Found> FindIdioms(const python::Module& module,
                              const std::function<bool(python::Node)>& is_wanted);

// All rows, by area.
const std::vector<const Idiom*>& AllIdioms();

}  // namespace allreview::idioms

#endif  // ANALYZERS_IDIOMS_FIND_IDIOMS_H_
