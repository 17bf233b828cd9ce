#include "gateway/forge/publish/publisher.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/status_macros.h"
#include "gateway/forge/publish/publication.h"
#include "gateway/forge/reviewed/newest_review.h"
#include "gateway/metrics/metrics.h"
#include "review/headline.h"

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

// A review that has ended without being done.
Check EndedCheck(Language language, const ReviewSummary& review) {
  static constexpr Phrase kNoReason("no reason is known", "原因未知");
  static constexpr Phrase kGaveUp("AllReview gave up. Nothing is said about this commit.",
                                  "AllReview 已放弃评审，对该提交没有任何结论。");
  static constexpr Phrase kCancelled("cancelled", "已取消");
  static constexpr Phrase kNewerCommit("A newer commit came first.", "已有更新的提交。");
  static constexpr Phrase kWasCancelled("The review was cancelled.", "评审已被取消。");
  Check check{.has_actions = true, .language = language};
  if (review.state() == review::v1::REVIEW_STATE_FAILED) {
    check.state = Check::State::kNeutral;
    check.title = NotReviewedTitle(language, review.state_reason().empty()
                                                 ? kNoReason.In(language)
                                                 : absl::string_view(review.state_reason()));
    check.summary = std::string(kGaveUp.In(language));
    return check;
  }
  const bool is_superseded = review.state() == review::v1::REVIEW_STATE_SUPERSEDED;
  check.state = Check::State::kCancelled;
  check.title = NotReviewedTitle(language, kCancelled.In(language));
  check.summary = std::string((is_superseded ? kNewerCommit : kWasCancelled).In(language));
  return check;
}

// State and title of a review that is not done.
absl::StatusOr<Check> CheckOf(const ReviewSummary& review, ReviewStore& store) {
  if (review.state() == review::v1::REVIEW_STATE_QUEUED) {
    return Check{.state = Check::State::kQueued};
  }
  if (review.state() == review::v1::REVIEW_STATE_RUNNING) {
    return Check{.state = Check::State::kRunning};
  }
  ASSIGN_OR_RETURN(const std::string language,
                   TeamLanguage(store, review.repository().id(), review.number()));
  return EndedCheck(LanguageOf(language), review);
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
  ASSIGN_OR_RETURN(Check check, CheckOf(review, *store_));
  check.name = options_.check_name;
  check.head = review.head_commit();
  check.external_id = review.id();
  if (options_.page_url) check.details_url = options_.page_url(review.id());
  status = api.WriteCheck(review.repository().full_name(), check).status();
  const bool is_permission = absl::IsPermissionDenied(status) || absl::IsNotFound(status);
  return is_permission ? absl::OkStatus() : status;
}

}  // namespace allreview::gateway
