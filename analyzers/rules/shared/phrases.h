#ifndef ANALYZERS_RULES_SHARED_FOLDER_PHRASES_H_
#define ANALYZERS_RULES_SHARED_FOLDER_PHRASES_H_

// What rules of several families put into their texts. See shared_phrases.h.

#include "sentences/phrase.h"

namespace allreview::rules::phrases {

// What a value is: "`x` is a tuple of 2 values".
inline constexpr Phrase kTupleOfOne("tuple-of-one", "a tuple of {count} value",
                                    "{count} 个值的元组");
inline constexpr Phrase kTupleOf("tuple-of", "a tuple of {count} values", "{count} 个值的元组");
inline constexpr Phrase kListOfOne("list-of-one", "a list of {count} value", "{count} 个值的列表");
inline constexpr Phrase kListOf("list-of", "a list of {count} values", "{count} 个值的列表");
inline constexpr Phrase kOfType("of-type", "of type `{type}`", "`{type}` 类型的值");
inline constexpr Phrase kInstanceOf("instance-of", "an instance of `{type}`", "`{type}` 的实例");
inline constexpr Phrase kInstanceOfDefined("instance-of-defined",
                                           "an instance of `{type}` ({place})",
                                           "`{type}`（{place}）的实例");
inline constexpr Phrase kTheFunction("the-function", "the function `{name}` ({place})",
                                     "函数 `{name}`（{place}）");
inline constexpr Phrase kTheMethod("the-method", "the method `{name}` ({place})",
                                   "方法 `{name}`（{place}）");
inline constexpr Phrase kTheClass("the-class", "the class `{name}` ({place})",
                                  "类 `{name}`（{place}）");
inline constexpr Phrase kModuleNamed("module-named", "the module `{name}`", "模块 `{name}`");
inline constexpr Phrase kComesFromHere("comes-from-here", "here it becomes {value}",
                                       "在这里成为 {value}");

// Why a value fails: "an instance of `Router` has no `gate`".
inline constexpr Phrase kHasNo("has-no", "{object} has no `{name}`", "{object} 没有 `{name}`");
inline constexpr Phrase kTakesValues("takes-values", "it takes {count} values from {object}",
                                     "它要从 {object} 中取 {count} 个值");
inline constexpr Phrase kNothingUnder("nothing-under", "{object} has nothing under {key}",
                                      "{object} 中没有 {key}");
inline constexpr Phrase kDoNotFit("do-not-fit",
                                  "the operator takes neither {object} nor {other} so",
                                  "该运算符不能这样用于 {object} 和 {other}");
inline constexpr Phrase kNeverEqual("never-equal", "{object} never equals {other}",
                                    "{object} 永远不等于 {other}");
inline constexpr Phrase kNoSuchName("no-such-name", "there is no `{name}`", "没有 `{name}`");
inline constexpr Phrase kHasNoValue("has-no-value", "`{name}` has no value", "`{name}` 没有值");

}  // namespace allreview::rules::phrases

#endif  // ANALYZERS_RULES_SHARED_FOLDER_PHRASES_H_
