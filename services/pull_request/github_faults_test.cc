// What the source does when GitHub limits, moves, fails or refuses.

#include <atomic>
#include <memory>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_matchers.h"
#include "github/api.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/pull_request/github_fixture.h"
#include "services/pull_request/github_source.h"

namespace allreview::pull_request {
namespace {

using fakes::ErrorAnswer;
using fakes::FakePullRequest;
using fakes::GitHubServer;
using fakes::ServedRequest;
using fakes::ServedResponse;
using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

constexpr int64_t kNow = 1'900'000'000;  // Where FakeClock starts.
constexpr char kSecondaryUrl[] =
    "https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api"
    "#about-secondary-rate-limits";

FakePullRequest OneLine() {
  FakePullRequest pull;
  pull.before["train.py"] = {"lr = 1\n"};
  pull.after["train.py"] = {"lr = 2\n"};
  return pull;
}

// The first answer is `response`; all others are as usual.
void AnswerFirst(GitHubServer& server, const ServedResponse& response, int times = 1) {
  server.Inject({.matches = fakes::Any(), .times = times, .respond = fakes::Always(response)});
}

ServedResponse WithHeaders(ServedResponse response,
                           std::vector<std::pair<std::string, std::string>> headers) {
  for (auto& header : headers) response.headers.push_back(std::move(header));
  return response;
}

ServedResponse PrimaryLimit(int status, int64_t reset) {
  return WithHeaders(ErrorAnswer(status, "API rate limit exceeded"),
                     {{"X-RateLimit-Limit", "5000"},
                      {"X-RateLimit-Remaining", "0"},
                      {"X-RateLimit-Reset", absl::StrCat(reset)}});
}

TEST(GitHubFaults, Case16FollowsARenamedRepositoryAndUsesItsNewName) {
  GitHubServer server({.token = "t0ken"});
  FakeClock clock;
  server.SetPullRequest(OneLine());
  server.Inject({.matches =
                     [](const ServedRequest& request) {
                       return absl::StartsWith(request.path, "/repos/acme/old/");
                     },
                 .times = -1,
                 .respond = fakes::Always(WithHeaders(
                     ErrorAnswer(301, "Moved Permanently"),
                     {{"Location", server.api_base() + "/repositories/4242/pulls/7"}}))});
  GitHubOptions options = OptionsFor(server, clock);
  options.token = "t0ken";
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchFrom(options, PullRequestRef("acme", "old")));
  EXPECT_EQ(fetched.sink.opened.info().repository(), "acme/train");
  EXPECT_EQ(fetched.sink.opened.pinned().github().repository(), "train");
  EXPECT_EQ(server.CountRequests("/repos/acme/old/pulls/7"), 1);
  EXPECT_EQ(server.requests().at(1).header("authorization"), "Bearer t0ken");
  EXPECT_EQ(fetched.done.requests(), 7);
}

TEST(GitHubFaults, RemembersTheNewNameForTheNextSource) {
  GitHubServer server;
  FakeClock clock;
  github::ApiState state("");
  server.SetPullRequest(OneLine());
  server.Inject({.matches =
                     [](const ServedRequest& request) {
                       return absl::StartsWith(request.path, "/repos/acme/old/");
                     },
                 .times = -1,
                 .respond = fakes::Always(WithHeaders(
                     ErrorAnswer(301, "Moved Permanently"),
                     {{"Location", server.api_base() + "/repositories/4242/pulls/7"}}))});
  GitHubOptions options = OptionsFor(server, clock);
  options.state = &state;
  ASSERT_OK(FetchFrom(options, PullRequestRef("acme", "old")));
  ASSERT_OK(FetchFrom(options, PullRequestRef("acme", "old")));
  EXPECT_EQ(server.CountRequests("/repos/acme/old/pulls/7"), 1);
}

TEST(GitHubFaults, Case17SendsNoTokenToAnotherHost) {
  fakes::HttpServer other([](const ServedRequest&) { return ServedResponse{.body = "archive"}; });
  GitHubServer server({.token = "t0ken"});
  server.Inject({.matches = fakes::PathEndsWith("/tarball/main"),
                 .respond = fakes::Always(
                     {.status = 302, .headers = {{"Location", other.base_url() + "/x.tgz"}}})});
  github::ApiState state("");
  ASSERT_OK_AND_ASSIGN(github::Credentials credentials, github::StaticCredentials("t0ken"));
  ASSERT_OK_AND_ASSIGN(
      std::unique_ptr<github::Api> api,
      github::Api::Create({.api_base = server.api_base(), .credentials = credentials}, &state));
  ASSERT_OK_AND_ASSIGN(
      github::ApiAnswer answer,
      api->Send({.path_or_url = "/repos/acme/train/tarball/main", .what = "archive"}));
  EXPECT_EQ(answer.body, "archive");
  EXPECT_EQ(server.requests().at(0).header("authorization"), "Bearer t0ken");
  ASSERT_EQ(other.requests().size(), 1u);
  EXPECT_EQ(other.requests().at(0).header("authorization"), "");
}

TEST(GitHubFaults, SendsNoTokenToALinkOnAnotherHost) {
  fakes::HttpServer other([](const ServedRequest&) { return ServedResponse{.body = "[]"}; });
  GitHubServer server({.token = "t0ken"});
  FakeClock clock;
  server.SetPullRequest(OneLine());
  server.Inject(
      {.matches = fakes::IsDiff(), .respond = fakes::Always(fakes::TooLarge(406, "Sorry"))});
  server.Inject(
      {.matches = fakes::PathEndsWith("/files"),
       .respond = fakes::Always(
           {.headers = {{"Link", absl::StrCat("<", other.base_url(), "/p2>; rel=\"next\"")}},
            .body = "[]"})});
  GitHubOptions options = OptionsFor(server, clock);
  options.token = "t0ken";
  ASSERT_OK(FetchFrom(options));
  ASSERT_EQ(other.requests().size(), 1u);
  EXPECT_EQ(other.requests().at(0).header("authorization"), "");
}

TEST(GitHubFaults, Case18UnchangedAnswersCostNoRateLimit) {
  GitHubServer server;
  FakeClock clock;
  github::ApiState state("");
  server.SetPullRequest(OneLine());
  GitHubOptions options = OptionsFor(server, clock);
  options.state = &state;
  ASSERT_OK_AND_ASSIGN(Fetched first, FetchFrom(options));
  int used = server.rate_used();
  ASSERT_OK_AND_ASSIGN(Fetched second, FetchFrom(options));
  EXPECT_EQ(server.rate_used(), used);
  EXPECT_EQ(second.done.requests(), 4);  // Two trees are named by their hash: not asked for.
  EXPECT_EQ(second.done.cached(), 6);
  EXPECT_EQ(second.sink.diff, first.sink.diff);
  EXPECT_THAT(server.requests().back().header("if-none-match"), StartsWith("W/\""));
}

TEST(GitHubFaults, KeepsAnswersOnDiskForTheNextProcess) {
  GitHubServer server;
  FakeClock clock;
  TemporaryFolder folder;
  server.SetPullRequest(OneLine());
  GitHubOptions options = OptionsFor(server, clock);
  options.cache_dir = folder.path();
  ASSERT_OK(FetchFrom(options));
  ASSERT_OK_AND_ASSIGN(Fetched second, FetchFrom(options));
  EXPECT_EQ(second.done.cached(), 6);
}

TEST(GitHubFaults, SharesNoAnswersBetweenTokens) {
  GitHubServer server;
  FakeClock clock;
  github::ApiState state("");
  server.SetPullRequest(OneLine());
  GitHubOptions options = OptionsFor(server, clock);
  options.state = &state;
  options.token = "one";
  ASSERT_OK(FetchFrom(options));
  options.token = "two";
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchFrom(options));
  EXPECT_EQ(fetched.done.cached(), 1);  // Of its own first request.
}

