#ifndef SENTENCES_STATEMENTS_EFFECTS_H_
#define SENTENCES_STATEMENTS_EFFECTS_H_

// What is different after a change for whoever runs, configures or calls the code, and the ways it
// could have been done. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

// A setting and the branch that it opens.
inline constexpr Phrase kEffectCallsInsteadWith(
    "effect-calls-instead-with",
    "With `{setting}`, `{function}` calls `{now}` instead of `{before}`",
    "启用 `{setting}` 后，`{function}` 由调用 `{before}` 改为调用 `{now}`");

// A condition that is no setting alone.
inline constexpr Phrase kEffectCallsInsteadWhen(
    "effect-calls-instead-when",
    "When {conditions}, `{function}` calls `{now}` instead of `{before}`",
    "满足 {conditions} 时，`{function}` 由调用 `{before}` 改为调用 `{now}`");
inline constexpr Phrase kEffectCallsWhen("effect-calls-when",
                                         "When {conditions}, `{function}` now calls `{now}`",
                                         "满足 {conditions} 时，`{function}` 现在会调用 `{now}`");
inline constexpr Phrase kEffectCalls("effect-calls", "`{function}` now calls `{now}`",
                                     "`{function}` 新增对 `{now}` 的调用");

// Values.
inline constexpr Phrase kEffectDefault("effect-default",
                                       "`{name}` defaults to `{after}` instead of `{before}`",
                                       "`{name}` 的默认值由 `{before}` 改为 `{after}`");
inline constexpr Phrase kEffectParameterDefault(
    "effect-parameter-default",
    "`{name}` of `{function}` defaults to `{after}` instead of `{before}`",
    "`{function}` 的参数 `{name}` 默认值由 `{before}` 改为 `{after}`");
inline constexpr Phrase kEffectValue("effect-value", "`{name}` is `{after}` instead of `{before}`",
                                     "`{name}` 由 `{before}` 改为 `{after}`");

// Checks.
inline constexpr Phrase kEffectStopsUnless("effect-stops-unless",
                                           "`{function}` now fails unless `{test}`",
                                           "`{function}` 新增检查：`{test}` 不成立时报错");
inline constexpr Phrase kEffectStopsUnlessWhen(
    "effect-stops-unless-when", "When {conditions}, `{function}` now fails unless `{test}`",
    "满足 {conditions} 时，`{function}` 新增检查：`{test}` 不成立则报错");
inline constexpr Phrase kEffectStopsWhen(
    "effect-stops-when", "`{function}` now raises `{error}` when {conditions}",
    "`{function}` 新增检查：满足 {conditions} 时抛出 `{error}`");
inline constexpr Phrase kEffectNoLongerChecks("effect-no-longer-checks",
                                              "`{function}` no longer checks `{test}`",
                                              "`{function}` 不再检查 `{test}`");
inline constexpr Phrase kEffectNoLongerStopsWhen("effect-no-longer-stops-when",
                                                 "`{function}` no longer fails when {conditions}",
                                                 "满足 {conditions} 时，`{function}` 不再报错");

// One way for another.
inline constexpr Phrase kEffectCallReplaced("effect-call-replaced",
                                            "`{function}` calls `{now}` instead of `{before}`",
                                            "`{function}` 由调用 `{before}` 改为调用 `{now}`");
inline constexpr Phrase kEffectCallReplacedInMany(
    "effect-call-replaced-in-many",
    "{count} functions call `{now}` instead of `{before}`: {functions}",
    "有 {count} 个函数由调用 `{before}` 改为调用 `{now}`：{functions}");
inline constexpr Phrase kEffectSameEdit(
    "effect-same-edit", "{count} functions get the same edit, `{before}` → `{after}`: {functions}",
    "有 {count} 个函数作了同样的修改（`{before}` → `{after}`）：{functions}");
inline constexpr Phrase kEffectOnlyAnnotations("effect-only-annotations",
                                               "Only annotations change in {functions}",
                                               "{functions} 只修改了类型注解");
inline constexpr Phrase kEffectAndMore("effect-and-more", "{names} and {count} more",
                                       "{names} 及另外 {count} 个");

// Other ways.
inline constexpr Phrase kAlternativeOldWayStays(
    "alternative-old-way-stays",
    "The old way stays: without `{setting}` (default `{value}`), `{function}` calls `{before}` as "
    "before",
    "旧实现仍然保留：不启用 `{setting}`（默认 `{value}`）时，`{function}` 照旧调用 `{before}`");

}  // namespace allreview::phrases

#endif  // SENTENCES_STATEMENTS_EFFECTS_H_
