#include "gateway/api/rest.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "base/log.h"
#include "base/status_matchers.h"
#include "gateway/api/streams.h"
#include "gateway/api/testing/fake_review_service.h"
#include "gateway/http/http_server.h"
#include "gateway/http/testing/socket_client.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace allreview::api {
namespace {

using http::Answer;
using http::Get;
using http::Post;
using http::SocketClient;
using ::testing::HasSubstr;

constexpr char kJsonHeader[] = "Content-Type: application/json\r\n";

class Rest : public ::testing::Test {
 protected:
  Rest() : stub_(fake_.NewStub()) {
    SetMinLogLevel(LogLevel::kWarning);
    auto server = http::HttpServer::Start(
        RestRoutes({.stub = stub_.get(), .is_ready = [this] { return ready_; }}),
        {.address = "127.0.0.1:0"});
    EXPECT_OK(server);
    server_ = *std::move(server);
    review::v1::StoredReview& review = fake_.reviews["r1"];
    review.mutable_summary()->set_id("r1");
    review.mutable_summary()->set_state(review::v1::REVIEW_STATE_DONE);
    review.set_diff("+1\n");
    review.mutable_review()->add_findings()->set_rule_id("shape");
    fake_.reviews["queued"].mutable_summary()->set_state(review::v1::REVIEW_STATE_QUEUED);
  }

  Answer Ask(const std::string& request) {
    SocketClient client(server_->port());
    client.Send(request);
    return client.ReadAnswer();
  }

  std::string DetailOf(const Answer& answer) {
    const auto json = nlohmann::json::parse(answer.body, nullptr, false);
    return json.is_object() ? json.value("detail", answer.body) : answer.body;
  }

