#ifndef GATEWAY_FORGE_GITHUB_PATHS_H_
#define GATEWAY_FORGE_GITHUB_PATHS_H_

// Paths of GitHub's REST API. Internal to GitHubForgeApi.

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gateway/forge/forge_api.h"

namespace allreview::gateway {

// "/repos/owner/name…"
inline std::string RepositoryPath(const std::string& repository, absl::string_view rest) {
  return absl::StrCat("/repos/", repository, rest);
}

// "/repos/owner/name/pulls/7…"
inline std::string PullRequestPath(const PullRequestName& pull, absl::string_view rest = "") {
  return absl::StrCat("/repos/", pull.repository, "/pulls/", pull.number, rest);
}

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_GITHUB_PATHS_H_
