#ifndef ANALYZERS_RULES_READABILITY_PHRASES_H_
#define ANALYZERS_RULES_READABILITY_PHRASES_H_

// What several rules of readability put into their texts. See shared_phrases.h.

#include "sentences/phrase.h"

namespace allreview::rules::phrases {

inline constexpr Phrase kFunctionSize(
    "function-size",
    "{lines} lines, nesting {nesting}, cognitive complexity {cognitive}, cyclomatic {cyclomatic}",
    "{lines} 行，嵌套 {nesting} 层，认知复杂度 {cognitive}，圈复杂度 {cyclomatic}");

}  // namespace allreview::rules::phrases

#endif  // ANALYZERS_RULES_READABILITY_PHRASES_H_
