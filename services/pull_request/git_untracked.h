#ifndef SERVICES_PULL_REQUEST_GIT_UNTRACKED_H_
#define SERVICES_PULL_REQUEST_GIT_UNTRACKED_H_

// Source files of a work tree that git does not track: no diff shows them, so a review of the work
// tree has not read them.

#include <vector>

#include "absl/status/statusor.h"
#include "proto/change/v1/change.pb.h"
#include "services/pull_request/git_repository.h"

namespace allreview::pull_request {

// An entry of the ledger for each, sorted by path. Leaves out what .gitignore or .git/info/exclude
// name, and vendored and generated files. Ignore files of the user (core.excludesFile) do not
// count: the result depends on the repository alone. `git` must see the work tree.
absl::StatusOr<std::vector<change::v1::LedgerEntry>> FindUntrackedSource(GitRepository& git);

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GIT_UNTRACKED_H_