  FakeReviewService fake_;
  const std::unique_ptr<review::v1::ReviewService::Stub> stub_;
  absl::Status ready_ = absl::OkStatus();
  std::unique_ptr<http::HttpServer> server_;  // First to go: its handlers use the others.
};

TEST_F(Rest, MapsQueryParametersToTheRequest) {
  EXPECT_EQ(Ask(Get("/api/v1/reviews?repository_id=77&number=5&states=done,failed&states=queued&"
                    "conclusions=CONCLUSION_BLOCKED&text=a+b&page_size=10"))
                .status,
            200);
  EXPECT_EQ(fake_.last_request,
            "repository_id: 77 number: 5 states: REVIEW_STATE_DONE states: REVIEW_STATE_FAILED "
            "states: REVIEW_STATE_QUEUED conclusions: CONCLUSION_BLOCKED text: \"a b\" "
            "page_size: 10");
}

TEST_F(Rest, FiltersReviewsByTimeCommitAndSeverity) {
  EXPECT_EQ(Ask(Get("/api/v1/reviews?since=2026-03-01&until=2026-03-02T12:00:00Z&sha=abcd&"
                    "severities=p0,p1&order=oldest"))
                .status,
            200);
  EXPECT_EQ(fake_.last_request,
            "since: \"2026-03-01\" until: \"2026-03-02T12:00:00Z\" head_commit: \"abcd\" "
            "severities: SEVERITY_P0 severities: SEVERITY_P1 order: REVIEW_ORDER_OLDEST");
}

TEST_F(Rest, ExportsALineOfJsonForEachReviewAndLinksTheNextPage) {
  fake_.list.add_reviews()->set_id("r1");
  fake_.list.add_reviews()->set_id("r2");
  fake_.list.set_next_page_token("r2");
  const Answer answer = Ask(Get("/api/v1/export/reviews?author=mara&order=oldest"));
  EXPECT_EQ(answer.Header("content-type"), "application/x-ndjson");
  EXPECT_EQ(answer.Header("link"),
            "</api/v1/export/reviews?author=mara&order=oldest&page_token=r2>; rel=\"next\"");
  const std::vector<std::string> lines = absl::StrSplit(answer.body, '\n');
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(nlohmann::json::parse(lines[0])["id"], "r1");
  EXPECT_EQ(nlohmann::json::parse(lines[1])["id"], "r2");
  EXPECT_EQ(lines[2], "");
}

TEST_F(Rest, ExportsFindingsOfFinishedReviewsThatAreStillThere) {
  for (const char* id : {"r1", "removed", "queued"}) {
    review::v1::ReviewSummary& summary = *fake_.list.add_reviews();
    summary.set_id(id);
    summary.set_number(7);
    summary.set_head_commit("abcd");
    summary.mutable_repository()->set_full_name("acme/train");
    summary.set_state(id == std::string("queued") ? review::v1::REVIEW_STATE_QUEUED
                                                  : review::v1::REVIEW_STATE_DONE);
  }
  const Answer answer = Ask(Get("/api/v1/export/findings"));
  EXPECT_EQ(answer.status, 200) << answer.body;
  EXPECT_EQ(answer.Header("link"), "");
  const auto line = nlohmann::json::parse(answer.body);  // One line, or this throws.
  EXPECT_EQ(line["review_id"], "r1");
  EXPECT_EQ(line["repository"], "acme/train");
  EXPECT_EQ(line["head_commit"], "abcd");
  EXPECT_EQ(line["finding"]["rule_id"], "shape");
}

TEST_F(Rest, EndsAPageOfFindingsBehindTheReviewThatMadeItLarge) {
  fake_.reviews["r1"].mutable_review()->mutable_findings(0)->set_symbol(std::string(3 << 20, 'x'));
  for (int i = 0; i < 4; ++i) {
    review::v1::ReviewSummary& summary = *fake_.list.add_reviews();
    summary.set_id("r1");
    summary.set_state(review::v1::REVIEW_STATE_DONE);
  }
  const Answer answer = Ask(Get("/api/v1/export/findings"));
  EXPECT_EQ(answer.Header("link"), "</api/v1/export/findings?page_token=r1>; rel=\"next\"");
  EXPECT_EQ(std::count(answer.body.begin(), answer.body.end(), '\n'), 3);
}

TEST_F(Rest, NumbersEventsAndGoesOnBehindTheLastThatAClientHas) {
  fake_.events.emplace_back().set_number(8);
  fake_.events.back().set_type(review::v1::EVENT_TYPE_REVIEW_FINISHED);
  const Answer answer = Ask(Get("/api/v1/events?types=review-finished", "Last-Event-ID: 7\r\n"));
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(fake_.last_request, "first: 8 types: EVENT_TYPE_REVIEW_FINISHED");
  EXPECT_THAT(answer.body, HasSubstr("id: 8\nevent: review-finished\ndata: {"));
  EXPECT_EQ(Ask(Get("/api/v1/events", "Last-Event-ID: x\r\n")).status, 400);
}

TEST_F(Rest, DescribesItselfWhereItsPathsAre) {
  EXPECT_EQ(Ask(Get("/api/v1/openapi.json")).body, Ask(Get("/openapi.json")).body);
}

TEST_F(Rest, TakesALogOfAnotherToolAsItIs) {
  const Answer answer = Ask(Post("/api/v1/pulls/acme/train/7/sarif?head_commit=abc&name=a.sarif",
                                 "{\"version\": 1}", "Content-Type: application/sarif+json\r\n"));
  EXPECT_EQ(answer.status, 200) << answer.body;
  EXPECT_EQ(fake_.last_request,
            "ref { github { owner: \"acme\" repository: \"train\" number: 7 } } "
            "head_commit: \"abc\" log { name: \"a.sarif\" content: \"{\\\"version\\\": 1}\" }");
}

TEST_F(Rest, PassesTokenAndRequestIdOn) {
  Ask(Get("/api/v1/reviews", "Authorization: Bearer t\r\nX-Request-Id: id-7\r\n"));
  EXPECT_EQ(fake_.last_authorization, "Bearer t");
  EXPECT_EQ(fake_.last_request_id, "id-7");
}

TEST_F(Rest, RefusesQueryParametersThatItDoesNotKnow) {
  const struct {
    const char* query;
    const char* detail;
  } kCases[] = {
      {"state=done", "the query parameter \"state\" is not known; did you mean \"states\""},
      {"zzz=1",
       "the query parameter \"zzz\" is not known; there are repository_id, number, states, "
       "conclusions, author, person, rule_id, text, severities, sha, since, until, order, "
       "page_size, page_token, with_totals"},
      {"states=don",
       "the query parameter states: wanted one of queued, running, done, failed, "
       "superseded, cancelled; did you mean done"},
      {"number=-1", "the query parameter number: wanted a whole number, 0 or more"},
      {"number=1&number=2", "the query parameter number is there twice"},
      {"page_size=99999999999", "the query parameter page_size: wanted a whole number, 0 or more"},
  };
  for (const auto& c : kCases) {
    const Answer answer = Ask(Get(absl::StrCat("/api/v1/reviews?", c.query)));
    EXPECT_EQ(answer.status, 400) << c.query;
    EXPECT_EQ(DetailOf(answer), c.detail);
    EXPECT_EQ(answer.Header("content-type"), "application/problem+json");
  }
  EXPECT_EQ(DetailOf(Ask(Get("/api/v1/rules?x=1"))),
            "the query parameter \"x\" is not known; there are none here");
}

TEST_F(Rest, PrintsListsAndZeros) {
  fake_.list.clear_reviews();
  EXPECT_EQ(nlohmann::json::parse(Ask(Get("/api/v1/reviews")).body),
            nlohmann::json::parse(R"({"reviews": [], "next_page_token": ""})"));
  fake_.list.add_reviews()->mutable_counts();
  const auto review = nlohmann::json::parse(Ask(Get("/api/v1/reviews")).body)["reviews"][0];
  EXPECT_EQ(review["counts"]["p0"], 0);
  EXPECT_EQ(review["title"], "");
  EXPECT_FALSE(review.contains("repository")) << "a message that is not set";
}

TEST_F(Rest, LinksToTheNextPage) {
  fake_.list.add_reviews()->set_id("r1");
  fake_.list.set_next_page_token("t&1");
  const Answer first = Ask(Get("/api/v1/reviews?text=a%20b&page_token=old"));
  EXPECT_EQ(first.Header("link"), "</api/v1/reviews?text=a%20b&page_token=t%261>; rel=\"next\"");
  fake_.list.clear_next_page_token();
  EXPECT_EQ(Ask(Get("/api/v1/reviews")).Header("link"), "");
}

TEST_F(Rest, SubmitsReviewsFromJson) {
  const std::string body = R"({"ref": {"github": {"owner": "a", "repository": "b", "number": "7"}},
                               "isPublished": true})";
  const Answer created = Ask(Post("/api/v1/reviews", body, kJsonHeader));
  EXPECT_EQ(created.status, 202);
  EXPECT_EQ(created.Header("location"), "/api/v1/reviews/r9");
  EXPECT_EQ(created.Header("ratelimit-limit"), "500");
  EXPECT_EQ(created.Header("ratelimit-remaining"), "499");
  EXPECT_EQ(created.Header("ratelimit-reset"), "7");
  EXPECT_EQ(fake_.last_request,
            "ref { github { owner: \"a\" repository: \"b\" number: 7 } } is_published: true");
  fake_.is_submission_new = false;
  EXPECT_EQ(Ask(Post("/api/v1/reviews", body, kJsonHeader)).status, 200);
}

