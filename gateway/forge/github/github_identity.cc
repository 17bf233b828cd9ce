#include "gateway/forge/github/github_identity.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "base/url.h"
#include "gateway/forge/github/api_metrics.h"
#include "gateway/forge/github/github_forge_api.h"
#include "gateway/forge/github/missed_deliveries.h"
#include "github/json.h"

namespace allreview::gateway {
namespace {

// GitHub wants its answer to a webhook within ten seconds.
constexpr std::chrono::milliseconds kWebhookTimeout{4000};
constexpr absl::Duration kWebhookWait = absl::Seconds(2);  // Writes are a second apart.

// Deliveries are kept for three days; what is older than a day and still missing is not.
constexpr absl::Duration kSweptSpan = absl::Hours(24);

absl::StatusOr<std::vector<std::string>> ReadSecrets(const std::string& path) {
  ASSIGN_OR_RETURN(const std::string content, ReadFile(path));
  std::vector<std::string> secrets;
  for (absl::string_view line : absl::StrSplit(content, '\n')) {
    line = absl::StripTrailingAsciiWhitespace(line);
    if (!line.empty()) secrets.emplace_back(line);
  }
  if (secrets.empty() || secrets.size() > 2) {
    return absl::InvalidArgumentError(
        absl::StrCat("--github-webhook-secret-file: \"", path, "\" has ", secrets.size(),
                     " secrets; wanted one line, or two while it is being replaced"));
  }
  return secrets;
}

}  // namespace

absl::StatusOr<std::unique_ptr<GitHubIdentity>> GitHubIdentity::Open(const GitHubOptions& options,
                                                                     host::Metrics* metrics) {
  std::unique_ptr<GitHubIdentity> identity(new GitHubIdentity(options, metrics));
  if (!options.webhook_secret_file.empty()) {
    ASSIGN_OR_RETURN(identity->secrets_, ReadSecrets(options.webhook_secret_file));
  }
  if (options.app_id.empty()) {
    ASSIGN_OR_RETURN(identity->credentials_, github::StaticCredentials(options.token));
    return identity;
  }
  ASSIGN_OR_RETURN(identity->app_,
                   github::AppAuthentication::Create(
                       {.app_id = options.app_id,
                        .key_file = options.app_key_file,
                        .api_base = options.api_base,
                        .state = &identity->state_,
                        .observe = metrics == nullptr ? nullptr : ObserveGitHub(metrics),
                        .on_refresh = metrics == nullptr ? nullptr : ObserveTokens(metrics)}));
  // A client id is as good an issuer; then comments of ours are told by our login alone.
  if (!absl::SimpleAtoi(options.app_id, &identity->app_id_)) identity->app_id_ = 0;
  return identity;
}

std::string GitHubIdentity::host() const {
  if (options_.api_base.empty() || options_.api_base == github::kPublicApi) return "github.com";
  const absl::string_view host = HostAndPortOf(options_.api_base);
  return std::string(host.substr(0, host.find(':')));
}

github::ApiOptions GitHubIdentity::OptionsFor(Patience patience) const {
  github::ApiOptions api = {.api_base = options_.api_base,
                            .observe = metrics_ == nullptr ? nullptr : ObserveGitHub(metrics_)};
  if (patience == Patience::kWork) return api;
  // GitHub waits for our own answer: no second attempt, and hardly any waiting for a limit.
  api.timeouts.transfer = kWebhookTimeout;
  api.max_attempts = 1;
  api.max_wait = kWebhookWait;
  return api;
}

absl::StatusOr<std::string> GitHubIdentity::AskForLogin() {
  github::ApiOptions options = OptionsFor(Patience::kWebhook);
  options.credentials = IsApp() ? app_->AppCredentials() : credentials_;
  ASSIGN_OR_RETURN(const std::unique_ptr<github::Api> api, github::Api::Create(options, &state_));
  ASSIGN_OR_RETURN(const github::ApiAnswer answer,
                   api->Send({.path_or_url = IsApp() ? "/app" : "/user", .what = "our own name"}));
  ASSIGN_OR_RETURN(const github::Json json,
                   github::ParseJson(answer.body, github::Json::value_t::object));
  if (!IsApp()) return github::Text(json, "login");
  return absl::StrCat(github::Text(json, "slug"), "[bot]");
}

absl::StatusOr<std::unique_ptr<ForgeApi>> GitHubIdentity::ApiFor(
    const review::v1::Repository& repository, Patience patience) {
  github::ApiOptions options = OptionsFor(patience);
  options.credentials = credentials_;
  if (IsApp()) {
    int64_t installation = repository.installation_id();
    if (installation == 0) {
      ASSIGN_OR_RETURN(installation, app_->InstallationOf(repository.full_name()));
    }
    std::vector<int64_t> ids;
    if (repository.id() != 0) ids.push_back(repository.id());
    options.credentials = app_->CredentialsFor(installation, github::ForPublishing(std::move(ids)));
  }
  ASSIGN_OR_RETURN(std::unique_ptr<github::Api> api, github::Api::Create(options, &state_));
  return std::make_unique<GitHubForgeApi>(std::move(api));
}

absl::StatusOr<std::string> GitHubIdentity::ReadToken(const std::string& full_name) {
  if (!IsApp()) return std::string();
  ASSIGN_OR_RETURN(const int64_t installation, app_->InstallationOf(full_name));
  return app_->TokenFor(installation, github::ForReading());
}

absl::Status GitHubIdentity::Sweep() {
  github::ApiOptions options = OptionsFor(Patience::kWork);
  options.credentials = app_->AppCredentials();
  ASSIGN_OR_RETURN(const std::unique_ptr<github::Api> api, github::Api::Create(options, &state_));
  return SweepMissedDeliveries(*api, {.since = absl::Now() - kSweptSpan}).status();
}

}  // namespace allreview::gateway
