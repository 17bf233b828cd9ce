#include "gateway/forge/publish/publisher.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "gateway/forge/publish/check_run.h"
#include "gateway/forge/publish/publication.h"
#include "gateway/metrics/metrics.h"

namespace allreview::gateway {
namespace {

using review::v1::ReviewSummary;

absl::Status CheckPublishable(const ReviewSummary& review) {
  const bool is_pull_request = !review.repository().full_name().empty() && review.number() > 0 &&
                               !review.head_commit().empty() && !review.id().empty();
  if (is_pull_request) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("review \"", review.id(),
                   "\" is not one of a pull request: it lacks repository, number or head"));
}

// Status, conclusion and title of a review that is not done.
CheckRun RunOf(const ReviewSummary& review) {
  CheckRun run{.status = "completed"};
  const std::string reason =
      review.state_reason().empty() ? "no reason is known" : review.state_reason();
  switch (review.state()) {
    case review::v1::REVIEW_STATE_QUEUED:
      run.status = "queued";
      break;
    case review::v1::REVIEW_STATE_RUNNING:
      run.status = "in_progress";
      break;
    case review::v1::REVIEW_STATE_FAILED:
      run.conclusion = "neutral";
      run.title = absl::StrCat("Not reviewed: ", reason);
      run.summary = "AllReview gave up. Nothing is said about this commit.";
      run.has_actions = true;
      break;
    default:
      run.conclusion = "cancelled";
      run.title = "Not reviewed: cancelled";
      run.summary = review.state() == review::v1::REVIEW_STATE_SUPERSEDED
                        ? "A newer commit came first."
                        : "The review was cancelled.";
      run.has_actions = true;
      break;
  }
  return run;
}

}  // namespace

Publisher::Publisher(ReviewStore* store, PublishOptions options)
    : store_(store), options_(std::move(options)) {}

absl::StatusOr<review::v1::Publication> Publisher::Publish(github::Api& api,
                                                           const review::v1::StoredReview& review) {
  absl::Status status = CheckPublishable(review.summary());
  if (!status.ok()) return status;
  if (!review.has_review()) {
    return absl::FailedPreconditionError(
        absl::StrCat("review \"", review.summary().id(), "\" is not finished"));
  }
  const absl::Time start = absl::Now();
  absl::StatusOr<review::v1::Publication> publication =
      PublicationRun(api, *store_, options_, review).Run();
  if (options_.metrics != nullptr) {
    const std::string result =
        publication.ok()
            ? LabelOf(review::v1::Publication::State_Name(publication->state()), "STATE_")
            : "error";
    options_.metrics->Observe(metric::kPublicationDuration, {{"result", result}},
                              absl::Now() - start);
  }
  // What GitHub may have done without saying so is found by the next attempt.
  if (github::IsArrivalUnknown(publication.status())) {
    return absl::UnavailableError(publication.status().message());
  }
  return publication;
}

absl::Status Publisher::Announce(github::Api& api, const ReviewSummary& review) {
  absl::Status status = CheckPublishable(review);
  if (!status.ok()) return status;
  CheckRun run = RunOf(review);
  run.name = options_.check_name;
  run.head = review.head_commit();
  run.external_id = review.id();
  if (options_.page_url) run.details_url = options_.page_url(review.id());
  status = WriteCheckRun(api, review.repository().full_name(), run).status();
  const bool is_permission = absl::IsPermissionDenied(status) || absl::IsNotFound(status);
  return is_permission ? absl::OkStatus() : status;
}

}  // namespace allreview::gateway
