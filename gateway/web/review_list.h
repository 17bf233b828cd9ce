#ifndef GATEWAY_WEB_REVIEW_LIST_H_
#define GATEWAY_WEB_REVIEW_LIST_H_

// The page "/": reviews, newest first, with filters in the address. Pure.

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "gateway/http/message.h"
#include "gateway/web/html.h"
#include "proto/review/v1/review_service.pb.h"

namespace allreview::web {

// What the form holds, as it was sent.
struct ReviewFilter {
  std::string text = {};
  int64_t repository_id = 0;
  int32_t number = 0;
  std::string state = {};       // "queued"…; see words.h. Unknown words filter nothing.
  std::string conclusion = {};  // "blocked"…
  std::string author = {};
  std::string rule = {};
  std::string severity = {};  // "p0"…
  std::string since = {};     // Days in UTC, YYYY-MM-DD, both inclusive. What is none is dropped.
  std::string until = {};
  bool is_mine = false;  // Reviews that the visitor asked for, or of changes that he wrote.

  bool IsEmpty() const;
};

ReviewFilter FilterOf(const http::HttpRequest& request);
// `visitor` is the name of who is logged in; empty: nobody, and nothing is theirs.
review::v1::ListReviewsRequest RequestOf(const ReviewFilter& filter, const std::string& visitor,
                                         const std::string& page_token);
// The address of the list with that filter.
Url UrlOf(const ReviewFilter& filter);
// And that of its feed.
Url FeedUrlOf(const ReviewFilter& filter);

struct ReviewListView {
  const ReviewFilter& filter;
  const review::v1::ListReviewsResponse& reviews;
  const review::v1::ListRepositoriesResponse& repositories;  // For the choice.
  bool is_first_page = true;
  bool is_named = false;      // Somebody is logged in, so that "mine" means something.
  bool sees_a_part = false;   // A token or groups may hide reviews.
  bool has_webhooks = false;  // GitHub tells this server of pull requests.
  absl::Time now;
};

Html ReviewListPage(const ReviewListView& view);

// One entry of a list, also for other pages.
Html ReviewRow(const review::v1::ReviewSummary& review, absl::Time now);

}  // namespace allreview::web

#endif  // GATEWAY_WEB_REVIEW_LIST_H_
