// Writes, and what keeps them from being done twice or too fast. Reads are tested with the source
// of pull requests, services/pull_request/github_faults_test.cc.

#include "github/api.h"

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_matchers.h"
#include "github/api_fixture.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::github {
namespace {

using fakes::ServedRequest;
using fakes::ServedResponse;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

ApiCall Post(const std::string& body = "{}") {
  return {.method = "POST",
          .path_or_url = "/repos/acme/train/pulls/7/reviews",
          .body_json = body,
          .what = "the review"};
}

TEST(Api, SendsAWriteWithItsHeadersAndBody) {
  ApiFixture github;
  github.Answer({.status = 201, .body = R"({"id":1})"});
  ASSERT_OK_AND_ASSIGN(ApiAnswer answer, github.NewApi()->Send(Post(R"({"body":"ä"})")));
  EXPECT_EQ(answer.status, 201);
  EXPECT_EQ(answer.body, R"({"id":1})");
  ServedRequest request = github.server.requests().at(0);
  EXPECT_EQ(request.method, "POST");
  EXPECT_EQ(request.body, R"({"body":"ä"})");
  EXPECT_EQ(request.header("authorization"), "Bearer t0ken");
  EXPECT_EQ(request.header("accept"), "application/vnd.github+json");
  EXPECT_EQ(request.header("content-type"), "application/json");
  EXPECT_EQ(request.header("x-github-api-version"), "2022-11-28");
  EXPECT_THAT(request.header("user-agent"), HasSubstr("AllReview/"));
}

TEST(Api, SendsEveryMethod) {
  ApiFixture github;
  std::unique_ptr<Api> api = github.NewApi();
  for (const char* method : {"GET", "POST", "PATCH", "PUT", "DELETE"}) {
    ASSERT_OK(api->Send({.method = method, .path_or_url = "/x", .what = "x"})) << method;
    EXPECT_EQ(github.server.requests().back().method, method);
  }
}

TEST(Api, NeverRepeatsAPostThatMayHaveArrived) {
  ApiFixture github;
  github.Answer({.status = 201, .body = R"({"id":1})", .is_cut = true});
  absl::Status status = github.NewApi()->Send(Post()).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnknown);
  EXPECT_TRUE(IsArrivalUnknown(status));
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("it is not known whether GitHub did it: look before trying again"));
  EXPECT_EQ(github.server.requests().size(), 1u);
}

TEST(Api, NeverRepeatsAPostThatAServerInBetweenFailed) {
  ApiFixture github;
  github.Answer({.status = 502, .body = R"({"message":"Server Error"})"});
  absl::Status status = github.NewApi()->Send(Post()).status();
  EXPECT_TRUE(IsArrivalUnknown(status));
  ASSERT_TRUE(ApiErrorOf(status).has_value());
  EXPECT_EQ(ApiErrorOf(status)->status, 502);
  EXPECT_EQ(github.server.requests().size(), 1u);
}

TEST(Api, NeverRepeatsAPatchUnlessTheCallSaysThatItMay) {
  for (bool is_idempotent : {false, true}) {
    ApiFixture github;
    github.Answer({.status = 502});
    absl::Status status = github.NewApi()
                              ->Send({.method = "PATCH",
                                      .path_or_url = "/x",
                                      .body_json = "{}",
                                      .what = "x",
                                      .is_idempotent = is_idempotent})
                              .status();
    EXPECT_EQ(status.ok(), is_idempotent);
    EXPECT_EQ(IsArrivalUnknown(status), !is_idempotent);
  }
}

TEST(Api, RepeatsAPostThatFoundNoServer) {
  ApiFixture github;
  ApiOptions options = github.Options();
  options.api_base = "http://127.0.0.1:1";
  absl::Status status = github.NewApi(options)->Send(Post()).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_FALSE(IsArrivalUnknown(status));
  EXPECT_EQ(github.clock.sleeps().size(), 3u);
}

TEST(Api, RepeatsAPutAndADeleteWhateverHappened) {
  for (const char* method : {"PUT", "DELETE"}) {
    ApiFixture github;
    github.Answer({.status = 200, .body = "{}{}", .is_cut = true});
    github.Answer({.status = 502});
    EXPECT_OK(github.NewApi()->Send({.method = method, .path_or_url = "/x", .what = "x"}));
    EXPECT_EQ(github.server.requests().size(), 3u) << method;
  }
}

