#ifndef SENTENCES_STATEMENTS_QUESTIONS_H_
#define SENTENCES_STATEMENTS_QUESTIONS_H_

// What an expert would ask the author of a change, beside sentences/phrases/questions.h: what the
// code shows, what goes wrong, then the question. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

// Files and objects.
inline constexpr Phrase kAskPartialFile(
    "ask-partial-file",
    "`{function}` writes `{path}` in place, and `{reader}` ({place}) takes a file that exists for "
    "a "
    "complete one. If the write breaks off, later runs use what is left. Write to a temporary name "
    "and rename it?",
    "`{function}` 直接写入 `{path}`，而 `{reader}`（{place}）只要文件存在就当作完整文件使用。"
    "写到一半失败时，后续运行会使用残缺的文件。是否应先写临时文件再重命名？");
inline constexpr Phrase kAskEarlyKeeping(
    "ask-early-keeping",
    "`{function}` stores `{name}` before `{start}` has succeeded. If that raises, the check at "
    "{place} finds an object that never started. Store it afterwards, or reset it?",
    "`{function}` 在 `{start}` 成功之前就保存了 `{name}`。如果启动失败，{place}的判断看到的是一个"
    "从未启动的对象。是否应在启动成功后再保存，或在失败时清空？");
inline constexpr Phrase kAskNeverClosed(
    "ask-never-closed",
    "Each call of `{function}` makes a `{class}` (`{name}`), and nothing calls its `{closer}`. Use "
    "`with`, or keep one and reuse it?",
    "`{function}` 每次调用都会创建 `{class}`（`{name}`），但没有代码调用它的 `{closer}`。"
    "是否应使用 `with`，或复用同一个对象？");
inline constexpr Phrase kAskLeftOpen(
    "ask-left-open",
    "`{closing}` ({place}) does not call `{closer}` on `{name}`, so it stays open after its owner "
    "is closed. Is that meant?",
    "`{closing}`（{place}）没有对 `{name}` 调用 "
    "`{closer}`，所有者关闭后它仍未释放。这是有意的吗？");
inline constexpr Phrase kAskLateRefusal(
    "ask-late-refusal",
    "`{function}` checks `{condition}` only after `{code}` ({place}): a caller who catches the "
    "error keeps a half-changed object. Check first?",
    "`{function}` 在执行 `{code}`（{place}）之后才检查 `{condition}`：调用方捕获异常后，"
    "对象已被改了一半。是否应先检查？");

// Amounts.
inline constexpr Phrase kAskZip(
    "ask-zip",
    "`{before}` compared the structure of both sides; `{after}` stops at the shorter one without a "
    "word. Should it be `strict=True`, or compare the lengths?",
    "`{before}` 会比较两边的结构；`{after}` 遇到较短的一边就悄悄停止。是否应使用 `strict=True` "
    "或比较长度？");
inline constexpr Phrase kAskLengths(
    "ask-lengths",
    "`{code}` in `{function}` pairs `{given}`, which the caller passes, with `{kept}`. Nothing "
    "compares their lengths, and `zip` drops the rest of the longer one. Is `strict=True` missing?",
    "`{function}` 中的 `{code}` 把调用方传入的 `{given}` 与 `{kept}` "
    "配对，但没有代码比较两者的长度，"
    "`zip` 会丢掉较长一边多出的部分。是否漏了 `strict=True`？");
inline constexpr Phrase kAskSignedMean(
    "ask-signed-mean",
    "In `{code}`, `{mean}` may be negative or close to zero: the sign of the result flips, or it "
    "explodes. A small constant only helps when it is exactly zero. Are negative inputs ruled out?",
    "`{code}` 中的 `{mean}` 可能为负或接近零：结果会变号或数值爆炸，加一个小常数只能防止恰好为零。"
    "是否能保证输入非负？");
inline constexpr Phrase kAskBounds(
    "ask-bounds",
    "In `{code}`, the bounds are in the wrong order when `{right}` exceeds `{left}`, and nothing "
    "here compares the two. Can that happen?",
    "`{code}` 中，当 `{right}` 大于 `{left}` "
    "时上下界会颠倒，而这里没有比较两者。会出现这种情况吗？");

// Programs and errors.
inline constexpr Phrase kAskExitCode(
    "ask-exit-code",
    "`{function}` does not look at the exit code of `{code}`: if the program fails, it goes on as "
    "if it had not. Is `check=True` missing?",
    "`{function}` 没有检查 `{code}` 的退出码：程序失败时会照常继续。是否漏了 `check=True`？");
inline constexpr Phrase kAskInterpreter(
    "ask-interpreter",
    "`{function}` runs whatever `{program}` is first in `PATH`, which may belong to another "
    "environment. Should it be `sys.executable`?",
    "`{function}` 运行的是 `PATH` 中的第一个 `{program}`，它可能属于另一个环境。是否应使用 "
    "`sys.executable`？");
