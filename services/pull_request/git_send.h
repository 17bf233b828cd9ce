#ifndef SERVICES_PULL_REQUEST_GIT_SEND_H_
#define SERVICES_PULL_REQUEST_GIT_SEND_H_

// From git's output to a ChangeSink.

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "proto/change/v1/change.pb.h"
#include "services/pull_request/change_source.h"
#include "services/pull_request/git_repository.h"

namespace allreview::pull_request {

// In messages of a bounded number; empties `files`.
absl::Status SendFiles(std::vector<change::v1::FileEntry>& files, ChangeSink& sink);

// Ledger entries for files that have no diff because of merge conflicts.
absl::Status SendUnmerged(const std::vector<std::string>& paths, ChangeSink& sink);

// Files, patch and unmerged files of a diff whose list has all ids.
absl::Status SendDiff(GitDiff& diff, ChangeSink& sink);

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GIT_SEND_H_
