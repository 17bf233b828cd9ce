#ifndef SERVICES_PULL_REQUEST_DIRECTORY_SOURCE_H_
#define SERVICES_PULL_REQUEST_DIRECTORY_SOURCE_H_

#include <memory>

#include "absl/status/statusor.h"
#include "base/call_control.h"
#include "proto/change/v1/change.pb.h"
#include "services/pull_request/change_source.h"
#include "services/pull_request/local_access.h"

namespace allreview::pull_request {

// Two folders compared with each other as if each were a commit: paths are relative to the folder,
// renames are found, symbolic links are content and never followed. Folders named .git, empty
// folders and special files do not take part.
absl::StatusOr<std::unique_ptr<ChangeSource>> NewDirectorySource(
    const change::v1::DirectoryPair& pair, const LocalAccess& access, const CallControl& control);

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_DIRECTORY_SOURCE_H_
