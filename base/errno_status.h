#ifndef BASE_ERRNO_STATUS_H_
#define BASE_ERRNO_STATUS_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace allreview {

// "WHAT: No such file or directory", with the code that fits `error`, an errno of a file.
absl::Status ErrnoStatus(int error, absl::string_view what);

}  // namespace allreview

#endif  // BASE_ERRNO_STATUS_H_