TEST_F(Rest, SaysWhatIsWrongWithABody) {
  const struct {
    std::string body;
    const char* detail;
  } kCases[] = {
      {"{", "the body is not JSON"},
      {"[]", "the body is not a JSON object; wanted {…}"},
      {"{\"ref\": {\"githb\": {}}}",
       "ref has the field \"githb\", which ChangeRef does not know; did you mean \"github\""},
      {"{\"published\": true}",
       "the body has the field \"published\", which SubmitReviewRequest does not know; did you "
       "mean \"is_published\""},
      {"{\"is_published\": 7}", "the body is no SubmitReviewRequest: "},
      {"{\"a\xff\": 1}", "the body is not UTF-8"},
  };
  for (const auto& c : kCases) {
    const Answer answer = Ask(Post("/api/v1/reviews", c.body, kJsonHeader));
    EXPECT_EQ(answer.status, 400) << c.body;
    EXPECT_THAT(DetailOf(answer), HasSubstr(c.detail));
  }
}

TEST_F(Rest, ReadsOnlyBodiesThatAPageOfAnotherOriginCannotSendUnasked) {
  const Answer answer = Ask(Post("/api/v1/reviews", "{}", "Content-Type: text/plain\r\n"));
  EXPECT_EQ(answer.status, 400);
  EXPECT_EQ(DetailOf(answer),
            "the body is not declared as JSON; send \"content-type: application/json\", or a diff "
            "as \"text/x-diff\"");
  EXPECT_EQ(
      DetailOf(Ask(Post("/api/v1/reviews/r1/feedback", "{}", "Content-Type: text/x-diff\r\n"))),
      "the body is not declared as JSON; send \"content-type: application/json\"");
}

