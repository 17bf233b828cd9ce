#ifndef SERVICES_PULL_REQUEST_FOLDER_H_
#define SERVICES_PULL_REQUEST_FOLDER_H_

// Reads files below one folder and never outside it: a symbolic link is content (its target), not a
// way to somewhere else, and no path component may be "..".
//
//   ASSIGN_OR_RETURN(Folder folder, Folder::Open("/srv/checkout"));
//   ASSIGN_OR_RETURN(std::string text, folder.Read("src/train.py", 4 << 20));
//
// A swap of a folder for a link while we read is harmless: each component is opened without
// following links.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/call_control.h"

namespace allreview::pull_request {

struct FolderEntry {
  std::string path;   // Bytes as on disk, relative, '/'-separated.
  uint32_t mode = 0;  // As git has it: 0100644, 0100755 or 0120000.
  int64_t size = 0;
};

class Folder {
 public:
  static absl::StatusOr<Folder> Open(const std::string& path);
  Folder(Folder&& other) noexcept;
  Folder& operator=(Folder&& other) noexcept;
  ~Folder();

  // Content of a regular file, or the target of a symbolic link. kInvalidArgument (a path that
  // could lead outside), kNotFound, kResourceExhausted (larger than `max_bytes`),
  // kFailedPrecondition (a folder, device, pipe or socket).
  absl::StatusOr<std::string> Read(absl::string_view path, int64_t max_bytes) const;

  // All files and links, sorted by path, without .git folders and special files.
  absl::StatusOr<std::vector<FolderEntry>> List(const CallControl& control) const;

 private:
  explicit Folder(int fd) : fd_(fd) {}
  int fd_;
};

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_FOLDER_H_
