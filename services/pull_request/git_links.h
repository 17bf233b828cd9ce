#ifndef SERVICES_PULL_REQUEST_GIT_LINKS_H_
#define SERVICES_PULL_REQUEST_GIT_LINKS_H_

// Symbolic links inside a repository's own folders.
//
//   RETURN_IF_ERROR(CheckLinks(layout, access));
//
// Git follows every link that it meets below .git, so whoever can write there could have a server
// read folders that it may not. Two things stop that: this check, which names the link, and
// Landlock around each git process (git_scratch.h), which also holds for links that come later.

#include "absl/status/status.h"
#include "services/pull_request/git_layout.h"
#include "services/pull_request/local_access.h"

namespace allreview::pull_request {

// Looks at everything that git opens for a repository of this layout: objects, those borrowed from
// other repositories, references, logs and the files beside them. kPermissionDenied names the first
// link that leads out of the allowed folders, kResourceExhausted says that there is too much to
// look at. Always OK when access is not restricted.
absl::Status CheckLinks(const GitLayout& layout, const LocalAccess& access);

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GIT_LINKS_H_
