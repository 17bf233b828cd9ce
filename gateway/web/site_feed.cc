// What other programs than browsers look at: the feed of reviews, and badges.

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"
#include "gateway/http/etag.h"
#include "gateway/http/problem.h"
#include "gateway/web/feed.h"
#include "gateway/web/site.h"

namespace allreview::web {
namespace {

// Of repositories, to find one by its name.
constexpr int kMaxPages = 20;
constexpr int kPageSize = 200;

// Readers of feeds know names and passwords only: the password is the token.
http::HttpRequest WithBasicToken(http::HttpRequest request) {
  constexpr absl::string_view kScheme = "basic ";
  for (auto& [name, value] : request.headers) {
    if (name != "authorization" || !absl::StartsWithIgnoreCase(value, kScheme)) continue;
    std::string pair;
    if (!absl::Base64Unescape(value.substr(kScheme.size()), &pair)) continue;
    value = absl::StrCat("Bearer ", pair.substr(std::min(pair.find(':'), pair.size() - 1) + 1));
  }
  return request;
}

// No page, and no way to a login: a program asked.
http::HttpResponse Refusal(const absl::Status& status, const http::HttpRequest& request) {
  http::HttpResponse response = http::ProblemOf(status, request.request_id);
  if (absl::IsUnauthenticated(status)) {
    response.headers.emplace_back("WWW-Authenticate", "Basic realm=\"AllReview\"");
  }
  return response;
}

}  // namespace

http::HttpResponse Site::ReviewFeed(const http::HttpRequest& sent) const {
  const http::HttpRequest request = WithBasicToken(sent);
  Visit visit = Begin(request);
  const std::string& name = visit.visitor.name;
  ReviewFilter filter = FilterOf(request);
  if (name.empty()) filter.is_mine = false;
  review::v1::ListReviewsRequest list = RequestOf(filter, name, "");
  if (list.states().empty()) {
    list.add_states(review::v1::REVIEW_STATE_DONE);
    list.add_states(review::v1::REVIEW_STATE_FAILED);
  }
  const auto reviews = visit.client.ListReviews(list);
  if (!reviews.ok()) return Refusal(reviews.status(), request);
  const std::string url = options_.public_url ? options_.public_url() : "";
  return http::WithETag(
      request,
      {.content_type = "application/atom+xml; charset=utf-8",
       .body = web::ReviewFeed(
           {.filter = filter, .reviews = *reviews, .public_url = url, .now = options_.now()})});
}

absl::StatusOr<int64_t> Site::RepositoryNamed(Visit& visit, const std::string& name) const {
  int64_t id = 0;
  if (absl::SimpleAtoi(name, &id) && id > 0) return id;
  review::v1::ListRepositoriesRequest list;
  list.set_page_size(kPageSize);
  for (int page = 0; page < kMaxPages; ++page) {
    ASSIGN_OR_RETURN(const review::v1::ListRepositoriesResponse found,
                     visit.client.ListRepositories(list));
    for (const review::v1::RepositorySummary& summary : found.repositories()) {
      if (absl::EqualsIgnoreCase(summary.repository().full_name(), name)) {
        return summary.repository().id();
      }
    }
    if (found.next_page_token().empty()) break;
    list.set_page_token(found.next_page_token());
  }
  return absl::NotFoundError("there is no review of a repository of this name");
}

http::HttpResponse Site::Badge(const http::HttpRequest& sent) const {
  const http::HttpRequest request = WithBasicToken(sent);
  Visit visit = Begin(request);
  std::string name = visit.Parameter("repository");
  if (!absl::EndsWith(name, ".svg")) {
    return Refusal(absl::NotFoundError("badges are /badge/OWNER/NAME.svg"), request);
  }
  name.resize(name.size() - 4);
  const auto id = RepositoryNamed(visit, name);
  if (!id.ok()) return Refusal(id.status(), request);
  review::v1::ListReviewsRequest list;
  list.set_repository_id(*id);
  list.set_number(visit.Number("number"));
  list.add_states(review::v1::REVIEW_STATE_DONE);
  list.set_page_size(1);
  const auto reviews = visit.client.ListReviews(list);
  if (!reviews.ok()) return Refusal(reviews.status(), request);
  return http::WithETag(
      request, {.content_type = "image/svg+xml; charset=utf-8",
                .body = web::Badge(reviews->reviews().empty() ? nullptr : &reviews->reviews(0))});
}

}  // namespace allreview::web
