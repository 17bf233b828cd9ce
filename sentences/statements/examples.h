#ifndef SENTENCES_STATEMENTS_EXAMPLES_H_
#define SENTENCES_STATEMENTS_EXAMPLES_H_

// What a worked example takes for granted. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

inline constexpr Phrase kExampleHolds("example-holds", "`{condition}` is true",
                                      "`{condition}` 为真");
inline constexpr Phrase kExampleFails("example-fails", "`{condition}` is false",
                                      "`{condition}` 为假");

}  // namespace allreview::phrases

#endif  // SENTENCES_STATEMENTS_EXAMPLES_H_
