#ifndef BASE_FILE_H_
#define BASE_FILE_H_

// Whole files in and out.

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace allreview {

// Reads a regular file, or a pipe to its end. kNotFound, kPermissionDenied or kInvalidArgument (a
// folder) name the path.
absl::StatusOr<std::string> ReadFile(const std::string& path);

// Reads standard input to its end.
absl::StatusOr<std::string> ReadStandardInput();

// Replaces the file's content; creates it when it does not exist.
absl::Status WriteFile(const std::string& path, absl::string_view content);

}  // namespace allreview

#endif  // BASE_FILE_H_
