// Getting in and out by the pages, with a provider that knows whom to let in.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "base/file.h"
#include "base/status_matchers.h"
#include "gateway/access/login/logins.h"
#include "gateway/access/people.h"
#include "gateway/http/router.h"
#include "gateway/store/open_store.h"
#include "gateway/web/routes.h"
#include "gateway/web/testing/demo_service.h"
#include "gateway/web/testing/demo_store.h"
#include "gateway/web/testing/html_check.h"
#include "gateway/web/visitor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::web {
namespace {

using http::HttpRequest;
using http::HttpResponse;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

// Lets in whom the code names.
class NamingProvider final : public access::LoginProvider {
 public:
  std::string id() const override { return "oidc"; }
  std::string title() const override { return "sso.acme.example"; }
  absl::StatusOr<std::string> AuthorizationUrl(const access::LoginSecrets& secrets) override {
    if (is_away) return absl::UnavailableError("the provider answers 503");
    return absl::StrCat("https://sso.acme.example/authorize?state=", secrets.state);
  }
  absl::StatusOr<access::Identity> Identify(const access::LoginAnswer& answer,
                                            const access::LoginSecrets&) override {
    return access::Identity{.provider = "oidc", .name = answer.code, .groups = {"<b>trainers</b>"}};
  }
  std::string LogoutUrl(const std::string&) override { return "https://sso.acme.example/logout"; }

  bool is_away = false;
};

struct Server {
  Server() {
    const std::string path = testing::TempDir() + "/login.grants";
    EXPECT_OK(WriteFile(path, "everyone read\noidc:root read,admin\n"));
    auto grants = access::Grants::FromFile(path, absl::Now);
    EXPECT_OK(grants);
    people = std::make_unique<access::People>(
        access::PeopleOptions{.grants = *std::move(grants), .sessions = &sessions});
    access::LoginsOptions options = {.sessions = &sessions,
                                     .public_url = [] { return "https://allreview.example"; }};
    auto naming = std::make_unique<NamingProvider>();
    provider = naming.get();
    options.providers.push_back(std::move(naming));
    logins = std::make_unique<access::Logins>(std::move(options));
    auto made =
        http::Router::Make(Routes({.reviews = demo.stub(),
                                   .diff = [this] { return demo.diff(); },
                                   .people = people.get(),
                                   .logins = logins.get(),
                                   .has_tokens = false,
                                   .on_revoked =
                                       [this](const std::string& actor, const std::string& whose) {
                                         revoked = absl::StrCat(actor, " ", whose);
                                       },
                                   .now = DemoNow}));
    EXPECT_OK(made);
    router.emplace(*std::move(made));
  }

  Demo demo{{}};
  std::unique_ptr<gateway::KeyedStore> store = *gateway::OpenKeyedStore("sqlite::memory:", {});
  access::Sessions sessions{store.get(), absl::Now};
  NamingProvider* provider = nullptr;
  std::unique_ptr<access::People> people;
  std::unique_ptr<access::Logins> logins;
  std::optional<http::Router> router;
  std::string revoked;
};

std::string HeaderOf(const HttpResponse& response, const std::string& name) {
  for (const auto& [key, value] : response.headers) {
    if (key == name) return value;
  }
  return "";
}

// Keeps cookies as a browser does.
class Browser {
 public:
  explicit Browser(Server& server) : server_(server) {}

  HttpResponse Send(const std::string& method, const std::string& target,
                    const std::string& body = "") {
    HttpRequest request = {.method = method, .target = target, .body = body};
    request.is_encrypted = true;
    const std::vector<std::string> parts = absl::StrSplit(target, absl::MaxSplits('?', 1));
    request.path = absl::StrSplit(parts[0], '/', absl::SkipEmpty());
    if (parts.size() > 1) request.query = ParseForm(parts[1]);
    std::string cookies;
    for (const auto& [name, value] : cookies_) absl::StrAppend(&cookies, name, "=", value, "; ");
    request.headers = {{"cookie", cookies}, {"user-agent", "Test <i>"}};
    const http::Router::Found found = server_.router->Find(method, request.path);
    EXPECT_NE(found.route, nullptr) << target;
    request.parameters = found.parameters;
    HttpResponse response = found.route->handler(request);
    for (const auto& [header, value] : response.headers) {
      if (header == "Set-Cookie") Keep(value);
    }
    return response;
  }
  HttpResponse Get(const std::string& target) { return Send("GET", target); }

