#ifndef GATEWAY_FEEDBACK_PROBATION_H_
#define GATEWAY_FEEDBACK_PROBATION_H_

// A rule that people find useless too often is put on probation: its findings are counted, but
// nobody is shown them. A new version of the rule gets a new trial.
//
//   if (ShouldBeOnProbation(standing)) …
//   std::set<std::string> rules = RulesOnProbation(standings, versions);

#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "gateway/store/review_store.h"
#include "host/metrics.h"
#include "proto/review/v1/record.pb.h"

namespace allreview::gateway {

inline constexpr int kProbationImpressions = 20;
inline constexpr double kProbationShare = 0.10;

// Whether even the lower end of Wilson's interval of the not-useful share is above
// kProbationShare, over at least kProbationImpressions. Pure.
bool ShouldBeOnProbation(const review::v1::RuleStanding& standing);

// Rules whose findings are not shown. A standing of an older version than `versions` says (by rule;
// 0 or absent: not known) does not count. Pure.
std::set<std::string> RulesOnProbation(const std::vector<review::v1::RuleStanding>& standings,
                                       const std::map<std::string, int>& versions);

// Puts the rule on probation if its standing says so and it is not yet; writes an audit entry.
// Probation ends with a newer version of the rule only: without being shown nothing is voted on.
// Whether it began now.
absl::StatusOr<bool> UpdateProbation(ReviewStore& store, const std::string& organisation,
                                     const std::string& rule_id, host::Metrics* metrics = nullptr);

// The same for all rules of the organisation, and ends probations of older versions than `versions`
// says, with an audit entry. Returns the rules that are not shown.
absl::StatusOr<std::set<std::string>> SettleProbation(ReviewStore& store,
                                                      const std::string& organisation,
                                                      const std::map<std::string, int>& versions,
                                                      host::Metrics* metrics = nullptr);

}  // namespace allreview::gateway

#endif  // GATEWAY_FEEDBACK_PROBATION_H_
