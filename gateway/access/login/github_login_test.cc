// Whole logins with GitHub, against a server of its shape on a real socket.

#include <memory>
#include <optional>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "base/status_matchers.h"
#include "gateway/access/login/github_provider.h"
#include "gateway/access/login/logins.h"
#include "gateway/access/sessions.h"
#include "gateway/store/open_store.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/fakes/http_server.h"

namespace allreview::access {
namespace {

using fakes::ServedRequest;
using fakes::ServedResponse;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

ServedResponse Json(const std::string& body, int status = 200) {
  return {.status = status, .headers = {{"content-type", "application/json"}}, .body = body};
}

// GitHub Enterprise: pages and API below one address.
struct GitHub {
  ServedResponse Serve(const ServedRequest& request) {
    if (request.path == "/login/oauth/access_token") {
      const bool is_right = request.method == "POST" &&
                            absl::StrContains(request.body, "client_id=Iv1.a") &&
                            absl::StrContains(request.body, "client_secret=s3") &&
                            absl::StrContains(request.body, "code_verifier=") &&
                            absl::StrContains(request.body, "code=good");
      // GitHub tells of errors with status 200.
      return Json(is_right ? R"({"access_token":"ghu_1","token_type":"bearer"})"
                           : R"({"error":"bad_verification_code","error_description":"expired"})");
    }
    if (request.header("authorization") != "Bearer ghu_1") return Json("{}", 401);
    if (request.path == "/api/v3/user") return Json(R"({"login":"Ada-L","id":7})");
    if (request.path == "/api/v3/user/orgs") return Json(R"([{"login":"Acme"}])");
    if (request.path == "/api/v3/user/teams") {
      return are_teams_hidden ? Json(R"({"message":"Resource not accessible"})", 403)
                              : Json(R"([{"slug":"trainers","organization":{"login":"Acme"}}])");
    }
    return Json("{}", 404);
  }

  bool are_teams_hidden = false;
  fakes::HttpServer server{[this](const ServedRequest& request) { return Serve(request); }};
};

struct Login {
  explicit Login(const GitHub& github) {
    auto provider = NewGitHubProvider({.client_id = "Iv1.a",
                                       .client_secret = "s3",
                                       .api_base = github.server.base_url() + "/api/v3"});
    EXPECT_OK(provider);
    LoginsOptions options = {.sessions = &sessions,
                             .public_url = [] { return "https://allreview.example"; }};
    options.providers.push_back(*std::move(provider));
    logins.emplace(std::move(options));
  }

  absl::StatusOr<LoginEnd> Finish(const std::string& code) {
    const auto start = logins->Begin("github", "/");
    if (!start.ok()) return start.status();
    url = start->url;
    const size_t at = url.find("state=") + 6;
    return logins->Finish(
        "github",
        {.state = url.substr(at, url.find('&', at) - at), .code = code, .cookie = start->cookie});
  }

  std::unique_ptr<gateway::KeyedStore> store = *gateway::OpenKeyedStore("sqlite::memory:", {});
  Sessions sessions{store.get(), absl::Now};
  std::optional<Logins> logins;
  std::string url;
};

TEST(GitHubLogin, KnowsOrganisationsAndTeams) {
  GitHub github;
  Login login(github);
  ASSERT_OK_AND_ASSIGN(const LoginEnd end, login.Finish("good"));
  ASSERT_OK_AND_ASSIGN(const std::optional<Session> session, login.sessions.Find(end.token));
  EXPECT_EQ(session->identity.principal(), "github:ada-l");
  EXPECT_THAT(session->identity.groups, ElementsAre("acme", "acme/trainers"));
  EXPECT_THAT(login.url, HasSubstr(absl::StrCat(github.server.base_url(), "/login/oauth/authorize?",
                                                "client_id=Iv1.a&redirect_uri=https%3A%2F%2F",
                                                "allreview.example%2Flogin%2Fgithub%2Fcallback")));
  EXPECT_THAT(login.url, HasSubstr("code_challenge_method=S256"));
}

TEST(GitHubLogin, GoesOnWithoutTeamsThatTheAppMayNotSee) {
  GitHub github;
  github.are_teams_hidden = true;
  Login login(github);
  ASSERT_OK_AND_ASSIGN(const LoginEnd end, login.Finish("good"));
  ASSERT_OK_AND_ASSIGN(const std::optional<Session> session, login.sessions.Find(end.token));
  EXPECT_THAT(session->identity.groups, ElementsAre("acme"));
}

TEST(GitHubLogin, RefusesACodeThatGitHubRefuses) {
  GitHub github;
  Login login(github);
  EXPECT_THAT(login.Finish("stolen"),
              StatusIs(absl::StatusCode::kUnauthenticated,
                       HasSubstr("used before or took too long (bad_verification_code: expired)")));
}

TEST(GitHubWebBase, StandsBesideTheApi) {
  EXPECT_EQ(*GitHubWebBase(""), "https://github.com");
  EXPECT_EQ(*GitHubWebBase("https://api.github.com"), "https://github.com");
  EXPECT_EQ(*GitHubWebBase("https://git.acme.example/api/v3/"), "https://git.acme.example");
  EXPECT_EQ(*GitHubWebBase("https://api.acme.ghe.com"), "https://acme.ghe.com");
  EXPECT_THAT(GitHubWebBase("https://proxy.acme.example/github"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("/api/v3")));
}

}  // namespace
}  // namespace allreview::access
