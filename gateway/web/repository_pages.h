#ifndef GATEWAY_WEB_REPOSITORY_PAGES_H_
#define GATEWAY_WEB_REPOSITORY_PAGES_H_

// /repositories and /repositories/{id}. Pure.

#include "absl/time/time.h"
#include "gateway/web/html.h"
#include "gateway/web/trend_page.h"
#include "proto/review/v1/review_service.pb.h"

namespace allreview::web {

Html RepositoryListPage(const review::v1::ListRepositoriesResponse& repositories, absl::Time now);

struct RepositoryView {
  int64_t id = 0;
  const review::v1::ListReviewsResponse& reviews;  // The newest of the repository.
  const review::v1::GetTrendsResponse& trends;     // Of the repository.
  TrendRange range;                                // Of the trends.
  absl::Time now;
};
Html RepositoryPage(const RepositoryView& view);

}  // namespace allreview::web

#endif  // GATEWAY_WEB_REPOSITORY_PAGES_H_
