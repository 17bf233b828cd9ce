#ifndef SENTENCES_STATEMENTS_EDITS_H_
#define SENTENCES_STATEMENTS_EDITS_H_

// What an edited function does differently: branches, handlers, conditions, arguments, results,
// order of calls. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

// What a branch does; parts of sentences.
inline constexpr Phrase kActCalls("act-calls", "calls `{callee}`", "调用 `{callee}`");
inline constexpr Phrase kActComputes("act-computes", "computes `{name}` as `{value}`",
                                     "按 `{value}` 计算 `{name}`");
inline constexpr Phrase kActSetsTo("act-sets-to", "sets `{name}` to `{value}`",
                                   "将 `{name}` 设为 `{value}`");
inline constexpr Phrase kActSets("act-sets", "sets {names}", "设置 {names}");
inline constexpr Phrase kActReturns("act-returns", "returns `{value}`", "返回 `{value}`");
inline constexpr Phrase kActReturnsEarly("act-returns-early", "returns early", "提前返回");
inline constexpr Phrase kActFails("act-fails", "fails", "报错");
inline constexpr Phrase kActSkips("act-skips", "skips the rest of the iteration",
                                  "跳过本次循环的其余部分");
inline constexpr Phrase kActStops("act-stops", "leaves the loop", "退出循环");

// A new branch.
inline constexpr Phrase kEditWhen("edit-when", "When {conditions}, `{function}` now {act}",
                                  "满足 {conditions} 时，`{function}` 现在会{act}");
inline constexpr Phrase kEditWith("edit-with", "With `{setting}`, `{function}` {act}",
                                  "启用 `{setting}` 后，`{function}` 会{act}");
inline constexpr Phrase kEditWhenInstead(
    "edit-when-instead",
    "When {conditions}, `{function}` now {act}; otherwise, as before, it {old}",
    "满足 {conditions} 时，`{function}` 现在会{act}；否则仍{old}");
inline constexpr Phrase kEditWithInstead(
    "edit-with-instead", "With `{setting}`, `{function}` {act}; without it, as before, it {old}",
    "启用 `{setting}` 后，`{function}` 会{act}；不启用时仍{old}");
inline constexpr Phrase kEditWhenElse(
    "edit-when-else", "When {conditions}, `{function}` now {act}; otherwise it {old}",
    "满足 {conditions} 时，`{function}` 现在会{act}；否则{old}");
inline constexpr Phrase kEditWithElse("edit-with-else",
                                      "With `{setting}`, `{function}` {act}; without it, it {old}",
                                      "启用 `{setting}` 后，`{function}` 会{act}；不启用时{old}");
// What is new in a branch that was there.
inline constexpr Phrase kEditInBranch("edit-in-branch", "When {conditions}, {edit}",
                                      "满足 {conditions} 时，{edit}");
// Code that is there goes below a condition.
inline constexpr Phrase kEditOnlyWhen(
    "edit-only-when", "`{function}` now {act} only when {conditions}; before, it always did",
    "`{function}` 原先总是{act}，现在仅在满足 {conditions} 时才会");
inline constexpr Phrase kEditOnlyWhenInside("edit-only-when-inside",
                                            "`{function}` now {act} only when {conditions}",
                                            "`{function}` 现在仅在满足 {conditions} 时才会{act}");

// Conditions.
inline constexpr Phrase kEditAlsoRequires("edit-also-requires",
                                          "`{function}` now {act} only when {conditions}, too",
                                          "`{function}` 现在还要满足 {conditions} 才会{act}");
inline constexpr Phrase kEditNoLongerRequires(
    "edit-no-longer-requires", "`{function}` now {act} also when {conditions} does not hold",
    "`{function}` {act}不再要求 {conditions}");
inline constexpr Phrase kEditAlsoWhen("edit-also-when",
                                      "`{function}` now {act} also when {conditions}",
                                      "满足 {conditions} 时，`{function}` 现在也会{act}");
inline constexpr Phrase kEditNotWhen("edit-not-when",
                                     "`{function}` no longer {act} when {conditions}",
                                     "满足 {conditions} 时，`{function}` 不再{act}");
inline constexpr Phrase kEditCondition(
    "edit-condition", "`{function}` now {act} when `{now}`; before, when `{before}`",
    "`{function}` 原先在 `{before}` 时{act}，现在改为在 `{now}` 时");
inline constexpr Phrase kEditLoopsWhile(
    "edit-loops-while", "The loop of `{function}` now goes on only while {conditions}, too",
    "`{function}` 的循环条件新增 {conditions}");
inline constexpr Phrase kEditLoopsOver("edit-loops-over",
                                       "`{function}` now loops over `{now}` instead of `{before}`",
                                       "`{function}` 的循环改为遍历 `{now}`（原为 `{before}`）");

// Handlers.
inline constexpr Phrase kEditCatches(
    "edit-catches", "{error} from `{callee}` no longer ends `{function}`, which now catches it",
    "`{function}` 现在会捕获 `{callee}` 抛出的 {error}，不再因此中断");
inline constexpr Phrase kEditCatchesAny("edit-catches-any",
                                        "`{function}` now catches {error} instead of failing",
                                        "`{function}` 现在会捕获 {error}，不再直接报错");

// Values, arguments and results.
inline constexpr Phrase kEditComputes(
    "edit-computes", "`{function}` computes `{name}` as `{now}` instead of `{before}`",
    "`{function}` 中 `{name}` 的计算由 `{before}` 改为 `{now}`");
