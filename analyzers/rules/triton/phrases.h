#ifndef ANALYZERS_RULES_TRITON_PHRASES_H_
#define ANALYZERS_RULES_TRITON_PHRASES_H_

// What several rules of triton put into their texts. See shared_phrases.h.

#include "sentences/phrase.h"

namespace allreview::rules::phrases {

inline constexpr Phrase kSameHere("same-here", "the same here", "这里相同");

}  // namespace allreview::rules::phrases

#endif  // ANALYZERS_RULES_TRITON_PHRASES_H_