TEST_F(Rest, TakesADiffAsItIs) {
  const char* const kDiffHeader = "Content-Type: text/x-diff; charset=utf-8\r\n";
  const std::string diff = "--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-a\n+\xff\n";
  EXPECT_EQ(Ask(Post("/api/v1/reviews?name=x.diff&repository=/srv/x", diff, kDiffHeader)).status,
            202);
  EXPECT_EQ(fake_.last_request,
            "ref { patch { name: \"x.diff\" text: \"--- a/x.py\\n+++ b/x.py\\n@@ -1 +1 "
            "@@\\n-a\\n+\\377\\n\" repository: \"/srv/x\" } }");
  EXPECT_EQ(DetailOf(Ask(Post("/api/v1/reviews?repo=/srv/x", diff, kDiffHeader))),
            "the query parameter \"repo\" is not known; there are name, repository");
  EXPECT_EQ(DetailOf(Ask(Post("/api/v1/reviews?name=x", "{}", kJsonHeader))),
            "the query parameter \"name\" is not known; there are none here");
}

TEST_F(Rest, ReadsDeeplyNestedBodiesInLinearTime) {
  const absl::Time start = absl::Now();
  std::string nested = "{\"ref\": ";
  for (int i = 0; i < 500000; ++i) nested += "[";
  EXPECT_EQ(Ask(Post("/api/v1/reviews", nested, kJsonHeader)).status, 400);
  for (int i = 0; i < 500000; ++i) nested += "]";
  EXPECT_EQ(Ask(Post("/api/v1/reviews", nested + "}", kJsonHeader)).status, 400);
  EXPECT_LT(absl::Now() - start, absl::Seconds(5));
}

TEST_F(Rest, ParsesNoBodyOfAStranger) {
  std::string asked;
  auto server = http::HttpServer::Start(
      RestRoutes({.stub = stub_.get(),
                  .check_access =
                      [&asked](const access::AccessRequest& request) {
                        asked = absl::StrCat(request.rpc, " by ", request.authorization);
                        return absl::UnauthenticatedError("no token");
                      }}),
      {.address = "127.0.0.1:0", .workers = 1});
  ASSERT_OK(server);
  for (const char* target :
       {"/api/v1/reviews", "/api/v1/reviews/r1/feedback", "/api/v1/policies/explain"}) {
    SocketClient client((*server)->port());
    client.Send(
        Post(target, "{\"no JSON", absl::StrCat(kJsonHeader, "Authorization: Bearer t\r\n")));
    EXPECT_EQ(client.ReadAnswer().status, 401) << target;
  }
  EXPECT_EQ(asked, "ExplainPolicy by Bearer t");
  EXPECT_EQ(fake_.last_request, "");
}

TEST_F(Rest, ReadsLargeBodiesOnlyWhereAPatchMayTravel) {
  const auto status = [this](const char* target, int64_t bytes) {
    SocketClient client(server_->port());
    client.Send(absl::StrCat("POST ", target, " HTTP/1.1\r\nHost: x\r\nContent-Length: ", bytes,
                             "\r\nExpect: 100-continue\r\n\r\n"));
    return client.ReadHead().status;
  };
  EXPECT_EQ(status("/api/v1/reviews", 16 << 20), 100);
  EXPECT_EQ(status("/api/v1/reviews", (16 << 20) + 1), 413);
  EXPECT_EQ(status("/api/v1/policies/explain", (1 << 20) + 1), 413);
  EXPECT_EQ(status("/api/v1/reviews/r1/feedback", 64 << 10), 100);
  EXPECT_EQ(status("/api/v1/reviews/r1/feedback", (64 << 10) + 1), 413);
  EXPECT_EQ(status("/api/v1/dead-letters/d1/retry", 1), 413);
}

