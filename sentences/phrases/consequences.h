#ifndef SENTENCES_PHRASES_CONSEQUENCES_H_
#define SENTENCES_PHRASES_CONSEQUENCES_H_

// What follows from a change for callers, configurations, checkpoints and those who read logs, and
// what no test shows. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

// Configurations.
inline constexpr Phrase kDefaultChanged(
    "default-changed",
    "`{name}` defaults to `{after}` instead of `{before}`: configurations that do not set it "
    "change",
    "`{name}` 的默认值由 `{before}` 改为 `{after}`：没有设置它的配置会随之改变");
inline constexpr Phrase kFlagGone("flag-gone",
                                  "The option `{name}` is gone: command lines that pass it are "
                                  "refused",
                                  "选项 `{name}` 已去掉：仍传入它的命令行会被拒绝");
inline constexpr Phrase kFieldGone("field-gone",
                                   "`{class}` no longer has `{name}`: configurations that set it "
                                   "fail",
                                   "`{class}` 不再有 `{name}`：设置它的配置会失败");
inline constexpr Phrase kFieldRequired(
    "field-required",
    "`{class}` now needs `{name}`, which has no default: configurations without it "
    "fail",
    "`{class}` 现在必须给出没有默认值的 `{name}`：缺少它的配置会失败");
inline constexpr Phrase kVariableGone(
    "variable-gone",
    "The environment variable `{name}` is no longer read: jobs that set it lose its "
    "effect without a message",
    "不再读取环境变量 `{name}`：设置它的任务会悄悄失去其效果");
inline constexpr Phrase kVariableNew("variable-new",
                                     "The environment variable `{name}` is read now",
                                     "现在会读取环境变量 `{name}`");
inline constexpr Phrase kVariableNewWithDefault(
    "variable-new-with-default",
    "The environment variable `{name}` is read now; unset, it counts as `{value}`",
    "现在会读取环境变量 `{name}`；未设置时视为 `{value}`");

// Checkpoints.
inline constexpr Phrase kStateKeyNew(
    "state-key-new",
    "`{class}` has the new state `{key}`: strict loading of checkpoints saved before fails for "
    "lack "
    "of it",
    "`{class}` 新增状态 `{key}`：严格加载此前保存的 checkpoint 会因缺键失败");
inline constexpr Phrase kStateKeyNewUnder(
    "state-key-new-under",
    "With `{condition}`, `{class}` has the new state `{key}`: strict loading of a checkpoint saved "
    "without it fails",
    "满足 `{condition}` 时，`{class}` 新增状态 `{key}`：严格加载没有它的 checkpoint 会失败");
inline constexpr Phrase kStateKeyGone(
    "state-key-gone",
    "`{class}` no longer has the state `{key}`: strict loading of checkpoints that hold it fails",
    "`{class}` 不再有状态 `{key}`：严格加载含有它的 checkpoint 会失败");
inline constexpr Phrase kSavedKeyNew("saved-key-new",
                                     "`{function}` now saves `{key}`, which older checkpoints lack",
                                     "`{function}` 现在会保存 `{key}`，旧 checkpoint 中没有它");
inline constexpr Phrase kSavedKeyGone(
    "saved-key-gone",
    "`{function}` no longer saves `{key}`: whoever loads new checkpoints with it does not find it",
    "`{function}` 不再保存 `{key}`：需要它的代码在新 checkpoint 中找不到");

// Callers.
inline constexpr Phrase kCallerGetsDefault(
    "caller-gets-default",
    "`{name}` of `{function}` defaults to `{after}` instead of `{before}`: {count} call that "
    "leaves "
    "it out changes with it, `{place}`",
    "`{function}` 的 `{name}` 默认值由 `{before}` 改为 `{after}`：有 {count} "
    "处调用没有传它，会随之改变：`{place}`");
inline constexpr Phrase kCallersGetDefault(
    "callers-get-default",
    "`{name}` of `{function}` defaults to `{after}` instead of `{before}`: {count} calls that "
    "leave "
    "it out change with it, the first `{place}`",
    "`{function}` 的 `{name}` 默认值由 `{before}` 改为 `{after}`：有 {count} "
    "处调用没有传它，会随之改变，第一处为 `{place}`");

// Logs.
inline constexpr Phrase kLoggedKeyGone("logged-key-gone", "`{name}` is no longer logged",
                                       "不再记录 `{name}`");

// After the merge.
inline constexpr Phrase kWatchLoad(
    "watch-load", "Load a checkpoint saved before the merge, and look at what is said of `{name}`",
    "用合并前保存的 checkpoint 加载一次，留意有关 `{name}` 的提示");
inline constexpr Phrase kWatchResume(
    "watch-resume",
    "Resume one run from a checkpoint saved before the merge: it lacks or still has "
    "`{name}`",
    "用合并前保存的 checkpoint 恢复一次训练：其中 `{name}` 的有无与现在不同");
inline constexpr Phrase kWatchDefault(
    "watch-default", "Compare a run that leaves `{name}` to its default with one from before",
    "将一个使用 `{name}` 默认值的任务与合并前的结果对比");
inline constexpr Phrase kWatchVariable("watch-variable",
                                       "Look for job scripts that still set `{name}`",
                                       "查找仍在设置 `{name}` 的任务脚本");
inline constexpr Phrase kWatchPanel("watch-panel",
                                    "Look whether dashboards that plot `{name}` go empty",
                                    "确认使用 `{name}` 的看板是否变空");

// Tests.
inline constexpr Phrase kNeverTrue("never-true",
                                   "No test makes `{condition}` true in `{function}`: {why}",
                                   "没有测试使 `{function}` 中的 `{condition}` 为真：{why}");
inline constexpr Phrase kNeverFalse("never-false",
                                    "No test makes `{condition}` false in `{function}`: {why}",
                                    "没有测试使 `{function}` 中的 `{condition}` 为假：{why}");
inline constexpr Phrase kNeverRun("never-run", "No test runs `{function}`",
                                  "`{function}` 没有测试覆盖");
inline constexpr Phrase kAsShownBy("as-shown-by", "{found} at `{place}`", "{found}（`{place}`）");

}  // namespace allreview::phrases

#endif  // SENTENCES_PHRASES_CONSEQUENCES_H_
