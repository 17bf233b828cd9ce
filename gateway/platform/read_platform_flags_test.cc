#include "gateway/platform/read_platform_flags.h"

#include <string>
#include <vector>

#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::gateway {
namespace {

using ::testing::HasSubstr;

absl::StatusOr<PlatformOptions> Read(const std::vector<std::string>& words) {
  const absl::StatusOr<host::Flags> flags = host::Flags::Parse(kPlatformFlags, words);
  if (!flags.ok()) return flags.status();
  return ReadPlatformFlags(*flags, {.store_url = "sqlite:default", .workers = 3});
}

TEST(PlatformFlags, LeaveDefaultsAndTakeWhatIsGiven) {
  ASSERT_OK_AND_ASSIGN(const PlatformOptions defaults, Read({}));
  EXPECT_EQ(defaults.store_url, "sqlite:default");
  EXPECT_EQ(defaults.workers, 3);
  ASSERT_OK_AND_ASSIGN(
      const PlatformOptions given,
      Read({"--store=redis://redis:6379/0", "--workers=0", "--retention_days=7",
            "--trusted_proxy=10.0.0.1", "--trusted_proxy=10.1.0.0/16", "--github_processes=4"}));
  EXPECT_EQ(given.store_url, "redis://redis:6379/0");
  EXPECT_EQ(given.workers, 0);
  EXPECT_EQ(given.retention, absl::Hours(7 * 24));
  EXPECT_TRUE(given.trusted_proxies.Contain("10.0.0.1"));
  EXPECT_TRUE(given.trusted_proxies.Contain("10.1.2.3"));
  EXPECT_FALSE(given.trusted_proxies.Contain("10.2.0.0"));
  EXPECT_EQ(given.github.processes, 4);
}

TEST(PlatformFlags, RefuseAProxyThatIsNoAddress) {
  EXPECT_THAT(Read({"--trusted_proxy=ingress"}),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("--trusted-proxy: 'ingress' is not an IP address")));
}

TEST(PlatformFlags, UnderstandNone) {
  ASSERT_OK_AND_ASSIGN(const PlatformOptions options, Read({"--store=none", "--http_listen=none"}));
  EXPECT_EQ(options.store_url, "");
  EXPECT_EQ(options.http_address, "");
}

TEST(PlatformFlags, RefuseWhatCannotWorkAndSayWhatToDo) {
  const struct {
    std::vector<std::string> words;
    std::string problem;
  } kCases[] = {
      {{"--github_app_id=1"}, "--github-app-id and --github-app-key-file belong together"},
      {{"--http_tls_cert=a.pem"}, "--http-tls-cert and --http-tls-key belong together"},
      {{"--github_webhook_secret_file=s"}, "needs --http-listen"},
      {{"--github_webhook_secret_file=s", "--http_listen=127.0.0.1:0", "--store=none"},
       "needs --store"},
      {{"--workers=1001"}, "\"1001\" is not a whole number from 0 to 1000"},
      {{"--retention_days=0"},
       "flag \"--retention-days\": \"0\" is not a whole number from 1 to 36500"},
      {{"--github_processes=0"}, "\"0\" is not a whole number from 1 to 1000"},
      {{"--http_listen=127.0.0.1:0", "--public_url=https://allreview.example"},
       "give --tokens=FILE, a login (--oidc-issuer"},
      {{"--http_listen=127.0.0.1:0", "--public_url=https://allreview.example", "--tokens=t"},
       "give --trusted-proxy=ADDRESS of the proxy (127.0.0.1 on this machine)"},
      {{"--public_url=allreview.example"}, "--public-url: 'allreview.example' does not begin with"},
      {{"--public_url=https://a.example/reviews"}, "contains more than a host and a port"},
  };
  for (const auto& test : kCases) {
    const absl::StatusOr<PlatformOptions> options = Read(test.words);
    EXPECT_EQ(options.status().code(), absl::StatusCode::kInvalidArgument) << test.problem;
    EXPECT_THAT(std::string(options.status().message()), HasSubstr(test.problem));
  }
}

