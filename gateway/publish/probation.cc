#include "gateway/publish/probation.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/status_macros.h"
#include "gateway/metrics.h"

namespace allreview::gateway {

using review::v1::RuleStanding;

bool ShouldBeOnProbation(const RuleStanding& standing) {
  if (standing.impressions() < kProbationImpressions) return false;
  return WilsonInterval(standing.not_useful(), standing.impressions()).low > kProbationShare;
}

std::set<std::string> RulesOnProbation(const std::vector<RuleStanding>& standings,
                                       const std::map<std::string, int>& versions) {
  std::set<std::string> rules;
  for (const RuleStanding& standing : standings) {
    if (!standing.is_on_probation()) continue;
    const auto version = versions.find(standing.rule_id());
    const bool is_known = version != versions.end() && version->second > 0;
    const bool is_same = !is_known || standing.rule_version().empty() ||
                         standing.rule_version() == absl::StrCat(version->second);
    if (is_same) rules.insert(standing.rule_id());
  }
  return rules;
}

void MarkProbation(const std::set<std::string>& rules,
                   google::protobuf::RepeatedPtrField<finding::v1::Finding>& findings) {
  for (finding::v1::Finding& finding : findings) {
    if (rules.count(finding.rule_id()) > 0) finding.set_shown(finding::v1::SHOWN_PROBATION);
  }
}

absl::StatusOr<bool> UpdateProbation(ReviewStore& store, const std::string& organisation,
                                     const std::string& rule_id, host::Metrics* metrics) {
  ASSIGN_OR_RETURN(RuleStanding standing, store.GetStanding(organisation, rule_id));
  if (standing.is_on_probation() || !ShouldBeOnProbation(standing)) return false;
  RETURN_IF_ERROR(store.SetProbation(
      {.organisation = organisation, .rule_id = rule_id, .is_on_probation = true}));
  review::v1::AuditEntry entry;
  entry.set_actor("allreview");
  entry.set_action("rule.probation");
  entry.set_target(absl::StrCat(organisation, "/", rule_id));
  entry.set_detail(
      absl::StrFormat("version %s: %d of %d findings were not useful; the lower bound of the share "
                      "is %.1f%%, above "
                      "%.0f%%",
                      standing.rule_version(), standing.not_useful(), standing.impressions(),
                      100 * WilsonInterval(standing.not_useful(), standing.impressions()).low,
                      100 * kProbationShare));
  RETURN_IF_ERROR(store.AddAudit(entry));
  if (metrics != nullptr) metrics->Count(metric::kProbationChanges, {{"change", "began"}});
  return true;
}

}  // namespace allreview::gateway
