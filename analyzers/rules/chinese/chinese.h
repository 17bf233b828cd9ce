#ifndef ANALYZERS_RULES_CHINESE_CHINESE_H_
#define ANALYZERS_RULES_CHINESE_CHINESE_H_

// The words that rules put into their texts as strings, in Chinese. Words that are phrases
// (analyzers/rules/README.md) need none of this; when the last rule has them, it goes.
//
//   const RuleInfo* rule = FindRule(finding.rule_id());   // analyzers/rules/rule_table.h
//   if (rule != nullptr) problem = FillChinese(rule->message.zh, params).value_or(problem);
//   std::string block = InChinese("the block");           // "该代码块"
//
// All functions are pure and may be called from any thread.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "sentences/sentence.h"

namespace allreview::rules::chinese {

// The phrase in Chinese. What stands in for a placeholder is put into Chinese, too, when it is a
// phrase; so are the items of a list of phrases. Nothing: the text is no phrase of ours.
std::optional<std::string> FindPhrase(absl::string_view english);

// The same, or the text as it is.
std::string InChinese(absl::string_view english);

// Replaces each {name}: by its value as it is in a code span of `text`, by the value in Chinese
// elsewhere, which `words` has, or is looked up as a phrase. Nothing when `params` lacks one, as
// those of an older or newer rule may.
std::optional<std::string> FillChinese(absl::string_view text,
                                       const std::map<std::string, std::string>& params,
                                       const std::map<std::string, Words>& words = {});

}  // namespace allreview::rules::chinese

#endif  // ANALYZERS_RULES_CHINESE_CHINESE_H_
