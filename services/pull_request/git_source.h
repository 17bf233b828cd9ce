#ifndef SERVICES_PULL_REQUEST_GIT_SOURCE_H_
#define SERVICES_PULL_REQUEST_GIT_SOURCE_H_

#include <memory>

#include "absl/status/statusor.h"
#include "base/call_control.h"
#include "proto/change/v1/change.pb.h"
#include "services/pull_request/change_source.h"
#include "services/pull_request/git_pool.h"
#include "services/pull_request/local_access.h"

namespace allreview::pull_request {

// Changes of a local git repository: two commits, or a commit against the index or the files on
// disk. A content that the repository does not hold is read from disk, and refused when it is no
// longer what the diff showed. kInvalidArgument for a reference without path or mode. The pool, if
// there is one, outlives the source.
absl::StatusOr<std::unique_ptr<ChangeSource>> NewGitSource(
    const change::v1::LocalRepository& reference, const LocalAccess& access,
    const CallControl& control, GitPool* pool = nullptr);

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GIT_SOURCE_H_