TEST_F(Rest, GivesReviewsAndTheirParts) {
  EXPECT_THAT(Ask(Get("/api/v1/reviews/r1")).body, HasSubstr("\"REVIEW_STATE_DONE\""));
  EXPECT_EQ(Ask(Get("/api/v1/reviews/r1?is_summary_only=true")).status, 200);
  EXPECT_EQ(fake_.last_request, "id: \"r1\" is_summary_only: true");
  const auto findings = nlohmann::json::parse(Ask(Get("/api/v1/reviews/r1/findings")).body);
  ASSERT_EQ(findings["findings"].size(), 1u);
  EXPECT_EQ(findings["findings"][0]["rule_id"], "shape");
  const Answer diff = Ask(Get("/api/v1/reviews/r1/diff"));
  EXPECT_EQ(diff.body, "+1\n");
  EXPECT_EQ(diff.Header("content-type"), "text/x-diff; charset=utf-8");
  EXPECT_EQ(Ask(Get("/api/v1/reviews/queued/findings")).status, 409);
  EXPECT_EQ(Ask(Get("/api/v1/reviews/queued/diff")).status, 404);
  const Answer none = Ask(Get("/api/v1/reviews/none"));
  EXPECT_EQ(none.status, 404);
  EXPECT_EQ(DetailOf(none), "there is no such review");
}

TEST_F(Rest, CancelsAndVotesAndRetries) {
  EXPECT_THAT(Ask("DELETE /api/v1/reviews/r1 HTTP/1.1\r\nHost: x\r\n\r\n").body,
              HasSubstr("REVIEW_STATE_CANCELLED"));
  EXPECT_EQ(Ask(Post("/api/v1/reviews/r1/feedback",
                     R"({"fingerprint": "f", "vote": "VOTE_NOT_USEFUL", "review_id": "other"})",
                     kJsonHeader))
                .status,
            200);
  EXPECT_EQ(fake_.last_request, "review_id: \"r1\" fingerprint: \"f\" vote: VOTE_NOT_USEFUL");
  EXPECT_THAT(Ask(Post("/api/v1/dead-letters/d1/retry", "")).body, HasSubstr("job of d1"));
}

TEST_F(Rest, FindsOneRule) {
  fake_.rules.add_rules()->set_id("mutable-default");
  EXPECT_THAT(Ask(Get("/api/v1/rules/mutable-default")).body, HasSubstr("\"mutable-default\""));
  const Answer answer = Ask(Get("/api/v1/rules/mutable-defaults"));
  EXPECT_EQ(answer.status, 404);
  EXPECT_EQ(DetailOf(answer), "there is no rule of this name; did you mean \"mutable-default\"");
}

TEST_F(Rest, GivesDocumentsInTheFormatThatIsAskedFor) {
  const Answer markdown = Ask(Get("/api/v1/reviews/r1/documents/deep-dive?language=zh"));
  EXPECT_EQ(markdown.body, "# text\n");
  EXPECT_EQ(markdown.Header("content-type"), "text/markdown; charset=utf-8");
  EXPECT_EQ(fake_.last_request,
            "id: \"r1\" document { document: DOCUMENT_DEEP_DIVE format: FORMAT_MARKDOWN "
            "language: \"zh\" }");
  const Answer html = Ask(
      Get("/api/v1/reviews/r1/documents/review", "Accept: application/json;q=0.5, text/html\r\n"));
  EXPECT_EQ(html.Header("content-type"), "text/html; charset=utf-8");
  EXPECT_THAT(html.Header("content-security-policy"), HasSubstr("sandbox"));
  EXPECT_EQ(Ask(Get("/api/v1/reviews/r1/documents/review?format=sarif")).Header("content-type"),
            "application/sarif+json");
  EXPECT_EQ(Ask(Get("/api/v1/reviews/r1/documents/review", "Accept: image/png\r\n")).status, 406);
  EXPECT_EQ(Ask(Get("/api/v1/reviews/r1/documents/poem")).status, 404);
  EXPECT_EQ(DetailOf(Ask(Get("/api/v1/reviews/r1/documents/review?language=fr"))),
            "language is 'fr', wanted en or zh");
  EXPECT_EQ(Ask(Get("/api/v1/reviews/none/documents/review")).status, 404);
}

TEST(Negotiate, PrefersWhatTheCallerDoes) {
  EXPECT_EQ(*Negotiate(""), report::v1::FORMAT_MARKDOWN);
  EXPECT_EQ(*Negotiate("*/*"), report::v1::FORMAT_MARKDOWN);
  EXPECT_EQ(*Negotiate("text/*;q=0.1, application/*"), report::v1::FORMAT_JSON);
  EXPECT_EQ(*Negotiate("text/html;q=0, text/plain;q=0.2"), report::v1::FORMAT_TERMINAL);
  EXPECT_EQ(*Negotiate("text/html, application/xhtml+xml, */*;q=0.8"), report::v1::FORMAT_HTML);
  EXPECT_FALSE(Negotiate("image/*").ok());
}

