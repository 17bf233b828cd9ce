#ifndef SENTENCES_PHRASES_POLICY_H_
#define SENTENCES_PHRASES_POLICY_H_

// What is wrong with a policy file. {key}, {rule} and {language} are quoted. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

// The file.
inline constexpr Phrase kPolicyIgnoredForError(
    "policy-ignored-for-error", "the policy file is ignored as a whole because of {count} error",
    "策略文件有 {count} 个错误，整个文件不生效");
inline constexpr Phrase kPolicyIgnoredForErrors(
    "policy-ignored-for-errors", "the policy file is ignored as a whole because of {count} errors",
    "策略文件有 {count} 个错误，整个文件不生效");
inline constexpr Phrase kFixErrorsAbove(
    "fix-errors-above", "fix the errors above; until then the settings of lower rank hold",
    "请修正上述错误；在此之前以低优先级的设置为准");
inline constexpr Phrase kPolicyIsNoMapping("policy-is-no-mapping",
                                           "the file holds {found}, wanted a mapping",
                                           "文件内容是 {found}，应为键值对");
inline constexpr Phrase kBeginWithSection("begin-with-section",
                                          "begin with `review:`, `rules:` or `coverage:`",
                                          "请以 `review:`、`rules:` 或 `coverage:` 开头");

// A key.
inline constexpr Phrase kKeyIsNoName("key-is-no-name", "a key is {found}, wanted a name",
                                     "键是 {found}，应为名称");
inline constexpr Phrase kKeyStandsTwice("key-stands-twice",
                                        "key {key} stands here and in line {line}",
                                        "键 {key} 在此处和第 {line} 行重复出现");
inline constexpr Phrase kKeepOne("keep-one", "keep one of them", "请只保留一个");
inline constexpr Phrase kUnknownKey("unknown-key", "unknown key {key}", "未知的键 {key}");
inline constexpr Phrase kWriteBelowSection("write-below-section",
                                           "write `{section}:` and, indented below it, `{name}:`",
                                           "请写 `{section}:`，并在其下缩进写 `{name}:`");
inline constexpr Phrase kKnownHere("known-here", "known here: {names}", "此处可用：{names}");
inline constexpr Phrase kDidYouMean("did-you-mean", "did you mean {name}?", "是否想写 {name}？");
inline constexpr Phrase kUnknownRule("unknown-rule", "unknown rule {rule}", "未知的规则 {rule}");
inline constexpr Phrase kListAllRules("list-all-rules", "`allreview rules` lists all rules",
                                      "`allreview rules` 会列出所有规则");

// A value. {found} and {wanted} are below.
inline constexpr Phrase kValueIsOther("value-is-other", "{key} is {found}, wanted {wanted}",
                                      "{key} 是 {found}，应为 {wanted}");
inline constexpr Phrase kValueIsOutOfRange("value-is-out-of-range",
                                           "{key} is {found}, wanted {min} to {max}",
                                           "{key} 是 {found}，应在 {min} 到 {max} 之间");
inline constexpr Phrase kItemIsOther("item-is-other",
                                     "an item of {key} is {found}, wanted {wanted}",
                                     "{key} 的一项是 {found}，应为 {wanted}");
inline constexpr Phrase kLanguageIsNoName("language-is-no-name",
                                          "language {language}, wanted a lower-case name",
                                          "语言 {language} 应为小写名称");
inline constexpr Phrase kLedgerNamesLanguages(
    "ledger-names-languages",
    "the ledger of a review names the languages, for example shell or c++",
    "评审的覆盖情况中列出了语言名称，例如 shell 或 c++");
inline constexpr Phrase kWriteEnOrZh("write-en-or-zh", "write `en` for English or `zh` for Chinese",
                                     "英文写 `en`，中文写 `zh`");
inline constexpr Phrase kDisabledIsEnabled(
    "disabled-is-enabled",
    "{key} is true in line {line}, but `rules.disable` names the rule in line {other}",
    "{key} 在第 {line} 行为 true，但 `rules.disable` 在第 {other} 行列出了该规则");
inline constexpr Phrase kTierButSwitchedOn(
    "tier-but-switched-on",
    "{key} is {value} in line {line}, but line {other} switches the rule on",
    "{key} 在第 {line} 行为 {value}，但第 {other} 行启用了该规则");
inline constexpr Phrase kTierButSwitchedOff(
    "tier-but-switched-off",
    "{key} is {value} in line {line}, but line {other} switches the rule off",
    "{key} 在第 {line} 行为 {value}，但第 {other} 行停用了该规则");

// What was found.
inline constexpr Phrase kFoundNothing("found-nothing", "nothing", "空");
inline constexpr Phrase kFoundList("found-list", "a list", "列表");
inline constexpr Phrase kFoundMapping("found-mapping", "a mapping", "键值对");
inline constexpr Phrase kFoundString("found-string", "the string {text}", "字符串 {text}");
inline constexpr Phrase kFoundMoreThanPaths("found-more-than-paths", "a list with more than paths",
                                            "含有路径以外内容的列表");

// What was wanted.
inline constexpr Phrase kWantedMapping("wanted-mapping", "a mapping", "键值对");
inline constexpr Phrase kWantedInteger("wanted-integer", "an integer", "整数");
inline constexpr Phrase kWantedRuleIds("wanted-rule-ids", "a list of rule ids", "规则 id 的列表");
inline constexpr Phrase kWantedRuleId("wanted-rule-id", "a rule id", "规则 id");
inline constexpr Phrase kWantedLanguages("wanted-languages", "a list of languages", "语言的列表");
inline constexpr Phrase kWantedLanguage("wanted-language", "a language", "语言");
inline constexpr Phrase kWantedPaths("wanted-paths", "a list of paths", "路径的列表");

}  // namespace allreview::phrases

#endif  // SENTENCES_PHRASES_POLICY_H_
