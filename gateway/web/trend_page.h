#ifndef GATEWAY_WEB_TREND_PAGE_H_
#define GATEWAY_WEB_TREND_PAGE_H_

// /trends: what reviews found over time. Pure.
//
// Up to five weeks are shown by day, up to a year by week (from Monday), longer by month.

#include <string>

#include "gateway/web/html.h"
#include "proto/review/v1/review_service.pb.h"

namespace allreview::web {

struct TrendView {
  int64_t repository_id = 0;
  std::string first_day;  // As typed; may be empty.
  std::string last_day;
  const review::v1::ListRepositoriesResponse& repositories;
  const review::v1::GetTrendsResponse& trends;
};

Html TrendPage(const TrendView& view);

// The charts alone.
Html TrendCharts(const review::v1::GetTrendsResponse& trends);
// Sums over the whole time.
Html TrendTotals(const review::v1::GetTrendsResponse& trends);

}  // namespace allreview::web

#endif  // GATEWAY_WEB_TREND_PAGE_H_
