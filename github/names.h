#ifndef GITHUB_NAMES_H_
#define GITHUB_NAMES_H_

// How people name a pull request, read without any network.
//
//   absl::StatusOr<GitHubPullRequestName> name =
//       ParseGitHubPullRequest("https://github.com/acme/train/pull/123/files");
//   // api_base "https://api.github.com", owner "acme", repository "train", number 123
//
// Understood: URLs of github.com, of an enterprise server (its API is https://HOST/api/v3) and of
// *.ghe.com (https://api.HOST), with or without "https://", with anything behind the number; the
// API's own URL (…/repos/acme/train/pulls/123); and "acme/train#123", which names no server.

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace allreview::github {

struct GitHubPullRequestName {
  std::string api_base;  // Without trailing slash. Empty: the configured server.
  std::string owner;
  std::string repository;
  int64_t number = 0;

  bool operator==(const GitHubPullRequestName&) const = default;
};

// kInvalidArgument says what was found and which forms are wanted.
absl::StatusOr<GitHubPullRequestName> ParseGitHubPullRequest(absl::string_view input);

// Whether the text can only be meant as a pull request: a URL, or OWNER/REPOSITORY#NUMBER. For
// telling it from a file or a revision range; the text may still have mistakes.
bool LooksLikeGitHubPullRequest(absl::string_view text);

// Names as GitHub allows them: letters, digits, '-', '_' and '.'; never "." or "..", so they are
// safe inside a URL path.
bool IsGitHubName(absl::string_view name);

}  // namespace allreview::github

#endif  // GITHUB_NAMES_H_
