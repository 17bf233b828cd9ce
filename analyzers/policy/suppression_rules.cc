// Documentation of the built-in rules about suppression comments.

#include "analyzers/policy/suppression.h"

namespace allreview::policy {
namespace {

rules::RuleInfo Info(absl::string_view id, absl::string_view title, rules::Severity severity) {
  rules::RuleInfo info;
  info.id = id;
  info.title = title;
  info.category = "maintainability";
  info.severity = severity;
  info.impact = rules::Impact::kLow;
  info.pillar = rules::Pillar::kMaintainability;
  info.confidence = rules::Confidence::kHigh;
  return info;
}

std::vector<rules::RuleInfo> MakeRules() {
  using rules::Severity;
  rules::RuleInfo expired = Info("expired-suppression", "Suppression past its date", Severity::kP2);
  expired.why =
      "The author set a day by which the finding was to be mended. It has passed, so the comment "
      "no longer hides anything and only misleads.";
  expired.fix = "Mend the finding and delete the comment, or set a new date with a reason.";
  expired.bad = "x.item()  # allreview: ignore[host-sync-in-hot-path] until=2020-01-01 debugging";
  expired.good = "x.item()  # allreview: ignore[host-sync-in-hot-path] until=2099-01-01 debugging";

  rules::RuleInfo malformed =
      Info("malformed-suppression", "Suppression that cannot be read", Severity::kP2);
  malformed.why = "A comment that cannot be read suppresses nothing, though it looks as if it did.";
  malformed.fix = "Write `# allreview: ignore[rule-id] reason`.";
  malformed.bad = "x.item()  # allreview: ignore host-sync-in-hot-path";
  malformed.good = "x.item()  # allreview: ignore[host-sync-in-hot-path] once per run";

  rules::RuleInfo reason =
      Info("suppression-without-reason", "Suppression without a reason", Severity::kP2);
  reason.why =
      "Whoever reads the comment later cannot tell whether it still holds. Without a reason it has "
      "no effect.";
  reason.fix = "Say after the brackets why the finding is acceptable here.";
  reason.bad = "x.item()  # allreview: ignore[host-sync-in-hot-path]";
  reason.good = "x.item()  # allreview: ignore[host-sync-in-hot-path] runs once per epoch";

  rules::RuleInfo unknown =
      Info("unknown-suppression-rule", "Suppression of a rule that does not exist", Severity::kP2);
  unknown.why = "The id is misspelt, or the rule has another name, so nothing is suppressed.";
  unknown.fix = "Use an id that `allreview rules` lists.";
  unknown.bad = "x.item()  # allreview: ignore[host-sink] runs once per epoch";
  unknown.good = "x.item()  # allreview: ignore[host-sync-in-hot-path] runs once per epoch";

  rules::RuleInfo unused =
      Info("unused-suppression", "Suppression that suppresses nothing", Severity::kP3);
  unused.why =
      "The rule finds nothing in this statement. The comment would hide the next real finding.";
  unused.fix = "Delete the rule id, or the comment.";
  unused.bad = "x = 1  # allreview: ignore[host-sync-in-hot-path] runs once per epoch";
  unused.good = "x = 1";
  return {expired, malformed, reason, unknown, unused};
}

}  // namespace

const std::vector<rules::RuleInfo>& SuppressionRules() {
  static const std::vector<rules::RuleInfo>& rules = *new std::vector<rules::RuleInfo>(MakeRules());
  return rules;
}

}  // namespace allreview::policy
