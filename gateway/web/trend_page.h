#ifndef GATEWAY_WEB_TREND_PAGE_H_
#define GATEWAY_WEB_TREND_PAGE_H_

// /trends: what reviews found over time. Pure.
//
// A first or last week or month of which only a part is shown bears a star.
//
// Up to five weeks are shown by day, up to a year by week (from Monday), longer by month.

#include <string>

#include "absl/time/civil_time.h"
#include "gateway/web/html.h"
#include "proto/review/v1/review_service.pb.h"

namespace allreview::web {

// Days "YYYY-MM-DD", both inclusive.
struct TrendRange {
  std::string first;
  std::string last;
};

// The last `days` days, today included.
TrendRange LastDays(absl::CivilDay today, int days);

struct TrendView {
  int64_t repository_id = 0;
  TrendRange range;  // What is shown.
  absl::CivilDay today;
  const review::v1::ListRepositoriesResponse& repositories;
  const review::v1::GetTrendsResponse& trends;
};

Html TrendPage(const TrendView& view);

// The charts alone.
Html TrendCharts(const review::v1::GetTrendsResponse& trends, const TrendRange& range);
// Sums over the whole time.
Html TrendTotals(const review::v1::GetTrendsResponse& trends);
// The points, a row each.
std::string TrendCsv(const review::v1::GetTrendsResponse& trends);

}  // namespace allreview::web

#endif  // GATEWAY_WEB_TREND_PAGE_H_