class PrimaryLimitTest : public testing::TestWithParam<int> {};

TEST_P(PrimaryLimitTest, Case19WaitsForTheEndOfThePrimaryLimit) {
  GitHubServer server;
  FakeClock clock;
  server.SetPullRequest(OneLine());
  AnswerFirst(server, PrimaryLimit(GetParam(), kNow + 100));
  ASSERT_OK(FetchFrom(OptionsFor(server, clock)));
  EXPECT_THAT(clock.sleeps(), ElementsAre(absl::Seconds(101)));
}

TEST_P(PrimaryLimitTest, Case19NamesTheEndOfALongPrimaryLimitAndAsksNoMore) {
  GitHubServer server;
  FakeClock clock;
  github::ApiState state("");
  server.SetPullRequest(OneLine());
  AnswerFirst(server, PrimaryLimit(GetParam(), kNow + 3599));
  GitHubOptions options = OptionsFor(server, clock);
  options.state = &state;
  for (int i = 0; i < 2; ++i) {
    EXPECT_THAT(FetchFrom(options),
                StatusIs(absl::StatusCode::kResourceExhausted,
                         "pull request 7 of \"acme/train\": GitHub's primary rate limit is used up "
                         "until 2030-03-17T18:46:40Z; try again then, or give a token, which has a "
                         "higher limit"));
  }
  EXPECT_THAT(clock.sleeps(), IsEmpty());
  EXPECT_EQ(server.requests().size(), 1u);
}