TEST_F(Rest, SendsEventsUntilTheReviewHasEnded) {
  const Answer answer = Ask(Get("/api/v1/reviews/r1/events"));
  EXPECT_EQ(answer.Header("content-type"), "text/event-stream");
  EXPECT_THAT(answer.body, HasSubstr("event: review\ndata: {\n"));
  EXPECT_THAT(answer.body, HasSubstr("event: progress\n"));
  EXPECT_THAT(answer.body, HasSubstr("event: end\ndata: {}\n\n"));
  EXPECT_EQ(Ask(Get("/api/v1/reviews/none/events")).status, 404);
}

TEST_F(Rest, StopsWatchingWhenTheClientGoesAway) {
  fake_.is_watch_endless = true;
  {
    SocketClient client(server_->port());
    client.Send(Get("/api/v1/reviews/r1/events"));
    ASSERT_NE(client.ReadUntil("event: progress"), "");
  }
  const absl::Time start = absl::Now();
  while (!fake_.was_cancelled && absl::Now() - start < absl::Seconds(10)) {
    absl::SleepFor(absl::Milliseconds(5));
  }
  EXPECT_TRUE(fake_.was_cancelled);
}

TEST_F(Rest, SparesWhatTheClientHasAlready) {
  const Answer first = Ask(Get("/api/v1/reviews/r1"));
  const std::string tag = first.Header("etag");
  EXPECT_EQ(tag.size(), 34u) << tag;
  EXPECT_EQ(first.Header("cache-control"), "private, no-cache");
  const Answer second =
      Ask(Get("/api/v1/reviews/r1", absl::StrCat("If-None-Match: \"x\", W/", tag, "\r\n")));
  EXPECT_EQ(second.status, 304);
  EXPECT_EQ(second.Header("etag"), tag);
  EXPECT_EQ(second.Header("content-length"), "");
  fake_.reviews["r1"].mutable_summary()->set_title("changed");
  EXPECT_EQ(Ask(Get("/api/v1/reviews/r1", absl::StrCat("If-None-Match: ", tag, "\r\n"))).status,
            200);
}

TEST_F(Rest, AnswersRefusalsInHttpsWords) {
  const Answer unknown = Ask(Get("/api/v1/audit"));
  EXPECT_EQ(unknown.status, 401);
  EXPECT_EQ(unknown.Header("www-authenticate"), "Bearer realm=\"allreview\"");
  EXPECT_EQ(Ask(Get("/api/v1/audit", "Authorization: Bearer x\r\n")).status, 403);
  const Answer missing = Ask(Get("/api/v1/trends"));
  EXPECT_EQ(missing.status, 501);
  EXPECT_NE(nlohmann::json::parse(missing.body)["request_id"], "");
  const Answer method = Ask("PUT /api/v1/reviews HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(method.status, 405);
  EXPECT_EQ(method.Header("allow"), "GET, HEAD, OPTIONS, POST");
}

TEST_F(Rest, ExplainsPoliciesByQueryAndByBody) {
  EXPECT_EQ(Ask(Get("/api/v1/policies/explain?owner=a&repository=b&number=3")).status, 200);
  EXPECT_EQ(fake_.last_request, "ref { github { owner: \"a\" repository: \"b\" number: 3 } }");
  EXPECT_EQ(
      Ask(Post("/api/v1/policies/explain", R"({"policies": [{"name": "x"}]})", kJsonHeader)).status,
      200);
  EXPECT_EQ(fake_.last_request, "policies { name: \"x\" }");
}

TEST_F(Rest, TellsAliveFromReady) {
  EXPECT_EQ(Ask(Get("/healthz")).body, "ok\n");
  EXPECT_EQ(Ask(Get("/readyz")).status, 200);
  ready_ = absl::FailedPreconditionError("the store does not answer");
  const Answer answer = Ask(Get("/readyz"));
  EXPECT_EQ(answer.status, 503);
  EXPECT_EQ(DetailOf(answer), "the store does not answer");
  EXPECT_EQ(Ask(Get("/healthz")).status, 200);
}

}  // namespace
}  // namespace allreview::api
