#ifndef SENTENCES_STATEMENTS_VALUES_H_
#define SENTENCES_STATEMENTS_VALUES_H_

// Values behind the names that statements speak of, values that options accept, and branches in
// another order. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

// Behind another statement.
inline constexpr Phrase kValueKnown("value-known", "{text}, where {values}",
                                    "{text}（其中 {values}）");
inline constexpr Phrase kValueIs("value-is", "`{name}` is `{value}`", "`{name}` 为 `{value}`");
inline constexpr Phrase kValueDefaultsTo("value-defaults-to", "`{name}` defaults to `{value}`",
                                         "`{name}` 默认为 `{value}`");

inline constexpr Phrase kValuePassedByDefault(
    "value-passed-by-default",
    "`{name}` defaults to `{value}`, so runs that do not set it now pass that",
    "`{name}` 默认为 `{value}`，未设置它的运行现在也会传入该值");

// What an option or an enumeration takes.
inline constexpr Phrase kAcceptsInstead("accepts-instead",
                                        "`{name}` no longer accepts {gone}, and now accepts {came}",
                                        "`{name}` 不再接受 {gone}，改为接受 {came}");
inline constexpr Phrase kAcceptsNoLonger("accepts-no-longer", "`{name}` no longer accepts {gone}",
                                         "`{name}` 不再接受 {gone}");
inline constexpr Phrase kAcceptsNow("accepts-now", "`{name}` now also accepts {came}",
                                    "`{name}` 现在还接受 {came}");
inline constexpr Phrase kListsNow("lists-now", "`{name}` now also has {came}",
                                  "`{name}` 现在还包含 {came}");
inline constexpr Phrase kListsInstead("lists-instead",
                                      "`{name}` no longer has {gone}, and now has {came}",
                                      "`{name}` 不再包含 {gone}，改为包含 {came}");
inline constexpr Phrase kListsNoLonger("lists-no-longer", "`{name}` no longer has {gone}",
                                       "`{name}` 不再包含 {gone}");

inline constexpr Phrase kAsksFirst(
    "asks-first",
    "`{function}` now asks `{first}` before `{second}`, the other way around than before: where "
    "both branches could run, that of `{first}` now does",
    "`{function}` 现在先判断 `{first}` 再判断 "
    "`{second}`，顺序与之前相反：两个分支都可能执行时，现在执行 "
    "`{first}` 的分支");

// A check that became a branch.
inline constexpr Phrase kNoLongerFailsUnless("no-longer-fails-unless",
                                             "`{function}` no longer fails where `{test}` does not "
                                             "hold",
                                             "`{test}` 不成立时，`{function}` 不再报错");

// An object, and what was just set on it.
inline constexpr Phrase kUsesWith("uses-with", "{text}, with {settings}",
                                  "{text}，并设置 {settings}");

}  // namespace allreview::phrases

#endif  // SENTENCES_STATEMENTS_VALUES_H_
