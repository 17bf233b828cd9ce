#ifndef ANALYZERS_MOVES_VERSION_PAIR_H_
#define ANALYZERS_MOVES_VERSION_PAIR_H_

#include <vector>

#include "analyzers/python/module.h"

namespace allreview::moves {

// Both versions of a changed file.
struct VersionPair {
  const python::Module* before = nullptr;  // Null: there is none, or it is not known.
  const python::Module* after = nullptr;   // The same.
  bool is_added = false, is_deleted = false;
  std::vector<int> touched = {};  // Lines of `after` that `before` does not have there. Sorted.

  bool is_before_known() const { return before != nullptr || is_added; }
  // Otherwise nobody knows what is gone.
  bool is_after_known() const { return after != nullptr || is_deleted; }
};

}  // namespace allreview::moves

#endif  // ANALYZERS_MOVES_VERSION_PAIR_H_
