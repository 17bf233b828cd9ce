#include "gateway/access/login/github_provider.h"

#include <chrono>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "gateway/access/login/http_form.h"
#include "github/api.h"
#include "github/json_pages.h"

namespace allreview::access {
namespace {

using github::At;
using github::Json;
using github::Text;

class GitHubProvider final : public LoginProvider {
 public:
  GitHubProvider(GitHubLoginOptions options, std::string web_base)
      : options_(std::move(options)),
        web_base_(std::move(web_base)),
        http_(LoginHttp(&connections_)) {}

  std::string id() const override { return "github"; }
  std::string title() const override { return "GitHub"; }

  absl::StatusOr<std::string> AuthorizationUrl(const LoginSecrets& secrets) override {
    // The scope is for OAuth Apps; those of a GitHub App are its permissions.
    return WithQuery(absl::StrCat(web_base_, "/login/oauth/authorize"),
                     {{"client_id", options_.client_id},
                      {"redirect_uri", secrets.redirect_uri},
                      {"scope", "read:org"},
                      {"state", secrets.state},
                      {"code_challenge", CodeChallenge(secrets.verifier)},
                      {"code_challenge_method", "S256"}});
  }

  absl::StatusOr<Identity> Identify(const LoginAnswer& answer,
                                    const LoginSecrets& secrets) override {
    github::HttpRequest request = {.method = "POST",
                                   .url = absl::StrCat(web_base_, "/login/oauth/access_token"),
                                   .is_repeatable = false};
    request.headers = {{"Content-Type", "application/x-www-form-urlencoded"}};
    request.body = EncodeForm({{"client_id", options_.client_id},
                               {"client_secret", options_.client_secret},
                               {"code", answer.code},
                               {"redirect_uri", secrets.redirect_uri},
                               {"code_verifier", secrets.verifier}});
    ASSIGN_OR_RETURN(const Json tokens, SendForJson(http_, request, "GitHub's token endpoint"));
    ASSIGN_OR_RETURN(github::Credentials credentials,
                     github::StaticCredentials(Text(tokens, "access_token")));
    // Of this login alone: it remembers answers and limits of a person.
    github::ApiState state("");
    ASSIGN_OR_RETURN(const auto api, github::Api::Create({.api_base = options_.api_base,
                                                          .credentials = std::move(credentials),
                                                          .max_attempts = 2,
                                                          .max_wait = absl::Seconds(2)},
                                                         &state));
    return AskWho(*api);
  }

 private:
  static absl::StatusOr<Identity> AskWho(github::Api& api) {
    ASSIGN_OR_RETURN(const Json user, github::ReadObject(api, "/user", "the user who logs in"));
    Identity identity = {.provider = "github", .name = absl::AsciiStrToLower(Text(user, "login"))};
    RETURN_IF_ERROR(CheckIdentity(identity));
    AddGroups(api, "/user/orgs?per_page=100", "organisations", identity,
              [](const Json& organisation) { return Text(organisation, "login"); });
    AddGroups(api, "/user/teams?per_page=100", "teams", identity, [](const Json& team) {
      const std::string organisation = Text(At(team, "organization"), "login");
      const std::string slug = Text(team, "slug");
      return organisation.empty() || slug.empty() ? "" : absl::StrCat(organisation, "/", slug);
    });
    RETURN_IF_ERROR(CheckIdentity(identity));
    return identity;
  }

  // A person without groups may still be named by a line of the grants.
  template <typename NameOf>
  static void AddGroups(github::Api& api, const std::string& path, absl::string_view what,
                        Identity& identity, const NameOf& name_of) {
    std::vector<std::string> groups;
    const absl::Status status =
        github::ForEach(api, path, absl::StrCat("the user's ", what), "", [&](const Json& one) {
          const std::string name = absl::AsciiStrToLower(name_of(one));
          if (!name.empty()) groups.push_back(name);
        });
    if (!status.ok()) {
      Log(LogLevel::kWarning, "the groups of somebody who logs in are not known",
          {{"person", identity.principal()},
           {"groups", std::string(what)},
           {"reason", std::string(status.message())},
           {"cure", "give the GitHub App the organisation permission \"Members: read\""}});
      return;
    }
    identity.groups.insert(identity.groups.end(), groups.begin(), groups.end());
  }

  const GitHubLoginOptions options_;
  const std::string web_base_;
  github::HttpConnections connections_;
  const github::HttpClient http_;
};

}  // namespace

absl::StatusOr<std::string> GitHubWebBase(const std::string& api_base) {
  if (api_base.empty() || api_base == github::kPublicApi) return std::string("https://github.com");
  absl::string_view base = absl::StripSuffix(api_base, "/");
  if (absl::ConsumeSuffix(&base, "/api/v3") && !github::UrlOrigin(base).empty()) {
    return std::string(base);
  }
  // GitHub Enterprise Cloud with data residency: https://api.SUBDOMAIN.ghe.com.
  if (absl::ConsumePrefix(&base, "https://api.") && absl::EndsWith(base, ".ghe.com")) {
    return absl::StrCat("https://", base);
  }
  return absl::InvalidArgumentError(
      absl::StrCat("for login with GitHub, --github-api=", api_base,
                   " must be https://HOST/api/v3 or https://api.SUBDOMAIN.ghe.com"));
}

absl::StatusOr<std::unique_ptr<LoginProvider>> NewGitHubProvider(
    const GitHubLoginOptions& options) {
  ASSIGN_OR_RETURN(std::string web_base, GitHubWebBase(options.api_base));
  return std::make_unique<GitHubProvider>(options, std::move(web_base));
}

}  // namespace allreview::access
