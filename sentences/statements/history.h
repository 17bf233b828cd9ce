#ifndef SENTENCES_STATEMENTS_HISTORY_H_
#define SENTENCES_STATEMENTS_HISTORY_H_

// What earlier commits did to the lines that a change touches. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

inline constexpr Phrase kHistoryTakenBack(
    "history-taken-back",
    "This puts `{before}` back in place of `{after}`, an edit of {commit} (“{subject}”, {date}). "
    "Is taking that back meant?",
    "这里用 `{before}` 换回了 `{after}`，而后者是 {commit}（“{subject}”，{date}）所做的修改。"
    "撤销那次修改是有意的吗？");
inline constexpr Phrase kHistoryUndone(
    "history-undone",
    "This puts lines back as they were before {commit} (“{subject}”, {date}), which had changed "
    "{count} of them, among them `{after}`. Is taking that back meant?",
    "这里把若干行恢复成了 {commit}（“{subject}”，{date}）之前的样子，那次修改涉及 {count} 行，"
    "其中有 `{after}`。撤销那次修改是有意的吗？");
inline constexpr Phrase kHistoryDropped(
    "history-dropped",
    "This drops `{dropped}`, which {commit} (“{subject}”, {date}) added. Is taking that back "
    "meant?",
    "这里去掉了 `{dropped}`，它是 {commit}（“{subject}”，{date}）加上的。撤销那次修改是有意的吗？");
inline constexpr Phrase kHistoryFixRemoved(
    "history-fix-removed",
    "This removes `{after}`, which {commit} (“{subject}”, {date}) added. Is that fix no longer "
    "needed?",
    "这里删除了 `{after}`，它是 {commit}（“{subject}”，{date}）为修复问题而添加的。"
    "现在不再需要这个修复了吗？");

inline constexpr Phrase kHistoryReverts(
    "history-reverts",
    "This takes back {commit} (“{subject}”, {date}): the code is again as it was before that",
    "本次变更撤销了 {commit}（“{subject}”，{date}）：代码恢复到那次提交之前的样子");

inline constexpr Phrase kHistoryTogether(
    "history-together",
    "Of the last {commits} commits that changed `{path}`, {count} also changed `{other}`. This one "
    "does not, and `{place}` still has `{line}`, which it replaces here. Should that follow?",
    "最近 {commits} 个修改 `{path}` 的提交中，有 {count} 个同时修改了 `{other}`。本次没有改它，而 "
    "`{place}` 仍保留着这里被替换的 `{line}`。是否也应修改？");

}  // namespace allreview::phrases

#endif  // SENTENCES_STATEMENTS_HISTORY_H_
