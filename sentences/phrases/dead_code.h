#ifndef SENTENCES_PHRASES_DEAD_CODE_H_
#define SENTENCES_PHRASES_DEAD_CODE_H_

// Said beside findings in code that nothing runs.

#include "sentences/phrase.h"

namespace allreview::phrases {

inline constexpr Phrase kNothingRunsIt("nothing-runs-it",
                                       "nothing in the repository runs this code",
                                       "仓库中没有任何代码会执行到这里");

}  // namespace allreview::phrases

#endif  // SENTENCES_PHRASES_DEAD_CODE_H_
