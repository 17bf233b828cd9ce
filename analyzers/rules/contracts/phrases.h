#ifndef ANALYZERS_RULES_CONTRACTS_PHRASES_H_
#define ANALYZERS_RULES_CONTRACTS_PHRASES_H_

// What several rules of contracts put into their texts. See shared_phrases.h.

#include "sentences/phrase.h"

namespace allreview::rules::phrases {

inline constexpr Phrase kDidYouMean("did-you-mean", "Did you mean `{name}`?",
                                    "是否应为 `{name}`？");
inline constexpr Phrase kUseFromThere("use-from-there", "`{module}` defines it: use it from there",
                                      "`{module}` 定义了它，请从那里使用");
inline constexpr Phrase kDefineThere("define-there",
                                     "Define it in `{module}`, or use a name that it has",
                                     "在 `{module}` 中定义它，或者使用其中已有的符号");
inline constexpr Phrase kGetsTwice("gets-twice", "gets `{parameter}` twice",
                                   "两次收到 `{parameter}`");
inline constexpr Phrase kHasNoParameter("has-no-parameter", "has no parameter `{parameter}`",
                                        "没有参数 `{parameter}`");
inline constexpr Phrase kTakesOnePositional("takes-one-positional",
                                            "takes {count} positional argument, not {given}",
                                            "接收 {count} 个位置参数，而不是 {given} 个");
inline constexpr Phrase kTakesPositional("takes-positional",
                                         "takes {count} positional arguments, not {given}",
                                         "接收 {count} 个位置参数，而不是 {given} 个");
inline constexpr Phrase kNeedsParameters("needs-parameters", "needs {parameters}",
                                         "需要 {parameters}");
inline constexpr Phrase kImportsName("imports-name", "imports `{name}`", "导入 `{name}`");
inline constexpr Phrase kCallsName("calls-name", "calls `{name}`", "调用 `{name}`");

inline constexpr Phrase kOneCall("one-call", "1 call in this repository ({place})",
                                 "本仓库的 1 处调用（{place}）");
inline constexpr Phrase kManyCalls("many-calls",
                                   "{count} calls in this repository, for example {place}",
                                   "本仓库的 {count} 处调用，例如 {place}");

}  // namespace allreview::rules::phrases

#endif  // ANALYZERS_RULES_CONTRACTS_PHRASES_H_
