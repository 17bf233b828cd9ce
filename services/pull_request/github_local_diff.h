#ifndef SERVICES_PULL_REQUEST_GITHUB_LOCAL_DIFF_H_
#define SERVICES_PULL_REQUEST_GITHUB_LOCAL_DIFF_H_

// Diffs two versions of a file with git, for files whose patch GitHub does not give.
//
//   ASSIGN_OR_RETURN(std::unique_ptr<LocalDiff> local, LocalDiff::Make(control));
//   ASSIGN_OR_RETURN(FileContentChange change, local->Compare(before, after, 3));
//
// The versions are written as "a" and "b" into a temporary folder that goes with the object. For
// one thread.

#include <memory>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/call_control.h"
#include "services/pull_request/git_scratch.h"
#include "services/pull_request/github_patch.h"

namespace allreview::pull_request {

class LocalDiff {
 public:
  static absl::StatusOr<std::unique_ptr<LocalDiff>> Make(const CallControl& control);

  absl::StatusOr<FileContentChange> Compare(absl::string_view before, absl::string_view after,
                                            int context_lines);

 private:
  LocalDiff(std::unique_ptr<GitScratch> scratch, const CallControl& control)
      : scratch_(std::move(scratch)), control_(control) {}

  std::unique_ptr<GitScratch> scratch_;
  CallControl control_;
};

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GITHUB_LOCAL_DIFF_H_
