#ifndef GATEWAY_WEB_SITE_H_
#define GATEWAY_WEB_SITE_H_

// Handlers behind routes.h: each reads its request, asks the service, and renders a page.

#include <functional>
#include <string>

#include "absl/status/status.h"
#include "gateway/http/message.h"
#include "gateway/web/client.h"
#include "gateway/web/page.h"
#include "gateway/web/push_story.h"
#include "gateway/web/review_page.h"
#include "gateway/web/routes.h"
#include "gateway/web/trend_page.h"
#include "gateway/web/visitor.h"

namespace allreview::web {

class Site {
 public:
  explicit Site(WebOptions options) : options_(std::move(options)) {}

  http::HttpResponse ReviewList(const http::HttpRequest& request) const;
  http::HttpResponse ReviewFeed(const http::HttpRequest& request) const;
  http::HttpResponse Badge(const http::HttpRequest& request) const;
  http::HttpResponse Review(const http::HttpRequest& request) const;
  http::HttpResponse Download(const http::HttpRequest& request) const;
  http::HttpResponse Events(const http::HttpRequest& request) const;
  http::HttpResponse RepositoryList(const http::HttpRequest& request) const;
  http::HttpResponse Repository(const http::HttpRequest& request) const;
  http::HttpResponse RuleList(const http::HttpRequest& request) const;
  http::HttpResponse Rule(const http::HttpRequest& request) const;
  http::HttpResponse Trends(const http::HttpRequest& request) const;
  http::HttpResponse TrendFile(const http::HttpRequest& request) const;

  http::HttpResponse Admin(const http::HttpRequest& request) const;
  http::HttpResponse Retry(const http::HttpRequest& request) const;

  http::HttpResponse LoginForm(const http::HttpRequest& request) const;
  http::HttpResponse Login(const http::HttpRequest& request) const;
  http::HttpResponse BeginLogin(const http::HttpRequest& request) const;
  http::HttpResponse FinishLogin(const http::HttpRequest& request) const;
  http::HttpResponse Logout(const http::HttpRequest& request) const;
  http::HttpResponse SessionList(const http::HttpRequest& request) const;
  http::HttpResponse RevokeSession(const http::HttpRequest& request) const;
  http::HttpResponse Feedback(const http::HttpRequest& request) const;

  http::HttpResponse Asset(const http::HttpRequest& request) const;
  http::HttpResponse NotFound(const http::HttpRequest& request) const;

 private:
  // One request, who sent it, and the calls that it may make.
  struct Visit {
    const http::HttpRequest& request;
    const Visitor visitor;
    ReviewClient client;

    // A parameter of the path or the query; empty: none.
    std::string Parameter(absl::string_view name) const;
    std::string Query(absl::string_view name) const;
    int64_t Number(absl::string_view query_name) const;
  };

  Visit Begin(const http::HttpRequest& request) const;
  absl::CivilDay Today() const;
  // The days that the address names; where it does not, the last of them.
  TrendRange RangeOf(const Visit& visit) const;
  absl::StatusOr<review::v1::GetTrendsResponse> ReadTrends(Visit& visit, int64_t repository,
                                                           const TrendRange& range) const;
  // The number of a repository by its name, or written out.
  absl::StatusOr<int64_t> RepositoryNamed(Visit& visit, const std::string& name) const;
  // The page for a call that failed; where a login is missing, the way to it.
  http::HttpResponse Fail(const absl::Status& status, const Visit& visit) const;
  // 403 for a POST that no form of ours sent.
  http::HttpResponse RefuseForm(const Visit& visit) const;
  struct LoginView {
    std::string next = "";
    std::string problem = "";  // Why the last try failed.
    int status = 401;          // With a problem.
    std::string left = "";     // The provider whose session was just ended here.
  };
  http::HttpResponse ShowLogin(const Visit& visit, const LoginView& view) const;

  // Who looks at sessions, and whether all of them are this person's business.
  struct SessionReader {
    std::string principal;
    bool is_admin = false;
  };
  absl::StatusOr<SessionReader> ReaderOfSessions(const Visit& visit) const;

  // The pushes of the review's pull request; what the last one changed where a tab shows it.
  struct Story {
    Pushes pushes = {};
    review::v1::StoredReview before = {};
    PushStory story = {};  // Points into `before`.
  };
  Story ReadStory(Visit& visit, const review::v1::StoredReview& review, const Tab& tab) const;

  http::HttpResponse ShowTab(Visit& visit, const review::v1::StoredReview& review,
                             const Tab& tab) const;
  absl::StatusOr<Html> TabContent(Visit& visit, const review::v1::StoredReview& review,
                                  const Tab& tab, const Story& story) const;
  absl::StatusOr<Html> DocumentTab(Visit& visit, const review::v1::StoredReview& review,
                                   const Tab& tab) const;
  absl::StatusOr<Html> ChangesTab(Visit& visit, const review::v1::StoredReview& review,
                                  const PushStory& story) const;

  const WebOptions options_;
};

}  // namespace allreview::web

#endif  // GATEWAY_WEB_SITE_H_
