#ifndef GATEWAY_STORE_REVIEW_FILTER_H_
#define GATEWAY_STORE_REVIEW_FILTER_H_

// Which reviews a list wants: what their ids tell, as a range, and what their summaries tell.
//
//   ASSIGN_OR_RETURN(const ReviewFilter filter, ReviewFilter::Of(request));
//   range.first = absl::StrCat(prefix, filter.first_id());
//   …
//   if (filter.Matches(summary)) …

#include <string>

#include "absl/status/statusor.h"
#include "proto/review/v1/record.pb.h"
#include "proto/review/v1/review_service.pb.h"

namespace allreview::gateway {

class ReviewFilter {
 public:
  // kInvalidArgument: a field cannot be understood; the text names it. `request` is borrowed.
  static absl::StatusOr<ReviewFilter> Of(const review::v1::ListReviewsRequest& request);

  // The ids of the time asked for: from this one on, and before that one. Empty: all.
  const std::string& first_id() const { return first_id_; }
  const std::string& end_id() const { return end_id_; }
  bool is_oldest_first() const { return request_->order() == review::v1::REVIEW_ORDER_OLDEST; }

  // Whether some reviews of the repository, pull request and time that are named may not match.
  bool is_selective() const;
  bool Matches(const review::v1::ReviewSummary& summary) const;

 private:
  explicit ReviewFilter(const review::v1::ListReviewsRequest& request) : request_(&request) {}

  const review::v1::ListReviewsRequest* request_;
  std::string first_id_;
  std::string end_id_;
  std::string lower_text_;
  std::string lower_commit_;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_STORE_REVIEW_FILTER_H_
