#include "gateway/forge/publish/publisher.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
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

// State and title of a review that is not done.
Check CheckOf(const ReviewSummary& review) {
  Check check;
  const std::string reason =
      review.state_reason().empty() ? "no reason is known" : review.state_reason();
  switch (review.state()) {
    case review::v1::REVIEW_STATE_QUEUED:
      check.state = Check::State::kQueued;
      break;
    case review::v1::REVIEW_STATE_RUNNING:
      check.state = Check::State::kRunning;
      break;
    case review::v1::REVIEW_STATE_FAILED:
      check.state = Check::State::kNeutral;
      check.title = absl::StrCat("Not reviewed: ", reason);
      check.summary = "AllReview gave up. Nothing is said about this commit.";
      check.has_actions = true;
      break;
    default:
      check.state = Check::State::kCancelled;
      check.title = "Not reviewed: cancelled";
      check.summary = review.state() == review::v1::REVIEW_STATE_SUPERSEDED
                          ? "A newer commit came first."
                          : "The review was cancelled.";
      check.has_actions = true;
      break;
  }
  return check;
}

}  // namespace

Publisher::Publisher(ReviewStore* store, PublishOptions options)
    : store_(store), options_(std::move(options)) {}

absl::StatusOr<review::v1::Publication> Publisher::Publish(ForgeApi& api,
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
  // What the forge may have done without saying so is found by the next attempt.
  if (absl::IsUnknown(publication.status())) {
    return absl::UnavailableError(publication.status().message());
  }
  return publication;
}

absl::Status Publisher::Announce(ForgeApi& api, const ReviewSummary& review) {
  absl::Status status = CheckPublishable(review);
  if (!status.ok()) return status;
  Check check = CheckOf(review);
  check.name = options_.check_name;
  check.head = review.head_commit();
  check.external_id = review.id();
  if (options_.page_url) check.details_url = options_.page_url(review.id());
  status = api.WriteCheck(review.repository().full_name(), check).status();
  const bool is_permission = absl::IsPermissionDenied(status) || absl::IsNotFound(status);
  return is_permission ? absl::OkStatus() : status;
}

}  // namespace allreview::gateway
