#ifndef SENTENCES_PHRASES_FILES_H_
#define SENTENCES_PHRASES_FILES_H_

// What changes in recipes and workflows. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

// Keys of YAML and JSON.
inline constexpr Phrase kKeyChanges("key-changes", "`{key}`: `{before}` → `{after}`",
                                    "`{key}`：`{before}` → `{after}`");
inline constexpr Phrase kKeyIsNew("key-is-new", "`{key}` is new: `{after}`",
                                  "新增 `{key}`：`{after}`");
inline constexpr Phrase kKeyIsGone("key-is-gone", "`{key}` is gone; it was `{before}`",
                                   "删除 `{key}`，原值为 `{before}`");
// Lists of requirements.
inline constexpr Phrase kRequirementIsNew("requirement-is-new", "`{key}` is required: `{after}`",
                                          "新增依赖 `{key}`：`{after}`");
inline constexpr Phrase kRequirementIsGone("requirement-is-gone",
                                           "`{key}` is no longer required; it was `{before}`",
                                           "移除依赖 `{key}`，原为 `{before}`");
inline constexpr Phrase kImportedBy("imported-by", "{change}; {count} files import it",
                                    "{change}；有 {count} 个文件导入它");
inline constexpr Phrase kImportedByOne("imported-by-one", "{change}; one file imports it",
                                       "{change}；有 1 个文件导入它");

inline constexpr Phrase kSameInFiles("same-in-files", "{change}, and so in {count} more files",
                                     "{change}，另有 {count} 个文件同样如此");
inline constexpr Phrase kNumbersChange(
    "numbers-change",
    "{count} of {total} numbers change, the most by {share} % at `{key}` (`{before}` → `{after}`)",
    "{total} 个数值中有 {count} 个改变，变化最大的是 `{key}`：`{before}` → `{after}`（{share} %）");

// Steps of workflows.
inline constexpr Phrase kStepIsNew("step-is-new", "The job `{job}` gains the step `{step}`",
                                   "任务 `{job}` 新增步骤 `{step}`");
inline constexpr Phrase kStepIsNewAndRuns("step-is-new-and-runs",
                                          "The job `{job}` gains the step `{step}`, which runs "
                                          "`{command}`",
                                          "任务 `{job}` 新增步骤 `{step}`，执行 `{command}`");
inline constexpr Phrase kStepIsGone("step-is-gone", "The job `{job}` loses the step `{step}`",
                                    "任务 `{job}` 不再包含步骤 `{step}`");
inline constexpr Phrase kStepCondition("step-condition",
                                       "The step `{step}` of `{job}` runs if `{after}`, no longer "
                                       "if `{before}`",
                                       "任务 `{job}` 的步骤 `{step}` 的执行条件由 `{before}` 改为 "
                                       "`{after}`");
inline constexpr Phrase kActionVersion("action-version", "`{action}`: `{before}` → `{after}`",
                                       "`{action}`：`{before}` → `{after}`");
inline constexpr Phrase kOutputIsNew("output-is-new",
                                     "The step `{step}` of `{job}` hands on `{outputs}`",
                                     "任务 `{job}` 的步骤 `{step}` 新增输出 `{outputs}`");
inline constexpr Phrase kOutputIsReplaced(
    "output-is-replaced", "The step `{step}` of `{job}` hands on `{outputs}`, no longer `{before}`",
    "任务 `{job}` 的步骤 `{step}` 输出 `{outputs}`，不再输出 `{before}`");
inline constexpr Phrase kOutputIsGone("output-is-gone",
                                      "The step `{step}` of `{job}` no longer hands on `{before}`",
                                      "任务 `{job}` 的步骤 `{step}` 不再输出 `{before}`");
inline constexpr Phrase kOutputIsStillRead(
    "output-is-still-read",
    "Who should read `{read}` now? The step `{step}` no longer writes `{output}`, so it is empty",
    "`{read}` 现在应由谁读取？步骤 `{step}` 不再写入 `{output}`，读到的将是空值");

}  // namespace allreview::phrases

#endif  // SENTENCES_PHRASES_FILES_H_
