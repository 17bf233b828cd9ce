#ifndef SERVICES_PULL_REQUEST_GIT_TREE_WALK_H_
#define SERVICES_PULL_REQUEST_GIT_TREE_WALK_H_

// The files of a commit, by its tree objects. Those that were read before are not read again: of
// two commits of one repository most folders are the same.
//
//   GitTreeCache cache;
//   ASSIGN_OR_RETURN(std::vector<v1::TreeEntry> files,
//                    WalkTree(*objects, cache, commit_id, {".py", "pyproject.toml"}));
//
// `git ls-tree` is a process of its own, which takes longer than this, also for a first commit.

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/mutex.h"
#include "proto/pull_request/v1/pull_request.pb.h"
#include "services/pull_request/git_objects.h"

namespace allreview::pull_request {

// One folder as git keeps it.
struct GitTree {
  static constexpr uint32_t kFolderMode = 040000;
  struct Entry {
    uint32_t mode = 0;
    std::string name, id;  // The id in hexadecimal.
    bool IsFolder() const { return mode == kFolderMode; }
  };
  std::vector<Entry> entries;
};

// Parses the content of a tree object. `id_bytes`: 20 for SHA-1, 32 for SHA-256. kInternal: it is
// not a tree.
absl::StatusOr<GitTree> ParseTree(absl::string_view content, size_t id_bytes);

// Trees by their ids, which depend on their content alone. When they are too many, all go. Safe
// from any thread.
class GitTreeCache {
 public:
  static constexpr size_t kMaxEntries = 200'000;  // Of all trees together: some 30 megabytes.

  // Null: it is not there.
  std::shared_ptr<const GitTree> Find(const std::string& id) const;
  std::shared_ptr<const GitTree> Keep(const std::string& id, GitTree tree);

 private:
  mutable Mutex mutex_;
  absl::flat_hash_map<std::string, std::shared_ptr<const GitTree>> trees_ ABSL_GUARDED_BY(mutex_);
  size_t entries_ ABSL_GUARDED_BY(mutex_) = 0;
};

// The files whose paths end in one of `suffixes` (all if empty), in no order. `revision` is a
// commit or a tree. A folder whose list git cannot read is an entry of its own, with kFolderMode
// and
// '/' at the end of its path, whatever the suffixes. Fails when that is the root, and for trees
// that are built to be huge: kResourceExhausted.
absl::StatusOr<std::vector<v1::TreeEntry>> WalkTree(GitObjects& objects, GitTreeCache& cache,
                                                    const std::string& revision,
                                                    const std::vector<std::string>& suffixes);

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GIT_TREE_WALK_H_
