#ifndef ANALYZERS_RULES_TESTS_PHRASES_H_
#define ANALYZERS_RULES_TESTS_PHRASES_H_

// What several rules of tests put into their texts. See shared_phrases.h.

#include "sentences/phrase.h"

namespace allreview::rules::phrases {

inline constexpr Phrase kAlsoNew("also-new", "also new: `{name}`", "同样新增：`{name}`");
inline constexpr Phrase kDefinitionsAndMore("definitions-and-more", "{name} and {count} more",
                                            "{name} 及另外 {count} 个");
inline constexpr Phrase kNotReached("not-reached", "not reached: `{name}`, {count} statements",
                                    "未覆盖：`{name}`（{count} 条语句）");

}  // namespace allreview::rules::phrases

#endif  // ANALYZERS_RULES_TESTS_PHRASES_H_
