#include "services/pull_request/local_access.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/fd.h"
#include "base/utf8.h"

namespace allreview::pull_request {
namespace {

namespace fs = std::filesystem;

std::string WithoutTrailingSlash(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

absl::Status Refusal(absl::string_view path) {
  return absl::PermissionDeniedError(
      absl::StrCat("\"", ToDisplayText(path),
                   "\" is not in a folder that this server may read; start it with "
                   "--repository-root=FOLDER for a folder above it"));
}

absl::Status CannotOpen(absl::string_view path, absl::string_view why) {
  return absl::NotFoundError(absl::StrCat("cannot open \"", ToDisplayText(path), "\": ", why));
}

// Follows the links that there are, whether or not they lead to anything.
fs::path WhereItWouldBe(const fs::path& absolute) {
  constexpr int kMaxLinks = 40;  // As the kernel.
  fs::path found = "/";
  std::vector<fs::path> rest(absolute.begin(), absolute.end());
  std::reverse(rest.begin(), rest.end());
  for (int links = 0; !rest.empty();) {
    const fs::path part = rest.back();
    rest.pop_back();
    if (part == "..") found = found.parent_path();
    if (part.empty() || part == "." || part == "..") continue;
    std::error_code error;
    const fs::path target = fs::read_symlink(found / part, error);
    if (error || ++links > kMaxLinks) {
      found /= part;  // An absolute part starts again from the root.
      continue;
    }
    const size_t before = rest.size();
    rest.insert(rest.end(), target.begin(), target.end());
    std::reverse(rest.begin() + before, rest.end());
  }
  return found;
}

}  // namespace

LocalAccess::LocalAccess(const PullRequestOptions& options)
    : is_unrestricted_(options.is_local_unrestricted) {
  for (const std::string& root : options.repository_roots) {
    std::error_code error;
    fs::path path = fs::weakly_canonical(fs::absolute(root, error), error);
    if (!error) roots_.push_back(WithoutTrailingSlash(path.string()));
  }
  std::error_code error;
  if (!options.index_file.empty()) {
    index_file_ = fs::weakly_canonical(options.index_file, error).string();
  }
}

bool LocalAccess::Contains(absl::string_view path) const {
  if (is_unrestricted_) return true;
  for (const std::string& root : roots_) {
    if (root == "/" || path == root || absl::StartsWith(path, absl::StrCat(root, "/"))) return true;
  }
  return false;
}

absl::StatusOr<std::string> LocalAccess::Resolve(absl::string_view path) const {
  if (path.empty()) return absl::InvalidArgumentError("the path of a local source is empty");
  if (path.find('\0') != absl::string_view::npos) {
    return absl::InvalidArgumentError("the path of a local source contains a NUL byte");
  }
  std::error_code error;
  fs::path absolute = fs::absolute(std::string(path), error);
  fs::path found = fs::canonical(absolute, error);
  // What does not exist is judged by where it would be, so that the answer tells nothing of the
  // rest of the machine.
  const fs::path judged = error ? WhereItWouldBe(absolute) : found;
  if (!Contains(WithoutTrailingSlash(judged.string()))) return Refusal(path);
  if (!error) return WithoutTrailingSlash(found.string());
  if (error == std::errc::permission_denied) {
    return absl::PermissionDeniedError(CannotOpen(path, error.message()).message());
  }
  return CannotOpen(path, error.message());
}

// Where the kernel says that the open file lies.
absl::Status LocalAccess::CheckOpen(int fd, absl::string_view path) const {
  if (is_unrestricted_) return absl::OkStatus();
  std::error_code error;
  fs::path lies = fs::read_symlink(absl::StrCat("/proc/self/fd/", fd), error);
  if (error) {
    // There is no /proc. The path must lead to the same file by names alone.
    lies = fs::canonical(std::string(path), error);
    struct stat opened = {}, named = {};
    if (error || fstat(fd, &opened) != 0 || stat(lies.c_str(), &named) != 0 ||
        opened.st_dev != named.st_dev || opened.st_ino != named.st_ino) {
      return Refusal(path);
    }
  }
  return Contains(lies.string()) ? absl::OkStatus() : Refusal(path);
}

absl::StatusOr<std::string> LocalAccess::Read(absl::string_view path) const {
  if (absl::StatusOr<std::string> resolved = Resolve(path); !resolved.ok()) {
    return resolved.status();
  }
  // O_NONBLOCK: a pipe put in the file's place must not stop us.
  const Fd fd(open(std::string(path).c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (fd.get() < 0) return CannotOpen(path, strerror(errno));
  if (absl::Status allowed = CheckOpen(fd.get(), path); !allowed.ok()) return allowed;
  struct stat info = {};
  if (fstat(fd.get(), &info) != 0 || !S_ISREG(info.st_mode)) {
    return absl::FailedPreconditionError(absl::StrCat("\"", ToDisplayText(path), "\" is no file"));
  }
  std::string content(static_cast<size_t>(info.st_size) + 1, '\0');
  size_t used = 0;
  for (;;) {
    if (used == content.size()) content.resize(content.size() * 2 + 4096);
    const ssize_t n = read(fd.get(), content.data() + used, content.size() - used);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return CannotOpen(path, strerror(errno));
    if (n == 0) break;
    used += static_cast<size_t>(n);
  }
  content.resize(used);
  return content;
}

}  // namespace allreview::pull_request
