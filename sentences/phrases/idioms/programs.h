#ifndef SENTENCES_PHRASES_IDIOMS_PROGRAMS_H_
#define SENTENCES_PHRASES_IDIOMS_PROGRAMS_H_

// Idioms (analyzers/idioms): python around training. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

inline constexpr Phrase kLastEntries(
    "idiom-last-entries", "`{it}` keeps the last `{n}` entries and drops older ones by itself",
    "`{it}` 只保留最近 `{n}` 项，更早的自动丢弃");
inline constexpr Phrase kWindowMean("idiom-window-mean", "`{it}` is the mean of `{w}`",
                                    "`{it}` 是 `{w}` 的平均值");
inline constexpr Phrase kResultsKept(
    "idiom-results-kept",
    "results are kept by argument: a second call with the same arguments computes nothing",
    "结果按参数缓存：相同参数的再次调用不再计算");
inline constexpr Phrase kRegistered(
    "idiom-registered",
    "decorator: enters what it decorates in `{r}` under `{k}` and returns it unchanged",
    "装饰器：把被装饰者以 `{k}` 登记到 `{r}`，并原样返回");
inline constexpr Phrase kRestoredAfterwards(
    "idiom-restored-afterwards", "`{x}` is `{o}` again after the `with` block, even if that raises",
    "`with` 代码块结束后 `{x}` 恢复为 `{o}`，抛出异常时也一样");
inline constexpr Phrase kAttributeOrDefault("idiom-attribute-or-default",
                                            "`{it}` is `{v}` where `{o}` has no `{n}`",
                                            "`{o}` 没有 `{n}` 时，`{it}` 取 `{v}`");
inline constexpr Phrase kFromEnvironment(
    "idiom-from-environment",
    "the environment variable `{n}` decides here, `{v}` where it is not set",
    "此处由环境变量 `{n}` 决定，未设置时取 `{v}`");
inline constexpr Phrase kFileReplaced("idiom-file-replaced",
                                      "`{a}` takes the place of `{b}` in one step: a reader sees "
                                      "the old file or the new one, never a half",
                                      "`{a}` 一步替换 `{b}`：读者看到旧文件或新文件，不会看到半个");
inline constexpr Phrase kRetried("idiom-retried", "a failure is tried again, `{n}` times in all",
                                 "失败后重试，总共 `{n}` 次");
inline constexpr Phrase kErrorsIgnored(
    "idiom-errors-ignored", "`{e}` in this block is ignored; the rest of the block is then skipped",
    "忽略此代码块中的 `{e}`，其后的语句不再执行");
inline constexpr Phrase kMadeOnce("idiom-made-once",
                                  "`{x}` is made when it is first needed and kept",
                                  "`{x}` 在首次需要时创建并保留");

}  // namespace allreview::phrases

#endif  // SENTENCES_PHRASES_IDIOMS_PROGRAMS_H_
