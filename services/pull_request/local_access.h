#ifndef SERVICES_PULL_REQUEST_LOCAL_ACCESS_H_
#define SERVICES_PULL_REQUEST_LOCAL_ACCESS_H_

// Which folders of this machine callers may name.
//
//   LocalAccess access(options);
//   ASSIGN_OR_RETURN(std::string folder, access.Resolve(request.path()));
//
// Immutable; any thread.

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "services/pull_request/options.h"

namespace allreview::pull_request {

class LocalAccess {
 public:
  explicit LocalAccess(const PullRequestOptions& options);

  // The absolute path without symbolic links. kPermissionDenied when it lies outside the allowed
  // folders, whether it exists there or not, and names the flag that cures it; kNotFound when it is
  // allowed and does not exist.
  absl::StatusOr<std::string> Resolve(absl::string_view path) const;

  // Content of a regular file, judged by where it lies once it is open: a link that is changed at
  // the same time helps nobody. Errors as of Resolve; kFailedPrecondition: it is no file.
  absl::StatusOr<std::string> Read(absl::string_view path) const;

  // PullRequestOptions::index_file, without links.
  const std::string& index_file() const { return index_file_; }
  bool is_unrestricted() const { return is_unrestricted_; }
  // Absolute and without links. Empty where access is not restricted.
  const std::vector<std::string>& roots() const { return roots_; }

 private:
  bool Contains(absl::string_view path) const;
  absl::Status CheckOpen(int fd, absl::string_view path) const;

  std::vector<std::string> roots_;
  std::string index_file_;
  bool is_unrestricted_;
};

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_LOCAL_ACCESS_H_