TEST(Api, RepeatsAPostAfterALimitBecauseGitHubDidNotActOnIt) {
  ApiFixture github;
  github.Answer({.status = 403, .headers = {{"Retry-After", "3"}}, .body = "{}"});
  EXPECT_OK(github.NewApi()->Send(Post("{\"a\":1}")));
  ASSERT_EQ(github.server.requests().size(), 2u);
  EXPECT_EQ(github.server.requests()[1].body, "{\"a\":1}");
}

TEST(Api, FollowsARenameOfAPostWithItsBody) {
  for (int status : {307, 308}) {
    ApiFixture github;
    github.Answer({.status = status,
                   .headers = {{"Location", github.server.base_url() + "/repositories/42/reviews"}},
                   .body = R"({"message":"Moved Permanently"})"});
    EXPECT_OK(github.NewApi()->Send(Post("{\"a\":1}")));
    ASSERT_EQ(github.server.requests().size(), 2u);
    EXPECT_EQ(github.server.requests()[1].path, "/repositories/42/reviews");
    EXPECT_EQ(github.server.requests()[1].body, "{\"a\":1}");
    EXPECT_EQ(github.server.requests()[1].header("authorization"), "Bearer t0ken");
  }
}

TEST(Api, SaysOfACancelledWriteThatItMayHaveArrived) {
  fakes::Gate arrived, gate;
  ApiState state("");
  fakes::HttpServer server([&](const ServedRequest&) {
    arrived.Open();
    gate.Wait();
    return ServedResponse{};
  });
  std::atomic<bool> is_cancelled = false;
  CallControl control{.is_cancelled = [&is_cancelled] { return is_cancelled.load(); }};
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<Api> api,
                       Api::Create({.api_base = server.base_url(), .control = control}, &state));
  std::thread canceller([&] {
    arrived.Wait();
    is_cancelled = true;
  });
  absl::Status status = api->Send(Post()).status();
  canceller.join();
  gate.Open();
  EXPECT_EQ(status.code(), absl::StatusCode::kCancelled);
  EXPECT_TRUE(IsArrivalUnknown(status));
}

TEST(Api, LeavesASecondBetweenWritesAndNoneBetweenReads) {
  ApiFixture github;
  std::unique_ptr<Api> api = github.NewApi();
  for (int i = 0; i < 3; ++i) ASSERT_OK(api->Send({.path_or_url = "/x", .what = "x"}));
  EXPECT_THAT(github.clock.sleeps(), IsEmpty());
  for (int i = 0; i < 3; ++i) ASSERT_OK(github.NewApi()->Send(Post()));
  EXPECT_THAT(github.clock.sleeps(), ElementsAre(absl::Seconds(1), absl::Seconds(1)));
}

TEST(Api, LeavesAccountsAlone) {
  ApiFixture github;
  ASSERT_OK(github.NewApi("one")->Send(Post()));
  ASSERT_OK(github.NewApi("two")->Send(Post()));
  EXPECT_THAT(github.clock.sleeps(), IsEmpty());
}

