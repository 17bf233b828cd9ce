#ifndef GATEWAY_ACCESS_LOGIN_GITHUB_PROVIDER_H_
#define GATEWAY_ACCESS_LOGIN_GITHUB_PROVIDER_H_

// Login with GitHub: the user flow of a GitHub App, or an OAuth App. The person's name is the
// login, the groups are organisations ("acme") and teams ("acme/trainers") in lower case.
//
//   ASSIGN_OR_RETURN(std::unique_ptr<LoginProvider> provider,
//                    NewGitHubProvider({.client_id = "Iv23…", .client_secret = secret}));
//
// The token of the person is used to ask who it is, and kept nowhere. Safe from any thread.

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "gateway/access/login/provider.h"

namespace allreview::access {

struct GitHubLoginOptions {
  std::string client_id;
  std::string client_secret;
  std::string api_base = "";  // Empty: api.github.com. Of GitHub Enterprise: https://HOST/api/v3.
};

// Where people log in, for that API: "https://github.com". kInvalidArgument: no URL of an API.
absl::StatusOr<std::string> GitHubWebBase(const std::string& api_base);

absl::StatusOr<std::unique_ptr<LoginProvider>> NewGitHubProvider(const GitHubLoginOptions& options);

}  // namespace allreview::access

#endif  // GATEWAY_ACCESS_LOGIN_GITHUB_PROVIDER_H_
