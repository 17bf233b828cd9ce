// Rules about suppression comments (analyzers/policy/suppression.h). What is wrong with a comment
// is told in several ways, which are phrases.

#include "analyzers/rules/chinese/tables.h"

namespace allreview::rules::chinese {

absl::Span<const RuleText> Suppressions() {
  static constexpr RuleText kTexts[] = {
      {.id = "expired-suppression",
       .title = "抑制注释已过期",
       .message = "",
       .consequence =
           "作者设定了问题应当修复的日期。该日期已过，注释不再隐藏任何问题，只会误导读者",
       .advice = "修复问题并删除该注释，或者设定新的日期并说明理由"},
      {.id = "malformed-suppression",
       .title = "抑制注释无法解析",
       .message = "",
       .consequence = "无法解析的注释看起来有效，实际上不会抑制任何问题",
       .advice = "写成 `# allreview: ignore[rule-id] reason`"},
      {.id = "suppression-without-reason",
       .title = "抑制注释没有理由",
       .message = "",
       .consequence = "之后读到该注释的人无法判断它是否仍然成立。没有理由的注释不生效",
       .advice = "在方括号之后说明为什么这里可以接受该问题"},
      {.id = "unknown-suppression-rule",
       .title = "抑制了不存在的规则",
       .message = "",
       .consequence = "规则 id 拼写错误，或者规则另有名字，因此没有抑制任何问题",
       .advice = "使用 `allreview rules` 列出的 id"},
      {.id = "unused-suppression",
       .title = "抑制注释没有抑制任何问题",
       .message = "",
       .consequence = "该规则在这条语句中没有发现任何问题，而该注释会隐藏下一个真正的问题",
       .advice = "删除该规则 id 或整条注释"},
  };
  return kTexts;
}

}  // namespace allreview::rules::chinese
