#include "gateway/cli/github_access.h"

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "gateway/cli/commands.h"
#include "github/names.h"

namespace allreview::cli {
namespace {

absl::StatusOr<std::string> ReadToken(const std::string& path) {
  absl::StatusOr<std::string> content = ReadFile(path);
  if (!content.ok()) {
    return absl::Status(content.status().code(),
                        absl::StrCat("--github-token-file: ", content.status().message()));
  }
  std::string token(absl::StripAsciiWhitespace(*content));
  if (!token.empty()) return token;
  return absl::FailedPreconditionError(absl::StrCat(
      "--github-token-file: \"", path, "\" is empty; wanted a token in its first line"));
}

// The server in the pull request's URL; empty: no server is named.
std::string ServerOfPullRequest(const Arguments& arguments) {
  std::string text = arguments.Get(kPullRequest);
  if (text.empty() && !arguments.positional.empty()) text = arguments.positional[0];
  if (!github::LooksLikeGitHubPullRequest(text)) return "";
  const absl::StatusOr<github::GitHubPullRequestName> name = github::ParseGitHubPullRequest(text);
  return name.ok() ? name->api_base : "";
}

}  // namespace

absl::StatusOr<GitHubAccess> FindGitHubAccess(const Arguments& arguments,
                                              const Environment& environment) {
  GitHubAccess access;
  access.api_base = arguments.Get(kGitHubApi);
  for (const char* name : {"ALLREVIEW_GITHUB_API", "GITHUB_API_URL"}) {
    if (access.api_base.empty()) access.api_base = environment.Get(name);
  }
  if (arguments.Has(kGitHubTokenFile)) {
    if (access.api_base.empty()) access.api_base = ServerOfPullRequest(arguments);
    ASSIGN_OR_RETURN(access.token, ReadToken(arguments.Get(kGitHubTokenFile)));
    return access;
  }
  for (const char* name : {"ALLREVIEW_GITHUB_TOKEN", "GITHUB_TOKEN"}) {
    if (access.token.empty()) {
      access.token = std::string(absl::StripAsciiWhitespace(environment.Get(name)));
    }
  }
  return access;
}

}  // namespace allreview::cli
