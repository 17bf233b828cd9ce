#ifndef SERVICES_PULL_REQUEST_GIT_SCRATCH_H_
#define SERVICES_PULL_REQUEST_GIT_SCRATCH_H_

// A temporary git folder of our own, through which git sees the objects and references of a
// repository and nothing else of it.
//
// A repository's config, hooks and info/attributes can make git run programs (filters, diff
// drivers, fsmonitor, ssh…), and git refuses a repository of another user for that reason. Git
// commands here run on the scratch folder instead: its config is written by us, from the parts of
// the repository's own that are plain data (SafePartOf); references are linked in; objects are
// borrowed as an alternate store, so that what git writes lands in the scratch folder. The
// repository itself is never written to.
//
// Where access is restricted and the kernel has Landlock, each git process may read the allowed
// folders, this one and the system's programs and libraries, and nothing else, whatever links lie
// in the repository; it may run nothing but those programs.
//
// The folder is removed with the object, or by a later process when this one is killed.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "base/scratch_folder.h"
#include "base/subprocess.h"
#include "host/landlock.h"
#include "services/pull_request/git_layout.h"
#include "services/pull_request/local_access.h"

namespace allreview::pull_request {

// What git may use for one repository, whatever lies in that. Packs are mapped and do not count.
inline constexpr int64_t kGitMemoryBytes = int64_t{4} << 30;
inline constexpr int64_t kGitCpuSeconds = 900;  // Of one command.

class GitScratch {
 public:
  // An empty repository.
  static absl::StatusOr<std::unique_ptr<GitScratch>> MakeEmpty();
  // A view of `layout`, as it is now and as it becomes: files that git makes later, such as
  // packed-refs, are seen, too. Only HEAD is that of now.
  static absl::StatusOr<std::unique_ptr<GitScratch>> Make(const GitLayout& layout,
                                                          const LocalAccess& access);

  GitScratch(const GitScratch&) = delete;
  GitScratch& operator=(const GitScratch&) = delete;

  // Gives git a copy of the repository's index and, unless `work_tree` is empty, its work tree.
  absl::Status UseIndex(const GitLayout& layout, const LocalAccess& access);

  // How `git ARGUMENTS` is to be run. The object outlives the start.
  SubprocessOptions Command(std::vector<std::string> arguments) const;

  // The whole environment of git commands.
  const std::vector<std::string>& environment() const { return environment_; }
  // Where they run: the work tree, or the scratch folder.
  const std::string& directory() const { return directory_; }

 private:
  GitScratch() = default;
  absl::Status MakeFolder(const std::string& config);
  absl::Status Confine(const LocalAccess& access);

  std::unique_ptr<ScratchFolder> folder_;
  std::string path_;
  std::string directory_;
  std::vector<std::string> environment_;
  std::unique_ptr<host::LandlockRules> rules_;  // Null: git may read what this process may.
};

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GIT_SCRATCH_H_
