#ifndef HOST_CONFINE_LAYERS_H_
#define HOST_CONFINE_LAYERS_H_

// The two layers of confine.h.

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "host/confine.h"

namespace allreview::host {

// By Landlock, for this thread and those that it starts later. Returns the version of the kernel's
// interface; 0: it has none, and nothing is restricted.
absl::StatusOr<int> RestrictFiles(const ConfineOptions& options);

// By seccomp, for all threads. kFailedPrecondition when the kernel refuses.
absl::Status RestrictCalls(const ConfineOptions& options);

// The machine has a GPU that this process may use.
bool HasGpu();

}  // namespace allreview::host

#endif  // HOST_CONFINE_LAYERS_H_
