#include "github/app_authentication.h"

#include <stdlib.h>

#include <atomic>
#include <cstdio>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/file.h"
#include "base/status_matchers.h"
#include "base/subprocess.h"
#include "github/api_fixture.h"
#include "github/json.h"
#include "github/jwt.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::github {
namespace {

using fakes::ServedRequest;
using fakes::ServedResponse;
using testing::HasSubstr;
using testing::Not;

// Runs a program and gives what it printed; empty when it is not there.
std::string OutputOf(const std::vector<std::string>& argv) {
  absl::StatusOr<CommandResult> result =
      RunCommand({.argv = argv, .environment = {"PATH=/usr/bin:/bin"}}, {});
  return result.ok() && result->exit.ok() ? result->output : "";
}

// A folder with a key that openssl made.
struct KeyPair {
  KeyPair() : folder(absl::StrCat(testing::TempDir(), "/key-XXXXXX")) {
    CHECK(mkdtemp(folder.data()) != nullptr);
    pem = folder + "/app.pem";
    Renew();
  }
  ~KeyPair() { std::filesystem::remove_all(folder); }

  void Renew() {
    OutputOf({"openssl", "genrsa", "-out", pem + ".new", "2048"});
    std::filesystem::rename(pem + ".new", pem);
    OutputOf({"openssl", "rsa", "-in", pem, "-pubout", "-out", folder + "/public.pem"});
  }

  // What `openssl dgst -verify` says of a token.
  std::string Verify(const std::string& jwt) const {
    std::vector<std::string> parts = absl::StrSplit(jwt, '.');
    std::string signature;
    if (parts.size() != 3 || !absl::WebSafeBase64Unescape(parts[2], &signature)) return "malformed";
    CHECK(WriteFile(folder + "/signed", parts[0] + "." + parts[1]).ok());
    CHECK(WriteFile(folder + "/signature", signature).ok());
    return OutputOf({"openssl", "dgst", "-sha256", "-verify", folder + "/public.pem", "-signature",
                     folder + "/signature", folder + "/signed"});
  }

