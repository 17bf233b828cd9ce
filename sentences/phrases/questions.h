#ifndef SENTENCES_PHRASES_QUESTIONS_H_
#define SENTENCES_PHRASES_QUESTIONS_H_

// What an expert would ask the author of a change: what the code shows, then the question. See
// table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

inline constexpr Phrase kAskLine("ask-line", "line {line}", "第 {line} 行");

// Calls.
inline constexpr Phrase kAskSiblingArgument(
    "ask-sibling-argument",
    "`{function}` calls `{callee}` without {names}, which the call at {place} passes. Are they "
    "meant to be ignored here?",
    "`{function}` 调用 `{callee}` 时没有传 {names}，而 {place}的调用传了。这里是有意忽略吗？");
inline constexpr Phrase kAskNobodyPasses(
    "ask-nobody-passes",
    "Nothing in the repository passes `{name}`, so `{function}` always runs with `{value}`. Is a "
    "caller missing from this change?",
    "仓库中没有代码传入 `{name}`，`{function}` 始终使用 `{value}`。这次变更是否漏了调用方？");
inline constexpr Phrase kAskGroupSize(
    "ask-group-size",
    "`{callee}` now runs over `{after}` instead of `{before}`, but `{size}` ({place}) still counts "
    "the ranks of the old group. Do both have the same size?",
    "`{callee}` 改为在 `{after}` 而不是 `{before}` 上执行，但 `{size}`（{place}）仍按旧的 group "
    "计数。两者大小是否相同？");

// Conditions.
inline constexpr Phrase kAskIdentity(
    "ask-identity",
    "`{before}` became `{after}`: equal but distinct objects now count as different. Do all "
    "callers "
    "hand over the same object?",
    "`{before}` 变成了 "
    "`{after}`：内容相同的不同对象现在会被当作不同。所有调用方传入的都是同一个对象吗？");
inline constexpr Phrase kAskTextOrList(
    "ask-text-or-list",
    "`{field}` may also be a list (`{type}`, `{place}`). For `{list}` this comparison is false and "
    "the branch is skipped without a word. Is that refused somewhere?",
    "`{field}` 也可以是列表（`{type}`，`{place}`）。取值为 `{list}` "
    "时比较为假，分支会被悄悄跳过。有别的地方拒绝这种配置吗？");
inline constexpr Phrase kAskEdge(
    "ask-edge",
    "`{callee}` asks for `{argument}` elements and raises when there are only `{size}`. Does "
    "something keep `{size}` below the size of that dimension before `{function}` runs?",
    "`{callee}` 需要 `{argument}` 个元素，该维只有 `{size}` 个时会报错。进入 `{function}` "
    "之前，有没有保证 `{size}` 小于该维大小？");
inline constexpr Phrase kAskVoidAssert("ask-void-assert",
                                       "`{condition}` holds whenever it is reached, so this assert "
                                       "cannot fail. Which case was it meant to stop?",
                                       "执行到这里时 `{condition}` "
                                       "必然成立，这个断言不会失败。它原本要拦住哪种情况？");
inline constexpr Phrase kAskVoidBranch(
    "ask-void-branch",
    "`{condition}` is false whenever it is reached, so the branch never runs. Which values was it "
    "written for?",
    "执行到这里时 `{condition}` 必然为假，该分支不会执行。它是为哪些取值写的？");
inline constexpr Phrase kAskPath(
    "ask-path",
    "`{function}` takes `{name}` for a file only if it is a `str`: a `Path` goes the other way. "
    "Should `os.PathLike` count as well?",
    "`{function}` 只把 `str` 类型的 `{name}` 当作文件：`Path` 会走另一个分支。是否也应接受 "
    "`os.PathLike`？");

// Keys.
inline constexpr Phrase kAskRequiredKey(
    "ask-required-key",
    "`{function}` requires `{code}`, a key that nothing saved before this change has: loading an "
    "older checkpoint raises `KeyError`. Is that intended?",
    "`{function}` 要求有 `{code}`，而此前保存的内容里没有这个键：加载旧 checkpoint 会抛出 "
    "`KeyError`。这是有意的吗？");
