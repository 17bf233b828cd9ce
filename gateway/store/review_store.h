#ifndef GATEWAY_STORE_REVIEW_STORE_H_
#define GATEWAY_STORE_REVIEW_STORE_H_

// What a server keeps of reviews, pull requests, votes and people's actions; see record.proto. One
// implementation over any KeyedStore.
//
//   ReviewStore reviews(store.get());
//   ReviewSummary summary;
//   summary.set_id(reviews.NewId());
//   summary.set_state(REVIEW_STATE_QUEUED);
//   RETURN_IF_ERROR(reviews.PutSummary(summary));
//   …
//   RETURN_IF_ERROR(reviews.PutReview(finished));  // State DONE: counts in the trends, once.
//
// Safe from any thread, and for several processes on one store: whatever is read, changed and
// written is written only if nobody was faster, and done again otherwise. Every call may be
// repeated after kUnavailable: nothing is counted twice.
//
// Errors beside those of the store: kNotFound, kInvalidArgument (a bad id, page token or field,
// named), kDataLoss (an entry that cannot be read; the text names its key).

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "base/mutex.h"
#include "gateway/store/ids.h"
#include "gateway/store/keyed_store.h"
#include "proto/review/v1/record.pb.h"
#include "proto/review/v1/review_service.pb.h"

namespace allreview::gateway {

struct ReviewStoreOptions {
  std::function<absl::Time()> now = {};                     // Default: the system's clock.
  std::function<uint64_t()> random = {};                    // Of ids. Default: the system's.
  absl::Duration delivery_retention = absl::Hours(24 * 7);  // GitHub redelivers for three days.
  absl::Duration trend_retention = absl::Hours(24 * 730);
  absl::Duration event_retention = absl::Hours(24 * 7);
  // How many entries one call of a list looks at before it answers with what it has found.
  int max_examined = 5000;
};

struct VersionedPullRequest {
  review::v1::PullRequestState state = {};
  int64_t version = 0;  // 0: nothing is kept of it yet.
};

// A finding that people were shown.
struct Impression {
  std::string fingerprint = {};
  std::string rule_id = {};
  std::string rule_version = {};
};

struct Probation {
  std::string organisation = {};
  std::string rule_id = {};
  bool is_on_probation = true;
};

// What RemoveBefore removed.
struct Removed {
  int64_t reviews = 0;
  int64_t pull_requests = 0;
  int64_t audit_entries = 0;
  int64_t deliveries = 0;
  int64_t trend_points = 0;
  int64_t events = 0;
};

// Whether a reader may know of a repository ("owner/name"; "" of what is not on GitHub). Null: of
// all.
using RepositoryFilter = std::function<bool(absl::string_view full_name)>;

class ReviewStore {
 public:
  // `store` is borrowed.
  explicit ReviewStore(KeyedStore* store, ReviewStoreOptions options = {});

  // For a new review or audit entry.
  std::string NewId() { return ids_.Next(); }

  // Stores or replaces a review or its summary; `summary.id` names it. A repository and its number
  // of reviews come with its first review. A review in state DONE counts in the trends of the day
  // on which it finished; never a second time, whoever stores it again.
  //
  // `check` sees the summary that is stored now (empty: none); its error is returned, and nothing
  // is written. Nobody changes the summary between the check and the write.
  using SummaryCheck = std::function<absl::Status(const review::v1::ReviewSummary& stored)>;
  absl::Status PutReview(const review::v1::StoredReview& review,
                         const SummaryCheck& check = nullptr);
  absl::Status PutSummary(const review::v1::ReviewSummary& summary);
  // Changes what is stored, whoever wrote it last: `change` gets the present summary, again when
  // somebody was faster, and returns false to leave it. Returns the summary as it is then.
  // kNotFound.
  using SummaryChange = std::function<bool(review::v1::ReviewSummary& summary)>;
  absl::StatusOr<review::v1::ReviewSummary> UpdateSummary(absl::string_view id,
                                                          const SummaryChange& change);
  // All reviews of which IsOpen holds, oldest first. The first call looks at every review.
  absl::StatusOr<std::vector<review::v1::ReviewSummary>> ListOpen();
  absl::StatusOr<review::v1::StoredReview> GetReview(absl::string_view id);
  // Bytes of the reviews that are kept for this requester, before they are packed, without their
  // summaries.
  absl::StatusOr<int64_t> KeptBytes(absl::string_view requested_by);
  absl::StatusOr<review::v1::ReviewSummary> GetSummary(absl::string_view id);
  // Newest first, or oldest; reviews that arrive while a caller turns pages move nothing. A page
  // may hold fewer reviews than asked for, or none, and still have a next page: where few reviews
  // meet the filters, a call ends after `max_examined` of them.
  //
  // What `may_see` says no to is as if it were not there: neither pages, their tokens nor
  // `max_examined` tell of it. What is not on GitHub is in no such list.
  absl::StatusOr<review::v1::ListReviewsResponse> ListReviews(
      const review::v1::ListReviewsRequest& request, const RepositoryFilter& may_see = nullptr);

