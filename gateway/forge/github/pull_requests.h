#ifndef GATEWAY_FORGE_GITHUB_PULL_REQUESTS_H_
#define GATEWAY_FORGE_GITHUB_PULL_REQUESTS_H_

// Small questions about pull requests and people that webhooks and commands have for GitHub.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "github/api.h"

namespace allreview::gateway {

struct PullRequestFacts {
  std::string head = {};
  std::string author = {};  // Login.
  bool is_open = true;
  bool is_draft = false;
};

// `full_name` is "owner/name" as GitHub gave it; anything else is kInvalidArgument.
absl::StatusOr<PullRequestFacts> ReadPullRequestFacts(github::Api& api,
                                                      const std::string& full_name, int64_t number);

// Numbers of open pull requests with this head commit; also of those from forks.
absl::StatusOr<std::vector<int64_t>> PullRequestsOfCommit(github::Api& api,
                                                          const std::string& full_name,
                                                          const std::string& commit);

// What a user may do: "admin", "write", "read" or "none".
absl::StatusOr<std::string> PermissionOf(github::Api& api, const std::string& full_name,
                                         const std::string& login);

// Whether that is enough to change the repository.
bool MayWrite(absl::string_view permission);

// A login as it may stand in a URL: letters, digits, '-' and '_', and "[bot]" at the end.
bool IsLogin(absl::string_view login);

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_GITHUB_PULL_REQUESTS_H_
