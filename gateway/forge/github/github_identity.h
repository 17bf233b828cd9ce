#ifndef GATEWAY_FORGE_GITHUB_GITHUB_IDENTITY_H_
#define GATEWAY_FORGE_GITHUB_GITHUB_IDENTITY_H_

// Who we are on GitHub, and what we speak to it with.
//
//   ASSIGN_OR_RETURN(std::unique_ptr<GitHubIdentity> github,
//                    GitHubIdentity::Open({.app_id = "12345", .app_key_file = path}, &metrics));
//   ASSIGN_OR_RETURN(std::unique_ptr<ForgeApi> api, github->ApiFor(repository));
//
// As an App every installation has tokens of its own; a static token serves small set-ups, without
// check runs. Without either, GitHub is never asked who we are. Safe from any thread.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gateway/forge/forge_api.h"
#include "github/api.h"
#include "github/app_authentication.h"
#include "host/metrics.h"
#include "proto/review/v1/record.pb.h"

namespace allreview::gateway {

struct GitHubOptions {
  std::string api_base = "";  // Empty: api.github.com.
  std::string token = "";     // Secret. For small set-ups, instead of an App.
  std::string app_id = "";    // With app_key_file: a GitHub App.
  std::string app_key_file = "";
  std::string webhook_secret_file = "";
  int processes = 1;  // That share the limits of one installation or token.
};

class GitHubIdentity {
 public:
  // How long a caller can wait for GitHub.
  enum class Patience { kWork, kWebhook };

  // Reads key and secrets, so that a wrong set-up is found at the start. `metrics` is borrowed and
  // may be null.
  static absl::StatusOr<std::unique_ptr<GitHubIdentity>> Open(const GitHubOptions& options,
                                                              host::Metrics* metrics);

  bool IsApp() const { return app_ != nullptr; }
  // We have a name there, so we can write.
  bool IsSomebody() const { return IsApp() || !options_.token.empty(); }
  // 0: a token is used, or the App is known by its client id.
  int64_t app_id() const { return app_id_; }
  std::string host() const;  // "github.com", or that of the enterprise server.
  // One or two; none when webhooks are not wanted.
  const std::vector<std::string>& webhook_secrets() const { return secrets_; }

  absl::StatusOr<std::string> AskForLogin();
  // With a token that may publish in the repository.
  absl::StatusOr<std::unique_ptr<ForgeApi>> ApiFor(const review::v1::Repository& repository,
                                                   Patience patience = Patience::kWork);
  // A token that may read "owner/name". Empty: we are no App.
  absl::StatusOr<std::string> ReadToken(const std::string& full_name);

  // Asks GitHub for webhooks that did not get through. Only for an App.
  absl::Status Sweep();

 private:
  GitHubIdentity(const GitHubOptions& options, host::Metrics* metrics)
      : options_(options), metrics_(metrics), state_("", options.processes) {}

  github::ApiOptions OptionsFor(Patience patience) const;

  const GitHubOptions options_;
  host::Metrics* const metrics_;
  github::ApiState state_;
  std::unique_ptr<github::AppAuthentication> app_;
  github::Credentials credentials_;  // Of the static token.
  int64_t app_id_ = 0;
  std::vector<std::string> secrets_;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_GITHUB_GITHUB_IDENTITY_H_
