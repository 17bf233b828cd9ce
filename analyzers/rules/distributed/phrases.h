#ifndef ANALYZERS_RULES_DISTRIBUTED_PHRASES_H_
#define ANALYZERS_RULES_DISTRIBUTED_PHRASES_H_

// What several rules of distributed put into their texts. See shared_phrases.h.

#include "sentences/phrase.h"

namespace allreview::rules::phrases {

inline constexpr Phrase kDefaultGroup("default-group", "the default group (WORLD)",
                                      "默认组（WORLD）");
inline constexpr Phrase kGroupOverAxes("group-over-axes", "the {axes} group", "{axes} 组");
inline constexpr Phrase kSomeGroup("some-group", "a group", "某个组");
inline constexpr Phrase kHereToo("here-too", "also here", "这里也是");

}  // namespace allreview::rules::phrases

#endif  // ANALYZERS_RULES_DISTRIBUTED_PHRASES_H_
