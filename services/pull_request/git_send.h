#ifndef SERVICES_PULL_REQUEST_GIT_SEND_H_
#define SERVICES_PULL_REQUEST_GIT_SEND_H_

// From git's output to a ChangeSink.

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "proto/change/v1/change.pb.h"
#include "services/pull_request/change_source.h"
#include "services/pull_request/git_gaps.h"
#include "services/pull_request/git_repository.h"

namespace allreview::pull_request {

// In messages of a bounded number; empties `files`.
absl::Status SendFiles(std::vector<change::v1::FileEntry>& files, ChangeSink& sink);

// Ledger entries for files that have no diff because of merge conflicts.
absl::Status SendUnmerged(const std::vector<std::string>& paths, ChangeSink& sink);

// Ledger entries for what cannot be read.
absl::Status SendGaps(const std::vector<GitGap>& gaps, ChangeSink& sink);

// Files, patch and unmerged files of a diff whose list has all ids. When git fails on the way, the
// rest can be sent by another diff, of the files that Finished() does not name.
//
//   DiffSender sender(sink);
//   absl::Status status = sender.Send(*diff);
//   if (!status.ok()) … sender.Send(*diff_without(sender.finished())) …
class DiffSender {
 public:
  explicit DiffSender(ChangeSink& sink) : sink_(sink) {}

  // The list is sent once: of a second diff only the patch, if the first got so far. When there
  // were too many files for git to look for renames among changed ones, a warning says so.
  absl::Status Send(GitDiff& diff);

  bool is_list_sent() const { return is_list_sent_; }
  // Paths, as git stores them, of both sides of the files whose patch has been sent.
  std::set<std::string> Finished() const;

 private:
  absl::Status SendNotes(const std::vector<change::v1::FileEntry>& files);
  absl::Status SendPatch(absl::string_view piece);

  ChangeSink& sink_;
  bool is_list_sent_ = false;
  std::vector<change::v1::FileEntry> files_;  // Without ids.
  size_t sections_ = 0;                       // Of the patch: files begun, and sent as a whole.
  std::string line_;  // The beginning of the last line, as far as it matters.
};

// Two trees or commits, with everything that their diff was asked for.
struct TreeChange {
  std::string before, after;
  int context_lines = 3;
  std::vector<std::string> patterns = {};
  std::function<bool(absl::string_view path)> is_wanted = {};  // As the patterns. Empty: all.
};

// After git has failed at a diff of `change` with `failure`: sends what `sender` has not, without
// the files of which git cannot read an object, and why these are left out. `failure` when no such
// object is found.
absl::Status SendReadable(GitRepository& git, const TreeChange& change, const absl::Status& failure,
                          DiffSender& sender, ChangeSink& sink);

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GIT_SEND_H_