inline constexpr Phrase kAskRequiredKeyBesideGet(
    "ask-required-key-beside-get",
    "`{function}` requires `{code}`, a key that nothing saved before this change has: loading an "
    "older checkpoint raises `KeyError`, while its neighbour is read with `{neighbour}`. Is that "
    "intended?",
    "`{function}` 要求有 `{code}`，而此前保存的内容里没有这个键：加载旧 checkpoint 会抛出 "
    "`KeyError`，相邻的键却是用 `{neighbour}` 读取的。这是有意的吗？");
inline constexpr Phrase kAskConditionalKey(
    "ask-conditional-key",
    "`{function}` always reads the key `{key}`, which is saved only under a condition ({place}). "
    "What happens when it was not?",
    "`{function}` 总是读取键 `{key}`，但它只在满足条件时才会保存（{place}）。没有保存时会怎样？");
inline constexpr Phrase kAskLenient("ask-lenient",
                                    "`{before}` became `{after}`: where a missing key used to stop "
                                    "the program, it now goes on with "
                                    "`{value}`. Who may leave the key out?",
                                    "`{before}` 变成了 `{after}`：以前缺少该键会中止，现在会以 "
                                    "`{value}` 继续运行。谁会缺少这个键？");

// State.
inline constexpr Phrase kAskUnsavedState(
    "ask-unsaved-state",
    "`{name}` changes while `{class}` runs ({place}), but `state_dict` does not save it: a resumed "
    "run starts again from `{value}`. Is that right?",
    "`{name}` 会在 `{class}` 运行中变化（{place}），但 `state_dict` 没有保存它：恢复训练时会从 "
    "`{value}` "
    "重新开始。这样对吗？");
inline constexpr Phrase kAskUnreadKey(
    "ask-unread-key",
    "`{class}` now saves `{key}`, and `load_state_dict` ({place}) does not read it. Is half of the "
    "change missing?",
    "`{class}` 现在会保存 `{key}`，但 "
    "`load_state_dict`（{place}）没有读取它。是否漏了另一半改动？");

// Settings.
inline constexpr Phrase kAskCheckPerCall(
    "ask-check-per-call",
    "`{function}` checks {names} on every call, although configuration alone decides it. Should "
    "`{class}.__post_init__` refuse such a configuration before the job starts?",
    "`{function}` 每次调用都检查 {names}，但结果只取决于配置。是否应由 `{class}.__post_init__` "
    "在任务启动前拒绝这种配置？");
inline constexpr Phrase kAskWeight(
    "ask-weight",
    "`{name}` is weighed against `{code}`, and nothing refuses values outside of 0 to 1. Should "
    "validation?",
    "`{name}` 与 `{code}` 互为权重，但没有代码拒绝 0 到 1 之外的取值。是否应加校验？");
inline constexpr Phrase kAskOnByDefault(
    "ask-on-by-default",
    "`{name}` of `{class}` is on unless somebody turns it off, so existing runs get the new way "
    "with "
    "the next update. Is that wanted?",
    "`{class}` 的 `{name}` 默认开启，已有任务升级后就会改走新逻辑。这是期望的吗？");
inline constexpr Phrase kAskEnvironment(
    "ask-environment",
    "Nothing reads the environment variable `{name}` any more: a job that still sets it runs "
    "without "
    "it, and without a word. Should it be refused or pointed to its replacement?",
    "环境变量 `{name}` "
    "已没有代码读取：仍设置它的任务会悄悄失去该行为。是否应报错，或提示替代选项？");
inline constexpr Phrase kAskLoggedKey(
    "ask-logged-key",
    "`{name}` is no longer logged here. Does a dashboard, an x-axis or a script read it?",
    "这里不再记录 `{name}`。有没有看板、横轴或脚本在用它？");

// Contracts.
inline constexpr Phrase kAskException(
    "ask-exception",
    "`{function}` now raises `{after}` where it raised `{before}`, and {place} catches `{before}`. "
    "Should it catch the new one?",
    "`{function}` 原先抛出 `{before}`，现在抛出 `{after}`，而 {place}捕获的是 "
    "`{before}`。是否应改为捕获新的异常？");
inline constexpr Phrase kAskSwallowed(
    "ask-swallowed",
    "`{function}` now takes `**{name}` and never reads it: a misspelled argument passes without a "
    "word. Which caller needs that?",
    "`{function}` 现在接受 `**{name}` 却从不读取：拼错的参数会被悄悄吞掉。哪个调用方需要它？");