INSTANTIATE_TEST_SUITE_P(Statuses, PrimaryLimitTest, testing::Values(403, 429));

TEST(GitHubFaults, BelievesGitHubsClockMoreThanItsOwn) {
  GitHubServer server;
  FakeClock clock;
  server.SetPullRequest(OneLine());
  // Our clock is some years behind: 2030-03-17 against 2033-05-18.
  AnswerFirst(server, WithHeaders(PrimaryLimit(403, 2'000'000'060),
                                  {{"Date", "Wed, 18 May 2033 03:33:20 GMT"}}));
  ASSERT_OK(FetchFrom(OptionsFor(server, clock)));
  EXPECT_THAT(clock.sleeps(), ElementsAre(absl::Seconds(61)));
}

TEST(GitHubFaults, Case20ObeysRetryAfter) {
  GitHubServer server;
  FakeClock clock;
  server.SetPullRequest(OneLine());
  AnswerFirst(server, WithHeaders(ErrorAnswer(403, "You have exceeded a secondary rate limit"),
                                  {{"Retry-After", "3"}}));
  ASSERT_OK(FetchFrom(OptionsFor(server, clock)));
  EXPECT_THAT(clock.sleeps(), ElementsAre(absl::Seconds(3)));
}

TEST(GitHubFaults, Case21WaitsLongerEachTimeForASecondaryLimit) {
  GitHubServer server;
  FakeClock clock;
  server.SetPullRequest(OneLine());
  AnswerFirst(server, ErrorAnswer(403, "Slow down", kSecondaryUrl), /*times=*/2);
  ASSERT_OK(FetchFrom(OptionsFor(server, clock)));
  EXPECT_THAT(clock.sleeps(), ElementsAre(absl::Seconds(60), absl::Seconds(120)));
}

TEST(GitHubFaults, Case21WaitsForASecondaryLimitABoundedNumberOfTimes) {
  GitHubServer server;
  FakeClock clock;
  server.SetPullRequest(OneLine());
  AnswerFirst(server, ErrorAnswer(403, "Slow down", kSecondaryUrl), /*times=*/-1);
  GitHubOptions options = OptionsFor(server, clock);
  options.max_wait = absl::Hours(1);
  EXPECT_THAT(FetchFrom(options),
              StatusIs(absl::StatusCode::kResourceExhausted,
                       "pull request 7 of \"acme/train\": GitHub's secondary rate limit was met 4 "
                       "times in a row; try again later"));
  EXPECT_EQ(server.requests().size(), 4u);
}

TEST(GitHubFaults, Case22NeverRetriesAPermissionError) {
  GitHubServer server;
  FakeClock clock;
  server.SetPullRequest(OneLine());
  AnswerFirst(server,
              WithHeaders(ErrorAnswer(403, "Resource not accessible by integration"),
                          {{"X-Accepted-GitHub-Permissions",
                            "pull_requests=read,contents=read; "
                            "issues=read"},
                           {"X-RateLimit-Remaining", "0"}}),
              /*times=*/-1);
  GitHubOptions options = OptionsFor(server, clock);
  options.token = "t0ken";
  EXPECT_THAT(FetchFrom(options),
              StatusIs(absl::StatusCode::kPermissionDenied,
                       "pull request 7 of \"acme/train\": GitHub answered 403 \"Resource not "
                       "accessible by integration\"; give the token the permission "
                       "pull_requests=read and contents=read or issues=read"));
  EXPECT_EQ(server.requests().size(), 1u);
  EXPECT_THAT(clock.sleeps(), IsEmpty());
}

TEST(GitHubFaults, SaysHowToPassSingleSignOn) {
  GitHubServer server;
  FakeClock clock;
  AnswerFirst(server, WithHeaders(ErrorAnswer(403, "Resource protected by organization SAML"),
                                  {{"X-GitHub-SSO", "required; url=https://github.example/sso"}}));
  EXPECT_THAT(FetchFrom(OptionsFor(server, clock)),
              StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr("single sign-on")));
}

