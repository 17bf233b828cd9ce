#ifndef SENTENCES_STATEMENTS_ELSEWHERE_H_
#define SENTENCES_STATEMENTS_ELSEWHERE_H_

// An edit of several places that others, which are like them, lack; code that looks at another
// place than it means. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

inline constexpr Phrase kAskLeftCallOfOne(
    "ask-left-call-of-one",
    "This change calls `{now}` instead of `{before}` in {gained} functions; `{before}` is still "
    "called at one other place ({places}). Should that follow?",
    "这次变更在 {gained} 个函数中用 `{now}` 取代了 `{before}`，另有 1 处（{places}）仍在调用 "
    "`{before}`。是否也应修改？");
inline constexpr Phrase kAskLeftCall(
    "ask-left-call",
    "This change calls `{now}` instead of `{before}` in {gained} functions; `{before}` is still "
    "called at {count} other places ({places}). Should these follow?",
    "这次变更在 {gained} 个函数中用 `{now}` 取代了 `{before}`，另有 {count} 处（{places}）仍在调用 "
    "`{before}`。是否也应修改？");
inline constexpr Phrase kAskLeftOption(
    "ask-left-option",
    "This change reads `{now}` instead of `{before}` in {gained} functions; {places} still reads "
    "`{before}`. Should that follow?",
    "这次变更在 {gained} 个函数中改为读取 `{now}` 而不是 `{before}`，{places} 仍在读取 "
    "`{before}`。是否也应修改？");

// What a guard looks at, and what is drawn behind it.
inline constexpr Phrase kAskAnotherElement(
    "ask-another-element",
    "`{function}` asks for `{asked}`, and then uses `{used}` ({place}). Is the index meant to "
    "differ?",
    "`{function}` 判断的是 `{asked}`，随后使用的却是 `{used}`（{place}）。下标不同是有意的吗？");
inline constexpr Phrase kAskNothingBetween(
    "ask-nothing-between",
    "`{code}` raises when `{size}` is less than `{least}`: `{bound}` is then below the lower "
    "bound. "
    "Is that ruled out?",
    "`{size}` 小于 `{least}` 时，`{bound}` 低于下界，`{code}` 会抛出异常。能否排除这种情况？");

}  // namespace allreview::phrases

#endif  // SENTENCES_STATEMENTS_ELSEWHERE_H_