TEST(PlatformFlags, LetAProxyDecideWhenAskedTo) {
  EXPECT_OK(Read({"--http_listen=127.0.0.1:0", "--public_url=https://allreview.example",
                  "--tokens=none", "--trusted_proxy=127.0.0.1"})
                .status());
}

TEST(PlatformFlags, WantNoProxyWhereTlsEndsHere) {
  EXPECT_OK(Read({"--http_listen=127.0.0.1:0", "--public_url=https://allreview.example",
                  "--tokens=t", "--http_tls_cert=c", "--http_tls_key=k"})
                .status());
  EXPECT_OK(Read({"--http_listen=127.0.0.1:0", "--public_url=https://allreview.example",
                  "--tokens=t", "--trusted_proxy=none"})
                .status());
}

TEST(PlatformFlags, WriteThePublicUrlAsBrowsersDo) {
  ASSERT_OK_AND_ASSIGN(
      const PlatformOptions options,
      Read({"--http_listen=127.0.0.1:0", "--public_url=https://AllReview.Example:443/",
            "--tokens=t", "--trusted_proxy=127.0.0.1"}));
  EXPECT_EQ(options.public_url, "https://allreview.example");
}

TEST(PeopleFlags, SayHowPeopleGetIn) {
  ASSERT_OK_AND_ASSIGN(
      const PlatformOptions options,
      Read({"--http_listen=127.0.0.1:0", "--public_url=https://allreview.example",
            "--trusted_proxy=10.0.0.1", "--grants=g", "--oidc_issuer=https://sso.acme.example",
            "--oidc_client_id=allreview", "--oidc_client_secret_file=s", "--session_hours=2",
            "--user_header=X-Forwarded-User", "--groups_header=X-Forwarded-Groups",
            "--github_login_client_id=Iv1", "--github_login_secret_file=t"}));
  EXPECT_EQ(options.people.grants_file, "g");
  EXPECT_EQ(options.people.oidc.issuer, "https://sso.acme.example");
  EXPECT_EQ(options.people.oidc.name_claim, "email");
  EXPECT_EQ(options.people.session_lifetime, absl::Hours(2));
  EXPECT_EQ(options.people.user_header, "X-Forwarded-User");
  EXPECT_EQ(options.people.github.client_id, "Iv1");
  EXPECT_EQ(options.tokens_file, "") << "a login is enough where others reach the server";
}

TEST(PeopleFlags, SayWhatBelongsTogether) {
  const struct {
    std::vector<std::string> words;
    std::string problem;
  } kCases[] = {
      {{"--oidc_issuer=https://a", "--grants=g"}, "--oidc-issuer needs --oidc-client-id"},
      {{"--oidc_client_id=a", "--grants=g"}, "--oidc-client-id needs --oidc-issuer"},
      {{"--oidc_issuer=https://a", "--oidc_client_id=a"}, "--oidc-issuer needs --grants"},
      {{"--github_login_client_id=a", "--grants=g"},
       "--github-login-client-id needs --github-login-secret-file"},
      {{"--groups_header=X-G", "--grants=g"}, "--groups-header needs --user-header"},
      {{"--user_header=X-U", "--grants=g"}, "--user-header needs --trusted-proxy"},
      {{"--user_header=X-U", "--grants=g", "--trusted_proxy=none"},
       "--user-header needs the address of the proxy"},
      {{"--user_header=X U", "--grants=g", "--trusted_proxy=10.0.0.1"}, "is no name of a header"},
      {{"--grants=g"}, "none can say who they are"},
      {{"--oidc_issuer=https://a", "--oidc_client_id=a", "--grants=g", "--store=none",
        "--http_listen=127.0.0.1:0"},
       "need --store: who is logged in is kept there"},
      {{"--oidc_issuer=https://a", "--oidc_client_id=a", "--grants=g", "--http_listen=none"},
       "need --http-listen"},
  };
  for (const auto& wrong : kCases) {
    EXPECT_THAT(Read(wrong.words),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(wrong.problem)));
  }
}

}  // namespace
}  // namespace allreview::gateway
