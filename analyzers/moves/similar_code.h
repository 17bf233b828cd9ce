#ifndef ANALYZERS_MOVES_SIMILAR_CODE_H_
#define ANALYZERS_MOVES_SIMILAR_CODE_H_

// Pairs of similar pieces of code, without comparing each with each.

#include <cstddef>
#include <vector>

#include "analyzers/moves/code_tokens.h"

namespace allreview::moves {

struct SimilarPair {
  size_t before = 0, after = 0;  // Positions in what was given.
  double similarity = 0;         // See SimilarityOf.
};

// Only pieces that share some of the sampled sequences of four tokens are compared. Null pointers
// are passed over. Sorted by position.
std::vector<SimilarPair> FindSimilarCode(const std::vector<const CodeTokens*>& before,
                                         const std::vector<const CodeTokens*>& after);

// Pairs without a rival: no other pair of one of the two, neither of which has found a better one,
// comes close. Best first.
std::vector<SimilarPair> ClearBest(std::vector<SimilarPair> pairs);

}  // namespace allreview::moves

#endif  // ANALYZERS_MOVES_SIMILAR_CODE_H_
