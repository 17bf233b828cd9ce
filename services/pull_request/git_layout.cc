#include "services/pull_request/git_layout.h"

#include <sys/stat.h>

#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "base/utf8.h"

namespace allreview::pull_request {
namespace {

constexpr int kMaxBorrowDepth = 5;  // As git.

bool IsFolder(const std::string& path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

bool IsFile(const std::string& path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

bool Exists(const std::string& path) {
  struct stat info;
  return lstat(path.c_str(), &info) == 0;
}

std::string Parent(absl::string_view path) {
  size_t slash = path.rfind('/');
  return slash == 0 || slash == path.npos ? "/" : std::string(path.substr(0, slash));
}

std::string BaseName(absl::string_view path) {
  return std::string(path.substr(path.rfind('/') + 1));
}

std::string Join(absl::string_view folder, absl::string_view path) {
  return absl::StartsWith(path, "/") ? std::string(path) : absl::StrCat(folder, "/", path);
}

bool IsGitDir(const std::string& path) {
  if (!Exists(path + "/HEAD")) return false;
  return IsFile(path + "/commondir") || (IsFolder(path + "/objects") && IsFolder(path + "/refs"));
}

// The first line of a small file.
absl::StatusOr<std::string> ReadLine(const std::string& path) {
  if (!IsFile(path))
    return absl::FailedPreconditionError(absl::StrCat("\"", path, "\" is no file"));
  ASSIGN_OR_RETURN(std::string text, ReadFile(path));
  return text.substr(0, text.find_first_of("\r\n"));
}

// Fills in git_dir and work_tree from the nearest repository at or above `folder`.
absl::StatusOr<GitLayout> Locate(const std::string& folder, absl::string_view shown,
                                 const LocalAccess& access) {
  // Folders above an allowed one are none of the caller's business.
  for (std::string at = folder; access.Resolve(at).ok(); at = Parent(at)) {
    GitLayout layout;
    std::string dot_git = at == "/" ? "/.git" : at + "/.git";
    if (IsGitDir(at)) {
      layout.git_dir = at;
      if (BaseName(at) == ".git") layout.work_tree = Parent(at);
      return layout;
    }
    if (IsGitDir(dot_git)) {
      layout.work_tree = at;
      ASSIGN_OR_RETURN(layout.git_dir, access.Resolve(dot_git));
      return layout;
    }
    if (IsFile(dot_git)) {
      ASSIGN_OR_RETURN(std::string line, ReadLine(dot_git));
      absl::string_view target = line;
      if (absl::ConsumePrefix(&target, "gitdir: ")) {
        layout.work_tree = at;
        ASSIGN_OR_RETURN(layout.git_dir, access.Resolve(Join(at, target)));
        if (IsGitDir(layout.git_dir)) return layout;
      }
    }
    if (at == "/") break;
  }
  return absl::FailedPreconditionError(absl::StrCat(
      "\"", ToDisplayText(shown),
      "\" is not in a git repository; name a work tree, a .git folder or a bare repository"));
}

// A restricted server reads nothing that lies outside its folders, so neither may a repository's
// own links and the object stores that it borrows from.
absl::Status CheckLinks(const GitLayout& layout, const LocalAccess& access) {
  for (const std::string& part : {layout.common_dir + "/objects", layout.common_dir + "/refs",
                                  layout.common_dir + "/packed-refs", layout.common_dir + "/config",
                                  layout.common_dir + "/shallow", layout.git_dir + "/HEAD",
                                  layout.git_dir + "/index", layout.git_dir + "/logs"}) {
    if (Exists(part)) RETURN_IF_ERROR(access.Resolve(part).status());
  }
  std::vector<std::string> stores = {layout.common_dir + "/objects"};
  for (int depth = 0; depth < kMaxBorrowDepth && !stores.empty(); ++depth) {
    std::vector<std::string> next;
    for (const std::string& store : stores) {
      if (!IsFile(store + "/info/alternates")) continue;
      ASSIGN_OR_RETURN(std::string text, ReadFile(store + "/info/alternates"));
      for (absl::string_view line : absl::StrSplit(text, '\n', absl::SkipEmpty())) {
        if (line[0] == '#') continue;
        ASSIGN_OR_RETURN(std::string borrowed, access.Resolve(Join(store, FromPathText(line))));
        next.push_back(std::move(borrowed));
      }
    }
    stores = std::move(next);
  }
  return absl::OkStatus();
}

}  // namespace

std::string GitLayout::Name() const {
  std::string name = RepositoryNameOfUrl(config.Get("remote", "origin", "url").value_or(""));
  if (name.empty()) {
    std::string folder = BaseName(work_tree.empty() ? git_dir : work_tree);
    name = std::string(absl::StripSuffix(folder, ".git"));
  }
  return ToDisplayText(name);
}

absl::StatusOr<GitLayout> FindGitLayout(absl::string_view path, const LocalAccess& access) {
  ASSIGN_OR_RETURN(std::string folder, access.Resolve(path));
  ASSIGN_OR_RETURN(GitLayout layout, Locate(folder, path, access));
  // The repository above the named folder must itself be allowed.
  RETURN_IF_ERROR(access.Resolve(layout.git_dir).status());
  layout.common_dir = layout.git_dir;
  if (IsFile(layout.git_dir + "/commondir")) {
    ASSIGN_OR_RETURN(std::string common, ReadLine(layout.git_dir + "/commondir"));
    ASSIGN_OR_RETURN(layout.common_dir, access.Resolve(Join(layout.git_dir, common)));
  }
  if (!access.is_unrestricted()) RETURN_IF_ERROR(CheckLinks(layout, access));
  if (IsFile(layout.common_dir + "/config")) {
    ASSIGN_OR_RETURN(std::string text, ReadFile(layout.common_dir + "/config"));
    layout.config = ParseGitConfig(text);
  }
  std::optional<std::string> is_bare = layout.config.Get("core", "", "bare");
  if (is_bare == "true" && layout.git_dir == layout.common_dir) layout.work_tree.clear();
  return layout;
}

}  // namespace allreview::pull_request