inline constexpr Phrase kAskTruth(
    "ask-truth", "`{code}` is true for any text, `\"false\"` too. Can the value be a string?",
    "`{code}` 对任何非空文本都为真，包括 `\"false\"`。这个值可能是字符串吗？");
inline constexpr Phrase kAskVoidHandler(
    "ask-void-handler",
    "This `except` of `{function}` only raises what it caught. Was something meant to happen here, "
    "or can it go?",
    "`{function}` 的这个 `except` 只是原样抛出。这里本来要做什么，还是可以删掉？");
inline constexpr Phrase kAskUncaught(
    "ask-uncaught",
    "`{callee}` is called here without the `except {type}` that its other call has ({place}). Can "
    "it fail here in the same way?",
    "这里调用 `{callee}` 时没有另一处调用所带的 `except {type}`（{place}）。这里会同样失败吗？");

// Siblings.
inline constexpr Phrase kAskSiblingGuard(
    "ask-sibling-guard",
    "All {count} other methods of this name check `{condition}` ({place}); `{function}` does not. "
    "Does it handle that case?",
    "其他 {count} 个同名方法都检查 `{condition}`（{place}），`{function}` "
    "没有。它能处理这种情况吗？");
inline constexpr Phrase kAskDocstring(
    "ask-docstring",
    "The docstring of `{function}` is that of `{other}`, and speaks of \"{word}\". Was it copied?",
    "`{function}` 的 docstring 与 `{other}` 相同，说的是“{word}”。是复制后忘了修改吗？");
inline constexpr Phrase kAskNewDefaults(
    "ask-new-defaults",
    "The new `{name}` defaults to `{value}` in `{function}` and to `{other_value}` in `{other}` "
    "({place}). Should they agree?",
    "新参数 `{name}` 在 `{function}` 中默认为 `{value}`，在 `{other}`（{place}）中默认为 "
    "`{other_value}`。是否应该一致？");
inline constexpr Phrase kAskMember(
    "ask-member",
    "`{name}` joins {siblings} here, and `{place}` still lists these without it. Does it belong "
    "there, too?",
    "这里在 {siblings} 之外新增了 `{name}`，但 `{place}` 的列表中没有它。那里是否也要加上？");

// The same lines.
inline constexpr Phrase kAskRest(
    "ask-rest",
    "The {count} lines that `{function}` replaces also stand in `{other}` ({place}), unchanged. "
    "Does the same apply there?",
    "`{function}` 中被替换的 {count} 行代码在 "
    "`{other}`（{place}）中原样存在。那里是否也需要同样的修改？");
inline constexpr Phrase kAskRestOfOne(
    "ask-rest-of-one",
    "The line that `{function}` replaces also stands in `{other}` ({place}), unchanged. Does the "
    "same apply there?",
    "`{function}` 中被替换的代码在 `{other}`（{place}）中原样存在。那里是否也需要同样的修改？");
inline constexpr Phrase kAskAround(
    "ask-around",
    "The lines around the new ones in `{function}` also stand in `{other}` ({place}), without "
    "them. Are they needed there, too?",
    "`{function}` 中新增代码前后的几行在 `{other}`（{place}）中也有，但那里没有新增的部分。"
    "那里是否也需要？");
inline constexpr Phrase kAskFunctionCopy(
    "ask-function-copy",
    "{copied} of the {lines} lines of `{function}` are those of `{other}` (`{place}`); they first "
    "differ at line {line}. Can both share them, so that a fix reaches both?",
    "`{function}` 的 {lines} 行中有 {copied} 行与 `{other}`（`{place}`）相同，第一处不同在第 "
    "{line} "
    "行。能否共用，使修复同时生效？");
inline constexpr Phrase kAskWholeCopy(
    "ask-whole-copy",
    "All {lines} lines of `{function}` are those of `{other}` (`{place}`). Can it be used here?",
    "`{function}` 与 `{other}`（`{place}`）逐行相同（{lines} 行）。能否抽取公共实现复用？");

// Other packages.
inline constexpr Phrase kAskPrivateName(
    "ask-private-name",
    "`{name}` is private to `{package}`: any release may rename it. Is the version pinned, or is "
    "there a public way?",
    "`{name}` 是 `{package}` "
    "的私有接口，任何版本都可能改名。版本是否已固定，有没有公开的替代方式？");
inline constexpr Phrase kAskReplacedName(
    "ask-replaced-name",
    "This overwrites `{name}`, which is private to `{package}`: another release may ignore it. "
    "Which version was this tried with, and what notices when it stops working?",
    "这里覆盖了 `{package}` 的私有名称 `{name}`，换个版本可能就不再生效。在哪个版本上验证过，"
    "失效时如何发现？");

inline constexpr Phrase kAskNobodyCalls(
    "ask-nobody-calls",
    "Nothing in the repository calls the new `{function}`. Is its caller missing from this change?",
    "仓库中没有代码调用新增的 `{function}`。本次变更是否漏了调用方？");
