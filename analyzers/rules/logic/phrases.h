#ifndef ANALYZERS_RULES_LOGIC_PHRASES_H_
#define ANALYZERS_RULES_LOGIC_PHRASES_H_

// What several rules of logic put into their texts. See shared_phrases.h.

#include "sentences/phrase.h"

namespace allreview::rules::phrases {

inline constexpr Phrase kWriteCode("write-code", "Write `{code}`", "改写为 `{code}`");
inline constexpr Phrase kHandlerRuns("handler-runs", "the handler on line {line} runs",
                                     "第 {line} 行的异常处理执行");
inline constexpr Phrase kElseTaken("else-taken", "the else on line {line} is taken",
                                   "进入第 {line} 行的 else 分支");
inline constexpr Phrase kBranchTaken("branch-taken", "the branch on line {line} is taken",
                                     "进入第 {line} 行的分支");
inline constexpr Phrase kConditionFails("condition-fails", "the condition on line {line} is false",
                                        "第 {line} 行的条件不成立");
inline constexpr Phrase kNoConditionHolds("no-condition-holds",
                                          "none of the conditions from line {line} on is true",
                                          "从第 {line} 行起的条件都不成立");

}  // namespace allreview::rules::phrases

#endif  // ANALYZERS_RULES_LOGIC_PHRASES_H_
