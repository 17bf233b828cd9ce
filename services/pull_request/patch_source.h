#ifndef SERVICES_PULL_REQUEST_PATCH_SOURCE_H_
#define SERVICES_PULL_REQUEST_PATCH_SOURCE_H_

#include <memory>

#include "absl/status/statusor.h"
#include "base/call_control.h"
#include "proto/change/v1/change.pb.h"
#include "services/pull_request/change_source.h"
#include "services/pull_request/local_access.h"

namespace allreview::pull_request {

// A unified diff or mailbox as text. Its file list is left to the diff service: Fetch sends none.
// With Patch.repository, ReadBlobs finds there what the index lines name, by ids that may be
// abbreviated; the state after a change that was never committed there does not exist. The pinned
// reference does not repeat the text.
absl::StatusOr<std::unique_ptr<ChangeSource>> NewPatchSource(change::v1::Patch patch,
                                                             const LocalAccess& access,
                                                             const CallControl& control);

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_PATCH_SOURCE_H_
