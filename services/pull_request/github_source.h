#ifndef SERVICES_PULL_REQUEST_GITHUB_SOURCE_H_
#define SERVICES_PULL_REQUEST_GITHUB_SOURCE_H_

// Pull requests of GitHub and GitHub Enterprise, read through the REST API.
//
//   github::ApiState state(cache_dir);  // One for the process.
//   ASSIGN_OR_RETURN(auto source, NewGitHubSource(ref, {.token = token, .state = &state}));
//   ASSIGN_OR_RETURN(Done done, source->Fetch({}, sink));
//
// Fetch asks for: the pull request, the comparison, both trees, the diff, and the pull request
// again, to see whether the head has moved meanwhile (then all is read anew, at most three times).
// What was asked before is asked conditionally and costs no rate limit. See github_change.h for
// what happens when GitHub does not give the diff.
//
// The token goes to the server of options.api_base and to no other. Nothing is written, and nothing
// of the change is executed.

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "proto/change/v1/change.pb.h"
#include "services/pull_request/change_source.h"
#include "services/pull_request/github_options.h"

namespace allreview::pull_request {

// Ids of both trees, as Opened gave them. Empty: ReadBlobs and ListTree resolve the pull request
// anew where they need a tree.
struct PinnedTrees {
  std::string before = {};
  std::string after = {};
};

// kInvalidArgument: names, numbers, ids or addresses that cannot be; kPermissionDenied: a server
// that the options do not allow.
absl::StatusOr<std::unique_ptr<ChangeSource>> NewGitHubSource(
    const change::v1::GitHubPullRequest& ref, const GitHubOptions& options,
    const PinnedTrees& trees = {});

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GITHUB_SOURCE_H_
