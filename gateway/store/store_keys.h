#ifndef GATEWAY_STORE_STORE_KEYS_H_
#define GATEWAY_STORE_STORE_KEYS_H_

// The keys of ReviewStore's entries. Numbers have a fixed width, so that keys sort as they do.
//
//   summary/<id>                              ReviewSummary
//   review/<id>                               StoredReview; of its summary only the state, which is
//                                             DONE when the review has been counted in the trends
//   open/<id>                                 empty: it has not ended, or is still to be published
//   by_repository/<repository>/<id>           empty
//   by_pull_request/<repository>/<n>/<id>     empty
//   kept_bytes/<requester>                    Int64Value: of all reviews that it asked for
//   kept_review/<requester>/<id>              Int64Value: the bytes of one of them
//   reviewed/<repository>/<n>                 empty: its first review has been counted
//   pull_request/<repository>/<n>             PullRequestState
//   finding/<repository>/<n>/<fingerprint>    Feedback: that it was shown, and the verdict on it
//   vote/<repository>/<n>/<fingerprint>/<voter>   Feedback
//   standing/<organisation>/<rule>            RuleStanding
//   repository/<repository>                   RepositorySummary; of its latest review only the id
//   repository_name/<name>/<repository>       empty
//   trend/<day>/<repository>                  TrendPoint
//   event/<number>                            Event
//   event_last/                               Int64Value: the number of the newest event
//   audit/<id>                                AuditEntry
//   delivery/<guid>                           the milliseconds
//   delivery_time/<milliseconds>/<guid>       empty

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace allreview::gateway {

struct PullRequestKey {
  int64_t repository_id = 0;
  int64_t number = 0;
};

std::string SummaryKey(absl::string_view id);
std::string ReviewKey(absl::string_view id);
std::string OpenKey(absl::string_view id);
std::string ByRepositoryKey(int64_t repository_id, absl::string_view id);
std::string ByPullRequestKey(PullRequestKey pull_request, absl::string_view id);
std::string KeptBytesKey(absl::string_view requester);
std::string KeptReviewKey(absl::string_view requester, absl::string_view id);
std::string ReviewedKey(PullRequestKey pull_request);
std::string PullRequestStateKey(PullRequestKey pull_request);
std::string FindingKey(PullRequestKey pull_request, absl::string_view fingerprint);
// Without a voter: the prefix of all votes on the finding, and the pull request's own history.
std::string VoteKey(PullRequestKey pull_request, absl::string_view fingerprint,
                    absl::string_view voter);
// The prefix of all votes in a repository.
std::string VotesKey(int64_t repository_id);
// Without a rule: the prefix of the organisation.
std::string StandingKey(absl::string_view organisation, absl::string_view rule_id);
std::string RepositoryKey(int64_t repository_id);
std::string RepositoryNameKey(absl::string_view full_name, int64_t repository_id);
std::string TrendKey(absl::string_view day, int64_t repository_id);
std::string EventKey(int64_t number);
std::string LastEventKey();
std::string AuditKey(absl::string_view id);
std::string DeliveryKey(absl::string_view guid);
std::string DeliveryTimeKey(absl::Time time, absl::string_view guid);

// What stands behind the last '/'.
absl::string_view LastPart(absl::string_view key);

// YYYY-MM-DD, UTC.
std::string DayOf(absl::Time time);

}  // namespace allreview::gateway

#endif  // GATEWAY_STORE_STORE_KEYS_H_
