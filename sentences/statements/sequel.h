#ifndef SENTENCES_STATEMENTS_SEQUEL_H_
#define SENTENCES_STATEMENTS_SEQUEL_H_

// When code runs now, what it is told, and who no longer listens. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

inline constexpr Phrase kComputesOnlyAfter(
    "computes-only-after",
    "`{function}` computes `{name}` only after `{callee}`, no longer before it",
    "`{function}` 改为在 `{callee}` 之后才计算 `{name}`，之前不再计算");
inline constexpr Phrase kBuildsCommand(
    "builds-command",
    "When {conditions}, `{function}` now builds a command with "
    "{words}",
    "当 {conditions} 成立时，`{function}` 现在会拼出包含 {words} "
    "的命令");
inline constexpr Phrase kReadsNoLonger("reads-no-longer",
                                       "`{function}` no longer reads its parameter {names}",
                                       "`{function}` 不再使用参数 {names}");
inline constexpr Phrase kRegistersRows("registers-rows", "{rows} are new entries of `{table}`",
                                       "`{table}` 新增条目 {rows}");

inline constexpr Phrase kVariableReadBy("variable-read-by", "{text}; {names} uses it",
                                        "{text}；{names} 会用到它");
inline constexpr Phrase kRemovedHasSibling("removed-has-sibling",
                                           "{text}; `{other}` has {names} as well",
                                           "{text}；`{other}` 也有 {names}");

}  // namespace allreview::phrases

#endif  // SENTENCES_STATEMENTS_SEQUEL_H_
