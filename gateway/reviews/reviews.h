#ifndef GATEWAY_REVIEWS_REVIEWS_H_
#define GATEWAY_REVIEWS_REVIEWS_H_

// Reviews as resources: what gRPC, HTTP and the web page ask for, over store and queue.
//
//   Reviews reviews({.store = store, .keyed = keyed, .queue = queue, .progress = &hub, …});
//   absl::StatusOr<SubmitReviewResponse> answer =
//       reviews.Submit(stubs, request, {.actor = "token:ci"}, caller);
//
// Submitting is idempotent: a change under the same policy and rules is one job and one review,
// however often and through whichever replica it is asked for. Each step can be cut off by a crash
// and done again. Safe from any thread; borrows what its options point to.

#include <functional>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gateway/pipeline/stubs.h"
#include "gateway/queue/job_queue.h"
#include "gateway/reviews/progress_hub.h"
#include "gateway/reviews/review_keys.h"
#include "gateway/reviews/tool_log_store.h"
#include "gateway/store/review_store.h"
#include "host/call.h"
#include "host/metrics.h"
#include "proto/change/v1/change.pb.h"

namespace allreview::gateway {

struct ReviewsOptions {
  ReviewStore* store = nullptr;
  KeyedStore* keyed = nullptr;  // Of `store`.
  JobQueue* queue = nullptr;
  ProgressHub* progress = nullptr;
  host::Metrics* metrics = nullptr;  // May be null.
  // Hash of what the operator configured and reviews depend on: policies, rules, version.
  std::string configuration = "";
  std::function<absl::Time()> now = [] { return absl::Now(); };
  // Jobs that wait, give or take those that arrive at the same time: more are refused. 0: no bound.
  int64_t max_waiting_of_caller = 0;  // Of one caller of the API.
  int64_t max_waiting = 0;            // Of all, webhooks included.
  // What the store may take before new reviews are refused, give or take those that are under way.
  // 0: no bound.
  int64_t max_store_bytes = 0;
  int64_t max_store_of_caller = 0;  // The same for one caller of the API, before it is packed.
  // Secret token to read a repository ("owner/name") with; empty: the pull_request service's own.
  std::function<absl::StatusOr<std::string>(const std::string& full_name)> read_token = nullptr;
};

// Who asks.
struct Asker {
  std::string actor;           // For the audit log: "token:ci", "github:mara".
  std::string tenant = "api";  // Whose turn in the queue it takes.
};

class Reviews {
 public:
  explicit Reviews(ReviewsOptions options);

  // Asks the source what the change is, so a wrong reference fails here, with the status of the
  // pull_request service.
  absl::StatusOr<review::v1::SubmitReviewResponse> Submit(
      const Stubs& stubs, const review::v1::SubmitReviewRequest& request, const Asker& asker,
      const host::Request& caller);

  // Adds a log of another tool to the review of the head of a pull request: to the one that waits;
  // instead of one that runs or has ended, to a new one; and where there was none, to the first.
  // kInvalidArgument says what is wrong with the log, kFailedPrecondition: it is of another commit.
  absl::StatusOr<review::v1::AddToolLogResponse> AddToolLog(
      const Stubs& stubs, const review::v1::AddToolLogRequest& request, const Asker& asker,
      const host::Request& caller);

  // What other tools said that belongs to a job.
  absl::StatusOr<analysis::v1::ToolLogs> ToolLogsFor(const review::v1::Job& job);

  // How many reviews a caller of the API may have waiting, and how many more now. None: there is no
  // bound.
  struct Quota {
    int64_t limit = 0;
    int64_t remaining = 0;
    absl::Duration reset = {};  // Until half of those that wait are done, at the present pace.
  };
  absl::StatusOr<std::optional<Quota>> QuotaOf(const Asker& asker);

  // Queues any job. A review's gets its record first, so that it is in lists at once, and reviews
  // of older heads of the same pull request are withdrawn. kResourceExhausted: too many wait; it
  // says how long it takes at the present pace until half of them are done (retry_after.h).
  struct Enqueued {
    std::string review_id;  // Empty for other work.
    bool is_new = false;
  };
  absl::StatusOr<Enqueued> Enqueue(review::v1::Job job);