inline constexpr Phrase kEditComputesWhen(
    "edit-computes-when",
    "When {conditions}, `{function}` computes `{name}` as `{now}` instead of `{before}`",
    "满足 {conditions} 时，`{function}` 中 `{name}` 的计算由 `{before}` 改为 `{now}`");
inline constexpr Phrase kEditReturns("edit-returns",
                                     "`{function}` returns `{now}` instead of `{before}`",
                                     "`{function}` 的返回值由 `{before}` 改为 `{now}`");
inline constexpr Phrase kEditPasses("edit-passes", "`{function}` now passes {now} to `{callee}`",
                                    "`{function}` 调用 `{callee}` 时新传入 {now}");
inline constexpr Phrase kEditPassesInstead(
    "edit-passes-instead", "`{function}` passes {now} to `{callee}` instead of {before}",
    "`{function}` 传给 `{callee}` 的参数由 {before} 改为 {now}");
inline constexpr Phrase kEditNoLongerPasses("edit-no-longer-passes",
                                            "`{function}` no longer passes {before} to `{callee}`",
                                            "`{function}` 调用 `{callee}` 时不再传入 {before}");
inline constexpr Phrase kEditCallsPass("edit-calls-pass",
                                       "{count} calls of `{callee}` now get {now}, in {functions}",
                                       "{functions} 中有 {count} 处 `{callee}` 调用新传入 {now}");
inline constexpr Phrase kEditCallsPassInstead(
    "edit-calls-pass-instead",
    "{count} calls of `{callee}` get {now} instead of {before}, in {functions}",
    "{functions} 中有 {count} 处 `{callee}` 调用的参数由 {before} 改为 {now}");
inline constexpr Phrase kEditCallsNoLongerPass(
    "edit-calls-no-longer-pass",
    "{count} calls of `{callee}` no longer get {before}, in {functions}",
    "{functions} 中有 {count} 处 `{callee}` 调用不再传入 {before}");
inline constexpr Phrase kEditUses("edit-uses", "{functions} use `{now}` instead of `{before}`",
                                  "{functions} 由 `{before}` 改用 `{now}`");
inline constexpr Phrase kEditUsesOne("edit-uses-one",
                                     "`{function}` uses `{now}` instead of `{before}`",
                                     "`{function}` 由 `{before}` 改用 `{now}`");
inline constexpr Phrase kEditUsesFor("edit-uses-for",
                                     "{functions} take {names} from `{now}` instead of `{before}`",
                                     "{functions} 中 {names} 的来源由 `{before}` 改为 `{now}`");

inline constexpr Phrase kEditUsesForOne(
    "edit-uses-for-one", "`{function}` takes {names} from `{now}` instead of `{before}`",
    "`{function}` 中 {names} 的来源由 `{before}` 改为 `{now}`");

inline constexpr Phrase kEditWrites("edit-writes",
                                    "`{function}` assigns to `{now}` instead of `{before}`",
                                    "`{function}` 的写入目标由 `{before}` 改为 `{now}`");
inline constexpr Phrase kEditNoLongerComputes("edit-no-longer-computes",
                                              "`{function}` no longer sets `{name}` to `{value}`",
                                              "`{function}` 不再将 `{name}` 设为 `{value}`");
inline constexpr Phrase kEditTable("edit-table", "{changes} in `{name}`", "`{name}` 中 {changes}");
inline constexpr Phrase kEditTableRow("edit-table-row", "`{before}` becomes `{now}`",
                                      "`{before}` 改为 `{now}`");

// Calls.
inline constexpr Phrase kEditCalls("edit-calls", "`{function}` now calls `{callee}`",
                                   "`{function}` 现在会调用 `{callee}`");
inline constexpr Phrase kEditCallsForEach("edit-calls-for-each",
                                          "`{function}` now calls `{callee}` for each {item}",
                                          "`{function}` 现在对每个 {item} 调用 `{callee}`");
inline constexpr Phrase kEditSets("edit-sets", "`{function}` now sets `{name}` to `{value}`",
                                  "`{function}` 现在将 `{name}` 设为 `{value}`");
inline constexpr Phrase kEditNoLongerCalls("edit-no-longer-calls",
                                           "`{function}` no longer calls `{callee}`",
                                           "`{function}` 不再调用 `{callee}`");
inline constexpr Phrase kEditNoLongerCallsWhen(
    "edit-no-longer-calls-when",
    "`{function}` no longer calls `{callee}`, as it did when {conditions}",
    "`{function}` 原先在满足 {conditions} 时调用 `{callee}`，现在不再调用");
inline constexpr Phrase kEditOrder(
    "edit-order", "`{function}` now calls `{first}` before `{second}`; before, after it",
    "`{function}` 改为先调用 `{first}`、后调用 `{second}`（原先顺序相反）");

// Module code.
inline constexpr Phrase kEditRegisters("edit-registers",
                                       "`{key}` is a new entry of `{table}` and selects `{value}`",
                                       "`{table}` 新增条目 `{key}`，对应 `{value}`");
inline constexpr Phrase kEditRegistersBy("edit-registers-by",
                                         "`{decorator}` registers the new `{value}`",
                                         "`{decorator}` 注册了新的 `{value}`");

}  // namespace allreview::phrases

#endif  // SENTENCES_STATEMENTS_EDITS_H_
