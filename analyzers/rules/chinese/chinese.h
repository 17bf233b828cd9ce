#ifndef ANALYZERS_RULES_CHINESE_CHINESE_H_
#define ANALYZERS_RULES_CHINESE_CHINESE_H_

// What rules say, in Chinese.
//
//   const RuleText* text = FindRuleText(finding.rule_id());
//   if (text != nullptr) problem = FillChinese(text->message, params).value_or(problem);
//   std::string reason = InChinese("no rules for cuda");   // "没有针对 cuda 的规则"
//
// Rules speak English; findings carry their parameters, so that a renderer can say the same in
// another language. There is a table for each category of rules, and one of phrases: what rules
// put into parameters, and sentences that other parts of the program make. A test compares the
// tables with the rules. To translate a new rule: add it to <category>.cc, and what the test misses
// to phrases.cc. All functions are pure and may be called from any thread.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::rules::chinese {

// Templates with the placeholders of the English ones; those that carry nothing but English
// grammar ("is" or "are") may be missing.
struct RuleText {
  absl::string_view id;
  absl::string_view title;
  absl::string_view message;  // Empty: the problem of a finding is a phrase.
  absl::string_view consequence;
  absl::string_view advice;
};

// Nullptr: the rule is not of this program, as that of an organisation; it speaks as it is written.
const RuleText* FindRuleText(absl::string_view rule_id);

// All of them, sorted by id.
std::vector<const RuleText*> AllRuleTexts();

// The phrase in Chinese. What stands in for a placeholder is put into Chinese, too, when it is a
// phrase; so are the items of a list of phrases. Nothing: the text is no phrase of ours.
std::optional<std::string> FindPhrase(absl::string_view english);

// The same, or the text as it is.
std::string InChinese(absl::string_view english);

// Replaces each {name}: by its value as it is in a code span of `text`, by the value in Chinese
// elsewhere. Nothing when `params` lacks one, as those of an older or newer rule may.
std::optional<std::string> FillChinese(absl::string_view text,
                                       const std::map<std::string, std::string>& params);

}  // namespace allreview::rules::chinese

#endif  // ANALYZERS_RULES_CHINESE_CHINESE_H_
