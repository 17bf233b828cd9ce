#ifndef SERVICES_PULL_REQUEST_GIT_LAYOUT_H_
#define SERVICES_PULL_REQUEST_GIT_LAYOUT_H_

// Where the parts of a git repository lie on disk, found without running git.

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "services/pull_request/git_config.h"
#include "services/pull_request/local_access.h"

namespace allreview::pull_request {

// Absolute paths without symbolic links.
struct GitLayout {
  std::string git_dir;     // HEAD and the index.
  std::string common_dir;  // Objects, references and config; differs in a linked work tree.
  std::string work_tree;   // Empty: bare.
  std::string head;        // Content of HEAD.
  GitConfig config;

  // "owner/name" by the remote "origin", else the name of the folder.
  std::string Name() const;
};

// The repository that `path` is, or is in: a work tree, a folder of one, a .git folder or a bare
// repository. Every file that is read for this must be allowed by `access`, wherever a link leads;
// what git itself would open is not looked at (see git_links.h). kNotFound, kPermissionDenied or
// kFailedPrecondition (no repository).
absl::StatusOr<GitLayout> FindGitLayout(absl::string_view path, const LocalAccess& access);

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GIT_LAYOUT_H_
