#include "gateway/forge/reviewed/newest_review.h"

#include <utility>

#include "base/status_macros.h"

namespace allreview::gateway {

using review::v1::StoredReview;

absl::StatusOr<std::optional<StoredReview>> NewestReview(ReviewStore& store, int64_t repository_id,
                                                         int64_t number) {
  review::v1::ListReviewsRequest request;
  request.set_repository_id(repository_id);
  request.set_number(number);
  request.add_states(review::v1::REVIEW_STATE_DONE);
  request.set_page_size(1);
  ASSIGN_OR_RETURN(const review::v1::ListReviewsResponse list, store.ListReviews(request));
  if (list.reviews().empty()) return std::optional<StoredReview>();
  ASSIGN_OR_RETURN(StoredReview review, store.GetReview(list.reviews(0).id()));
  return std::optional<StoredReview>(std::move(review));
}

absl::StatusOr<std::string> TeamLanguage(ReviewStore& store, int64_t repository_id,
                                         int64_t number) {
  ASSIGN_OR_RETURN(std::optional<StoredReview> newest, NewestReview(store, repository_id, number));
  if (!newest.has_value() && number != 0) {
    ASSIGN_OR_RETURN(newest, NewestReview(store, repository_id, 0));
  }
  return newest.has_value() ? newest->review().policy().language() : std::string();
}

}  // namespace allreview::gateway