inline constexpr Phrase kAskOnlyTestsCall(
    "ask-only-tests-call",
    "Only tests call the new `{function}`. Is its caller missing from this change?",
    "只有测试调用新增的 `{function}`。本次变更是否漏了调用方？");
inline constexpr Phrase kAskZero(
    "ask-zero",
    "`{code}` in `{function}` treats `{name}` = 0 like a missing value. Should it be `is not "
    "None`?",
    "`{function}` 中的 `{code}` 把 `{name}` = 0 当作没有值。是否应改为 `is not None`？");
inline constexpr Phrase kAskFirstCall(
    "ask-first-call",
    "`{function}` computes `{name}` from the `{parameter}` of the first call only; later calls "
    "with "
    "another one get the old result. Can `{parameter}` change?",
    "`{function}` 只在第一次调用时用 `{parameter}` 计算 `{name}`，之后传入不同的值也会得到旧结果。"
    "`{parameter}` 会变化吗？");

// Guards and keys.
inline constexpr Phrase kAskOtherValues(
    "ask-other-values",
    "`{method}` only asks whether `{attribute}` is {literals}, and here it is `{value}`. Can this "
    "check ever fail?",
    "`{method}` 只判断 `{attribute}` 是否为 {literals}，而这里它是 `{value}`。这个检查会失败吗？");
inline constexpr Phrase kAskNoCaller(
    "ask-no-caller",
    "No caller of `{function}` in the repository (`{place}`) makes `{condition}` true. Who is this "
    "branch for?",
    "仓库中 `{function}` 的调用方（`{place}`）都不会使 `{condition}` 为真。这个分支是为谁写的？");
inline constexpr Phrase kAskKeyGrows(
    "ask-key-grows",
    "`{name}` is the key by which `{function}` finds what was saved, and it has more parts now: "
    "when one of them differs between the checkpoint and this run, nothing fits, and {place} "
    "raises. May a run resume with other values of these?",
    "`{function}` 用 `{name}` 作为键查找已保存的内容，现在键变长了：checkpoint "
    "与当前运行只要有一项不同就无法匹配，{place}会抛出异常。恢复训练时允许修改这些值吗？");

// Tests and callers.
inline constexpr Phrase kCollectiveNeverRun(
    "collective-never-run",
    "No test is known to run `{function}`, so nothing tries its `{collective}` on several ranks",
    "`{function}` 没有测试覆盖，其中的 `{collective}` 未在多个 rank 上验证过");
inline constexpr Phrase kAskTestedValue(
    "ask-tested-value",
    "Every test that calls `{function}` passes `{tested}` for `{name}`, while `{place}` passes "
    "`{used}`. Which test covers that path?",
    "所有调用 `{function}` 的测试都给 `{name}` 传 `{tested}`，而 `{place}` 传的是 `{used}`。"
    "哪个测试覆盖这条路径？");

// What the change does in some places, or takes from them.
inline constexpr Phrase kAskNewKeywordOfOne(
    "ask-new-keyword-of-one",
    "This change passes `{argument}` to {gained} more calls of `{callee}`; one other call "
    "({places}) still does not. On purpose?",
    "本次变更给 {gained} 处 `{callee}` 调用加上了 `{argument}`，另有 1 处（{places}）仍未传入。"
    "是有意的吗？");
inline constexpr Phrase kAskNewKeyword(
    "ask-new-keyword",
    "This change passes `{argument}` to {gained} more calls of `{callee}`; {count} others "
    "({places}) still do not. On purpose?",
    "本次变更给 {gained} 处 `{callee}` 调用加上了 `{argument}`，另有 {count} "
    "处（{places}）仍未传入。是有意的吗？");
inline constexpr Phrase kAskNewKeywordOfMany(
    "ask-new-keyword-of-many",
    "This change passes `{argument}` to {gained} more calls of `{callee}`; {count} others still "
    "do not (first: {places}). On purpose?",
    "本次变更给 {gained} 处 `{callee}` 调用加上了 `{argument}`，另有 {count} 处仍未传入（前几处："
    "{places}）。是有意的吗？");
inline constexpr Phrase kAskStillConfigured(
    "ask-still-configured",
    "No code knows {names} any more, but the configuration still does: {places}. Should that "
    "follow?",
    "代码中已不再有 {names}，但配置仍在使用：{places}。是否应同步修改？");
inline constexpr Phrase kAskStillConfiguredByMany(
    "ask-still-configured-by-many",
    "No code knows {names} any more, but the configuration still does: {places}, and {more} "
    "more files. Should these follow?",
    "代码中已不再有 {names}，但配置仍在使用：{places}，另有 {more} "
    "个文件。是否应同步修改？");

}  // namespace allreview::phrases

#endif  // SENTENCES_STATEMENTS_QUESTIONS_H_