  // Ends a review by compare and set, where it has not ended and `is_meant` (null: always) holds of
  // what is stored. Of one that is made and not yet published, FAILED ends the publication alone,
  // and SUPERSEDED both. The publication of a CANCELLED one stays pending until the Settler has
  // told GitHub. The summary when this call ended it.
  struct Ending {
    review::v1::ReviewState state = review::v1::REVIEW_STATE_UNSPECIFIED;
    std::string reason = {};
    std::function<bool(const review::v1::ReviewSummary& stored)> is_meant = nullptr;
  };
  absl::StatusOr<std::optional<review::v1::ReviewSummary>> End(const std::string& id,
                                                               const Ending& ending);

  // Withdraws all reviews of a pull request that have not ended: it was closed.
  absl::Status WithdrawAll(int64_t repository_id, int64_t number);

  absl::StatusOr<review::v1::StoredReview> Get(const review::v1::GetReviewRequest& request);

  // The state, then what changes, until the review has ended, the caller has gone, or `send`
  // returns false.
  using WatchReceiver = std::function<bool(const review::v1::WatchReviewResponse& event)>;
  absl::Status Watch(const std::string& id, const host::Request& caller, const WatchReceiver& send);

  // Events that `may_see` lets through (null: all), until the caller has gone or `send` returns
  // false.
  using EventReceiver = std::function<bool(const review::v1::Event& event)>;
  absl::Status WatchEvents(const review::v1::WatchEventsRequest& request,
                           const RepositoryFilter& may_see, const host::Request& caller,
                           const EventReceiver& send);

  // kFailedPrecondition: it has ended already.
  absl::StatusOr<review::v1::ReviewSummary> Cancel(const std::string& id, const Asker& asker);

  // kFailedPrecondition: there is nothing to render yet.
  using DocumentReceiver = std::function<bool(const report::v1::DocumentChunk& chunk)>;
  absl::Status SendDocument(const Stubs& stubs, const review::v1::GetDocumentRequest& request,
                            const host::Request& caller, const DocumentReceiver& send);

  absl::StatusOr<review::v1::AddFeedbackResponse> AddFeedback(
      const review::v1::AddFeedbackRequest& request, const Asker& asker);

  absl::StatusOr<review::v1::RetryDeadLetterResponse> RetryDeadLetter(const std::string& id,
                                                                      const Asker& asker);

  // One entry of the audit log. A failure is logged, not returned: what was done is done.
  struct Action {
    std::string actor;
    std::string action;  // See AuditEntry.
    std::string target;
    std::string detail = "";
  };
  void Audit(const Action& action);

  ReviewStore& store() { return *options_.store; }
  JobQueue& queue() { return *options_.queue; }
  ReviewKeys& keys() { return keys_; }
  ToolLogStore& tool_logs() { return tool_logs_; }
  const ReviewsOptions& options() const { return options_; }

 private:
  absl::StatusOr<pull_request::v1::Opened> Open(const Stubs& stubs,
                                                const review::v1::SubmitReviewRequest& request,
                                                const host::Request& caller);
  absl::Status JoinReview(review::v1::Job job, const std::string& owner,
                          review::v1::AddToolLogResponse& response);
  absl::Status Supersede(const std::string& job_key, const std::string& review_id);
  absl::StatusOr<review::v1::Job> JobFor(const review::v1::SubmitReviewRequest& request,
                                         const pull_request::v1::Opened& opened,
                                         const Asker& asker);
  absl::Status Record(const review::v1::Job& job);
  absl::Status Withdraw(const review::v1::Job& except, absl::string_view reason);
  absl::Status CheckRoom(const review::v1::Job& job);
  absl::Status CheckQueue(const review::v1::Job& job);
  absl::Status CheckStore(const review::v1::Job& job);

  const ReviewsOptions options_;
  ReviewKeys keys_;
  ToolLogStore tool_logs_;
};

// "acme/train#7", or the title of a change that is not on GitHub.
std::string LabelOf(const review::v1::ReviewSummary& summary);

// Whether nobody works on it any more.
bool HasEnded(review::v1::ReviewState state);

}  // namespace allreview::gateway

#endif  // GATEWAY_REVIEWS_REVIEWS_H_
