#ifndef GATEWAY_STORE_TREND_RECORDS_H_
#define GATEWAY_STORE_TREND_RECORDS_H_

// ReviewStore's entries of trends: parts of its updates.

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "gateway/store/store_update.h"
#include "proto/review/v1/record.pb.h"

namespace allreview::gateway {

// What one finished review adds to its day.
struct TrendReview {
  review::v1::TrendPoint point;
  std::string trend_key;
  std::string reviewed_key;  // Of the pull request's mark. Empty: no pull request.
};

// `now` is the time of a review without `finished_at`.
TrendReview TrendReviewOf(const review::v1::StoredReview& review, absl::Time now);

// Adds it, with the time to the first review when it is the pull request's first.
absl::Status CountInTrends(const TrendReview& review, StoreUpdate& update);

// Changes of what people and the history of pull requests say, on the day of `at`.
struct TrendVotes {
  review::v1::Repository repository;
  absl::Time at;
  int fixed = 0;
  int not_useful = 0;
};

// Several of one day must come as one.
absl::Status CountVotes(const TrendVotes& votes, StoreUpdate& update);

}  // namespace allreview::gateway

#endif  // GATEWAY_STORE_TREND_RECORDS_H_