TEST(GitHubFaults, Case23SaysThatAPrivateRepositoryMayBeHidden) {
  GitHubServer server({.token = "t0ken", .is_private = true});
  FakeClock clock;
  server.SetPullRequest(OneLine());
  EXPECT_THAT(FetchFrom(OptionsFor(server, clock)),
              StatusIs(absl::StatusCode::kNotFound,
                       "pull request 7 of \"acme/train\": GitHub answered 404 \"Not Found\"; check "
                       "owner, repository and number, and give a token if the repository is "
                       "private: GitHub hides those"));
  EXPECT_EQ(server.requests().size(), 1u);
}

TEST(GitHubFaults, SaysThatATokenIsNotAccepted) {
  GitHubServer server({.token = "t0ken"});
  FakeClock clock;
  GitHubOptions options = OptionsFor(server, clock);
  options.token = "stale";
  EXPECT_THAT(FetchFrom(options),
              StatusIs(absl::StatusCode::kUnauthenticated,
                       "pull request 7 of \"acme/train\": GitHub answered 401 \"Bad credentials\"; "
                       "give a token that is valid and not expired"));
}

TEST(GitHubFaults, Case24RetriesWhenTheServerFails) {
  GitHubServer server;
  FakeClock clock;
  server.SetPullRequest(OneLine());
  AnswerFirst(server, ErrorAnswer(502, "Server Error"), /*times=*/3);
  ASSERT_OK(FetchFrom(OptionsFor(server, clock)));
  EXPECT_THAT(clock.sleeps(), ElementsAre(absl::Seconds(1), absl::Seconds(2), absl::Seconds(4)));
}

TEST(GitHubFaults, SpreadsRetriesByChance) {
  GitHubServer server;
  FakeClock clock;
  server.SetPullRequest(OneLine());
  AnswerFirst(server, ErrorAnswer(503, "Unavailable"), /*times=*/2);
  GitHubOptions options = OptionsFor(server, clock);
  int calls = 0;
  options.random = [&] { return ++calls == 1 ? 0.0 : 0.75; };
  ASSERT_OK(FetchFrom(options));
  EXPECT_THAT(clock.sleeps(), ElementsAre(absl::Seconds(0.5), absl::Seconds(2.5)));
}

TEST(GitHubFaults, GivesUpWhenTheServerKeepsFailing) {
  GitHubServer server;
  FakeClock clock;
  AnswerFirst(server, ErrorAnswer(502, "Server Error"), /*times=*/-1);
  EXPECT_THAT(
      FetchFrom(OptionsFor(server, clock)),
      StatusIs(absl::StatusCode::kUnavailable,
               "pull request 7 of \"acme/train\": GitHub answered 502 \"Server Error\"; try "
               "again later, or review a local clone"));
  EXPECT_EQ(server.requests().size(), 4u);
}

TEST(GitHubFaults, RetriesAnAnswerThatBreaksOff) {
  GitHubServer server;
  FakeClock clock;
  server.SetPullRequest(OneLine());
  AnswerFirst(server, {.body = "{\"number\": 7}", .is_cut = true});
  ASSERT_OK(FetchFrom(OptionsFor(server, clock)));
  EXPECT_THAT(clock.sleeps(), ElementsAre(absl::Seconds(1)));
}

TEST(GitHubFaults, Case25GivesUpASlowAnswerAndAsksAgain) {
  GitHubServer server;
  FakeClock clock;
  fakes::Gate gate;
  server.SetPullRequest(OneLine());
  server.Inject({.matches = fakes::Any(), .respond = [&](const ServedRequest&) {
                   gate.Wait();
                   return std::nullopt;
                 }});
  GitHubOptions options = OptionsFor(server, clock);
  options.timeouts.transfer = std::chrono::milliseconds(200);
  absl::StatusOr<Fetched> fetched = FetchFrom(options);
  gate.Open();
  ASSERT_OK(fetched);
  EXPECT_EQ(server.CountRequests("/pulls/7"), 4);  // Slow, again, diff, head.
}

TEST(GitHubFaults, UsesTheFileListWhenGitHubCannotMakeTheDiff) {
  GitHubServer server;
  FakeClock clock;
  server.SetPullRequest(OneLine());
  server.Inject({.matches = fakes::IsDiff(),
                 .times = -1,
                 .respond = fakes::Always(ErrorAnswer(500, "Server Error"))});
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchFrom(OptionsFor(server, clock)));
  EXPECT_EQ(fetched.done.rung(), "files-pages");
  EXPECT_THAT(fetched.sink.diff, EndsWith("@@ -1 +1 @@\n-lr = 1\n+lr = 2\n"));
}

