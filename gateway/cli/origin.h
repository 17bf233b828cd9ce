#ifndef GATEWAY_CLI_ORIGIN_H_
#define GATEWAY_CLI_ORIGIN_H_

// The pull request that a bare number means: one of the repository that the remote "origin" names.
//
//   IsNumber("123");  // And "#123".
//   ASSIGN_OR_RETURN(std::string url, PullRequestOfOrigin("123", folder, environment));
//   // "https://github.com/acme/train/pull/123", for github/names.h.

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "gateway/cli/environment.h"

namespace allreview::cli {

bool IsNumber(absl::string_view text);

// `repository` is a folder, or empty where there is none. kInvalidArgument: there is no such
// remote, or it names no owner and repository on a server.
absl::StatusOr<std::string> PullRequestOfOrigin(absl::string_view number,
                                                const std::string& repository,
                                                const Environment& environment);

// "https://github.com/acme/train" of "git@github.com:acme/train.git" and the like; empty: it is
// none of a server, or not of the form OWNER/REPOSITORY.
std::string PageOfRemote(absl::string_view remote);

// What a git command prints, in the caller's environment. kFailedPrecondition has git's words.
absl::StatusOr<std::string> AskGit(const std::string& repository,
                                   const std::vector<std::string>& arguments,
                                   const Environment& environment);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_ORIGIN_H_
