#include "services/pull_request/local_access.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/utf8.h"

namespace allreview::pull_request {
namespace {

namespace fs = std::filesystem;

std::string WithoutTrailingSlash(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

}  // namespace

LocalAccess::LocalAccess(const PullRequestOptions& options)
    : is_unrestricted_(options.is_local_unrestricted) {
  for (const std::string& root : options.repository_roots) {
    std::error_code error;
    fs::path path = fs::weakly_canonical(fs::absolute(root, error), error);
    if (!error) roots_.push_back(WithoutTrailingSlash(path.string()));
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
  std::string shown = ToDisplayText(path);
  if (path.empty()) return absl::InvalidArgumentError("the path of a local source is empty");
  if (path.find('\0') != path.npos) {
    return absl::InvalidArgumentError("the path of a local source contains a NUL byte");
  }
  std::error_code error;
  fs::path absolute = fs::absolute(std::string(path), error);
  fs::path found = fs::canonical(absolute, error);
  // What does not exist is judged by where it would be, so that the answer tells nothing of the
  // rest of the machine.
  std::error_code ignored;
  fs::path judged = error ? fs::weakly_canonical(absolute, ignored) : found;
  if (ignored) judged = absolute.lexically_normal();
  if (!Contains(WithoutTrailingSlash(judged.string()))) {
    return absl::PermissionDeniedError(absl::StrCat(
        "\"", shown,
        "\" is not in a folder that this server may read; start it with "
        "--repository_root=FOLDER for a folder above it, or with --allow_local for any folder"));
  }
  if (!error) return WithoutTrailingSlash(found.string());
  std::string text = absl::StrCat("cannot open \"", shown, "\": ", error.message());
  if (error == std::errc::permission_denied) return absl::PermissionDeniedError(text);
  return absl::NotFoundError(text);
}

}  // namespace allreview::pull_request
