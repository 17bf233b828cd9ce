#include "services/pull_request/git_links.h"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/status_macros.h"
#include "base/utf8.h"

namespace allreview::pull_request {
namespace {

constexpr size_t kMaxEntries = 5'000'000;
constexpr size_t kMaxStores = 1000;

bool IsFolder(const std::string& path) {
  struct stat info = {};
  return stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

bool IsLink(const std::string& folder, const dirent& entry) {
  if (entry.d_type != DT_UNKNOWN) return entry.d_type == DT_LNK;
  struct stat info = {};
  return lstat(absl::StrCat(folder, "/", entry.d_name).c_str(), &info) == 0 &&
         S_ISLNK(info.st_mode);
}

class Walk {
 public:
  explicit Walk(const LocalAccess& access) : access_(access) {}

  // A file, or a folder with all below it. Links inside the allowed folders are followed.
  absl::Status Check(const std::string& path) {
    std::vector<std::string> folders;
    RETURN_IF_ERROR(Visit(path, folders));
    while (!folders.empty()) {
      const std::string folder = std::move(folders.back());
      folders.pop_back();
      RETURN_IF_ERROR(List(folder, folders));
    }
    return absl::OkStatus();
  }

 private:
  // What does not exist leads nowhere, but a link to it must not lead out either.
  absl::Status Visit(const std::string& path, std::vector<std::string>& folders) {
    absl::StatusOr<std::string> resolved = access_.Resolve(path);
    if (absl::IsNotFound(resolved.status())) return absl::OkStatus();
    RETURN_IF_ERROR(resolved.status());
    if (IsFolder(*resolved) && seen_.insert(*resolved).second) {
      folders.push_back(*std::move(resolved));
    }
    return absl::OkStatus();
  }

  absl::Status List(const std::string& folder, std::vector<std::string>& folders) {
    DIR* const open = opendir(folder.c_str());
    if (open == nullptr) return absl::OkStatus();  // Git cannot read it either.
    absl::Status status;
    while (const dirent* entry = status.ok() ? readdir(open) : nullptr) {
      const absl::string_view name = entry->d_name;
      if (name == "." || name == "..") continue;
      if (++entries_ > kMaxEntries) {
        status = absl::ResourceExhaustedError(
            absl::StrCat("\"", ToDisplayText(folder),
                         "\" and its neighbours hold too many files to look for links that lead "
                         "out of the repository; run `git gc` in it"));
      } else if (IsLink(folder, *entry)) {
        status = Visit(absl::StrCat(folder, "/", name), folders);
      } else if (entry->d_type == DT_DIR || entry->d_type == DT_UNKNOWN) {
        std::string inner = absl::StrCat(folder, "/", name);
        if (entry->d_type == DT_DIR || IsFolder(inner)) folders.push_back(std::move(inner));
      }
    }
    closedir(open);
    return status;
  }

  const LocalAccess& access_;
  absl::flat_hash_set<std::string> seen_;  // Folders that links led to.
  size_t entries_ = 0;
};

// The object stores that `store` borrows from. git_layout.h says what a line is.
absl::StatusOr<std::vector<std::string>> BorrowedBy(const std::string& store,
                                                    const LocalAccess& access) {
  std::vector<std::string> borrowed;
  const absl::StatusOr<std::string> text = access.Read(store + "/info/alternates");
  if (absl::IsNotFound(text.status())) return borrowed;
  RETURN_IF_ERROR(text.status());
  for (absl::string_view line : absl::StrSplit(*text, '\n', absl::SkipEmpty())) {
    if (line[0] == '#') continue;
    const std::string path = FromPathText(line);
    absl::StatusOr<std::string> resolved =
        access.Resolve(absl::StartsWith(path, "/") ? path : absl::StrCat(store, "/", path));
    if (absl::IsNotFound(resolved.status())) continue;  // Git only warns.
    if (!resolved.ok()) {
      return absl::Status(
          resolved.status().code(),
          absl::StrCat("the repository borrows objects from another (\"", ToDisplayText(store),
                       "/info/alternates\"): ", resolved.status().message()));
    }
    borrowed.push_back(*std::move(resolved));
  }
  return borrowed;
}

}  // namespace

absl::Status CheckLinks(const GitLayout& layout, const LocalAccess& access) {
  if (access.is_unrestricted()) return absl::OkStatus();
  Walk walk(access);
  for (const char* name : {"HEAD", "FETCH_HEAD", "MERGE_HEAD", "ORIG_HEAD", "index", "logs"}) {
    RETURN_IF_ERROR(walk.Check(absl::StrCat(layout.git_dir, "/", name)));
  }
  for (const char* name : {"refs", "packed-refs", "reftable", "shallow", "config", "logs"}) {
    RETURN_IF_ERROR(walk.Check(absl::StrCat(layout.common_dir, "/", name)));
  }
  std::vector<std::string> stores = {layout.common_dir + "/objects"};
  for (size_t i = 0; i < stores.size() && i < kMaxStores; ++i) {
    RETURN_IF_ERROR(walk.Check(stores[i]));
    ASSIGN_OR_RETURN(std::vector<std::string> more, BorrowedBy(stores[i], access));
    for (std::string& store : more) {
      if (std::find(stores.begin(), stores.end(), store) == stores.end()) {
        stores.push_back(std::move(store));
      }
    }
  }
  return absl::OkStatus();
}

}  // namespace allreview::pull_request
