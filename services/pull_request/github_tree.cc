#include "services/pull_request/github_tree.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace allreview::pull_request {
namespace {

constexpr int kMaxRequests = 300;

struct Walk {
  GitHubApi* api;
  std::vector<TreeFile> files;
  int requests = 0;
};

absl::StatusOr<TreeJson> ReadTree(Walk& walk, const std::string& tree, bool is_recursive) {
  if (++walk.requests > kMaxRequests) {
    return absl::ResourceExhaustedError(absl::StrCat(
        "tree ", tree.substr(0, 12), " of \"", walk.api->repository(), "\" would take more than ",
        kMaxRequests, " requests to list; review a local clone"));
  }
  return walk.api->Tree(tree, is_recursive);
}

void AddFile(Walk& walk, const std::string& folder, TreeEntryJson& entry) {
  walk.files.push_back({.path = absl::StrCat(folder, entry.path),
                        .mode = entry.mode,
                        .blob_id = std::move(entry.sha),
                        .size = entry.size});
}

// `folder` ends in '/', or is empty for the root.
absl::Status AddTree(Walk& walk, const std::string& tree, const std::string& folder) {
  ASSIGN_OR_RETURN(TreeJson all, ReadTree(walk, tree, /*is_recursive=*/true));
  if (!all.is_truncated) {
    for (TreeEntryJson& entry : all.entries) {
      if (!entry.is_tree) AddFile(walk, folder, entry);
    }
    return absl::OkStatus();
  }
  ASSIGN_OR_RETURN(TreeJson here, ReadTree(walk, tree, /*is_recursive=*/false));
  if (here.is_truncated) {
    return absl::ResourceExhaustedError(
        absl::StrCat("folder \"", folder, "\" of \"", walk.api->repository(),
                     "\" has more entries than GitHub lists; review a local clone"));
  }
  for (TreeEntryJson& entry : here.entries) {
    if (entry.is_tree) {
      RETURN_IF_ERROR(AddTree(walk, entry.sha, absl::StrCat(folder, entry.path, "/")));
    } else {
      AddFile(walk, folder, entry);
    }
  }
  return absl::OkStatus();
}

}  // namespace

FileTree::FileTree(std::vector<TreeFile> files) : files_(std::move(files)) {
  std::sort(files_.begin(), files_.end(),
            [](const TreeFile& a, const TreeFile& b) { return a.path < b.path; });
}

const TreeFile* FileTree::Find(absl::string_view path) const {
  auto found = std::lower_bound(
      files_.begin(), files_.end(), path,
      [](const TreeFile& file, absl::string_view wanted) { return file.path < wanted; });
  return found != files_.end() && found->path == path ? &*found : nullptr;
}

std::vector<std::string> ChangedPaths(const FileTree& before, const FileTree& after) {
  std::vector<std::string> paths;
  auto left = before.files().begin(), left_end = before.files().end();
  auto right = after.files().begin(), right_end = after.files().end();
  while (left != left_end || right != right_end) {
    int order = left == left_end ? 1 : right == right_end ? -1 : left->path.compare(right->path);
    if (order < 0) {
      paths.push_back((left++)->path);
    } else if (order > 0) {
      paths.push_back((right++)->path);
    } else {
      if (left->blob_id != right->blob_id || left->mode != right->mode) paths.push_back(left->path);
      ++left, ++right;
    }
  }
  return paths;
}

absl::StatusOr<FileTree> ReadFileTree(GitHubApi& api, const std::string& tree) {
  Walk walk{.api = &api, .files = {}};
  RETURN_IF_ERROR(AddTree(walk, tree, ""));
  return FileTree(std::move(walk.files));
}

}  // namespace allreview::pull_request