TEST(GitHubFaults, AsksForSmallerPagesWhenAPageIsTooSlow) {
  GitHubServer server;
  FakeClock clock;
  FakePullRequest pull;
  for (int i = 0; i < 70; ++i) pull.after[absl::StrCat("f", i, ".py")] = {"x\n"};
  server.SetPullRequest(pull);
  server.Inject(
      {.matches = fakes::IsDiff(), .respond = fakes::Always(fakes::TooLarge(406, "Sorry"))});
  server.Inject({.matches =
                     [](const ServedRequest& request) {
                       return request.parameter("per_page") == "100" &&
                              absl::EndsWith(request.path, "/files");
                     },
                 .times = -1,
                 .respond = fakes::Always(ErrorAnswer(502, "Server Error"))});
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchFrom(OptionsFor(server, clock)));
  EXPECT_EQ(fetched.sink.files.size(), 70u);
  EXPECT_EQ(server.CountRequests("per_page=30&page=3"), 1);
}

TEST(GitHubFaults, StopsWaitingWhenTheCallIsCancelled) {
  GitHubServer server;
  FakeClock clock;
  fakes::Gate gate;
  std::atomic<bool> is_cancelled = false;
  server.Inject({.matches = fakes::Any(), .respond = [&](const ServedRequest&) {
                   is_cancelled = true;
                   gate.Wait();
                   return std::nullopt;
                 }});
  GitHubOptions options = OptionsFor(server, clock);
  options.control.is_cancelled = [&] { return is_cancelled.load(); };
  absl::StatusOr<Fetched> fetched = FetchFrom(options);
  gate.Open();
  EXPECT_THAT(fetched, StatusIs(absl::StatusCode::kCancelled, HasSubstr("was cancelled")));
}

TEST(GitHubFaults, Case26RefusesMalformedJsonAndForgetsIt) {
  GitHubServer server;
  FakeClock clock;
  github::ApiState state("");
  server.SetPullRequest(OneLine());
  AnswerFirst(server, {.headers = {{"ETag", "\"bad\""}}, .body = "<html>secret source</html>"});
  GitHubOptions options = OptionsFor(server, clock);
  options.state = &state;
  EXPECT_THAT(
      FetchFrom(options),
      StatusIs(absl::StatusCode::kDataLoss,
               absl::StrCat("pull request 7 of \"acme/train\": the answer is not as wanted: "
                            "the 26 bytes are not valid JSON; check that ",
                            server.api_base(), " is the API of a GitHub server")));
  EXPECT_OK(FetchFrom(options));
  EXPECT_EQ(server.requests().at(1).header("if-none-match"), "");
}

TEST(GitHubFaults, SurvivesHostileNesting) {
  GitHubServer server;
  FakeClock clock;
  AnswerFirst(server, {.body = std::string(1 << 20, '[')});
  EXPECT_THAT(FetchFrom(OptionsFor(server, clock)),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("nested more than 64 deep")));
}

TEST(GitHubFaults, RefusesAnAnswerWithoutItsNeededFields) {
  GitHubServer server;
  FakeClock clock;
  AnswerFirst(server, {.body = "{\"number\": 7, \"base\": {\"sha\": 5}}"});
  EXPECT_THAT(FetchFrom(OptionsFor(server, clock)),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("field \"base.sha\" is absent")));
}

TEST(GitHubFaults, Case27SaysThatTheApiVersionIsGone) {
  GitHubServer server;
  FakeClock clock;
  AnswerFirst(server, ErrorAnswer(410, "Gone"), /*times=*/-1);
  EXPECT_THAT(FetchFrom(OptionsFor(server, clock)),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       absl::StrCat("pull request 7 of \"acme/train\": GitHub answered 410 "
                                    "\"Gone\"; its API version 2022-11-28 is not served at ",
                                    server.api_base(), ": update AllReview or the server")));
  EXPECT_EQ(server.requests().size(), 1u);
}

TEST(GitHubFaults, SaysThatTheApiVersionIsUnknown) {
  GitHubServer server;
  FakeClock clock;
  AnswerFirst(server, ErrorAnswer(400, "Unsupported API version"));
  EXPECT_THAT(FetchFrom(OptionsFor(server, clock)),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("API version 2022-11-28")));
}

