#ifndef SERVICES_PULL_REQUEST_GITHUB_SNAPSHOT_H_
#define SERVICES_PULL_REQUEST_GITHUB_SNAPSHOT_H_

// A pull request at one moment, pinned to object ids.
//
//   ASSIGN_OR_RETURN(Snapshot snapshot, TakeSnapshot(api, 7));
//
// Costs four requests: the pull request, the comparison (merge base, commits, ids of both trees;
// one more for each further hundred commits) and a recursive listing of each tree. The two listings
// give modes and full blob ids of both sides of every file, which the diff and the file list do
// not, and tell which files changed, whatever GitHub leaves out.

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "proto/change/v1/change.pb.h"
#include "services/pull_request/github_api.h"
#include "services/pull_request/github_tree.h"

namespace allreview::pull_request {

struct Snapshot {
  PullRequestJson pull;
  CompareJson compare;
  std::string before_tree;
  std::string after_tree;
  // None when a tree could not be listed: then the reason is why. Both or neither.
  std::optional<FileTree> before, after;
  std::string no_trees_reason;
};

// Sets the repository of `api` to its present name.
absl::StatusOr<Snapshot> TakeSnapshot(GitHubApi& api, int64_t number);

// Whether `now` is still the state of the snapshot: same head, same base branch.
bool IsSameHead(const Snapshot& snapshot, const PullRequestJson& now);

change::v1::ChangeInfo ToChangeInfo(const Snapshot& snapshot);

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GITHUB_SNAPSHOT_H_
