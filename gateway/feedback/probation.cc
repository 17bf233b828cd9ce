#include "gateway/feedback/probation.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/status_macros.h"
#include "gateway/metrics/metrics.h"

namespace allreview::gateway {

using review::v1::RuleStanding;

namespace {

// Whether the standing is one of an older version than the one in use.
bool IsOutdated(const RuleStanding& standing, const std::map<std::string, int>& versions) {
  const auto version = versions.find(standing.rule_id());
  int judged = 0;
  return version != versions.end() && absl::SimpleAtoi(standing.rule_version(), &judged) &&
         judged < version->second;
}

absl::Status Tell(ReviewStore& store, const std::string& action, const std::string& organisation,
                  const std::string& rule_id, const std::string& detail) {
  review::v1::AuditEntry entry;
  entry.set_actor("allreview");
  entry.set_action(action);
  entry.set_target(absl::StrCat(organisation, "/", rule_id));
  entry.set_detail(detail);
  return store.AddAudit(entry);
}

void Count(host::Metrics* metrics, const char* change) {
  if (metrics != nullptr) metrics->Count(metric::kProbationChanges, {{"change", change}});
}

}  // namespace

bool ShouldBeOnProbation(const RuleStanding& standing) {
  if (standing.impressions() < kProbationImpressions) return false;
  return WilsonInterval(standing.not_useful(), standing.impressions()).low > kProbationShare;
}

std::set<std::string> RulesOnProbation(const std::vector<RuleStanding>& standings,
                                       const std::map<std::string, int>& versions) {
  std::set<std::string> rules;
  for (const RuleStanding& standing : standings) {
    if (standing.is_on_probation() && !IsOutdated(standing, versions)) {
      rules.insert(standing.rule_id());
    }
  }
  return rules;
}

absl::StatusOr<bool> UpdateProbation(ReviewStore& store, const std::string& organisation,
                                     const std::string& rule_id, host::Metrics* metrics) {
  ASSIGN_OR_RETURN(RuleStanding standing, store.GetStanding(organisation, rule_id));
  if (standing.is_on_probation() || !ShouldBeOnProbation(standing)) return false;
  RETURN_IF_ERROR(store.SetProbation(
      {.organisation = organisation, .rule_id = rule_id, .is_on_probation = true}));
  RETURN_IF_ERROR(Tell(
      store, "rule.probation", organisation, rule_id,
      absl::StrFormat(
          "version %s: %d of %d findings were not useful; the lower bound of the share is %.1f%%, "
          "above %.0f%%",
          standing.rule_version(), standing.not_useful(), standing.impressions(),
          100 * WilsonInterval(standing.not_useful(), standing.impressions()).low,
          100 * kProbationShare)));
  Count(metrics, "began");
  return true;
}

absl::StatusOr<std::set<std::string>> SettleProbation(ReviewStore& store,
                                                      const std::string& organisation,
                                                      const std::map<std::string, int>& versions,
                                                      host::Metrics* metrics) {
  ASSIGN_OR_RETURN(std::vector<RuleStanding> standings, store.ListStandings(organisation));
  for (RuleStanding& standing : standings) {
    const std::string& rule = standing.rule_id();
    const bool is_outdated = IsOutdated(standing, versions);
    if (!is_outdated && !standing.is_on_probation() && ShouldBeOnProbation(standing)) {
      RETURN_IF_ERROR(UpdateProbation(store, organisation, rule, metrics).status());
      standing.set_is_on_probation(true);
    } else if (is_outdated && standing.is_on_probation()) {
      RETURN_IF_ERROR(store.SetProbation(
          {.organisation = organisation, .rule_id = rule, .is_on_probation = false}));
      RETURN_IF_ERROR(Tell(store, "rule.trial", organisation, rule,
                           absl::StrCat("version ", versions.at(rule), " is shown again; version ",
                                        standing.rule_version(), " was on probation")));
      Count(metrics, "ended");
    }
  }
  return RulesOnProbation(standings, versions);
}

}  // namespace allreview::gateway
