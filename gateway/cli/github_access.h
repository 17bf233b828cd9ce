#ifndef GATEWAY_CLI_GITHUB_ACCESS_H_
#define GATEWAY_CLI_GITHUB_ACCESS_H_

// Which GitHub server is configured, and the token for it.

#include <string>

#include "absl/status/statusor.h"
#include "gateway/cli/environment.h"
#include "gateway/cli/flags.h"

namespace allreview::cli {

struct GitHubAccess {
  std::string api_base;  // Empty: api.github.com. The token is for this server and no other.
  std::string token;     // Secret; empty: none.
};

// The server is --github-api, ALLREVIEW_GITHUB_API or GITHUB_API_URL. Failing these it is the one
// that the URL in --pr names, but only for a token that --github-token-file gives: a URL that
// somebody pasted must not decide where the environment's token goes. Fails when the token file
// cannot be read or is empty.
absl::StatusOr<GitHubAccess> FindGitHubAccess(const Arguments& arguments,
                                              const Environment& environment);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_GITHUB_ACCESS_H_
