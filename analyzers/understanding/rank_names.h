#ifndef ANALYZERS_UNDERSTANDING_RANK_NAMES_H_
#define ANALYZERS_UNDERSTANDING_RANK_NAMES_H_

// Which names of a file may have to do with ranks: most code is done with after a look at them.

#include <vector>

namespace allreview::understanding {

struct RankNames {
  std::vector<bool> concerns;  // By name of the file.
  bool has_types = false;      // It uses a library of types (spmd_types.h).
};

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_RANK_NAMES_H_
