#ifndef SERVICES_PULL_REQUEST_GIT_GAPS_H_
#define SERVICES_PULL_REQUEST_GIT_GAPS_H_

// A change of which git cannot read every object: a partial clone, a damaged disk.
//
//   ASSIGN_OR_RETURN(GitGaps gaps, FindGaps(*objects, {.before = a, .after = b, .named = error}));
//   std::set<std::string> paths;                       // Of gaps.unreadable.
//   ASSIGN_OR_RETURN(a, TreeWithout(git, a, paths));   // What can be read, as a change of its own.
//   ASSIGN_OR_RETURN(b, TreeWithout(git, b, paths));
//
// Git gives up the whole diff at the first object that it cannot read. These functions read the
// trees themselves, so that one bad file costs one file, and one bad folder that folder.

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "proto/change/v1/change.pb.h"
#include "sentences/sentence.h"
#include "services/pull_request/git_objects.h"
#include "services/pull_request/git_repository.h"

namespace allreview::pull_request {

struct GitGap {
  std::string path;                 // As git stores it; of a folder with '/' at its end.
  change::v1::FileEntry file = {};  // Not of a folder.
  Words reason;
};

struct GapSearch {
  std::string before, after;  // Commits or trees.
  // Files that are of interest; empty: all. Folders are looked at for all of them.
  std::function<bool(absl::string_view path)> is_wanted = {};
  std::string git_error = "";  // Objects that it names count as unreadable.
};

// Files of the change with an object that git cannot read, and folders whose list it cannot read,
// in no order. Reads every object that differs. Fails when a root tree cannot be read.
absl::StatusOr<std::vector<GitGap>> FindGaps(GitObjects& objects, const GapSearch& search);

// Those of `changes` with an object that git cannot read. Files on disk, which have no id yet,
// count as readable.
absl::StatusOr<std::vector<GitGap>> FindGapsOf(GitObjects& objects,
                                               const std::vector<change::v1::FileEntry>& changes,
                                               absl::string_view git_error);

// What is said of an object that is missing or damaged.
Words GapReason(const absl::Status& status);

// The id of a tree that lacks these paths (of files, or of folders with '/' at the end), written to
// the scratch folder of `git`. `tree` is a commit or a tree.
absl::StatusOr<std::string> TreeWithout(GitRepository& git, const std::string& tree,
                                        const std::set<std::string>& paths);

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GIT_GAPS_H_
