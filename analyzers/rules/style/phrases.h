#ifndef ANALYZERS_RULES_STYLE_PHRASES_H_
#define ANALYZERS_RULES_STYLE_PHRASES_H_

// What several rules of style put into their texts. See shared_phrases.h.

#include "sentences/phrase.h"

namespace allreview::rules::phrases {

inline constexpr Phrase kToolRejects("tool-rejects", "{tool} rejects it", "{tool} 会报错");
inline constexpr Phrase kEffectAndSource("effect-and-source", "{effect}; {source} asks for it",
                                         "{effect}；{source} 要求如此");
inline constexpr Phrase kKindClass("kind-class", "class", "类");
inline constexpr Phrase kKindFunction("kind-function", "function", "函数");
inline constexpr Phrase kAlsoHere("also-here", "also here", "这里也是");

}  // namespace allreview::rules::phrases

#endif  // ANALYZERS_RULES_STYLE_PHRASES_H_
