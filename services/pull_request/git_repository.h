#ifndef SERVICES_PULL_REQUEST_GIT_REPOSITORY_H_
#define SERVICES_PULL_REQUEST_GIT_REPOSITORY_H_

// The git command line on one repository, so that nothing of the repository is executed and the
// same commits give the same bytes on every machine (see git_scratch.h).
//
//   ASSIGN_OR_RETURN(std::unique_ptr<GitRepository> git,
//                    GitRepository::Open("/srv/megatron", access, control));
//   ASSIGN_OR_RETURN(std::vector<GitCommit> commits, git->ResolveCommits({"main", "HEAD~1"}));
//   ASSIGN_OR_RETURN(std::unique_ptr<GitDiff> diff,
//                    git->StartDiff(git->TreeDiff(commits[0].id, commits[1].id, 3)));
//
// Processes are started as soon as what they need is known, and waited for as late as possible.
// Every wait obeys the CallControl. For one thread at a time.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/call_control.h"
#include "base/subprocess.h"
#include "services/pull_request/git_layout.h"
#include "services/pull_request/git_objects.h"
#include "services/pull_request/git_pool.h"
#include "services/pull_request/git_raw.h"
#include "services/pull_request/git_scratch.h"

namespace allreview::pull_request {

struct GitCommit {
  std::string id;
  std::string tree;
  std::vector<std::string> parents;
  std::string author;   // Name only.
  std::string message;  // As stored.
  int64_t time = 0;     // Of the author, seconds since 1970; 0: the commit does not say.
  bool is_utf8 = true;  // False: the commit names another encoding for both.
};

// A diff on its way.
class GitDiff {
 public:
  GitDiff(std::unique_ptr<Subprocess> process, CallControl control, std::string repository)
      : process_(std::move(process)),
        control_(std::move(control)),
        repository_(std::move(repository)) {}

  // Waits for the list of files.
  absl::StatusOr<RawDiffSplitter*> ReadFiles();
  // Passes the patch on, piece by piece.
  absl::Status ReadPatch(const std::function<absl::Status(absl::string_view piece)>& receive);

 private:
  std::unique_ptr<Subprocess> process_;
  CallControl control_;
  std::string repository_;
  RawDiffSplitter splitter_;
  absl::string_view first_piece_;  // Of the patch; came with the end of the list.
};

class GitRepository {
 public:
  // With a pool, which outlives the object, folder and processes are borrowed from it.
  static absl::StatusOr<std::unique_ptr<GitRepository>> Open(absl::string_view path,
                                                             const LocalAccess& access,
                                                             const CallControl& control,
                                                             GitPool* pool = nullptr);
  ~GitRepository();
  // Without a repository behind it, for content that is put into it.
  static absl::StatusOr<std::unique_ptr<GitRepository>> MakeEmpty(const CallControl& control);

  // Lets git see the index and, if asked, the files on disk. Not with a pool. kFailedPrecondition
  // without a work tree.
  absl::Status UseIndex(bool with_work_tree);

  // Ids of revisions, each of which must be a commit or a tag of one. Names that could be taken for
  // an option or end a line are kInvalidArgument; kNotFound names the repository.
  absl::StatusOr<std::vector<GitCommit>> ResolveCommits(const std::vector<std::string>& revisions);

  // The best common ancestor of two commits. kFailedPrecondition: there is none.
  absl::StatusOr<std::string> MergeBase(absl::string_view a, absl::string_view b);

  // The long-lived reader of objects, started at the first call.
  absl::StatusOr<GitObjects*> Objects();
  // Leaves the reader to whoever else works on the repository; another call of Objects gets one
  // again.
  void ReleaseObjects();

  // Arguments of diffs that print the list of files and the patch; of files that match one of the
  // patterns, if there are any.
  static std::vector<std::string> TreeDiff(absl::string_view before, absl::string_view after,
                                           int context_lines,
                                           const std::vector<std::string>& patterns = {});
  static std::vector<std::string> IndexDiff(absl::string_view before, int context_lines);
  static std::vector<std::string> WorkTreeDiff(absl::string_view before, int context_lines);
  absl::StatusOr<std::unique_ptr<GitDiff>> StartDiff(std::vector<std::string> arguments);

  // Runs `git ARGUMENTS`; an exit code other than 0 is an error with git's words.
  absl::StatusOr<std::string> Run(std::vector<std::string> arguments, absl::string_view input = "");
  absl::StatusOr<std::unique_ptr<Subprocess>> Start(std::vector<std::string> arguments,
                                                    bool has_input = false);

  const GitLayout& layout() const { return layout_; }

 private:
  GitRepository(CallControl control, LocalAccess access)
      : control_(std::move(control)), access_(std::move(access)) {}
  absl::StatusOr<std::vector<GitCommit>> ReadCommits(const std::vector<std::string>& revisions,
                                                     const std::vector<std::string>& names);
  absl::Status NoCommit(absl::string_view revision, bool is_ambiguous) const;
  SubprocessOptions Command(std::vector<std::string> arguments) const;

  CallControl control_;
  const LocalAccess access_;
  GitLayout layout_;
  std::string shown_path_;
  const GitScratch& scratch() const { return lease_ ? lease_->scratch() : *scratch_; }

  std::optional<GitPool::Lease> lease_;  // None: the folder is our own.
  std::unique_ptr<GitScratch> scratch_;
  std::unique_ptr<GitObjects> objects_;  // After the folder that it runs in.
  bool are_objects_reused_ = false;      // They were started for an earlier call.
};

// kInvalidArgument for what no revision can be and for what git could take for something else.
absl::Status CheckRevision(absl::string_view revision);

// What git's words mean to the user: most often that objects are missing.
absl::Status GitError(absl::string_view repository, absl::string_view command,
                      const ExitStatus& exit, absl::string_view error_text);

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GIT_REPOSITORY_H_