  HttpResponse LogIn(const std::string& name, const std::string& next = "") {
    const HttpResponse start = Get(absl::StrCat("/login/oidc?next=", next));
    const std::string location = HeaderOf(start, "Location");
    EXPECT_THAT(location, StartsWith("https://sso.acme.example/authorize?state="));
    return Get(absl::StrCat("/login/oidc/callback?code=", name,
                            "&state=", location.substr(location.find("state=") + 6)));
  }

  std::string FormToken(const std::string& page) {
    const std::string body = Get(page).body;
    const size_t at = body.find("name=\"form_token\" value=\"") + 25;
    return body.substr(at, body.find('"', at) - at);
  }

  std::map<std::string, std::string> cookies_;
  std::string last_cookies_;

 private:
  void Keep(const std::string& header) {
    absl::StrAppend(&last_cookies_, header, "\n");
    const size_t equals = header.find('=');
    const std::string name = header.substr(0, equals);
    const std::string value = header.substr(equals + 1, header.find(';') - equals - 1);
    if (value.empty()) {
      cookies_.erase(name);
    } else {
      cookies_[name] = value;
    }
  }

  Server& server_;
};

TEST(LoginPage, OffersWhatIsConfigured) {
  Server server;
  Browser browser(server);
  const HttpResponse page = browser.Get("/login?next=/trends");
  EXPECT_THAT(page.body,
              AllOf(HasSubstr("Log in with sso.acme.example"),
                    HasSubstr("/login/oidc?next=%2Ftrends"), Not(HasSubstr("API token"))));
  EXPECT_THAT(DangersIn(page.body), IsEmpty());
  server.provider->is_away = true;
  const HttpResponse away = browser.Get("/login/oidc");
  EXPECT_EQ(away.status, 503);
  EXPECT_THAT(TextOf(away.body), HasSubstr("the provider answers 503"));
  EXPECT_EQ(browser.Get("/login/other").status, 404);
}

TEST(LoginPages, KeepASessionInACookieThatScriptsAndOtherSitesDoNotGet) {
  Server server;
  Browser browser(server);
  const HttpResponse end = browser.LogIn("ada", "/rules");
  EXPECT_EQ(end.status, 303);
  EXPECT_EQ(HeaderOf(end, "Location"), "/rules");
  EXPECT_THAT(browser.last_cookies_,
              testing::MatchesRegex("(.|\n)*__Host-allreview_session=ars_[^;]*; Path=/; HttpOnly; "
                                    "SameSite=Lax; Secure; Max-Age=43200\n(.|\n)*"));
  EXPECT_FALSE(browser.cookies_.contains("__Host-allreview_login"));
  const HttpResponse page = browser.Get("/rules");
  EXPECT_THAT(TextOf(page.body), AllOf(HasSubstr("oidc:ada"), HasSubstr("Log out")));
}

TEST(LoginPages, GoOnToThisServerOnly) {
  Server server;
  for (const char* next : {"https://evil.example", "//evil.example", "%2F%2Fevil.example",
                           "/%5Cevil.example", "javascript:alert(1)", ""}) {
    Browser browser(server);
    EXPECT_EQ(HeaderOf(browser.LogIn("ada", next), "Location"), "/") << next;
  }
}

TEST(LoginPages, SayWhyNobodyIsLoggedIn) {
  Server server;
  Browser browser(server);
  const HttpResponse forged = browser.Get("/login/oidc/callback?code=root&state=forged");
  EXPECT_EQ(forged.status, 401);
  EXPECT_THAT(TextOf(forged.body), HasSubstr("this browser has not begun this login"));
  EXPECT_FALSE(browser.cookies_.contains("__Host-allreview_session"));
  const HttpResponse start = browser.Get("/login/oidc");
  const std::string location = HeaderOf(start, "Location");
  const HttpResponse refused = browser.Get(absl::StrCat(
      "/login/oidc/callback?error=<script>alert(1)</script>&error_description=no&state=",
      location.substr(location.find("state=") + 6)));
  EXPECT_EQ(refused.status, 403);
  EXPECT_THAT(DangersIn(refused.body), IsEmpty());
  EXPECT_THAT(TextOf(refused.body), HasSubstr("let nobody in"));
}

TEST(LoginPages, EndTheSessionAtLogout) {
  Server server;
  Browser browser(server);
  browser.LogIn("ada");
  const std::string stolen = browser.cookies_["__Host-allreview_session"];
  EXPECT_EQ(browser.Send("POST", "/logout", "form_token=guessed").status, 403);
  const HttpResponse left =
      browser.Send("POST", "/logout", absl::StrCat("form_token=", browser.FormToken("/rules")));
  EXPECT_EQ(HeaderOf(left, "Location"), "/login?left=oidc");
  EXPECT_FALSE(browser.cookies_.contains("__Host-allreview_session"));
  ASSERT_OK_AND_ASSIGN(const auto session, server.sessions.Find(stolen));
  EXPECT_FALSE(session.has_value());
  EXPECT_THAT(browser.Get("/login?left=oidc").body, HasSubstr("https://sso.acme.example/logout"));
}

TEST(SessionsPage, ShowsEachPersonTheirOwnAndAdminsAll) {
  Server server;
  Browser ada(server), root(server), bob(server);
  ada.LogIn("ada");
  root.LogIn("root");
  bob.LogIn("bob");
  const HttpResponse own = ada.Get("/sessions");
  EXPECT_THAT(TextOf(own.body),
              AllOf(HasSubstr("oidc:ada"), HasSubstr("this browser"), Not(HasSubstr("oidc:bob"))));
  EXPECT_THAT(DangersIn(own.body), IsEmpty());
  EXPECT_THAT(TextOf(root.Get("/sessions").body),
              AllOf(HasSubstr("oidc:ada"), HasSubstr("oidc:bob"), HasSubstr("oidc:root")));
  Browser stranger(server);
  EXPECT_EQ(HeaderOf(stranger.Get("/sessions"), "Location"), "/login?next=%2Fsessions");
}

TEST(SessionsPage, EndsSessionsOfOthersForAdminsOnly) {
  Server server;
  Browser ada(server), root(server), bob(server);
  ada.LogIn("ada");
  root.LogIn("root");
  bob.LogIn("bob");
  const std::string bobs = bob.cookies_["__Host-allreview_session"];
  ASSERT_OK_AND_ASSIGN(const auto session, server.sessions.Find(bobs));
  const auto revoke = [&](Browser& browser, const std::string& form_token) {
    return browser
        .Send("POST", "/sessions/revoke",
              absl::StrCat("form_token=", form_token, "&id=", session->id))
        .status;
  };
  EXPECT_EQ(revoke(ada, ada.FormToken("/sessions")), 404);
  EXPECT_EQ(revoke(root, "guessed"), 403);
  EXPECT_EQ(revoke(root, ada.FormToken("/sessions")), 403) << "a form of somebody else";
  EXPECT_EQ(server.revoked, "");
  EXPECT_EQ(revoke(root, root.FormToken("/sessions")), 303);
  EXPECT_EQ(server.revoked, "oidc:root oidc:bob");
  ASSERT_OK_AND_ASSIGN(const auto over, server.sessions.Find(bobs));
  EXPECT_FALSE(over.has_value());
}

}  // namespace
}  // namespace allreview::web