  std::string folder;
  std::string pem;
};

const KeyPair& SharedKey() {
  static const KeyPair* const key = new KeyPair();
  return *key;
}

Json PartOf(const std::string& jwt, int part) {
  std::vector<std::string> parts = absl::StrSplit(jwt, '.');
  std::string text;
  CHECK(absl::WebSafeBase64Unescape(parts.at(part), &text));
  return *ParseJson(text, Json::value_t::object);
}

std::string TokenAnswer(const std::string& token, absl::Time expires) {
  return ToText(
      {{"token", token},
       {"expires_at", absl::FormatTime("%Y-%m-%dT%H:%M:%SZ", expires, absl::UTCTimeZone())}});
}

AppOptions OptionsFor(ApiFixture& github, const std::string& pem) {
  ApiOptions options = github.Options();
  return {.app_id = "12345",
          .key_file = pem,
          .api_base = options.api_base,
          .state = &github.state,
          .now = options.now,
          .sleep = options.sleep,
          .random = options.random};
}

std::unique_ptr<AppAuthentication> NewApp(ApiFixture& github) {
  auto app = AppAuthentication::Create(OptionsFor(github, SharedKey().pem));
  CHECK(app.ok()) << app.status();
  return *std::move(app);
}

void AnswerToken(ApiFixture& github, const std::string& token) {
  github.Answer({.status = 201, .body = TokenAnswer(token, github.clock.Now() + absl::Hours(1))});
}

TEST(Jwt, IsSignedSoThatOpenSslBelievesIt) {
  ASSERT_OK_AND_ASSIGN(std::string pem, ReadFile(SharedKey().pem));
  ASSERT_OK_AND_ASSIGN(std::string jwt, SignAppJwt(pem, "12345", absl::FromUnixSeconds(1000)));
  EXPECT_EQ(SharedKey().Verify(jwt), "Verified OK\n");
  jwt[jwt.find('.') + 3] ^= 1;
  EXPECT_EQ(SharedKey().Verify(jwt), "");
  EXPECT_THAT(jwt, Not(HasSubstr("=")));
}

TEST(Jwt, ClaimsAMinuteBeforeAndTenMinutesInAll) {
  ASSERT_OK_AND_ASSIGN(std::string pem, ReadFile(SharedKey().pem));
  ASSERT_OK_AND_ASSIGN(std::string jwt, SignAppJwt(pem, "Iv1.abc", absl::FromUnixSeconds(1000)));
  EXPECT_EQ(ToText(PartOf(jwt, 0)), R"({"alg":"RS256","typ":"JWT"})");
  EXPECT_EQ(ToText(PartOf(jwt, 1)), R"({"exp":1540,"iat":940,"iss":"Iv1.abc"})");
}

TEST(Jwt, IsBelievedByPythonsLibrary) {
  constexpr char kDecode[] =
      "import sys, jwt; print(jwt.decode(sys.argv[1], open(sys.argv[2]).read(), "
      "algorithms=['RS256'])['iss'])";
  if (OutputOf({"/usr/bin/python3", "-c", "import jwt; print(1)"}).empty()) {
    GTEST_SKIP() << "/usr/bin/python3 has no module jwt (python3-jwt)";
  }
  ASSERT_OK_AND_ASSIGN(std::string pem, ReadFile(SharedKey().pem));
  ASSERT_OK_AND_ASSIGN(std::string jwt, SignAppJwt(pem, "12345", absl::Now()));
  EXPECT_EQ(OutputOf({"/usr/bin/python3", "-c", kDecode, jwt, SharedKey().folder + "/public.pem"}),
            "12345\n");
}

TEST(Jwt, RefusesWhatIsNoRsaKeyWithoutQuotingIt) {
  std::string ec =
      OutputOf({"openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"});
  std::string weak = OutputOf({"openssl", "genrsa", "1024"});
  std::string locked = OutputOf({"openssl", "genrsa", "-aes128", "-passout", "pass:x", "2048"});
  for (const std::string& pem : {std::string("s3cret"), std::string(), ec, weak, locked}) {
    absl::Status status = SignAppJwt(pem, "1", absl::Now()).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
    EXPECT_THAT(std::string(status.message()), Not(HasSubstr("s3cret")));
  }
}

TEST(AppAuthentication, AsksForATokenByItsJwt) {
  ApiFixture github;
  auto app = NewApp(github);
  AnswerToken(github, "ghs_1");
  ASSERT_OK_AND_ASSIGN(std::string token, app->TokenFor(77, ForReading({42})));
  EXPECT_EQ(token, "ghs_1");
  ServedRequest request = github.server.requests().at(0);
  EXPECT_EQ(request.method, "POST");
  EXPECT_EQ(request.path, "/app/installations/77/access_tokens");
  EXPECT_EQ(request.body,
            R"({"permissions":{"contents":"read","metadata":"read","pull_requests":"read"},)"
            R"("repository_ids":[42]})");
  std::string jwt = request.header("authorization").substr(std::string("Bearer ").size());
  EXPECT_EQ(SharedKey().Verify(jwt), "Verified OK\n");
}

TEST(AppAuthentication, RenewsATokenAtFourFifthsOfItsLife) {
  ApiFixture github;
  auto app = NewApp(github);
  AnswerToken(github, "one");
  EXPECT_EQ(*app->TokenFor(77), "one");
  github.clock.Advance(absl::Minutes(47));
  EXPECT_EQ(*app->TokenFor(77), "one");
  EXPECT_EQ(github.server.requests().size(), 1u);
  github.clock.Advance(absl::Minutes(2));
  AnswerToken(github, "two");
  EXPECT_EQ(*app->TokenFor(77), "two");
}

TEST(AppAuthentication, BelievesGitHubsClockForTheLifeOfAToken) {
  ApiFixture github;
  auto app = NewApp(github);
  // GitHub's clock is two hours behind ours: by ours the token would have ended an hour ago.
  absl::Time theirs = github.clock.Now() - absl::Hours(2);
  github.Answer({.status = 201,
                 .headers = {{"Date", absl::FormatTime("%a, %d %b %Y %H:%M:%S GMT", theirs,
                                                       absl::UTCTimeZone())}},
                 .body = TokenAnswer("one", theirs + absl::Hours(1))});
  EXPECT_EQ(*app->TokenFor(77), "one");
  github.clock.Advance(absl::Minutes(40));
  EXPECT_EQ(*app->TokenFor(77), "one");
  EXPECT_EQ(github.server.requests().size(), 1u);
}

TEST(AppAuthentication, GoesOnWithTheOldTokenWhenANewOneCannotBeHad) {
  ApiFixture github;
  auto app = NewApp(github);
  AnswerToken(github, "one");
  EXPECT_EQ(*app->TokenFor(77), "one");
  github.clock.Advance(absl::Minutes(50));
  for (int i = 0; i < 4; ++i) github.Answer({.status = 502});
  EXPECT_EQ(*app->TokenFor(77), "one");
  github.clock.Advance(absl::Minutes(10));
  for (int i = 0; i < 4; ++i) github.Answer({.status = 502});
  EXPECT_EQ(app->TokenFor(77).status().code(), absl::StatusCode::kUnavailable);
}

TEST(AppAuthentication, AsksOnceForManyThatWait) {
  ApiFixture github;
  fakes::Gate gate;
  std::atomic<int> asked = 0;
  fakes::HttpServer server([&](const ServedRequest&) {
    int number = ++asked;
    gate.Wait();
    return ServedResponse{
        .status = 201,
        .body = TokenAnswer(absl::StrCat("token", number), github.clock.Now() + absl::Hours(1))};
  });
  AppOptions options = OptionsFor(github, SharedKey().pem);
  options.api_base = server.base_url();
  ASSERT_OK_AND_ASSIGN(auto app, AppAuthentication::Create(options));
  std::atomic<int> started = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      ++started;
      EXPECT_EQ(*app->TokenFor(77), "token1");
    });
  }
  while (started < 8 || asked < 1) std::this_thread::yield();
  gate.Open();
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(asked, 1);
}

