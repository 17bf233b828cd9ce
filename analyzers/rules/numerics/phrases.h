#ifndef ANALYZERS_RULES_NUMERICS_PHRASES_H_
#define ANALYZERS_RULES_NUMERICS_PHRASES_H_

// What several rules of numerics put into their texts. See shared_phrases.h.

#include "sentences/phrase.h"

namespace allreview::rules::phrases {

inline constexpr Phrase kTheSigmoid("the-sigmoid", "the sigmoid", "sigmoid 处");
inline constexpr Phrase kTheSoftmax("the-softmax", "the softmax", "softmax 处");
inline constexpr Phrase kItsLogarithm("its-logarithm", "its logarithm", "取对数处");
inline constexpr Phrase kTheSum("the-sum", "the sum", "求和处");
inline constexpr Phrase kTheDivision("the-division", "the division", "除法处");

}  // namespace allreview::rules::phrases

#endif  // ANALYZERS_RULES_NUMERICS_PHRASES_H_