TEST(GitHubFaults, WarnsBeforeTheApiVersionEnds) {
  GitHubServer server;
  FakeClock clock;
  server.SetPullRequest(OneLine());
  AnswerFirst(server, WithHeaders(ErrorAnswer(502, "Server Error"),
                                  {{"Sunset", "Fri, 10 Mar 2028 00:00:00 GMT"}}));
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchFrom(OptionsFor(server, clock)));
  EXPECT_THAT(Describe(fetched.sink.diagnostics),
              ElementsAre("API_SUNSET: GitHub stops serving API version 2022-11-28 on Fri, 10 Mar "
                          "2028 00:00:00 GMT"));
}

TEST(GitHubFaults, KeepsTheTokenOutOfEveryError) {
  for (int status : {301, 400, 401, 403, 404, 410, 418, 422, 429, 500}) {
    GitHubServer server;
    FakeClock clock;
    AnswerFirst(server, ErrorAnswer(status, "no"), /*times=*/-1);
    GitHubOptions options = OptionsFor(server, clock);
    options.token = "s3cret-t0ken";
    absl::Status result = FetchFrom(options).status();
    EXPECT_FALSE(result.ok()) << status;
    EXPECT_THAT(std::string(result.message()), Not(HasSubstr("s3cret"))) << status;
  }
}

TEST(GitHubFaults, AsksAnotherServerOnlyWhereThatIsAllowed) {
  GitHubServer server;
  FakeClock clock;
  server.SetPullRequest(OneLine());
  GitHubOptions options = OptionsFor(server, clock);
  options.api_base = "https://ghe.example/api/v3";
  change::v1::GitHubPullRequest ref = PullRequestRef();
  ref.set_api_base(server.api_base());
  EXPECT_THAT(
      FetchFrom(options, ref),
      StatusIs(absl::StatusCode::kPermissionDenied,
               absl::StrCat("pull requests are read from https://ghe.example/api/v3 here, "
                            "not from ",
                            server.api_base(), "; ask the operator to configure that server")));
  EXPECT_THAT(server.requests(), IsEmpty());
}

TEST(GitHubFaults, NeverGivesTheTokenToAnotherServer) {
  GitHubServer server({.token = "t0ken", .is_private = true});
  FakeClock clock;
  GitHubOptions options = OptionsFor(server, clock);
  options.api_base = "https://ghe.example/api/v3";
  options.token = "t0ken";
  options.is_other_server_allowed = true;
  change::v1::GitHubPullRequest ref = PullRequestRef();
  ref.set_api_base(server.api_base());
  EXPECT_THAT(
      FetchFrom(options, ref),
      StatusIs(absl::StatusCode::kNotFound,
               EndsWith(absl::StrCat("; the configured token was not sent to ", server.api_base(),
                                     ", because it belongs to https://ghe.example/api/v3: set the "
                                     "API base to send it"))));
  EXPECT_EQ(server.requests().at(0).header("authorization"), "");
}

struct BadSetup {
  const char* name;
  const char* api_base;
  const char* token;
  const char* owner;
  absl::StatusCode code;
  const char* message;
};

class BadSetupTest : public testing::TestWithParam<BadSetup> {};

TEST_P(BadSetupTest, IsRefusedBeforeAnyRequest) {
  const BadSetup& test = GetParam();
  GitHubOptions options;
  options.api_base = test.api_base;
  options.token = test.token;
  absl::Status status = NewGitHubSource(PullRequestRef(test.owner), options).status();
  EXPECT_THAT(status, StatusIs(test.code, AllOf(HasSubstr(test.message), Not(HasSubstr("t0ken")))));
}

INSTANTIATE_TEST_SUITE_P(
    Setups, BadSetupTest,
    testing::Values(BadSetup{"ClearText", "http://ghe.example/api/v3", "t0ken", "acme",
                             absl::StatusCode::kFailedPrecondition,
                             "would send the token in the clear"},
                    BadSetup{"OtherProtocol", "file:///etc", "", "acme",
                             absl::StatusCode::kInvalidArgument, "not a plain http or https URL"},
                    BadSetup{"UserInUrl", "https://t0ken@ghe.example", "", "acme",
                             absl::StatusCode::kInvalidArgument, "not a plain http or https URL"},
                    BadSetup{"TokenWithLineBreak", "", "t0ken\n", "acme",
                             absl::StatusCode::kInvalidArgument,
                             "without \"Bearer\" and line breaks"},
                    BadSetup{"Owner", "", "", "../..", absl::StatusCode::kInvalidArgument,
                             "wanted an owner, a repository and a number"}),
    [](const testing::TestParamInfo<BadSetup>& info) { return info.param.name; });

}  // namespace
}  // namespace allreview::pull_request
