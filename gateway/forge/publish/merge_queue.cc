#include "gateway/forge/publish/merge_queue.h"

#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "gateway/forge/publish/check.h"

namespace allreview::gateway {
namespace {

using review::v1::StoredReview;

absl::StatusOr<std::optional<StoredReview>> NewestReview(ReviewStore& store,
                                                         const MergeQueueCheck& check) {
  if (check.number == 0) return std::optional<StoredReview>();
  review::v1::ListReviewsRequest request;
  request.set_repository_id(check.repository.id());
  request.set_number(check.number);
  request.add_states(review::v1::REVIEW_STATE_DONE);
  request.set_page_size(1);
  ASSIGN_OR_RETURN(const review::v1::ListReviewsResponse list, store.ListReviews(request));
  if (list.reviews().empty()) return std::optional<StoredReview>();
  ASSIGN_OR_RETURN(StoredReview review, store.GetReview(list.reviews(0).id()));
  return std::optional<StoredReview>(std::move(review));
}

}  // namespace

absl::Status AnswerMergeQueue(ForgeApi& api, ReviewStore& store, const MergeQueueCheck& check) {
  ASSIGN_OR_RETURN(const std::optional<StoredReview> review, NewestReview(store, check));
  Check run = {.head = check.head,
               .external_id = absl::StrCat("merge-queue-", check.head),
               .state = Check::State::kNeutral,
               .title = "Not reviewed: no review of this pull request is known",
               .summary = "Ask for one with `/allreview review` on the pull request."};
  if (review.has_value()) {
    const review::v1::ReviewSummary& summary = review->summary();
    run.state = CheckState(review->review());
    run.title =
        absl::StrCat("As reviewed on the pull request at ", summary.head_commit().substr(0, 9));
    run.summary = summary.conclusion_reason();
    if (check.page_url) run.details_url = check.page_url(summary.id());
  }
  return api.WriteCheck(check.repository.full_name(), run).status();
}

}  // namespace allreview::gateway
