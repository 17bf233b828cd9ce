#ifndef SERVICES_PULL_REQUEST_GITHUB_TREE_H_
#define SERVICES_PULL_REQUEST_GITHUB_TREE_H_

// All files of a tree on GitHub.
//
//   ASSIGN_OR_RETURN(FileTree tree, ReadFileTree(api, tree_id));
//   if (const TreeFile* file = tree.Find("train.py")) Use(file->blob_id);
//
// One request, unless GitHub cuts the list (over 100,000 entries or 7 MB): then one for the root
// and one for each folder in it, and so on where that is cut, too.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "services/pull_request/github_api.h"

namespace allreview::pull_request {

struct TreeFile {
  std::string path;
  uint32_t mode = 0;    // As git has it: 0100644, 0100755, 0120000 (link), 0160000 (submodule).
  std::string blob_id;  // Of a submodule: its commit.
  int64_t size = -1;    // In bytes. -1: not known.
};

class FileTree {
 public:
  explicit FileTree(std::vector<TreeFile> files);

  // Sorted by path, bytewise.
  const std::vector<TreeFile>& files() const { return files_; }
  // Null when there is none.
  const TreeFile* Find(absl::string_view path) const;

 private:
  std::vector<TreeFile> files_;
};

// Paths whose mode or content differs between two trees, sorted; a renamed file gives both names.
std::vector<std::string> ChangedPaths(const FileTree& before, const FileTree& after);

// kResourceExhausted when the tree cannot be had with a bounded number of requests.
absl::StatusOr<FileTree> ReadFileTree(GitHubApi& api, const std::string& tree);

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GITHUB_TREE_H_
