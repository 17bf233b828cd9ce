#include "analyzers/rules/suppression_rules.h"

namespace allreview::rules {

namespace {

constexpr Phrase kExpired[] = {phrases::kSuppressionExpired};
constexpr Phrase kUnreadable[] = {phrases::kSuppressionUnreadable};
constexpr Phrase kWithoutReason[] = {phrases::kSuppressionWithoutReason};
constexpr Phrase kUnknownRule[] = {phrases::kNoSuchRule, phrases::kNoSuchRuleNearest};
constexpr Phrase kUnused[] = {phrases::kSuppressionUnused};

}  // namespace

absl::Span<const RuleInfo> SuppressionRules() {
  static constexpr RuleInfo kRules[] = {
      {.id = "expired-suppression",
       .title = {"Suppression past its date", "抑制注释已过期"},
       .category = "maintainability",
       .impact = Impact::kLow,
       .pillar = Pillar::kMaintainability,
       .consequence =
           {.zh = "作者设定了问题应当修复的日期。该日期已过，注释不再隐藏任何问题，只会误导读者"},
       .advice = {.zh = "修复问题并删除该注释，或者设定新的日期并说明理由"},
       .phrases = kExpired,
       .why = "The author set a date by which to fix the finding. It has passed, so the comment no "
              "longer hides anything and only misleads.",
       .fix = "Fix the finding and delete the comment, or set a new date with a reason.",
       .bad = "x.item()  # allreview: ignore[host-sync-in-hot-path] until=2020-01-01 debugging",
       .good = "x.item()  # allreview: ignore[host-sync-in-hot-path] until=2099-01-01 debugging"},
      {.id = "malformed-suppression",
       .title = {"Suppression that cannot be read", "抑制注释无法解析"},
       .category = "maintainability",
       .impact = Impact::kLow,
       .pillar = Pillar::kMaintainability,
       .consequence = {.zh = "无法解析的注释看起来有效，实际上不会抑制任何问题"},
       .advice = {.zh = "写成 `# allreview: ignore[rule-id] reason`"},
       .phrases = kUnreadable,
       .why = "A comment that cannot be read suppresses nothing, though it looks as if it did.",
       .fix = "Write `# allreview: ignore[rule-id] reason`.",
       .bad = "x.item()  # allreview: ignore host-sync-in-hot-path",
       .good = "x.item()  # allreview: ignore[host-sync-in-hot-path] once per run"},
      {.id = "suppression-without-reason",
       .title = {"Suppression without a reason", "抑制注释没有理由"},
       .category = "maintainability",
       .impact = Impact::kLow,
       .pillar = Pillar::kMaintainability,
       .consequence = {.zh = "之后读到该注释的人无法判断它是否仍然成立。没有理由的注释不生效"},
       .advice = {.zh = "在方括号之后说明为什么这里可以接受该问题"},
       .phrases = kWithoutReason,
       .why = "Later readers of the comment cannot tell whether it still applies. Without a reason "
              "it has no effect.",
       .fix = "Say after the square brackets why the finding is acceptable here.",
       .bad = "x.item()  # allreview: ignore[host-sync-in-hot-path]",
       .good = "x.item()  # allreview: ignore[host-sync-in-hot-path] runs once per epoch"},
      {.id = "unknown-suppression-rule",
       .title = {"Suppression of a rule that does not exist", "抑制了不存在的规则"},
       .category = "maintainability",
       .impact = Impact::kLow,
       .pillar = Pillar::kMaintainability,
       .consequence = {.zh = "规则 id 拼写错误，或者规则已改名，因此没有抑制任何问题"},
       .advice = {.zh = "使用 `allreview rules` 列出的 id"},
       .phrases = kUnknownRule,
       .why = "The id is misspelled, or the rule has another name, so nothing is suppressed.",
       .fix = "Use an id that `allreview rules` lists.",
       .bad = "x.item()  # allreview: ignore[host-sink] runs once per epoch",
       .good = "x.item()  # allreview: ignore[host-sync-in-hot-path] runs once per epoch"},
      {.id = "unused-suppression",
       .title = {"Suppression that suppresses nothing", "抑制注释没有抑制任何问题"},
       .category = "maintainability",
       .severity = Severity::kP3,
       .impact = Impact::kLow,
       .pillar = Pillar::kMaintainability,
       .consequence = {.zh = "该规则在这条语句中没有发现任何问题，而该注释会隐藏下一个真正的问题"},
       .advice = {.zh = "删除该规则 id 或整条注释"},
       .phrases = kUnused,
       .why = "The rule finds nothing in this statement. The comment would hide the next real "
              "finding.",
       .fix = "Delete the rule id, or the comment.",
       .bad = "x = 1  # allreview: ignore[host-sync-in-hot-path] runs once per epoch",
       .good = "x = 1"},
  };
  return kRules;
}

}  // namespace allreview::rules
