#ifndef GATEWAY_REVIEWS_REVIEW_WORK_H_
#define GATEWAY_REVIEWS_REVIEW_WORK_H_

// Does the work of a review's job: runs the pipeline, stores the review, publishes it.
//
//   WorkResult result = review_work.Do(lease, keeper);
//
// Whatever it writes of the state of a review it writes by compare and set: what somebody cancelled
// or superseded stays so. Once the lease is lost its calls are cancelled and nothing is written.
//
// Each step may be cut off and done again by another worker: a review that is stored is not made
// anew, and publishing recognises what it has posted before.

#include <functional>
#include <map>
#include <string>

#include "absl/status/statusor.h"
#include "gateway/pipeline/pipeline.h"
#include "gateway/reviews/lease_keeper.h"
#include "gateway/reviews/reviews.h"

namespace allreview::gateway {

struct ReviewWorkOptions {
  Reviews* reviews = nullptr;
  std::function<const Stubs&()> stubs;  // See review_service.h.
  PipelineOptions pipeline;
  absl::Duration budget = absl::Minutes(10);
  size_t max_kept_diff_bytes = 4 << 20;
  int max_attempts = 5;  // Of the queue.
  // After so many a review is accepted although a service was missing, or failed when it was that
  // of the report: what kept failing it will go on.
  int partial_attempts = 3;
  absl::Duration max_postponement = absl::Hours(24);  // For budgets, since the job was queued.
  // Brings a finished review to GitHub; null: nothing is published. kUnavailable and
  // kResourceExhausted are tried again later, kAborted means that a newer push came first.
  std::function<absl::StatusOr<review::v1::Publication>(const review::v1::StoredReview& review,
                                                        const review::v1::Job& job)>
      publish = nullptr;
  // Told of a review that was to be published and was given up. May be null.
  std::function<void(const review::v1::ReviewSummary& summary)> on_failed = nullptr;
};

// What becomes of the job.
struct WorkResult {
  enum class Kind {
    kDone,
    kRetry,
    kPostpone,  // Until a budget is there again; as often as it takes.
    kBury,
    kLost,
  };
  Kind kind = Kind::kDone;
  std::string reason = {};
  absl::Duration delay = {};  // Of kRetry: not before.
};

// After so long a job that waits for a budget asks again. It costs nothing: what is left is known
// here.
inline constexpr absl::Duration kPostponement = absl::Minutes(5);

// Whether another attempt may end otherwise.
bool IsTransient(const absl::Status& status);

class ReviewWork {
 public:
  explicit ReviewWork(ReviewWorkOptions options) : options_(std::move(options)) {}

  WorkResult Do(const Lease& lease, LeaseKeeper& keeper);

 private:
  using RuleVersions = std::map<std::string, int>;  // By rule.

  absl::StatusOr<review::v1::StoredReview> Begin(const Lease& lease);
  absl::Status Run(const Lease& lease, LeaseKeeper& keeper, review::v1::StoredReview& stored);
  absl::Status CheckReport(const absl::Status& status, const Lease& lease) const;
  absl::Status Finish(Kept kept, const RuleVersions& versions, LeaseKeeper& keeper,
                      review::v1::StoredReview& stored);
  absl::StatusOr<RuleVersions> AskForRuleVersions();
  absl::StatusOr<RunOptions> OptionsFor(const review::v1::Job& job, const RuleVersions& versions);
  bool IsFirstReview(const review::v1::Job& job);
  WorkResult Publish(const Lease& lease, LeaseKeeper& keeper, review::v1::StoredReview& stored);
  WorkResult Lost(const LeaseKeeper& keeper, const std::string& id);
  WorkResult Postpone(const std::string& reason, const std::string& id);
  bool MayPostpone(const Lease& lease) const;
  void Announce(review::v1::ReviewSummary summary);
  WorkResult Failed(const Lease& lease, const absl::Status& status, const std::string& id);

  const ReviewWorkOptions options_;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_REVIEWS_REVIEW_WORK_H_
