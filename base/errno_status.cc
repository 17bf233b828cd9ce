#include "base/errno_status.h"

#include <cerrno>
#include <cstring>
#include <string>

#include "absl/strings/str_cat.h"

namespace allreview {

absl::Status ErrnoStatus(int error, absl::string_view what) {
  const std::string text = absl::StrCat(what, ": ", strerror(error));
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return absl::NotFoundError(text);
    case EACCES:
    case EPERM:
      return absl::PermissionDeniedError(text);
    case EISDIR:
      return absl::InvalidArgumentError(text);
    default:
      return absl::UnavailableError(text);
  }
}

}  // namespace allreview