TEST(AppAuthentication, KeepsInstallationsAndScopesApart) {
  ApiFixture github;
  auto app = NewApp(github);
  for (const char* token : {"a", "b", "c", "d"}) AnswerToken(github, token);
  EXPECT_EQ(*app->TokenFor(77), "a");
  EXPECT_EQ(*app->TokenFor(78), "b");
  EXPECT_EQ(*app->TokenFor(77, ForReading()), "c");
  EXPECT_EQ(*app->TokenFor(77, ForReading({42})), "d");
  EXPECT_EQ(*app->TokenFor(77), "a");
  EXPECT_NE(app->CredentialsFor(77).identity, app->CredentialsFor(78).identity);
  EXPECT_NE(app->CredentialsFor(77).identity, app->CredentialsFor(77, ForReading()).identity);
  EXPECT_EQ(app->CredentialsFor(77).account, app->CredentialsFor(77, ForReading()).account);
}

TEST(AppAuthentication, Case35GetsANewTokenWhenOneEndsWhileWorkGoesOn) {
  ApiFixture github;
  auto app = NewApp(github);
  AnswerToken(github, "one");
  ApiOptions options = github.Options();
  options.credentials = app->CredentialsFor(77);
  std::unique_ptr<Api> api = github.NewApi(options);
  ASSERT_OK(api->Send({.path_or_url = "/x", .what = "x"}));
  github.Answer({.status = 401, .body = R"({"message":"Bad credentials"})"});
  AnswerToken(github, "two");
  ASSERT_OK(api->Send({.method = "POST", .path_or_url = "/y", .body_json = "{}", .what = "y"}));
  EXPECT_EQ(github.server.requests().back().path, "/y");
  EXPECT_EQ(github.server.requests().back().header("authorization"), "Bearer two");
}

TEST(AppAuthentication, Case35TakesATokenOf520Characters) {
  ApiFixture github;
  auto app = NewApp(github);
  std::string token = "ghs_12345_" + std::string(510, 'x');
  ASSERT_EQ(token.size(), 520u);
  AnswerToken(github, token);
  ApiOptions options = github.Options();
  options.credentials = app->CredentialsFor(77);
  ASSERT_OK(github.NewApi(options)->Send({.path_or_url = "/x", .what = "x"}));
  EXPECT_EQ(github.server.requests().back().header("authorization"), "Bearer " + token);
}

TEST(AppAuthentication, ReadsTheKeyAgainWhenItChanges) {
  ApiFixture github;
  KeyPair key;
  ASSERT_OK_AND_ASSIGN(auto app, AppAuthentication::Create(OptionsFor(github, key.pem)));
  key.Renew();
  AnswerToken(github, "one");
  ASSERT_OK(app->TokenFor(77).status());
  std::string jwt = github.server.requests().at(0).header("authorization").substr(7);
  EXPECT_EQ(key.Verify(jwt), "Verified OK\n");
}

TEST(AppAuthentication, SaysAtTheStartWhatIsWrongWithTheKey) {
  ApiFixture github;
  EXPECT_THAT(AppAuthentication::Create(OptionsFor(github, "/no/such.pem")).status(),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("/no/such.pem")));
  KeyPair key;
  ASSERT_OK(WriteFile(key.pem, "not a key"));
  EXPECT_THAT(AppAuthentication::Create(OptionsFor(github, key.pem)).status(),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("RSA key in PEM form")));
}

TEST(AppAuthentication, NamesTheInstallationInErrorsAndNoToken) {
  ApiFixture github;
  auto app = NewApp(github);
  github.Answer({.status = 404, .body = R"({"message":"Not Found"})"});
  absl::Status status = app->TokenFor(77).status();
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kNotFound, HasSubstr("installation 77")));
  github.Answer({.status = 201, .body = R"({"token":"s3cret"})"});
  EXPECT_THAT(app->TokenFor(77).status(),
              StatusIs(absl::StatusCode::kDataLoss, Not(HasSubstr("s3cret"))));
}

TEST(AppAuthentication, FindsTheInstallationOfARepository) {
  ApiFixture github;
  auto app = NewApp(github);
  github.Answer({.body = R"({"id":77})"});
  ASSERT_OK_AND_ASSIGN(int64_t installation, app->InstallationOf("acme/train"));
  EXPECT_EQ(installation, 77);
  EXPECT_EQ(github.server.requests().at(0).path, "/repos/acme/train/installation");
}

}  // namespace
}  // namespace allreview::github