TEST(Api, WritesOneAtATimeForAnAccount) {
  std::atomic<int> inside = 0, most = 0;
  ApiFixture github;
  fakes::HttpServer server([&](const ServedRequest&) {
    most = std::max(most.load(), ++inside);
    std::this_thread::yield();
    --inside;
    return ServedResponse{.body = "{}"};
  });
  ApiOptions options = github.Options();
  options.api_base = server.base_url();
  std::vector<std::thread> writers;
  for (int i = 0; i < 8; ++i) {
    writers.emplace_back([&] { EXPECT_OK(github.NewApi(options)->Send(Post())); });
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(server.requests().size(), 8u);
  EXPECT_EQ(most, 1);
}

TEST(Api, KeepsTheHourlyLimitOfNewContentAndNamesItsEnd) {
  ApiFixture github;
  std::unique_ptr<Api> api = github.NewApi();
  for (int i = 0; i < 500; ++i) ASSERT_OK(api->Send(Post())) << i;
  EXPECT_THAT(api->Send(Post()).status(),
              StatusIs(absl::StatusCode::kResourceExhausted,
                       AllOf(HasSubstr("content_hour"), HasSubstr("is used up until 2030-"))));
  EXPECT_EQ(github.server.requests().size(), 500u);
  EXPECT_OK(api->Send({.method = "DELETE", .path_or_url = "/x", .what = "x"}));
}

TEST(Api, KeepsNoBudgetsOfAnEnterpriseServer) {
  ApiFixture github;
  ApiOptions options = github.Options();
  options.api_base = github.server.base_url() + "/api/v3";
  std::unique_ptr<Api> api = github.NewApi(options);
  for (int i = 0; i < 501; ++i) ASSERT_OK(api->Send(Post())) << i;
  EXPECT_EQ(github.clock.sleeps().size(), 500u);
}

TEST(Api, NeverReachesTheContentLimitOfAMinute) {
  ApiFixture github;
  std::unique_ptr<Api> api = github.NewApi();
  absl::Time start = github.clock.Now();
  for (int i = 0; i < 160; ++i) ASSERT_OK(api->Send(Post()));
  // A second apart they never reach 80 a minute.
  EXPECT_EQ(github.clock.Now() - start, absl::Seconds(159));
}

TEST(Api, WaitsForThePointsOfAMinute) {
  ApiFixture github;
  std::unique_ptr<Api> api = github.NewApi();
  for (int i = 0; i < 900; ++i) {
    ASSERT_OK(api->Send({.path_or_url = "/x", .what = "x", .is_cached = false}));
  }
  EXPECT_THAT(github.clock.sleeps(), IsEmpty());
  ASSERT_OK(api->Send({.path_or_url = "/x", .what = "x", .is_cached = false}));
  EXPECT_THAT(github.clock.sleeps(), ElementsAre(absl::Minutes(1)));
}

TEST(Api, GivesBothShapesOf422AsWordsToBranchOn) {
  ApiFixture github;
  github.Answer({.status = 422,
                 .body = R"({"message":"Unprocessable Entity","errors":)"
                         R"(["User can only have one pending review per pull request"]})"});
  github.Answer({.status = 422,
                 .body =
                     R"({"message":"Validation Failed","errors":[{"resource":"IssueComment",)"
                     R"("field":"data","code":"unprocessable","message":"Body is too long"}]})"});
  std::unique_ptr<Api> api = github.NewApi();
  absl::Status strings = api->Send(Post()).status();
  EXPECT_THAT(strings,
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "the review: GitHub answered 422 \"Unprocessable Entity\": \"User can only "
                       "have one pending review per pull request\""));
  ASSERT_TRUE(ApiErrorOf(strings).has_value());
  EXPECT_EQ(ApiErrorOf(strings)->status, 422);
  EXPECT_TRUE(ApiErrorOf(strings)->Says("One Pending Review"));
  absl::Status objects = api->Send(Post()).status();
  ASSERT_TRUE(ApiErrorOf(objects).has_value());
  EXPECT_TRUE(ApiErrorOf(objects)->has_code("unprocessable"));
  EXPECT_EQ(ApiErrorOf(objects)->errors.at(0).field, "data");
  EXPECT_EQ(ApiErrorOf(objects)->errors.at(0).message, "Body is too long");
  EXPECT_EQ(github.server.requests().size(), 2u);
}

TEST(Api, NamesThePermissionThatAWriteLacksAndAsksOnce) {
  ApiFixture github;
  github.Answer({.status = 403,
                 .headers = {{"X-Accepted-GitHub-Permissions", "issues=write; pull_requests=write"},
                             {"Retry-After", "5"}},
                 .body = R"({"message":"Resource not accessible by integration"})"});
  absl::Status status = github.NewApi()->Send(Post()).status();
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kPermissionDenied,
                               HasSubstr("issues=write or pull_requests=write")));
  EXPECT_EQ(ApiErrorOf(status)->accepted_permissions, "issues=write; pull_requests=write");
  EXPECT_EQ(github.server.requests().size(), 1u);
}

TEST(Api, MakesARefusedTokenAnewOnce) {
  ApiFixture github;
  github.Answer({.status = 401, .body = R"({"message":"Bad credentials"})"});
  std::vector<std::string> refusals;
  ApiOptions options = github.Options();
  options.credentials.identity = "installation/77";
  options.credentials.token = [&refusals](absl::string_view refused) -> std::string {
    if (!refused.empty()) refusals.emplace_back(refused);
    return refusals.empty() ? "first" : "second";
  };
  EXPECT_OK(github.NewApi(options)->Send(Post()));
  EXPECT_THAT(refusals, ElementsAre("first"));
  EXPECT_EQ(github.server.requests().at(1).header("authorization"), "Bearer second");
  github.Answer({.status = 401});
  github.Answer({.status = 401});
  EXPECT_THAT(github.NewApi(options)->Send(Post()).status(),
              StatusIs(absl::StatusCode::kUnauthenticated, HasSubstr("valid and not expired")));
}

