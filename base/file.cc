#include "base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "absl/strings/str_cat.h"
#include "base/errno_status.h"

namespace allreview {
namespace {

constexpr size_t kMinRoom = 4096;

absl::StatusOr<std::string> ReadAll(int fd, const std::string& name) {
  std::string text;
  struct stat info;
  // With the room that the last read, which finds the end, asks for.
  if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode)) text.reserve(info.st_size + kMinRoom);
  size_t used = 0;
  for (;;) {
    if (text.capacity() - used < kMinRoom) text.reserve(text.capacity() * 2 + 65536);
    text.resize(text.capacity());
    ssize_t n = read(fd, text.data() + used, text.size() - used);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return ErrnoStatus(errno, absl::StrCat("cannot read \"", name, "\""));
    if (n == 0) break;
    used += n;
  }
  text.resize(used);
  return text;
}

}  // namespace

absl::StatusOr<std::string> ReadFile(const std::string& path) {
  int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return ErrnoStatus(errno, absl::StrCat("cannot read \"", path, "\""));
  absl::StatusOr<std::string> text = ReadAll(fd, path);
  close(fd);
  return text;
}

absl::StatusOr<std::string> ReadStandardInput() { return ReadAll(STDIN_FILENO, "standard input"); }

absl::Status WriteFile(const std::string& path, absl::string_view content) {
  int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) return ErrnoStatus(errno, absl::StrCat("cannot write \"", path, "\""));
  absl::Status status;
  while (!content.empty() && status.ok()) {
    ssize_t n = write(fd, content.data(), content.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      status = ErrnoStatus(errno, absl::StrCat("cannot write \"", path, "\""));
    } else {
      content.remove_prefix(n);
    }
  }
  if (close(fd) != 0 && status.ok()) {
    status = ErrnoStatus(errno, absl::StrCat("cannot write \"", path, "\""));
  }
  return status;
}

}  // namespace allreview
