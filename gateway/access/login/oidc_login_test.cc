// Whole logins with OpenID Connect, against a provider on a real socket.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "base/status_matchers.h"
#include "gateway/access/login/logins.h"
#include "gateway/access/login/oidc_provider.h"
#include "gateway/access/sessions.h"
#include "gateway/store/open_store.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/fakes/openid_provider.h"

namespace allreview::access {
namespace {

using fakes::OpenIdProvider;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// A server with one provider; time is the test's.
struct Server {
  explicit Server(OpenIdProvider& provider,
                  OidcOptions options = {.issuer = "", .client_id = "allreview"}) {
    options.issuer = provider.issuer();
    options.client_secret = "client secret/1";
    options.now = [this] { return now; };
    auto made = NewOidcProvider(options);
    EXPECT_OK(made);
    LoginsOptions logins_options = {.sessions = &sessions,
                                    .public_url = [] { return "https://allreview.example"; },
                                    .now = [this] { return now; }};
    logins_options.providers.push_back(*std::move(made));
    logins.emplace(std::move(logins_options));
  }

  absl::Time now = absl::Now();
  std::unique_ptr<gateway::KeyedStore> store = *gateway::OpenKeyedStore("sqlite::memory:", {});
  Sessions sessions{store.get(), [this] { return now; }};
  std::optional<Logins> logins;
};

std::string QueryOf(const std::string& url, const std::string& name) {
  for (absl::string_view pair : absl::StrSplit(url.substr(url.find('?') + 1), '&')) {
    if (absl::StartsWith(pair, name + "=")) return std::string(pair.substr(name.size() + 1));
  }
  return "";
}

// What the browser brings back from the provider.
LoginReturn Visit(const OpenIdProvider& provider, const LoginStart& start) {
  const std::string back = provider.Visit(start.url);
  EXPECT_THAT(back, StartsWith("https://allreview.example/login/oidc/callback?")) << start.url;
  return {.state = QueryOf(back, "state"),
          .code = QueryOf(back, "code"),
          .issuer = provider.issuer(),
          .cookie = start.cookie,
          .browser = "Test/1.0"};
}

absl::StatusOr<LoginEnd> LogIn(Server& server, const OpenIdProvider& provider) {
  const auto start = server.logins->Begin("oidc", "/reviews/7");
  if (!start.ok()) return start.status();
  return server.logins->Finish("oidc", Visit(provider, *start));
}

TEST(OidcLogin, OpensASessionOfThePerson) {
  OpenIdProvider provider({.claims = {{"sub", "u-1"},
                                      {"email", "ada@acme.example"},
                                      {"email_verified", true},
                                      {"groups", {"trainers", "data"}}}});
  Server server(provider);
  ASSERT_OK_AND_ASSIGN(const LoginEnd end, LogIn(server, provider));
  EXPECT_EQ(end.next, "/reviews/7");
  ASSERT_OK_AND_ASSIGN(const std::optional<Session> session, server.sessions.Find(end.token));
  ASSERT_TRUE(session.has_value());
  EXPECT_EQ(session->identity.principal(), "oidc:ada@acme.example");
  EXPECT_THAT(session->identity.groups, ElementsAre("trainers", "data"));
  EXPECT_EQ(session->browser, "Test/1.0");
  EXPECT_THAT(server.logins->LogoutUrl("oidc"),
              StartsWith(absl::StrCat(provider.issuer(),
                                      "/logout?client_id=allreview&post_logout_"
                                      "redirect_uri=https%3A%2F%2Fallreview")));
}

TEST(OidcLogin, WorksWithEveryKindOfProvider) {
  for (const fakes::OpenIdOptions& options :
       {fakes::OpenIdOptions{.algorithm = "ES256"}, fakes::OpenIdOptions{.has_basic = false},
        // Claims of the person come by userinfo alone.
        fakes::OpenIdOptions{.claims = {{"sub", "u-1"}},
        .userinfo = {{"sub", "u-1"},
                     {"email", "ada@acme.example"},
                     {"email_verified", "true"},
                     {"groups", "trainers"}}}}) {
    OpenIdProvider provider(options);
    Server server(provider);
    ASSERT_OK_AND_ASSIGN(const LoginEnd end, LogIn(server, provider));
    ASSERT_OK_AND_ASSIGN(const std::optional<Session> session, server.sessions.Find(end.token));
    EXPECT_EQ(session->identity.principal(), "oidc:ada@acme.example") << options.algorithm;
  }
}

TEST(OidcLogin, TellsTheProviderNothingOfTheVerifierOrTheCookie) {
  OpenIdProvider provider({});
  Server server(provider);
  ASSERT_OK_AND_ASSIGN(const LoginStart start, server.logins->Begin("oidc", "/"));
  EXPECT_EQ(QueryOf(start.url, "code_challenge_method"), "S256");
  const std::vector<std::string> parts = absl::StrSplit(start.cookie, '.');
  EXPECT_THAT(start.url, Not(HasSubstr(parts[1])));
  ASSERT_OK_AND_ASSIGN(const LoginStart other, server.logins->Begin("oidc", "/"));
  for (const char* name : {"state", "nonce", "code_challenge"}) {
    EXPECT_EQ(QueryOf(start.url, name).size(), 43u) << name;
    EXPECT_NE(QueryOf(start.url, name), QueryOf(other.url, name)) << name;
  }
}

struct WrongClaim {
  std::string name;
  std::string claim;
  github::Json value;
  std::string problem;
};

TEST(OidcLogin, BelievesNoWrongClaim) {
  const int64_t now = absl::ToUnixSeconds(absl::Now());
  const WrongClaim kCases[] = {
      {"nonce of another login", "nonce", "other", "another login (nonce)"},
      {"no nonce", "nonce", nullptr, "another login (nonce)"},
      {"other audience", "aud", "other", "another client (aud)"},
      {"no audience", "aud", nullptr, "another client (aud)"},
      {"audiences without a party", "aud", {"allreview", "other"}, "another client (azp)"},
      {"other party", "azp", "other", "another client (azp)"},
      {"other issuer", "iss", "https://evil.example", "'https://evil.example' (iss)"},
      {"expired", "exp", now - 61, "has expired (exp)"},
      {"no end", "exp", nullptr, "lacks exp or iat"},
      {"from the future", "iat", now + 120, "from the future"},
      {"not valid yet", "nbf", now + 120, "from the future"},
      {"nobody", "sub", nullptr, "names nobody (sub)"},
  };
  for (const WrongClaim& wrong : kCases) {
    OpenIdProvider liar({.algorithm = "ES256"});  // Whose keys are made in no time.
    Server victim(liar);
    liar.Override(wrong.claim, wrong.value);
    EXPECT_THAT(LogIn(victim, liar),
                StatusIs(absl::StatusCode::kUnauthenticated, HasSubstr(wrong.problem)))
        << wrong.name;
    ASSERT_OK_AND_ASSIGN(const std::vector<Session> sessions, victim.sessions.List());
    EXPECT_TRUE(sessions.empty()) << wrong.name;
  }
}

TEST(OidcLogin, BelievesNoTokenThatNobodySigned) {
  for (const char* algorithm : {"none", "HS256"}) {
    OpenIdProvider provider({.algorithm = algorithm});
    Server server(provider);
    EXPECT_THAT(LogIn(server, provider),
                StatusIs(absl::StatusCode::kUnauthenticated, HasSubstr("wanted RS256 or ES256")));
  }
}

TEST(OidcLogin, BelievesNoAddressThatNobodyVerified) {
  OpenIdProvider provider({});
  Server server(provider);
  provider.Override("email_verified", false);
  EXPECT_THAT(LogIn(server, provider),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("--oidc-name-claim")));
  Server by_subject(provider, {.issuer = "", .client_id = "allreview", .name_claim = "sub"});
  ASSERT_OK_AND_ASSIGN(const LoginEnd end, LogIn(by_subject, provider));
  ASSERT_OK_AND_ASSIGN(const std::optional<Session> session, by_subject.sessions.Find(end.token));
  EXPECT_EQ(session->identity.principal(), "oidc:u-1");
}

TEST(OidcLogin, BelievesNoUserinfoOfSomebodyElse) {
  OpenIdProvider provider(
      {.claims = {{"sub", "u-1"}},
       .userinfo = {{"sub", "u-2"}, {"email", "bob@acme.example"}, {"email_verified", true}}});
  Server server(provider);
  EXPECT_THAT(LogIn(server, provider),
              StatusIs(absl::StatusCode::kUnauthenticated, HasSubstr("somebody else")));
}

TEST(OidcLogin, WorksOnce) {
  OpenIdProvider provider({});
  Server server(provider);
  ASSERT_OK_AND_ASSIGN(const LoginStart start, server.logins->Begin("oidc", "/"));
  const LoginReturn back = Visit(provider, start);
  EXPECT_OK(server.logins->Finish("oidc", back));
  EXPECT_THAT(server.logins->Finish("oidc", back),
              StatusIs(absl::StatusCode::kUnauthenticated, HasSubstr("used before")));
  // Also where the provider takes a code twice.
  provider.AllowCodesTwice();
  ASSERT_OK_AND_ASSIGN(const LoginStart again, server.logins->Begin("oidc", "/"));
  const LoginReturn twice = Visit(provider, again);
  EXPECT_OK(server.logins->Finish("oidc", twice));
  EXPECT_THAT(
      server.logins->Finish("oidc", twice),
      StatusIs(absl::StatusCode::kUnauthenticated, "this login was done before; log in again"));
}

TEST(OidcLogin, BelongsToTheBrowserThatBeganIt) {
  OpenIdProvider provider({});
  Server server(provider);
  ASSERT_OK_AND_ASSIGN(const LoginStart mine, server.logins->Begin("oidc", "/"));
  ASSERT_OK_AND_ASSIGN(const LoginStart other, server.logins->Begin("oidc", "/"));
  LoginReturn back = Visit(provider, mine);
  for (const std::string& cookie :
       {other.cookie, std::string(), mine.cookie + "x", std::string("1.2.3")}) {
    LoginReturn planted = back;
    planted.cookie = cookie;
    EXPECT_THAT(server.logins->Finish("oidc", planted),
                StatusIs(absl::StatusCode::kUnauthenticated, HasSubstr("(state)")));
  }
  // A code of somebody else's login is nothing without the verifier.
  LoginReturn injected = Visit(provider, other);
  injected.code = back.code;
  EXPECT_THAT(server.logins->Finish("oidc", injected),
              StatusIs(absl::StatusCode::kUnauthenticated, HasSubstr("PKCE fails")));
  LoginReturn mixed = Visit(provider, mine);
  mixed.issuer = "https://evil.example";
  EXPECT_THAT(server.logins->Finish("oidc", mixed),
              StatusIs(absl::StatusCode::kUnauthenticated, HasSubstr("another OpenID provider")));
}

TEST(OidcLogin, TakesTenMinutesAtMost) {
  OpenIdProvider provider({});
  Server server(provider);
  ASSERT_OK_AND_ASSIGN(const LoginStart start, server.logins->Begin("oidc", "/"));
  const LoginReturn back = Visit(provider, start);
  server.now += absl::Minutes(11);
  EXPECT_THAT(server.logins->Finish("oidc", back),
              StatusIs(absl::StatusCode::kUnauthenticated, HasSubstr("ten minutes")));
}

TEST(OidcLogin, TellsWhatTheProviderSays) {
  OpenIdProvider provider({.algorithm = "ES256"});
  Server server(provider);
  ASSERT_OK_AND_ASSIGN(const LoginStart start, server.logins->Begin("oidc", "/"));
  LoginReturn back = Visit(provider, start);
  back.error = "access_denied: not in the team\n";
  EXPECT_THAT(server.logins->Finish("oidc", back),
              StatusIs(absl::StatusCode::kPermissionDenied,
                       HasSubstr("let nobody in: access_denied: not in the team\\n")));
  back.state = "forged";
  EXPECT_THAT(server.logins->Finish("oidc", back),
              StatusIs(absl::StatusCode::kUnauthenticated, Not(HasSubstr("not in the team"))));
}

TEST(OidcLogin, FollowsNewKeysAndAsksForThemAtMostOnceAMinute) {
  OpenIdProvider provider({.algorithm = "ES256"});
  Server server(provider);
  ASSERT_OK(LogIn(server, provider));
  ASSERT_OK(LogIn(server, provider));
  EXPECT_EQ(provider.key_requests(), 1);
  server.now += absl::Minutes(2);
  provider.RotateKeys();
  ASSERT_OK(LogIn(server, provider));
  EXPECT_EQ(provider.key_requests(), 2);
  provider.NameKey("nobody's");
  for (int i = 0; i < 5; ++i) {
    EXPECT_THAT(LogIn(server, provider),
                StatusIs(absl::StatusCode::kUnauthenticated, HasSubstr("not among")));
  }
  EXPECT_EQ(provider.key_requests(), 2);
  server.now += kKeyInterval;
  EXPECT_FALSE(LogIn(server, provider).ok());
  EXPECT_EQ(provider.key_requests(), 3);
}

TEST(OidcLogin, WaitsForAProviderThatIsAway) {
  OpenIdProvider provider({});
  Server server(provider);
  provider.SetBroken(true);
  EXPECT_THAT(server.logins->Begin("oidc", "/"),
              StatusIs(absl::StatusCode::kUnavailable,
                       HasSubstr("openid-configuration: the server answers 503")));
  provider.SetBroken(false);
  EXPECT_FALSE(server.logins->Begin("oidc", "/").ok()) << "nobody waits for it twice at once";
  server.now += absl::Seconds(6);
  ASSERT_OK(LogIn(server, provider));
  // Its document is known for an hour, and afterwards while it is away.
  EXPECT_EQ(provider.document_requests(), 1);
  server.now += absl::Hours(2);
  provider.SetBroken(true);
  EXPECT_OK(server.logins->Begin("oidc", "/"));
}

TEST(OidcProvider, WantsAnIssuerThatNobodyElseCanBe) {
  for (const char* issuer : {"http://sso.acme.example", "sso.acme.example", "", "file:///etc"}) {
    EXPECT_THAT(NewOidcProvider({.issuer = issuer, .client_id = "a"}),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("is no https URL")));
  }
  EXPECT_THAT(NewOidcProvider({.issuer = "https://a.example", .client_id = "a", .scopes = "email"}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("lacks openid")));
  OpenIdProvider provider({});
  ASSERT_OK_AND_ASSIGN(const auto renamed,
                       NewOidcProvider({.issuer = provider.issuer() + "/", .client_id = "a"}));
  EXPECT_THAT(renamed->AuthorizationUrl({}),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       HasSubstr("give exactly that as --oidc-issuer")));
}

}  // namespace
}  // namespace allreview::access
