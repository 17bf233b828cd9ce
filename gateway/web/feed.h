#ifndef GATEWAY_WEB_FEED_H_
#define GATEWAY_WEB_FEED_H_

// Reviews for readers of feeds (Atom, RFC 4287), and the last one as a badge. Pure.

#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "gateway/web/review_list.h"
#include "proto/review/v1/review_service.pb.h"

namespace allreview::web {

struct FeedView {
  const ReviewFilter& filter;
  const review::v1::ListReviewsResponse& reviews;
  absl::string_view public_url;  // Addresses in a feed are whole ones.
  absl::Time now;                // Of an empty feed.
};

// An entry for each review, in the order of the list.
std::string ReviewFeed(const FeedView& view);

// "AllReview | 2 P1" in the colour of the verdict, as SVG. Null: there was no review yet.
std::string Badge(const review::v1::ReviewSummary* review);

}  // namespace allreview::web

#endif  // GATEWAY_WEB_FEED_H_
