#include "services/pull_request/git_layout.h"

#include <sys/stat.h>

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"
#include "base/utf8.h"

namespace allreview::pull_request {
namespace {

bool Exists(const std::string& path) {
  struct stat info;
  return lstat(path.c_str(), &info) == 0;
}

std::string Parent(absl::string_view path) {
  size_t slash = path.rfind('/');
  return slash == 0 || slash == absl::string_view::npos ? "/" : std::string(path.substr(0, slash));
}

std::string BaseName(absl::string_view path) {
  return std::string(path.substr(path.rfind('/') + 1));
}

std::string Join(absl::string_view folder, absl::string_view path) {
  return absl::StartsWith(path, "/") ? std::string(path) : absl::StrCat(folder, "/", path);
}

// Judged without following links, so that one tells nothing of what lies where it leads.
bool IsGitDir(const std::string& path) {
  if (!Exists(path + "/HEAD")) return false;
  return Exists(path + "/commondir") || (Exists(path + "/objects") && Exists(path + "/refs"));
}

// The first line of a small file.
absl::StatusOr<std::string> ReadLine(const std::string& path, const LocalAccess& access) {
  ASSIGN_OR_RETURN(std::string text, access.Read(path));
  return text.substr(0, text.find_first_of("\r\n"));
}

// ".git" is a folder, a link to one, or a file that names one.
absl::StatusOr<std::string> GitDirOf(const std::string& folder, const std::string& dot_git,
                                     const LocalAccess& access) {
  ASSIGN_OR_RETURN(std::string resolved, access.Resolve(dot_git));
  if (IsGitDir(resolved)) return resolved;
  ASSIGN_OR_RETURN(const std::string line, ReadLine(dot_git, access));
  absl::string_view target = line;
  if (!absl::ConsumePrefix(&target, "gitdir: ")) return absl::NotFoundError("it names no folder");
  ASSIGN_OR_RETURN(resolved, access.Resolve(Join(folder, target)));
  if (!IsGitDir(resolved)) return absl::NotFoundError("what it names is no git folder");
  return resolved;
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
    absl::StatusOr<std::string> git_dir = GitDirOf(at, dot_git, access);
    if (absl::IsPermissionDenied(git_dir.status())) return git_dir.status();
    if (git_dir.ok()) {
      layout.git_dir = *std::move(git_dir);
      layout.work_tree = at;
      return layout;
    }
    if (at == "/") break;
  }
  return absl::FailedPreconditionError(absl::StrCat(
      "\"", ToDisplayText(shown),
      "\" is not in a git repository; name a work tree, a .git folder or a bare repository"));
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
  if (Exists(layout.git_dir + "/commondir")) {
    ASSIGN_OR_RETURN(std::string common, ReadLine(layout.git_dir + "/commondir", access));
    ASSIGN_OR_RETURN(layout.common_dir, access.Resolve(Join(layout.git_dir, common)));
  }
  ASSIGN_OR_RETURN(layout.head, access.Read(layout.git_dir + "/HEAD"));
  if (Exists(layout.common_dir + "/config")) {
    ASSIGN_OR_RETURN(std::string text, access.Read(layout.common_dir + "/config"));
    layout.config = ParseGitConfig(text);
  }
  std::optional<std::string> is_bare = layout.config.Get("core", "", "bare");
  if (is_bare == "true" && layout.git_dir == layout.common_dir) layout.work_tree.clear();
  return layout;
}

}  // namespace allreview::pull_request
