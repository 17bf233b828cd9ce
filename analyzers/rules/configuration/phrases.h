#ifndef ANALYZERS_RULES_CONFIGURATION_PHRASES_H_
#define ANALYZERS_RULES_CONFIGURATION_PHRASES_H_

// What several rules of configuration put into their texts. See shared_phrases.h.

#include "sentences/phrase.h"

namespace allreview::rules::phrases {

inline constexpr Phrase kAnotherNewField("another-new-field", " and another new field",
                                         "（以及另外 1 个新字段）");
inline constexpr Phrase kOtherNewFields("other-new-fields", " and {count} other new fields",
                                        "（以及另外 {count} 个新字段）");
inline constexpr Phrase kAlsoUnread("also-unread", "nothing reads `{name}` either",
                                    "`{name}` 也没有代码读取");
inline constexpr Phrase kAnotherFlag("another-flag", " and another flag", "（以及另外 1 个参数）");
inline constexpr Phrase kOtherFlags("other-flags", " and {count} other flags",
                                    "（以及另外 {count} 个参数）");
inline constexpr Phrase kLacksItToo("lacks-it-too", "`{name}` has none either", "`{name}` 也没有");
inline constexpr Phrase kNameAndMore("name-and-more", "{name} and {count} more",
                                     "{name} 及另外 {count} 个");

inline constexpr Phrase kTheDefault("field-default", "the default `{name}={value}`",
                                    "默认值 `{name}={value}`");

}  // namespace allreview::rules::phrases

#endif  // ANALYZERS_RULES_CONFIGURATION_PHRASES_H_