  // The log of events: finished reviews and votes, written with them. Numbers follow the order in
  // which they were written, whichever process wrote them, so a reader that has seen one has seen
  // all before it.
  absl::StatusOr<int64_t> LastEvent();  // 0: there was none.
  absl::StatusOr<std::vector<review::v1::Event>> ListEvents(int64_t first, int limit);

  absl::StatusOr<VersionedPullRequest> GetPullRequest(int64_t repository_id, int64_t number);
  // `version` as it was read. kAborted: somebody was faster; read again.
  absl::Status PutPullRequest(const review::v1::PullRequestState& state, int64_t version);
  // Changes what is known of a pull request, whoever wrote it last: `change` may run again, on what
  // somebody faster has written.
  absl::Status UpdatePullRequest(
      int64_t repository_id, int64_t number,
      const std::function<void(review::v1::PullRequestState& state)>& change);

  // Webhook deliveries whose work is queued durably.
  absl::StatusOr<bool> IsDelivered(absl::string_view guid);
  absl::Status MarkDelivered(absl::string_view guid);

  // The last vote of (pull request, fingerprint, voter) counts; VOTE_UNSPECIFIED takes it back. A
  // finding is not useful when at least as many voters say so as say useful (RESOLVED_UNCHANGED
  // says so, too), and it counts once in the standing of its rule, however many vote. FIXED and
  // IGNORED come from the pull request's history, without a voter, and count beside the votes.
  // Whoever votes was shown the finding: it counts as an impression. Without a rule version, the
  // one that was shown is meant.
  absl::Status AddFeedback(const review::v1::Feedback& feedback);
  // Votes and what histories said. `max_examined`, pages and `may_see` as in ListReviews.
  absl::StatusOr<review::v1::ListFeedbackResponse> ListFeedback(
      const review::v1::ListFeedbackRequest& request, const RepositoryFilter& may_see = nullptr);
  // Each (pull request, fingerprint) counts once. A newer version of a rule starts its standing
  // anew, without probation; what belongs to an older version no longer counts.
  absl::Status CountImpressions(const review::v1::Repository& repository, int64_t number,
                                const std::vector<Impression>& impressions);
  // All zeros when nothing is known.
  absl::StatusOr<review::v1::RuleStanding> GetStanding(absl::string_view organisation,
                                                       absl::string_view rule_id);
  // By organisation, then rule. Empty organisation: all.
  absl::StatusOr<std::vector<review::v1::RuleStanding>> ListStandings(
      absl::string_view organisation);
  absl::Status SetProbation(const Probation& probation);

  // An empty `id` or `at` is filled in.
  absl::Status AddAudit(const review::v1::AuditEntry& entry);
  absl::StatusOr<review::v1::ListAuditResponse> ListAudit(
      const review::v1::ListAuditRequest& request);

  // `may_see` as in ListReviews.
  absl::StatusOr<review::v1::ListRepositoriesResponse> ListRepositories(
      const review::v1::ListRepositoriesRequest& request,
      const RepositoryFilter& may_see = nullptr);
  // kInvalidArgument for more than ten years.
  absl::StatusOr<review::v1::GetTrendsResponse> GetTrends(
      const review::v1::GetTrendsRequest& request);

  // Retention: removes reviews and audit entries that are older, pull requests without reviews that
  // are not open, with their votes and impressions, and deliveries, events and trends past their
  // own retention. Standings stay. Interrupted, it goes on when called again. It looks at every
  // pull request: call it about once a day.
  absl::StatusOr<Removed> RemoveBefore(absl::Time time);

 private:
  KeyedStore* const store_;
  const ReviewStoreOptions options_;
  IdSource ids_;
  absl::Status IndexOpen();

  // Updates of one process wait for each other here instead of colliding in the store.
  Mutex update_mutex_;
  std::atomic<bool> is_open_indexed_ = false;
};

// Whether somebody still has to do something about it: it has not ended, or is to be published.
bool IsOpen(const review::v1::ReviewSummary& summary);

// The organisation of a repository: the owner in "owner/name".
std::string OrganisationOf(const review::v1::Repository& repository);

struct Interval {
  double low = 0;
  double high = 1;
};

// The score interval of a proportion at 95 % (E. B. Wilson, "Probable inference, the law of
// succession, and statistical inference", Journal of the American Statistical Association 22,
// 1927). 0 to 1 without trials.
Interval WilsonInterval(int64_t successes, int64_t trials);

}  // namespace allreview::gateway

#endif  // GATEWAY_STORE_REVIEW_STORE_H_
