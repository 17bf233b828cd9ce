#include "services/pull_request/folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/fd.h"
#include "base/status_macros.h"
#include "base/utf8.h"

namespace allreview::pull_request {
namespace {

constexpr int kFolderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
constexpr int kMaxDepth = 200;
constexpr int64_t kMaxLinkBytes = 4096;

absl::Status SystemError(absl::string_view path, int error) {
  std::string text = absl::StrCat("cannot read \"", ToDisplayText(path), "\": ", strerror(error));
  if (error == ENOENT || error == ENOTDIR || error == ELOOP) return absl::NotFoundError(text);
  if (error == EACCES || error == EPERM) return absl::PermissionDeniedError(text);
  return absl::UnavailableError(text);
}

absl::StatusOr<std::vector<std::string>> SafeComponents(absl::string_view path) {
  std::vector<std::string> parts = absl::StrSplit(path, '/');
  for (const std::string& part : parts) {
    if (part.empty() || part == "." || part == ".." || part.find('\0') != std::string::npos ||
        absl::EqualsIgnoreCase(part, ".git")) {
      return absl::InvalidArgumentError(
          absl::StrCat("\"", ToDisplayText(path),
                       "\" is no path of a file in a repository: it must be relative and without "
                       "empty, \".\", \"..\" and \".git\" parts"));
    }
  }
  return parts;
}

absl::Status TooLarge(absl::string_view path, int64_t size, int64_t max_bytes) {
  return absl::ResourceExhaustedError(absl::StrCat("\"", ToDisplayText(path), "\" has ", size,
                                                   " bytes, over the limit of ", max_bytes));
}

absl::StatusOr<std::string> ReadLink(int folder, const std::string& name, absl::string_view path) {
  std::string target(kMaxLinkBytes, '\0');
  ssize_t n = readlinkat(folder, name.c_str(), target.data(), target.size());
  if (n < 0) return SystemError(path, errno);
  target.resize(n);
  return target;
}

absl::StatusOr<std::string> ReadRegular(int folder, const std::string& name, absl::string_view path,
                                        int64_t max_bytes) {
  // O_NONBLOCK: a pipe put in the file's place must not stop us.
  Fd fd(openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat info;
  if (fd.get() < 0 || fstat(fd.get(), &info) != 0) return SystemError(path, errno);
  if (!S_ISREG(info.st_mode)) {
    return absl::FailedPreconditionError(
        absl::StrCat("\"", ToDisplayText(path), "\" is neither a file nor a symbolic link"));
  }
  if (info.st_size > max_bytes) return TooLarge(path, info.st_size, max_bytes);
  std::string content(info.st_size + 1, '\0');
  size_t used = 0;
  for (;;) {
    if (used == content.size()) content.resize(content.size() * 2 + 4096);
    ssize_t n = read(fd.get(), content.data() + used, content.size() - used);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return SystemError(path, errno);
    if (n == 0) break;
    used += n;
    if (static_cast<int64_t>(used) > max_bytes) return TooLarge(path, used, max_bytes);
  }
  content.resize(used);
  return content;
}

std::optional<uint32_t> GitMode(mode_t mode) {
  if (S_ISLNK(mode)) return 0120000;
  if (!S_ISREG(mode)) return std::nullopt;
  return (mode & S_IXUSR) != 0 ? 0100755 : 0100644;
}

struct Walk {
  const CallControl& control;
  std::vector<FolderEntry> entries;

  // Takes `fd` over.
  absl::Status Visit(int fd, const std::string& prefix, int depth) {
    DIR* folder = fdopendir(fd);
    if (folder == nullptr) {
      close(fd);
      return SystemError(prefix, errno);
    }
    std::vector<std::string> names;
    while (dirent* entry = readdir(folder)) names.push_back(entry->d_name);
    absl::Status status = control.Check();
    for (const std::string& name : names) {
      if (!status.ok()) break;
      if (name != "." && name != ".." && !absl::EqualsIgnoreCase(name, ".git")) {
        status = VisitEntry(dirfd(folder), name, prefix, depth);
      }
    }
    closedir(folder);
    return status;
  }

  absl::Status VisitEntry(int folder, const std::string& name, const std::string& prefix,
                          int depth) {
    struct stat info;
    if (fstatat(folder, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0) {
      return errno == ENOENT ? absl::OkStatus() : SystemError(prefix + name, errno);
    }
    if (!S_ISDIR(info.st_mode)) {
      std::optional<uint32_t> mode = GitMode(info.st_mode);
      if (mode.has_value()) entries.push_back({prefix + name, *mode, info.st_size});
      return absl::OkStatus();
    }
    if (depth >= kMaxDepth) {
      return absl::ResourceExhaustedError(absl::StrCat(
          "\"", ToDisplayText(prefix + name), "\" lies more than ", kMaxDepth, " folders deep"));
    }
    int inner = openat(folder, name.c_str(), kFolderFlags);
    if (inner < 0) return SystemError(prefix + name, errno);
    return Visit(inner, prefix + name + "/", depth + 1);
  }
};

}  // namespace

absl::StatusOr<Folder> Folder::Open(const std::string& path) {
  int fd = open(path.c_str(), kFolderFlags);
  if (fd >= 0) return Folder(fd);
  if (errno == ENOTDIR) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", ToDisplayText(path), "\" is not a folder"));
  }
  return SystemError(path, errno);
}

Folder::Folder(Folder&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

Folder& Folder::operator=(Folder&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

Folder::~Folder() {
  if (fd_ >= 0) close(fd_);
}

absl::StatusOr<std::string> Folder::Read(absl::string_view path, int64_t max_bytes) const {
  ASSIGN_OR_RETURN(std::vector<std::string> parts, SafeComponents(path));
  Fd folder(openat(fd_, ".", kFolderFlags));
  for (size_t i = 0; i + 1 < parts.size() && folder.get() >= 0; ++i) {
    int inner = openat(folder.get(), parts[i].c_str(), kFolderFlags);
    int error = errno;
    folder = Fd(inner);
    errno = error;
  }
  struct stat info;
  if (folder.get() < 0 ||
      fstatat(folder.get(), parts.back().c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0) {
    return SystemError(path, errno);
  }
  if (S_ISLNK(info.st_mode)) return ReadLink(folder.get(), parts.back(), path);
  return ReadRegular(folder.get(), parts.back(), path, max_bytes);
}

absl::StatusOr<std::vector<FolderEntry>> Folder::List(const CallControl& control) const {
  int root = openat(fd_, ".", kFolderFlags);
  if (root < 0) return SystemError(".", errno);
  Walk walk{control, {}};
  RETURN_IF_ERROR(walk.Visit(root, "", 0));
  std::sort(walk.entries.begin(), walk.entries.end(),
            [](const FolderEntry& a, const FolderEntry& b) { return a.path < b.path; });
  return std::move(walk.entries);
}

}  // namespace allreview::pull_request
