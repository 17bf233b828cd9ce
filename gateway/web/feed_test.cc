// The feed of reviews and badges, as a reader of feeds asks for them.

#include "gateway/web/feed.h"

#include <optional>
#include <string>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/status_matchers.h"
#include "gateway/http/router.h"
#include "gateway/web/routes.h"
#include "gateway/web/testing/demo_service.h"
#include "gateway/web/testing/demo_store.h"
#include "gateway/web/testing/message.h"
#include "gateway/web/visitor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::web {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

struct Server {
  explicit Server(const std::string& token = "") : demo({.token = token}) {
    auto made =
        http::Router::Make(Routes({.reviews = demo.stub(),
                                   .diff = [this] { return demo.diff(); },
                                   .public_url = [] { return std::string("https://r.example"); },
                                   .now = DemoNow}));
    EXPECT_OK(made);
    router.emplace(*std::move(made));
  }

  http::HttpResponse Get(const std::string& target, http::Fields headers = {}) {
    http::HttpRequest request = {.method = "GET", .target = target, .headers = std::move(headers)};
    const std::vector<std::string> parts = absl::StrSplit(target, absl::MaxSplits('?', 1));
    request.path = absl::StrSplit(parts[0], '/', absl::SkipEmpty());
    if (parts.size() > 1) request.query = ParseForm(parts[1]);
    const http::Router::Found found = router->Find("GET", request.path);
    request.parameters = found.parameters;
    return found.route->handler(request);
  }

  Demo demo;
  std::optional<http::Router> router;
};

std::string HeaderOf(const http::HttpResponse& response, const std::string& name) {
  for (const auto& [key, value] : response.headers) {
    if (key == name) return value;
  }
  return "";
}

review::v1::ListReviewsResponse OneReview() {
  return From<review::v1::ListReviewsResponse>(
      "reviews { id: '01JD' repository { full_name: 'acme/train' } number: 7 author: 'mara' "
      "title: 'Fix <b>x</b> & \\001more' state: REVIEW_STATE_DONE conclusion: CONCLUSION_BLOCKED "
      "counts { p1: 2 } queued_at { seconds: 60 } finished_at { seconds: 120 } }");
}

TEST(ReviewFeed, IsAtomOfWholeAddresses) {
  EXPECT_EQ(ReviewFeed({.filter = {.author = "mara"},
                        .reviews = OneReview(),
                        .public_url = "https://r.example",
                        .now = absl::UnixEpoch()}),
            R"(<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>https://r.example/reviews.atom?author=mara</id>
<title>Reviews · AllReview</title>
<link rel="self" href="https://r.example/reviews.atom?author=mara"/>
<link rel="alternate" href="https://r.example/?author=mara"/>
<updated>1970-01-01T00:02:00Z</updated>
<author>
<name>AllReview</name>
</author>
<entry>
<id>urn:allreview:review:01JD</id>
<title>acme/train #7: Fix &lt;b&gt;x&lt;/b&gt; &amp; &lt;U+0001&gt;more (Blocked: 2 P1)</title>
<link rel="alternate" href="https://r.example/reviews/01JD"/>
<published>1970-01-01T00:01:00Z</published>
<updated>1970-01-01T00:02:00Z</updated>
<author>
<name>mara</name>
</author>
<category term="blocked"/>
<summary>Blocked: 2 P1</summary>
</entry>
</feed>
)");
}

TEST(ReviewFeed, HasTheFiltersOfTheList) {
  Server server;
  const http::HttpResponse all = server.Get("/reviews.atom");
  EXPECT_EQ(all.status, 200);
  EXPECT_EQ(all.content_type, "application/atom+xml; charset=utf-8");
  EXPECT_THAT(all.body,
              AllOf(HasSubstr("<name>mara</name>"), HasSubstr("<name>dependabot</name>")));
  EXPECT_THAT(all.body, Not(HasSubstr("(Running")));
  EXPECT_THAT(server.Get("/reviews.atom?author=mara").body,
              AllOf(HasSubstr("<name>mara</name>"), Not(HasSubstr("<name>dependabot</name>"))));
}

TEST(ReviewFeed, IsNotSentAgainToWhoHasIt) {
  Server server;
  const std::string tag = HeaderOf(server.Get("/reviews.atom"), "ETag");
  EXPECT_THAT(tag, StartsWith("\""));
  const http::HttpResponse again = server.Get("/reviews.atom", {{"if-none-match", tag}});
  EXPECT_EQ(again.status, 304);
  EXPECT_EQ(again.body, "");
}

TEST(ReviewFeed, TakesTheTokenAsThePassword) {
  Server server("s3cret");
  const http::HttpResponse refused = server.Get("/reviews.atom");
  EXPECT_EQ(refused.status, 401);
  EXPECT_THAT(refused.headers, testing::Contains(std::pair<std::string, std::string>(
                                   "WWW-Authenticate", "Basic realm=\"AllReview\"")));
  const std::string basic = absl::StrCat("Basic ", absl::Base64Escape("reader:s3cret"));
  EXPECT_EQ(server.Get("/reviews.atom", {{"authorization", basic}}).status, 200);
  EXPECT_EQ(server.Get("/reviews.atom", {{"authorization", "Bearer s3cret"}}).status, 200);
  EXPECT_EQ(server.Get("/reviews.atom", {{"authorization", "Basic Og=="}}).status, 401);
}

TEST(Badge, ShowsTheLastVerdict) {
  review::v1::ReviewSummary review = OneReview().reviews(0);
  EXPECT_THAT(Badge(&review),
              AllOf(HasSubstr("aria-label=\"AllReview: 2 P1\""), HasSubstr("fill=\"#c0262d\"")));
  review.set_conclusion(review::v1::CONCLUSION_SUCCESS);
  EXPECT_THAT(Badge(&review), HasSubstr("AllReview: no findings"));
  review.set_conclusion(review::v1::CONCLUSION_INCOMPLETE);
  EXPECT_THAT(Badge(&review), HasSubstr("AllReview: incomplete"));
  EXPECT_THAT(Badge(nullptr), HasSubstr("AllReview: no review yet"));
}

TEST(Badge, IsFoundByNameAndByNumber) {
  Server server;
  const http::HttpResponse named = server.Get("/badge/ACME/train.svg");
  EXPECT_EQ(named.status, 200);
  EXPECT_EQ(named.content_type, "image/svg+xml; charset=utf-8");
  EXPECT_THAT(named.body, StartsWith("<svg "));
  EXPECT_EQ(server.Get("/badge/1001.svg").body, named.body);
  EXPECT_EQ(server.Get("/badge/acme/none.svg").status, 404);
  EXPECT_EQ(server.Get("/badge/acme/train").status, 404);
  EXPECT_EQ(Server("s3cret").Get("/badge/acme/train.svg").status, 401);
}

}  // namespace
}  // namespace allreview::web