inline constexpr Phrase kAskDefault(
    "ask-default",
    "`{name}` of `{function}` defaults to `{after}` now, while `{other}` ({place}) keeps "
    "`{before}`, "
    "which both had. Should they differ?",
    "`{function}` 的 `{name}` 默认值改为 `{after}`，而 `{other}`（{place}）仍是两者原先共有的 "
    "`{before}`。它们应该不同吗？");
inline constexpr Phrase kAskInPlace(
    "ask-in-place",
    "`{function}` now writes into its argument `{name}` (`{code}`). Does every caller expect its "
    "tensor to change?",
    "`{function}` 现在会原地修改参数 `{name}`（`{code}`）。所有调用方都预期自己的张量会被改写吗？");

// What is gone.
inline constexpr Phrase kAskGoneCheck("ask-gone-check",
                                      "`{function}` no longer checks `{condition}`, but still uses "
                                      "what it asked about. What ensures it now?",
                                      "`{function}` 不再检查 "
                                      "`{condition}`，但仍在使用相关的值。现在由什么来保证？");
inline constexpr Phrase kAskGoneWait(
    "ask-gone-wait",
    "`{code}` is gone from `{function}`. What orders the work before and after it now?",
    "`{function}` 中去掉了 `{code}`。前后两部分的先后顺序现在由什么保证？");
inline constexpr Phrase kAskNoGrad(
    "ask-no-grad",
    "`{function}` no longer runs without gradients, so what it computes keeps a graph. Is the "
    "gradient wanted, and the memory affordable?",
    "`{function}` 不再处于禁用梯度的环境中，计算会保留计算图。是否确实需要梯度，显存是否够用？");
inline constexpr Phrase kAskDetach(
    "ask-detach",
    "`{function}` no longer detaches `{name}`: gradients flow through it, and its graph stays "
    "alive. "
    "Is that the point?",
    "`{function}` 不再对 `{name}` 做 detach：梯度会经过它，计算图也会保留。这是本次变更的目的吗？");

// Twice.
inline constexpr Phrase kAskFilledTwice(
    "ask-filled-twice",
    "`{function}` sets `{name}` to zero from `{bound}` on twice, here and at {place}. Is one of "
    "the "
    "two enough?",
    "`{function}` 两次将 `{name}` 从 `{bound}` 起清零：此处和{place}。是否只需一次？");
inline constexpr Phrase kAskReducedTwice(
    "ask-reduced-twice",
    "`{function}` reduces `{name}` here and, with the same call, at {place}: sums are counted "
    "twice. "
    "Is that meant?",
    "`{function}` 在此处和{place}用相同的调用归约 `{name}`：求和会重复计算。这是有意的吗？");
inline constexpr Phrase kAskTestCopies(
    "ask-test-copies",
    "{copied} of these {lines} lines repeat `{place}`: the test runs a copy, and stays green when "
    "the "
    "original breaks. Can it run the original?",
    "这 {lines} 行中有 {copied} 行与 `{place}` "
    "起的代码重复：测试运行的是副本，原代码出错时它仍会通过。能否直接运行原代码？");
inline constexpr Phrase kAskCopy(
    "ask-copy",
    "{copied} of these {lines} lines repeat `{place}` and what follows. Can both share one body, "
    "so "
    "that a fix reaches both?",
    "这 {lines} 行中有 {copied} 行与 `{place}` 起的代码重复。能否共用一份实现，使修复同时生效？");

// Tests.
inline constexpr Phrase kAskTolerance(
    "ask-tolerance",
    "`{test}` accepts a `{name}` of `{after}` instead of `{before}`. Which part of the change "
    "makes "
    "the results differ that much?",
    "`{test}` 的 `{name}` 从 `{before}` 放宽到 `{after}`。变更的哪一部分使结果相差这么大？");
inline constexpr Phrase kAskGoneAssertion(
    "ask-gone-assertion",
    "`{test}` no longer asserts `{code}`. Did the behaviour go, or only the check?",
    "`{test}` 不再断言 `{code}`。是行为去掉了，还是只去掉了检查？");

}  // namespace allreview::phrases

#endif  // SENTENCES_PHRASES_QUESTIONS_H_