TEST(Api, KeepsTokensOutOfEveryError) {
  for (int status : {301, 400, 401, 403, 404, 409, 410, 418, 422, 429, 500}) {
    ApiFixture github;
    for (int i = 0; i < 9; ++i) github.Answer({.status = status, .body = R"({"message":"no"})"});
    absl::Status result = github.NewApi("s3cret-t0ken")->Send(Post()).status();
    EXPECT_FALSE(result.ok()) << status;
    EXPECT_THAT(result.ToString(), Not(HasSubstr("s3cret"))) << status;
  }
}

TEST(Api, AsksGraphQlAndGivesItsData) {
  ApiFixture github;
  github.Answer({.body = R"({"data":{"viewer":{"login":"mara"}}})"});
  ASSERT_OK_AND_ASSIGN(std::string data,
                       github.NewApi()->GraphQl({.query = "query($n:Int!){viewer{login}}",
                                                 .variables_json = R"({"n":7})",
                                                 .what = "who I am"}));
  EXPECT_EQ(data, R"({"viewer":{"login":"mara"}})");
  ServedRequest request = github.server.requests().at(0);
  EXPECT_EQ(request.path, "/graphql");
  EXPECT_EQ(request.body, R"({"query":"query($n:Int!){viewer{login}}","variables":{"n":7}})");
}

TEST(Api, FindsTheGraphQlOfAnEnterpriseServer) {
  ApiFixture github;
  ApiOptions options = github.Options();
  options.api_base = github.server.base_url() + "/api/v3";
  ASSERT_OK(github.NewApi(options)->GraphQl({.query = "{x}", .what = "x"}));
  EXPECT_EQ(github.server.requests().at(0).path, "/api/graphql");
}

TEST(Api, TakesErrorsOfGraphQlForErrors) {
  ApiFixture github;
  github.Answer({.body = R"({"data":null,"errors":[{"type":"NOT_FOUND","message":"no thread"}]})"});
  absl::Status status = github.NewApi()->GraphQl({.query = "{x}", .what = "the thread"}).status();
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kNotFound, HasSubstr("\"no thread\"")));
  EXPECT_TRUE(ApiErrorOf(status)->has_code("NOT_FOUND"));
}

TEST(Api, RepeatsAQueryAndNeverAMutation) {
  for (const char* query : {"query{x}", " mutation{x}"}) {
    ApiFixture github;
    github.Answer({.status = 502});
    absl::Status status = github.NewApi()->GraphQl({.query = query, .what = "x"}).status();
    bool is_mutation = std::string(query) == " mutation{x}";
    EXPECT_EQ(IsArrivalUnknown(status), is_mutation) << status;
    EXPECT_EQ(status.ok(), !is_mutation) << status;
  }
}

TEST(Api, TellsMetricsOfRequestsRetriesAndBudgets) {
  ApiFixture github;
  github.Answer({.status = 502});
  github.Answer({.headers = {{"X-RateLimit-Limit", "5000"}, {"X-RateLimit-Remaining", "4990"}}});
  std::vector<ApiEvent> events;
  ApiOptions options = github.Options();
  options.observe = [&events](const ApiEvent& event) { events.push_back(event); };
  ASSERT_OK(github.NewApi(options)->Send({.method = "PUT", .path_or_url = "/x", .what = "x"}));
  ASSERT_EQ(events.size(), 3u);
  EXPECT_EQ(events[0].status, 502);
  EXPECT_EQ(events[1].kind, ApiEvent::Kind::kRetry);
  EXPECT_EQ(events[1].reason, "server_error");
  EXPECT_EQ(events[2].status, 200);
  std::vector<std::string> budgets;
  for (const BudgetUse& use : events[2].budgets) {
    budgets.push_back(absl::StrCat(use.name, " ", use.used, "/", use.limit));
  }
  EXPECT_THAT(budgets, ElementsAre("points 10/900", "graphql_points 0/2000", "content_minute 2/80",
                                   "content_hour 2/500", "primary 10/5000"));
}

}  // namespace
}  // namespace allreview::github
