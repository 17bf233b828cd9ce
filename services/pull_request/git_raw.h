#ifndef SERVICES_PULL_REQUEST_GIT_RAW_H_
#define SERVICES_PULL_REQUEST_GIT_RAW_H_

// Takes apart what `git diff --raw -z --patch` prints: a list of files, then the patch.
//
//   RawDiffSplitter splitter;
//   while (...) {
//     ASSIGN_OR_RETURN(absl::string_view patch, splitter.Feed(piece));
//     if (splitter.is_list_complete()) ... splitter.files() ... patch ...
//   }
//
// Pure. kInternal when git's output is not as its manual says.

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "proto/change/v1/change.pb.h"

namespace allreview::pull_request {

class RawDiffSplitter {
 public:
  // Takes the next piece of output and returns the part of it that belongs to the patch.
  absl::StatusOr<absl::string_view> Feed(absl::string_view piece);
  // Call at the end of the output; a change without files prints nothing at all.
  absl::Status Finish();

  bool is_list_complete() const { return is_list_complete_; }
  // Files with merge conflicts, which have no diff, are in unmerged() instead.
  std::vector<change::v1::FileEntry>& files() { return files_; }
  const std::vector<std::string>& unmerged() const { return unmerged_; }

 private:
  // Bytes of `text` that make one file; 0: not all of them are there yet.
  absl::StatusOr<size_t> TakeFile(absl::string_view text);

  std::string rest_;  // Of the last piece, the beginning of a file's record.
  bool is_list_complete_ = false;
  std::vector<change::v1::FileEntry> files_;
  std::vector<std::string> unmerged_;
};

// For each file of a complete patch, in order, the id after ".." in its index line; empty where
// there is none. A patch of git lists two files for each one whose type has changed.
std::vector<std::string> NewIdsOfPatch(absl::string_view patch);

// Whether `text` is an object id in full: 40 or 64 lower-case hexadecimal digits.
bool IsFullObjectId(absl::string_view text);

// Whether `text` is an object id or the beginning of one, of at least four digits.
bool IsObjectIdPrefix(absl::string_view text);

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GIT_RAW_H_
